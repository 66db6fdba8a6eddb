/** What was measured on this machine, kept beside the tests' report until it is measured again: `.report/measured.json`. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** One figure of one line of the goals. */
export interface Measured {
  readonly goal: string
  readonly what: string
  readonly figure: string
  readonly verdict: "met" | "held" | "FALLS SHORT" | "BROKEN"
  /** The command that measures it again. */
  readonly by: string
  /** ISO 8601, to the minute. */
  readonly at: string
}

const root = join(import.meta.dirname, "../../..")
const file = join(root, ".report/measured.json")

export const read = (): ReadonlyArray<Measured> => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [])

/** Takes the place of what `pnpm bench` or `pnpm chaos` has measured of the same goals before. */
export const save = (script: "bench" | "chaos", measured: ReadonlyArray<Omit<Measured, "at">>): void => {
  const at = `${new Date().toISOString().slice(0, 16)}Z`
  const isAnew = ({ by, goal }: Measured) =>
    by.startsWith(`pnpm ${script}`) && measured.some((one) => one.goal === goal)
  const all = [...read().filter((one) => !isAnew(one)), ...measured.map((one) => ({ ...one, at }))]
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(all, null, 2))
  renameSync(`${file}.new`, file)
}

/** How many tests of a file passed and failed in the last run that was reported to `.report/vitest.json`; null if none. */
export const tests = (path: string): { readonly passed: number; readonly failed: number } | null => {
  const report = join(root, ".report/vitest.json")
  if (!existsSync(report)) return null
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    readonly testResults: ReadonlyArray<{
      readonly name: string
      readonly assertionResults: ReadonlyArray<{ readonly status: string }>
    }>
  }
  const found = testResults.find(({ name }) => name.endsWith(`/${path}`))
  if (found === undefined) return null
  const count = (status: string) => found.assertionResults.filter((one) => one.status === status).length
  return { passed: count("passed"), failed: found.assertionResults.length - count("passed") }
}
