/**
 * Runs the faults of the goals and says what held: `pnpm chaos`, `pnpm chaos F1 F5`, `--seeds 20`, `--seed 7` for one
 * run again, `--seconds 20` for how long each fault goes on. Ends with 1 when anything did not hold.
 */
import { parseArgs } from "node:util"
import { table } from "../report/table.ts"
import { faults } from "./faults.ts"
import { type Ran, run } from "./run.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "20" },
    seed: { type: "string" },
    seconds: { type: "string", default: "20" }
  }
})
const names = positionals.length === 0 ? Object.keys(faults) : positionals.map((name) => name.toUpperCase())
const unknown = names.filter((name) => !(name in faults))
if (unknown.length > 0) {
  process.stderr.write(`There is no fault ${unknown.join(", ")}; there are ${Object.keys(faults).join(", ")}.\n`)
  process.exit(1)
}
const seeds =
  values.seed === undefined ? Array.from({ length: Number(values.seeds) }, (_, n) => n + 1) : [Number(values.seed)]

const sum = (runs: ReadonlyArray<Ran>, of: (ran: Ran) => number) => String(runs.reduce((all, ran) => all + of(ran), 0))
/** The largest of each figure. */
const worst = (runs: ReadonlyArray<Ran>) => {
  const largest = new Map<string, number>()
  for (const { figures } of runs) {
    for (const [name, value] of Object.entries(figures)) largest.set(name, Math.max(value, largest.get(name) ?? value))
  }
  return [...largest].map(([name, value]) => `${name}: ${Number(value.toFixed(1))}`).join(", ")
}
const rows: Array<ReadonlyArray<string>> = [
  ["goal", "what must hold", "seeds", "struck", "writes", "syncs", "pages", "deliveries", "failed", "worst", "verdict"]
]
for (const name of names) {
  const fault = faults[name]!
  const runs: Array<Ran> = []
  for (const seed of seeds) {
    process.stderr.write(`${name}, seed ${seed}: ${fault.what}\n`)
    const ran = await run(fault, seed, Number(values.seconds)).catch((error: unknown): Ran => ({
      seed,
      struck: 0,
      written: 0,
      synced: 0,
      read: 0,
      deliveries: 0,
      failed: 0,
      figures: {},
      faults: [error instanceof Error ? error.message : `The run broke off: ${String(error)}`]
    }))
    runs.push(ran)
    for (const found of ran.faults) process.stderr.write(`  ${found}\n`)
  }
  const broken = runs.filter((ran) => ran.faults.length > 0)
  rows.push([
    name,
    fault.goal,
    String(runs.length),
    sum(runs, ({ struck }) => struck),
    sum(runs, ({ written }) => written),
    sum(runs, ({ synced }) => synced),
    sum(runs, ({ read }) => read),
    sum(runs, ({ deliveries }) => deliveries),
    sum(runs, ({ failed }) => failed),
    worst(runs),
    broken.length === 0 ? "held" : `BROKEN with ${broken.map(({ seed }) => `seed ${seed}`).join(", ")}`
  ])
}
process.stdout.write(table(rows))
process.exit(rows.slice(1).every((row) => row.at(-1) === "held") ? 0 : 1)
