/** Processes replaced one after the other behind a load balancer, while clients are at work and are to notice nothing. */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { places } from "../../src/secrets/Rotation.ts"
import { svc } from "../../test/support/Command.ts"
import { type Fault, type Struck, three } from "../Fault.ts"
import { ok, tenant, type World } from "../World.ts"

const shape = { ...three, balanced: true, settings: { SVC_DRAIN_SECONDS: "1" } } as const

/** Puts a new process in place of each, with these settings; gives how long each old one took to stop, in seconds. */
const replace = async (
  world: World,
  env: Readonly<Record<string, string>> = {},
  main?: string,
  beforeLast: () => Promise<unknown> = async () => {}
) => {
  const stops: Array<number> = []
  const faults: Array<string> = []
  const old = [...world.servers]
  for (const server of old) {
    await world.grow(env, main)
    await world.balancer!.ready(old.length + 1)
    if (server === old.at(-1)) await beforeLast()
    const begun = performance.now()
    const code = await server.stop()
    stops.push((performance.now() - begun) / 1000)
    world.drop(server)
    if (code !== 0) faults.push(`a process ended with ${code}: ${server.said().slice(-300)}`)
  }
  return { stops, faults }
}

/** What was done more than once, though nobody had to guess what had become of it. */
const repeated = ({ platform, received }: World): ReadonlyArray<string> => {
  const writes = platform
    .seen(tenant)
    .filter(({ method, path }) => method === "POST" && path === "/contacts")
    .map(({ headers }) => String(headers["idempotency-key"]))
  return (
    [
      ["items", writes],
      ["deliveries", received.map(({ id }) => id)]
    ] as const
  ).flatMap(([what, ids]) => {
    const twice = ids.length - new Set(ids).size
    return twice === 0 ? [] : [`${twice} ${what} were sent again`]
  })
}

export const F3: Fault = {
  what: "SIGTERM of three processes one after the other, each after another has taken its place",
  goal: "0 failed requests, 0 repeated items, each stop 20 s at most",
  shape,
  unnoticed: true,
  strike: async (world, time): Promise<Struck> => {
    const end = Date.now() + time
    const stops: Array<number> = []
    const faults: Array<string> = []
    do {
      const replaced = await replace(world)
      stops.push(...replaced.stops)
      faults.push(...replaced.faults)
    } while (Date.now() < end)
    const longest = Math.max(...stops)
    return {
      times: stops.length,
      figures: { "stop in s": longest },
      faults: [...faults, ...(longest > 20 ? [`a stop took ${longest.toFixed(1)} s`] : []), ...repeated(world)]
    }
  }
}

const now = async ({ postgres }: World): Promise<string> => {
  const [row] = await postgres!.query<any>("select clock_timestamp()::text as now")
  return row.now
}

/** How many contacts of before a moment there are, and how many are mapped as the next release does. */
const mapped = async (
  { postgres }: World,
  moment: string
): Promise<{ readonly all: number; readonly next: number }> => {
  const [row] = await postgres!.query<any>(
    `select count(*)::int as all,
       count(*) filter (where body ->> 'contact_name' = 'as the next release maps it')::int as next
     from record where data_model = 'CONTACTS' and deleted_at is null and created_at < $1::text::timestamptz`,
    [moment]
  )
  return row
}

/** How many secrets are sealed with a key. */
const sealed = async ({ postgres }: World, key: string): Promise<number> => {
  let count = 0
  for (const [table, column] of places) {
    const [row] = await postgres!.query<any>(
      `select count(*)::int as n from ${table} where ${column} like '%"kid":"${key}"%'`
    )
    count += row.n
  }
  return count
}

/** Waits until every contact of before a moment is mapped as a release does: it looks for what is not once a minute. */
const mappedBy = async (world: World, release: "this" | "next", moment: string): Promise<ReadonlyArray<string>> => {
  for (const end = performance.now() + 90_000; ;) {
    const { all, next } = await mapped(world, moment)
    if (next === (release === "next" ? all : 0)) return []
    if (performance.now() > end) return [`${next} of ${all} contacts are mapped as the next release does`]
    await sleep(200)
  }
}

/** What failed without a client asking: work that could not open its secrets ends like this. */
const failed = async ({ postgres }: World): Promise<ReadonlyArray<string>> => {
  const rows = await postgres!.query<any>(
    `select 'sync ' || status || ': ' || coalesce(error, '') as what from sync where status in ('FAILED', 'PARTIAL_SUCCESS')
     union all select 'connection ' || status || ': ' || coalesce(status_reason, '') from connection where status <> 'HEALTHY'
     union all select 'delivery ' || status || ': ' || error from delivery where error is not null`
  )
  return rows.slice(0, 3).map(({ what }) => what)
}

export const F14: Fault = {
  what: "the secret keys changed: the new one known, first, everything put under it, the old one taken away",
  goal: "0 failed requests, syncs and deliveries; 0 secrets left on the old key",
  shape,
  unnoticed: true,
  strike: async (world) => {
    const old = world.keys
    const fresh = `k2:${randomBytes(32).toString("base64")}`
    const faults: Array<string> = []
    const before = await sealed(world, "k1")
    for (const keys of [`${old},${fresh}`, `${fresh},${old}`]) {
      faults.push(...(await replace(world, { SVC_SECRET_KEYS: keys })).faults)
    }
    const begun = performance.now()
    const rotated = await svc(["rotate-secrets"], { ...world.settings, SVC_SECRET_KEYS: `${fresh},${old}` })
    const seconds = (performance.now() - begun) / 1000
    const left = await sealed(world, "k1")
    faults.push(...(await replace(world, { SVC_SECRET_KEYS: fresh })).faults)
    return {
      times: 1,
      figures: { "secrets before": before, "left on the old key": left, "rotated in s": seconds },
      faults: [
        ...faults,
        ...(rotated.code === 0 ? [] : [`svc rotate-secrets ended with ${rotated.code}: ${rotated.err}`]),
        ...(before === 0 ? ["there was no secret, so nothing was proven"] : []),
        ...(left > 0 ? [`${left} secrets are left on the old key`] : []),
        ...(await failed(world))
      ]
    }
  }
}

/** Jobs that were sent before a moment, and begun and done after it: waits for one. */
const taken = async ({ postgres }: World, moment: string): Promise<number> => {
  for (const end = performance.now() + 30_000; ;) {
    const [row] = await postgres!.query<any>(
      `select count(*)::int as n from pgboss.job
       where created_on < $1::text::timestamptz and started_on > $1::text::timestamptz and state = 'completed'`,
      [moment]
    )
    if (row.n > 0 || performance.now() > end) return row.n
    await sleep(100)
  }
}

export const F13: Fault = {
  what: "a release with another schema and another mapping rolled out, and rolled back",
  goal: "0 × 5xx, lost 0; old jobs done by new code; contacts mapped by whichever release is there",
  shape,
  unnoticed: true,
  strike: async (world) => {
    const next = join(import.meta.dirname, "../next-main.ts")
    const faults: Array<string> = []
    const jobs: Array<number> = []
    const stops: Array<number> = []
    for (const [release, main] of [
      ["next", next],
      ["this", undefined]
    ] as const) {
      const since = await now(world)
      // The platform keeps one run waiting, and another queues behind it, until no process of before is left.
      const waiting: Array<() => void> = []
      let stop = () => {}
      const replaced = await replace(world, {}, main, async () => {
        stop = world.platform.rule(
          ({ method, path, tenant: whose }) => whose === tenant && method === "GET" && path === "/deals",
          async (real) => {
            await new Promise<void>((resolve) => waiting.push(resolve))
            return real()
          }
        )
        for (let runs = 0; runs < 2; runs++) {
          await ok(world, "POST", "/v3/core/syncs", { company_id: world.company, connection_id: world.connection })
        }
      })
      const moment = await now(world)
      stop()
      for (const go of waiting) go()
      stops.push(...replaced.stops)
      faults.push(...replaced.faults, ...(await mappedBy(world, release, since)))
      jobs.push(await taken(world, moment))
    }
    const [{ added }] = await world.postgres!.query<any>(
      "select count(*)::int as added from information_schema.columns where column_name = 'added_next'"
    )
    return {
      times: 2,
      figures: { "old jobs on new code": jobs[0]!, "new jobs on old code": jobs[1]!, "stop in s": Math.max(...stops) },
      faults: [
        ...faults,
        ...(jobs.includes(0) ? ["no job of the one release was done by the other, so nothing was proven"] : []),
        ...(added === 0 ? ["the next release did not change the schema"] : []),
        ...(await failed(world))
      ]
    }
  }
}
