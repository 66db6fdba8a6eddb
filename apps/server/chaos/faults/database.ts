/** What happens to the database, and on the way to it. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Fault, type Struck, three, until } from "../Fault.ts"
import type { World } from "../World.ts"

/** A write that has nothing to do with any platform. */
const commit = (server: World["servers"][number]) =>
  server.call("POST", "/v3/core/companies", { name: "Probe" }).catch(() => null)

/** Longest time that a client of its own took for something, each time on a new connection, until something else was over, in seconds. */
export const meanwhile = async ({ postgres }: World, what: Promise<unknown>, statement: string): Promise<number> => {
  const over = new AbortController()
  const end = what.finally(() => over.abort())
  let longest = 0
  while (!over.signal.aborted) {
    const begun = performance.now()
    await postgres!.query(statement)
    longest = Math.max(longest, (performance.now() - begun) / 1000)
    await Promise.race([end, sleep(50)])
  }
  return longest
}

/** A service has more to do than such a client: on a busy machine it may take so many times as long. */
export const times = 10

export const F5: Fault = {
  what: "PostgreSQL ended without a checkpoint, and started again",
  goal: "lost 0; 503 with Retry-After meanwhile, never 500; first commit 1 s after it is up",
  shape: three,
  strike: async (world, time) => {
    const faults = new Set<string>()
    let longest = 0
    const struck = await until(time, 2500, async () => {
      await world.postgres!.crash()
      const down = Date.now() + world.chance.int(800)
      do {
        const answers = await Promise.all(world.servers.map(commit))
        for (const answer of answers) {
          if (answer?.status === 503 && answer.headers.has("retry-after")) continue
          faults.add(`a write without a database was answered with ${answer?.status}: ${JSON.stringify(answer?.body)}`)
        }
        await sleep(20)
      } while (Date.now() < down)
      await world.postgres!.restart()
      const up = performance.now()
      const all = Promise.all(
        world.servers.map(async (server) => {
          while ((await commit(server))?.status !== 200 && performance.now() - up < 30_000) await sleep(10)
        })
      )
      const seconds = all.then(() => (performance.now() - up) / 1000)
      const [took, other] = await Promise.all([seconds, meanwhile(world, all, "select pg_current_xact_id()::text")])
      longest = Math.max(longest, took)
      if (took > Math.max(1, times * other)) {
        faults.add(
          `the first commit was ${took.toFixed(1)} s after the database was up; another client took ${other.toFixed(2)} s`
        )
      }
    })
    return { ...struck, figures: { "first commit after s": longest }, faults: [...faults] }
  }
}

/**
 * Connections that a process may have: those of the requests, those of the job engine, the one on which it listens, and the two
 * of the lane apart.
 */
const most = 4 + 4 + 1 + 2

/** Strikes, and counts the connections of all processes before and after it. */
const counted = async (world: World, strike: () => Promise<Struck>): Promise<Struck> => {
  const count = async () => {
    const [{ connections }] = await world.postgres!.query<any>(
      `select count(*)::int as connections from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> 'svc-chaos'
         -- Those by which Citus asks itself.
         and application_name not like 'citus_internal%'`
    )
    return connections as number
  }
  const before = await count()
  const struck = await strike()
  const limit = most * world.servers.length
  // What a cut connection was busy with may take its statement's time.
  for (let tries = 0; (await count()) > limit && tries < 150; tries++) await sleep(200)
  const after = await count()
  return {
    ...struck,
    figures: { ...struck.figures, "connections before": before, "connections after": after },
    faults: after > limit ? [`${after} connections are open, of at most ${limit}`] : []
  }
}

export const F6: Fault = {
  what: "connections to the database late, cut into pieces, cut off, swallowed, reset, refused",
  goal: "lost 0; drained in 30 s; no connection left over",
  shape: { ...three, toxic: true },
  drain: 30,
  strike: (world, time) =>
    counted(world, async () => {
      world.toxic!.spoil(true)
      // Pools make new connections only when they lose some.
      await until(time, 1500, () => world.postgres!.terminate())
      world.toxic!.spoil(false)
      return { times: Object.values(world.toxic!.counts).reduce((sum, count) => sum + count, 0) }
    })
}

export const F7: Fault = {
  what: "all connections to PostgreSQL ended every second",
  goal: "lost 0; drained in 30 s; no connection left over",
  shape: three,
  drain: 30,
  strike: (world, time) => counted(world, () => until(time, 1000, () => world.postgres!.terminate()))
}
