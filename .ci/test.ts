/**
 * `pnpm test`: with words, vitest with these words. Without, all tests, in two runs side by side. The tests of the server wait for
 * answers, clocks and processes most of the time; the others compute, and do so in the time that is left over (`vitest.config.ts`
 * says which are which). A file that failed is tried once more when both are over, with nothing beside it, since three
 * processes on two cores can let an answer come later than any test waits for; it is named if it passes then.
 */
import { spawn } from "node:child_process"
import { createWriteStream, mkdirSync, readFileSync, rmSync } from "node:fs"
import { setPriority } from "node:os"
import { join, resolve } from "node:path"
import { faultsOf } from "./Faults.ts"
import { filesOf, parts, reportOf } from "./Reports.ts"

const root = resolve(import.meta.dirname, "..")
const folder = join(root, ".report")
const vitest = join(root, "node_modules/vitest/vitest.mjs")

/** Most files that are tried again: more are no chance. */
const most = 3

/** Runs vitest, and gives its exit code; what it says goes to a file where one is named. */
const run = (words: ReadonlyArray<string>, part = "", log?: string): Promise<number> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [vitest, "run", ...words], {
      cwd: root,
      env: { ...process.env, TEST_PART: part },
      stdio: ["inherit", log === undefined ? "inherit" : "pipe", log === undefined ? "inherit" : "pipe"]
    })
    if (log !== undefined) {
      setPriority(child.pid!, 5)
      const file = createWriteStream(log)
      child.stdout!.pipe(file)
      child.stderr!.pipe(file)
    }
    child.on("close", (code) => done(code ?? 1))
  })
const reporters = (report: string) => ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]

const words = process.argv.slice(2)
if (words.length > 0) process.exit(await run(words))

for (const name of [...parts, "again"] as const) rmSync(reportOf(folder, name), { force: true })
mkdirSync(folder, { recursive: true })
const log = join(folder, "computing.log")
const codes = await Promise.all(
  parts.map((part) => run(reporters(reportOf(folder, part)), part, part === "computing" ? log : undefined))
)
process.stdout.write(readFileSync(log))

const failed = parts.map((part) => (filesOf(reportOf(folder, part)) ?? []).filter((file) => faultsOf(file).length > 0))
const files = failed.flat()
// A run that failed without a test has no file that could be tried again.
const isExplained = codes.every((code, at) => code === 0 || failed[at]!.length > 0)
const again = isExplained && files.length > 0 && files.length <= most
process.exitCode = again
  ? await run([...reporters(reportOf(folder, "again")), ...files.map(({ name }) => name)])
  : Math.max(...codes)
