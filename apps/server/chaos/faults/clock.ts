/**
 * Clocks that are set while the service runs: forward, back, by a leap second, to another time zone. With PostgreSQL each
 * process has a wrong clock of its own; with the embedded database it is the whole host, the database's clock too.
 */
import { writeFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import * as Receiver from "../../test/support/Receiver.ts"
import { until } from "../../test/support/ServerProcess.ts"
import type { Fault, Struck } from "../Fault.ts"
import { data, tenant, type World } from "../World.ts"

const minutes = 60_000
/** Milliseconds. A leap second is one that happens again. */
const shifts = [10 * minutes, -10 * minutes, 0, -1000, 1000]
const zones = ["UTC", "Pacific/Kiritimati", "America/St_Johns", "Pacific/Pago_Pago"]
/** Runs that are planned, one for each connection at a time, and how often. */
const connections = 6
const rounds = 2
/** Seconds that an attempt may take from its signature to its receipt, on a busy machine; a second attempt is later by more. */
const tolerance = 4

/** Connections with one model each that runs every hour, their first run over. */
const scheduled = async (world: World): Promise<ReadonlyArray<number>> => {
  const made = await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const { svc_id } = await data(world, "POST", "/v3/core/companies", { name: `Hourly ${at}` })
      const connection = await data(world, "POST", "/v3/core/connections", {
        company_id: svc_id,
        integration_type: "SVC_SANDBOX",
        credentials: { api_key: `sandbox-hourly-${at}` },
        sync_config: [{ data_model: "CURRENCIES", enabled: true, frequency: "HOURLY", interval: 1 }]
      })
      return connection.svc_id as number
    })
  )
  await until(
    () => world.query("select 1 from sync where connection_id = any($1::bigint[]) and finished_at is null", [made]),
    (open) => open.length === 0
  )
  return made
}
/** Makes the next run of each due within so many milliseconds. */
const plan = ({ chance, query }: World, all: ReadonlyArray<number>, within: number) =>
  Promise.all(
    all.map((id) =>
      query(`update schedule set next_run_at = now() + make_interval(secs => $2::float8) where connection_id = $1`, [
        id,
        chance.int(within) / 1000
      ])
    )
  )
/** Says which planned runs did not happen, or happened more than once, and which next one is not an hour away. */
const ran = async ({ query }: World, all: ReadonlyArray<number>, times: number): Promise<ReadonlyArray<string>> => {
  const state = () =>
    query<{ readonly id: number; readonly count: number; readonly minutes: number }>(
      `select c.id, (select count(*)::int from sync s where s.connection_id = c.id and s.trigger = 'SCHEDULE'
           and s.finished_at is not null) as count,
         extract(epoch from c.next_run_at - now())::float8 / 60 as minutes
       from (select connection_id as id, min(next_run_at) as next_run_at from schedule
         where connection_id = any($1::bigint[]) group by 1) c`,
      [all]
    )
  const rows = await until(state, (found) => found.every(({ count }) => count >= times)).catch(state)
  return [
    ...(rows.length === all.length ? [] : [`${rows.length} of ${all.length} connections have a schedule`]),
    ...rows.flatMap((row) => (row.count === times ? [] : [`${row.count} runs of ${times} that were planned`])),
    // What was next when the clock was wrong may be ten minutes nearer or farther when it is right.
    ...rows.flatMap((row) =>
      row.minutes > 20 && row.minutes < 100 ? [] : [`the next hourly run is in ${Math.round(row.minutes)} minutes`]
    )
  ]
}

/**
 * Sets clocks until the time is over, as `set` does, then to `last`; what was set when, by the harness's own clock.
 */
const setting = async (world: World, time: number, last: number, set: (shift: number, zone: string) => void) => {
  const { chance } = world
  const history: Array<{ readonly at: number; readonly shift: number }> = []
  // Each at least once, in the order of the seed.
  const deck = shifts.toSorted(() => chance.int(3) - 1)
  for (const end = Date.now() + time; Date.now() < end || history.length <= shifts.length;) {
    const shift = deck[history.length % deck.length]!
    set(shift, chance.one(zones))
    history.push({ at: Date.now(), shift })
    await sleep(600)
  }
  set(last, "UTC")
  history.push({ at: Date.now(), shift: last })
  return history
}

const strike = async (
  world: World,
  time: number,
  set: (shift: number, zone: string) => void,
  isHost: boolean
): Promise<Struck> => {
  const { chance, platform, receiver } = world
  const all = await scheduled(world)
  // Some first attempts fail and are made again (a third would come after five minutes); the platform asks to wait now and
  // then, which is a duration by these clocks.
  const refused = new Set<string>()
  receiver.answer("/ledger", (request, response, incoming) => {
    const id = String(request.headers["webhook-id"])
    const refuses = !refused.has(id) && chance.some(0.04)
    if (refuses) refused.add(id)
    return Receiver.status(refuses ? 503 : 200)(request, response, incoming)
  })
  const limited = platform.rule(
    (seen) => seen.tenant === tenant && chance.some(0.03),
    () => Response.json({ error: { message: "Later" } }, { status: 429, headers: { "retry-after": "1" } })
  )
  // What a host was to do while its clock was ahead it does when the clock is there again.
  const last = isHost ? Math.max(...shifts) : 0
  const from = Date.now()
  const history = [{ at: from, shift: 0 }]
  const faults: Array<string> = []
  for (let round = 1; round <= rounds; round++) {
    await plan(world, all, time / rounds)
    history.push(...(await setting(world, time / rounds, last, set)))
    faults.push(...(await ran(world, all, round)))
  }
  limited()
  receiver.answer("/ledger", Receiver.status(200))

  /** Shifts of the host's clock that an attempt which came at a moment may have been signed by. */
  const possible = (at: number) =>
    isHost
      ? history.flatMap(({ at: since, shift }, index) =>
          since <= at && (history[index + 1]?.at ?? Infinity) >= at - tolerance * 1000 ? [shift] : []
        )
      : [0]
  const attempts = receiver.received("/ledger").filter(({ at }) => at >= from)
  const off = attempts.map(({ at, headers }) =>
    Math.min(...possible(at).map((shift) => Math.abs(at + shift - Number(headers["webhook-timestamp"]) * 1000) / 1000))
  )
  const wrong = off.filter((seconds) => seconds > tolerance + 1).length
  if (wrong > 0) faults.push(`${wrong} of ${attempts.length} signatures have another time than that of the attempt`)
  const again = attempts.length - new Set(attempts.map(({ headers }) => headers["webhook-id"])).size
  return {
    times: history.length,
    figures: { "planned runs": connections * rounds, "second attempts": again, "signature off by s": Math.max(...off) },
    faults
  }
}

const goal = "no schedule skipped or run twice; signatures of the attempt's time"
const write = (file: string) => (shift: number, zone: string) => writeFileSync(file, JSON.stringify({ shift, zone }))

export const F9: Fault = {
  what: "clocks of three processes set apart by up to twenty minutes, by leap seconds, and to other time zones",
  goal,
  shape: { database: "PostgreSQL", processes: 1, preload: "shifted-clock.ts" },
  strike: async (world, time) => {
    const files = [world.faultFile, `${world.faultFile}-2`, `${world.faultFile}-3`]
    for (const file of files.slice(1)) await world.grow({ FAULT_FILE: file })
    let turn = 0
    return strike(world, time, (shift, zone) => write(files[turn++ % files.length]!)(shift, zone), false)
  }
}

export const F9_EMBEDDED: Fault = {
  what: "the clock of a host with the embedded database set by ten minutes, by leap seconds, and to other time zones",
  goal,
  shape: { database: "embedded", processes: 1, preload: "shifted-clock.ts" },
  strike: (world, time) => strike(world, time, write(world.faultFile), true)
}
