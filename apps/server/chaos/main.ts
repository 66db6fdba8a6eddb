/**
 * Runs the faults of the goals and says what held: `pnpm chaos`, `pnpm chaos F1 F5`, `--seeds 20`, `--seed 7` for one
 * run again, `--seconds 20` for how long each fault goes on, `--lanes 2` for as many worlds at a time, each in a process of
 * its own; `--citus postgres://…` runs them on a cluster as `pnpm citus` starts it. Ends with 1 when anything did not hold.
 */
import { fork } from "node:child_process"
import { parseArgs } from "node:util"
import { type Measured, save } from "../report/measured.ts"
import { table } from "../report/table.ts"
import type { Fault, Ran } from "./Fault.ts"
import * as Faults from "./faults.ts"
import { run } from "./run.ts"
import * as Programs from "../test/support/Programs.ts"

// What is struck, and has to be up again in time, is what the image starts.
Programs.bundle()

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "20" },
    seed: { type: "string" },
    seconds: { type: "string", default: "20" },
    lanes: { type: "string", default: "1" },
    citus: { type: "string" },
    // One world, for the process that has begun this one.
    apart: { type: "boolean", default: false }
  }
})
const cluster = values.citus
const faults = cluster === undefined ? Faults.faults : Faults.onCluster
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
const measured: Array<Omit<Measured, "at">> = []
const brokenOff = (seed: number, error: unknown): Ran => ({
  seed,
  struck: 0,
  written: 0,
  synced: 0,
  read: 0,
  deliveries: 0,
  failed: 0,
  figures: {},
  faults: [error instanceof Error ? error.message : `it broke off: ${String(error)}`]
})
/** One run; one that cannot be done is a broken one. */
const once = (fault: Fault, seed: number): Promise<Ran> =>
  run(fault, seed, Number(values.seconds), cluster).catch((error: unknown) => brokenOff(seed, error))
/** The same in another process, so that the platform and the receivers of one world wait for nobody else's. */
const apart = (name: string, seed: number): Promise<Ran> =>
  new Promise((resolve) => {
    const child = fork(import.meta.filename, [
      name,
      "--seed",
      String(seed),
      "--seconds",
      values.seconds,
      "--apart",
      ...onCluster
    ])
    child.on("message", (ran) => resolve(ran as Ran))
    child.on("exit", (code) => resolve(brokenOff(seed, `its process ended with ${code}`)))
  })
const onCluster = cluster === undefined ? [] : ["--citus", cluster]
if (values.apart) {
  process.send!(await once(faults[names[0]!]!, seeds[0]!), () => process.exit(0))
  await new Promise(() => {})
}
for (const name of names) {
  const fault = faults[name]!
  const runs: Array<Ran> = []
  const left = [...seeds]
  const tell = (ran: Ran) => {
    process.stderr.write(`${[`${name}, seed ${ran.seed}: ${fault.what}`, ...ran.faults].join("\n  ")}\n`)
    runs.push(ran)
  }
  const lane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const ran = await (seeds.length > 1 ? apart(name, seed) : once(fault, seed))
      tell(ran)
    }
  }
  if (fault.series === undefined) await Promise.all(Array.from({ length: Number(values.lanes) }, lane))
  else {
    try {
      for await (const ran of fault.series(seeds)) tell(ran)
    } catch (error) {
      tell(brokenOff(seeds[runs.length]!, error))
    }
  }
  const broken = runs.filter((ran) => ran.faults.length > 0)
  const verdict = `BROKEN with ${broken.map(({ seed }) => `seed ${seed}`).join(", ")}`
  const struck = sum(runs, ({ struck }) => struck)
  rows.push([
    name,
    fault.goal,
    String(runs.length),
    struck,
    sum(runs, ({ written }) => written),
    sum(runs, ({ synced }) => synced),
    sum(runs, ({ read }) => read),
    sum(runs, ({ deliveries }) => deliveries),
    sum(runs, ({ failed }) => failed),
    worst(runs),
    broken.length === 0 ? "held" : verdict
  ])
  measured.push({
    goal: cluster === undefined ? name : `${name} on a cluster`,
    what: `${fault.goal}; ${runs.length} seeds, struck ${struck} times${broken.length === 0 ? "" : `; ${verdict}`}`,
    figure: worst(runs),
    verdict: broken.length === 0 ? "held" : "BROKEN",
    by: `pnpm chaos ${name} --seeds ${runs.length} --seconds ${values.seconds}${cluster === undefined ? "" : " --citus …"}`
  })
}
save("chaos", measured)
process.stdout.write(table(rows))
process.exit(rows.slice(1).every((row) => row.at(-1) === "held") ? 0 : 1)
