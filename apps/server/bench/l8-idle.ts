/**
 * L8: what three idle processes of the service cost: transactions of the database, memory, and whether the memory grows. On a real
 * PostgreSQL; `BENCH_SECONDS` says for how long, ten minutes by default. A growth of 1 MB an hour takes hours to be told from none.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import * as Databases from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const processes = 3
const seconds = Number(process.env["BENCH_SECONDS"] ?? 600)
/** What a start leaves to be done and collected, in seconds. */
const settling = 15
/** Of each such part of the run the least counts: what is held between two collections is no growth. */
const parts = 10
const megabyte = 1024 * 1024

/** Least squares over points at equal distances: rise per point, and its standard error. */
const slope = (values: ReadonlyArray<number>): { readonly rise: number; readonly error: number } => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const rise = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread
  const rest = values.reduce((sum, value, at) => sum + (value - mean - rise * (at - middle)) ** 2, 0)
  return { rise, error: Math.sqrt(rest / (values.length - 2) / spread) }
}

const measure = Effect.gen(function* () {
  const url = yield* Postgres.database
  const dataDir = yield* Databases.folder
  const sql = yield* Postgres.client(Redacted.value(url))
  // The backends tell their counts within ten seconds.
  const commits = Effect.map(
    sql<{ commits: number }>`
      select xact_commit::float8 as commits from pg_stat_database where datname = current_database()`,
    ([row]) => row!.commits
  ).pipe(Effect.orDie)
  const env = {
    DATABASE_URL: Redacted.value(url),
    SVC_DATA_DIR: dataDir,
    SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    SVC_LOG_LEVEL: "warn"
  }
  const servers = yield* Effect.forEach(Array.from({ length: processes }), () =>
    Effect.acquireRelease(
      Effect.promise(() => ServerProcess.start(env)),
      (server) => Effect.promise(() => server.kill())
    )
  )
  yield* Effect.promise(() => sleep(settling * 1000))

  const before = yield* commits
  const from = performance.now()
  const held = servers.map((): Array<number> => [])
  let most = 0
  for (let part = 0; part < parts; part++) {
    const least = servers.map(() => Infinity)
    for (const end = from + ((part + 1) * seconds * 1000) / parts; performance.now() < end;) {
      yield* Effect.promise(() => sleep(Math.min(1000, end - performance.now())))
      for (const [at, server] of servers.entries()) {
        const memory = server.memory() / megabyte
        least[at] = Math.min(least[at]!, memory)
        most = Math.max(most, memory)
      }
    }
    for (const [at, own] of least.entries()) held[at]!.push(own)
  }
  const elapsed = (performance.now() - from) / 1000
  const perSecond = ((yield* commits) - before) / elapsed / processes
  const perHour = (3600 / elapsed) * parts
  const growth = held
    .map(slope)
    .map(({ error, rise }) => ({ rise: rise * perHour, error: error * perHour }))
    .reduce((worst, one) => (one.rise - 2 * one.error > worst.rise - 2 * worst.error ? one : worst))
  const grown = growth.rise - 2 * growth.error
  const what = `${processes} idle processes on one PostgreSQL for ${Math.round(elapsed)} s`
  return [
    {
      goal: "L8",
      what: `${what}: transactions of each, at most 5 a second`,
      figure: `${perSecond.toFixed(2)} tx/s`,
      ratio: 5 / perSecond,
      wanted: 1
    },
    {
      goal: "L8",
      what: `${what}: the most memory of one, at most 200 MB`,
      figure: `${most.toFixed(0)} MB`,
      ratio: 200 / most,
      wanted: 1
    },
    {
      goal: "L8",
      what: `${what}: growth of the one that grows most, by least squares over ${parts} lows; at most 1 MB/h beyond twice the error`,
      figure: `${growth.rise.toFixed(1)} ± ${(2 * growth.error).toFixed(1)} MB/h`,
      ratio: grown <= 1 ? 1 : 1 / grown,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
})

export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.scoped(measure))
