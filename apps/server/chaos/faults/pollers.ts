/** Readers that follow what changes, while many processes write and some of them are killed or stand still. */
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import * as Chance from "../../test/support/Chance.ts"
import * as Pollers from "../../test/support/Pollers.ts"
import type { Target } from "../../src/records/Records.ts"
import type { Fault, Ran } from "../Fault.ts"
import * as World from "../World.ts"
import type { Order, Report } from "../writer-main.ts"

interface Writer {
  readonly process: ChildProcess
  readonly tell: (order: Order | "go on") => void
  /** Waits until it says so; fails when it ends first. */
  readonly until: (report: Report) => Promise<void>
}

const grow = async (world: World.World): Promise<Writer> => {
  const child = fork(join(import.meta.dirname, "../writer-main.ts"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, DATABASE_URL: world.settings["DATABASE_URL"] }
  })
  const said: Array<Report> = []
  let wake = () => {}
  child.on("message", (report: Report) => {
    said.push(report)
    wake()
  })
  child.on("exit", () => wake())
  const until: Writer["until"] = async (report) => {
    while (!said.includes(report)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error("A writer ended by itself.")
      await new Promise<void>((resolve) => (wake = resolve))
    }
    said.splice(said.indexOf(report), 1)
  }
  await until("up")
  return { process: child, tell: (order) => void child.send(order), until }
}

/** Eight companies: three each of two processes that only write, one of each that is struck. */
const companies = 8
const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface Crew {
  readonly plain: ReadonlyArray<Writer>
  killed: Writer
  readonly stopped: Writer
}
const crewOf = async (world: World.World): Promise<Crew> => {
  const [first, second, killed, stopped] = await Promise.all([grow(world), grow(world), grow(world), grow(world)])
  return { plain: [first!, second!], killed: killed!, stopped: stopped! }
}
const dismiss = ({ killed, plain, stopped }: Crew) => {
  for (const { process: child } of [...plain, killed, stopped]) child.kill("SIGKILL")
}

/** Seconds in which lists show what is stored, on a busy machine: one for who stands still, and the time of the requests. */
const soon = 5

/** One company of a process that is killed in the middle of a page, one of a process that is stopped there, six of others. */
const round = async (world: World.World, crew: Crew, seed: number) => {
  const chance = Chance.make(seed)
  const targets = await world.query<Target>(
    `with made as (
       insert into company (organisation_id, name) select min(id), 'Written' from organisation, generate_series(1, ${companies})
       group by generate_series returning id, organisation_id)
     insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
     select organisation_id, id, 'TEST', 'ACCOUNTING', 'HEALTHY', '[]' from made
     returning organisation_id::float8 as "organisationId", company_id::float8 as "companyId",
       id::float8 as "connectionId", integration_type as "integrationType"`
  )
  const [from] = await world.query<{ since: string; id: number }>(
    `select ${iso("clock_timestamp()")} as since, nextval('svc_id')::float8 as id`
  )
  // A kept connection may be closed just when it is used again.
  const ask: Pollers.Ask = (path) => World.ok(world, "GET", path).catch(() => World.ok(world, "GET", path))
  const pollers = Pollers.all(
    ask,
    from!,
    () => world.receiver.received("/ledger"),
    () => 2 + chance.int(30)
  )
  const order = (at: number, of: ReadonlyArray<Target>, isHeld: boolean): Order => ({
    seed: seed * 10 + at,
    targets: of,
    isHeld
  })
  const truth = async (of: ReadonlyArray<Target>) => {
    const rows = await world.query<{ id: string; at: string }>(
      `select svc_id::text as id, ${iso("updated_at")} as at from record
       where data_model = 'ITEMS' and company_id = any(string_to_array($1, ',')::bigint[])`,
      [of.map(({ companyId }) => companyId).join(",")]
    )
    return new Map(rows.map(({ at, id }) => [Number(id), at]))
  }
  const stop = Pollers.start(pollers)
  const { plain, stopped } = crew
  plain.forEach((writer, at) => writer.tell(order(at, targets.slice(at * 3, at * 3 + 3), false)))
  crew.killed.tell(order(2, targets.slice(6, 7), true))
  stopped.tell(order(3, targets.slice(7), true))
  const killing = async () => {
    const victim = crew.killed
    await victim.until("middle")
    victim.process.kill("SIGKILL")
    crew.killed = await grow(world)
    crew.killed.tell(order(2, targets.slice(6, 7), false))
    await crew.killed.until("done")
  }
  const stopping = async () => {
    await stopped.until("middle")
    stopped.tell("go on")
    stopped.process.kill("SIGSTOP")
  }
  try {
    await Promise.all([killing(), stopping(), ...plain.map(({ until }) => until("done"))])
    // What the others have written is shown while that one still stands there.
    const others = await truth(targets.slice(0, 7))
    const ended = performance.now()
    const lists = pollers.slice(0, -1)
    while (lists.some((poller) => Pollers.missed(poller, others).length > 0) && performance.now() - ended < 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const shown = (performance.now() - ended) / 1000
    stopped.process.kill("SIGCONT")
    await stopped.until("done")
    const read = await stop()
    const there = await truth(targets)
    const faults = await Pollers.left(pollers, there)
    return {
      written: there.size,
      read,
      shown,
      faults: [
        ...(there.size < 20 ? [`only ${there.size} records were written`] : []),
        ...(shown > soon ? [`what was stored was shown after ${shown.toFixed(1)} s`] : []),
        ...faults.slice(0, 5),
        ...(faults.length > 5 ? [`${faults.length - 5} more`] : [])
      ]
    }
  } finally {
    stopped.process.kill("SIGCONT")
    await stop().catch(() => {})
  }
}

const shape = { database: "PostgreSQL", processes: 2 } as const

export const F20: Fault = {
  what: "one of eight writers killed and one stopped in the middle of a page, beside readers that follow what changes",
  goal: "every record seen by each, in order",
  shape,
  strike: async (world, time) => {
    const crew = await crewOf(world)
    const end = Date.now() + time
    const faults: Array<string> = []
    let times = 0
    let shown = 0
    try {
      do {
        const done = await round(world, crew, world.chance.int(1_000_000))
        faults.push(...done.faults)
        shown = Math.max(shown, done.shown)
        times += 2
      } while (Date.now() < end)
    } finally {
      dismiss(crew)
    }
    return { times, figures: { "shown after s": shown }, faults }
  },
  series: async function* (seeds) {
    const world = await World.make(seeds[0] ?? 1, shape)
    const crew = await crewOf(world)
    try {
      for (const seed of seeds) {
        const before = world.received.length
        const { faults, read, shown, written } = await round(world, crew, seed)
        const ran: Ran = {
          seed,
          struck: 2,
          written,
          synced: 0,
          read,
          deliveries: world.received.length - before,
          failed: 0,
          figures: { "shown after s": shown },
          faults
        }
        yield ran
      }
    } finally {
      dismiss(crew)
      await world.end()
    }
  }
}
