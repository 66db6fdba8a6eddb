/**
 * L9: the embedded database, in its thread, on this disk, every commit synced: how long it takes to open in a new folder and in one
 * that is there, commits a second by eight clients at once, jobs a second from their sending to their end, and what the main
 * thread's event loop has to wait meanwhile. The best of three, since a disk is shared.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import * as Database from "../src/database/Database.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import * as Queue from "../src/jobs/Queue.ts"
import type { Figure } from "./figure.ts"

const runs = 3
const clients = 8
const commits = 4_000
const jobs = 10_000
const page = 500
/** Resolution of the event loop's clock, in milliseconds: without any load it shows as much. */
const resolution = 1

const work = Queue.make("bench", Schema.Struct({ n: Schema.Int }))

const opened = async (dataDir: string) => {
  const scope = Scope.makeUnsafe()
  const from = performance.now()
  const layer = Database.layer({ dataDir, databaseUrl: Option.none() })
  const services = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  await Effect.runPromise(
    Effect.provideContext(
      SqlClient.SqlClient.use((sql) => sql`select 1`),
      services
    )
  )
  const seconds = (performance.now() - from) / 1000
  return { seconds, services, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

const load = (delays: ReturnType<typeof monitorEventLoopDelay>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Jobs
    yield* sql`create table bench (n bigint generated always as identity primary key, body text not null)`
    const body = "x".repeat(1000)
    const commit = sql`insert into bench (body) values (${body})`
    yield* Effect.forEach(Array.from({ length: 200 }), () => commit, { concurrency: clients, discard: true })
    const rates: Array<{ readonly commits: number; readonly jobs: number }> = []
    delays.enable()
    for (let run = 0; run < runs; run++) {
      let from = performance.now()
      yield* Effect.forEach(Array.from({ length: commits }), () => commit, { concurrency: clients, discard: true })
      const perSecond = (commits / (performance.now() - from)) * 1000
      const done = Promise.withResolvers<void>()
      let ended = 0
      from = performance.now()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* queue.work(work, { concurrency: 2, batchSize: page }, () =>
            Effect.sync(() => {
              if (++ended === jobs) done.resolve()
            })
          )
          for (let n = 0; n < jobs; n += page) {
            yield* queue.sendAll(
              work,
              Array.from({ length: page }, (_, at) => ({ data: { n: n + at } }))
            )
          }
          yield* Effect.promise(() => done.promise)
        })
      )
      rates.push({ commits: perSecond, jobs: (jobs / (performance.now() - from)) * 1000 })
    }
    delays.disable()
    const counted = (yield* queue.counts).find(({ queue: name, state }) => name === work.name && state === "completed")
    if (Number(counted?.count) !== runs * jobs) throw new Error(`Only ${counted?.count} jobs are completed.`)
    return rates
  })

/** Measures in this process: the thread and the loop are those of the service. */
export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const firsts: Array<number> = []
  const laters: Array<number> = []
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
  const delays = monitorEventLoopDelay({ resolution })
  try {
    for (let run = 0; run < runs; run++) {
      const dataDir = join(folder, String(run))
      for (const times of [firsts, laters]) {
        const { close, seconds } = await opened(dataDir)
        times.push(seconds)
        await close()
      }
    }
    const { close, services } = await opened(join(folder, "0"))
    const rates = await Effect.runPromise(
      load(delays).pipe(Effect.provide(Jobs.layer({ queues: [work] })), Effect.provideContext(services), Effect.scoped)
    )
    await close()
    const best = (pick: (rate: (typeof rates)[number]) => number) => Math.max(...rates.map(pick))
    const [first, later] = [Math.min(...firsts), Math.min(...laters)]
    const [perSecond, jobsPerSecond] = [best((rate) => rate.commits), best((rate) => rate.jobs)]
    const p99 = delays.percentile(99) / 1e6
    const figure = (what: string, shown: string, ratio: number): Figure => ({
      goal: "L9",
      what: `embedded, every commit synced: ${what}`,
      figure: shown,
      ratio,
      wanted: 1
    })
    return [
      figure("opened in a new folder, at most 3 s", `${first.toFixed(2)} s`, 3 / first),
      figure("opened again, at most 1 s", `${later.toFixed(2)} s`, 1 / later),
      figure(`commits by ${clients} clients, at least 1000 a second`, `${Math.round(perSecond)}/s`, perSecond / 1000),
      figure(
        "jobs sent and carried out, at least 2000 a second",
        `${Math.round(jobsPerSecond)}/s`,
        jobsPerSecond / 2000
      ),
      figure("event-loop delay p99 meanwhile, at most 20 ms", `${p99.toFixed(1)} ms`, 20 / p99)
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
