/**
 * The one report: every line of the goals with its figure and verdict, from what `pnpm bench` and `pnpm chaos` measured
 * last and from the tests' report. `pnpm goals` prints it, `pnpm goals --markdown docs/measured.md` writes it there.
 */
import { writeFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { parseArgs } from "node:util"
import { goals } from "./goals.ts"
import * as Measured from "./measured.ts"
import { table } from "./table.ts"

const { values } = parseArgs({ options: { markdown: { type: "string" } } })

const all = Measured.read()
const rows = goals.flatMap(({ asks, id, not, tests = [] }): ReadonlyArray<ReadonlyArray<string>> => {
  const measured = all
    // A goal may be measured on both databases: F8 and F8-EMBEDDED.
    .filter(({ goal }) => goal === id || goal.startsWith(`${id}-`))
    .map(({ by, figure, verdict, what }) => [id, asks, `${figure}: ${what}`, verdict, by])
  const tested = tests.flatMap((path) => {
    const found = Measured.tests(`apps/server/test/${path}`)
    if (found === null) return []
    const verdict = found.failed === 0 ? "held" : "BROKEN"
    return [[id, asks, `${found.passed} tests passed, ${found.failed} failed`, verdict, `apps/server/test/${path}`]]
  })
  const found = [...measured, ...tested]
  if (found.length === 0) return [[id, asks, "", "not measured", not ?? ""]]
  // What is asked is said once.
  return found.map((row, index) => (index === 0 ? row : ["", "", ...row.slice(2)]))
})
const head = ["goal", "what must hold", "figure", "verdict", "by"]

if (values.markdown === undefined) process.stdout.write(table([head, ...rows]))
else {
  const line = (cells: ReadonlyArray<string>) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const days = all.map(({ at }) => at.slice(0, 10)).toSorted()
  writeFileSync(
    values.markdown,
    `# What was measured

Written by \`pnpm goals --markdown\` from what \`pnpm bench\`, \`pnpm chaos\` and the tests found last${days.length > 0 ? `, ${days[0]} to ${days.at(-1)}` : ""}, on one machine with
${machine}, on which clients, platform, receivers and PostgreSQL ran as well. A run of faults is done again by its seed: \`pnpm chaos F1 --seed 7\`.

${line(head)}
|---|---|---|---|---|
${rows.map(line).join("\n")}
`
  )
}
