/**
 * Measures the goals of performance, each `<goal>-….ts` here, such as `p1-lists.ts`, or `l1-p6-lists.ts` for two of them,
 * and in `tooling/bundle/bench` in a process of its own, and says which are met: `pnpm bench`, or `pnpm bench p1 l6` for
 * some of them. Ends with 1 when one falls short.
 */
import { fork } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { save } from "../report/measured.ts"
import { table } from "../report/table.ts"
import type { Figure } from "./figure.ts"

const folders = [import.meta.dirname, join(import.meta.dirname, "../../../tooling/bundle/bench")]
const [first, ...others] = process.argv.slice(2)

if (process.send !== undefined && first !== undefined && first.endsWith(".ts")) {
  const measured = (await import(first)) as { readonly run: () => Promise<ReadonlyArray<Figure>> }
  process.send(await measured.run(), () => process.exit(0))
} else {
  const wanted = first === undefined ? [] : [first, ...others]
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter(
      (file) => /^[a-z]\d+-[\w-]+\.ts$/.test(basename(file)) && /^export const run\b/m.test(readFileSync(file, "utf8"))
    )
    .filter(
      (file) =>
        wanted.length === 0 ||
        wanted.some((one) => basename(file, ".ts").split("-").includes(one) || basename(file) === one)
    )
  const figures: Array<Figure & { readonly by: string }> = []
  for (const file of files) {
    process.stderr.write(`${basename(file)} …\n`)
    // A file may measure more than the goal it is named after.
    const by = `pnpm bench ${basename(file).split("-")[0]}`
    for (const figure of await measure(file)) figures.push({ ...figure, by })
  }
  const verdict = ({ ratio, wanted }: Figure) => (ratio >= wanted ? "met" : "FALLS SHORT")
  save(
    "bench",
    figures.map((one) => ({ ...one, verdict: verdict(one) }))
  )
  const rows = figures.map((one) => [
    one.goal,
    one.figure,
    `${one.ratio.toFixed(2)} (${Number(one.wanted.toFixed(2))})`,
    verdict(one),
    one.what
  ])
  process.stdout.write(table([["goal", "figure", "ratio (wanted)", "verdict", "what"], ...rows]))
  process.exitCode = figures.length > 0 && figures.every(({ ratio, wanted }) => ratio >= wanted) ? 0 : 1
}

/** The figures of one file; one that breaks falls short. */
function measure(file: string): Promise<ReadonlyArray<Figure>> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [file])
    let figures: ReadonlyArray<Figure> | undefined
    child.on("message", (message) => {
      figures = message as ReadonlyArray<Figure>
    })
    child.on("exit", (code, signal) => {
      const goal = /^[a-z]\d+/.exec(basename(file))![0].toUpperCase()
      const broken = {
        goal,
        what: `${basename(file)} ended with ${signal ?? code}`,
        figure: "none",
        ratio: 0,
        wanted: 1
      }
      resolve(figures ?? [broken])
    })
  })
}
