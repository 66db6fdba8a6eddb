/**
 * P5: from a committed change to a received webhook. Latency of single changes, deliveries a second of a large sync that
 * comes in pages, and the same beside endpoints that never answer (best of three). On a real PostgreSQL; receivers in another thread.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { Worker } from "node:worker_threads"
import { Deliveries } from "../src/webhooks/Deliveries.ts"
import { DeliveryRules, rules } from "../src/webhooks/DeliveryRules.ts"
import { Webhooks } from "../src/webhooks/Webhooks.ts"
import { postgres } from "../test/support/Databases.ts"
import { append, change, layer, organisation } from "../test/support/WebhookFixture.ts"
import type { Figure } from "./figure.ts"

const endpoints = 20
const events = 60_000
const pageSize = 500
const singles = 300
const dead = 10

const notes = "x".repeat(900)
const record = (subject: number) => JSON.stringify({ svc_id: subject, notes })

const measure = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const sql = yield* SqlClient.SqlClient
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const times = new Float64Array(new SharedArrayBuffer(8 * 8 * events))
  const port = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ worker: Worker; port: number }>((resolve) => {
          const worker = new Worker(new URL("p5-receiver.ts", import.meta.url), { workerData: { counts, times } })
          worker.once("message", (port: number) => resolve({ worker, port }))
        })
    ),
    ({ worker }) => Effect.promise(() => worker.terminate())
  ).pipe(Effect.map(({ port }) => port))
  yield* (yield* Deliveries).work

  const register = Effect.fnUntraced(function* (path: string) {
    const caller = yield* organisation
    yield* webhooks.create(caller, {
      name: path,
      type: "DATA_MODEL_CHANGES",
      url: `http://127.0.0.1:${port}${path}`
    })
    return caller
  })
  const callers = yield* Effect.forEach(Array.from({ length: endpoints }), (_, index) => register(`/e${index}`))
  let next = 1
  const received = (count: number) =>
    Effect.repeat(Effect.sleep(5), { until: () => counts[0]! >= count }).pipe(Effect.timeout("120 seconds"))

  /** Milliseconds from commit to receipt of changes that come one by one. */
  const latencies = Effect.gen(function* () {
    const found: Array<number> = []
    for (let index = 0; index < singles; index++) {
      const subject = next++
      yield* append(change(callers[index % endpoints]!, subject, { data: record(subject) }))
      const committed = performance.timeOrigin + performance.now()
      yield* Effect.repeat(Effect.sleep(1), { until: () => times[subject] !== 0 })
      found.push(times[subject]! - committed)
      yield* Effect.sleep(10)
    }
    return found.toSorted((a, b) => a - b)
  })
  /** Deliveries a second, from the first change to the last receipt, writing included. */
  const rate = Effect.gen(function* () {
    const before = counts[0]!
    const from = performance.now()
    yield* Effect.forEach(
      Array.from({ length: events / pageSize }, (_, page) => page),
      (page) => {
        const first = next
        next += pageSize
        return append(
          ...Array.from({ length: pageSize }, (_, index) =>
            change(callers[page % endpoints]!, first + index, { data: record(first + index) })
          )
        )
      },
      { concurrency: 4 }
    )
    const written = performance.now()
    yield* received(before + events)
    const done = performance.now()
    return { rate: (events / (done - from)) * 1000, writing: (events / (written - from)) * 1000 }
  })

  const waits = yield* latencies
  const p50 = waits[Math.floor(waits.length / 2)]!
  const p99 = waits[Math.floor(waits.length * 0.99)]!
  const best = Effect.map(Effect.all([rate, rate, rate]), (runs) => runs.toSorted((a, b) => b.rate - a.rate)[0]!)
  yield* rate
  const alone = yield* best
  const silent = yield* Effect.forEach(Array.from({ length: dead }), (_, index) => register(`/dead${index}`))
  yield* Effect.forEach(silent, (caller) =>
    append(...Array.from({ length: 2_000 }, () => change(caller, next++, { data: record(0) })))
  )
  yield* Effect.sleep(rules.timeout + 2_000)
  const beside = yield* best
  const open = sql`
    select 1 from delivery d join webhook w on w.id = d.webhook_id where d.status <> 'DELIVERED' and w.name like '/e%'`
  yield* Effect.repeat(Effect.delay(open, 50), { until: (rows) => rows.length === 0 }).pipe(
    Effect.timeout("20 seconds")
  )
  const repeated = counts[1]!
  return [
    {
      goal: "P5",
      what: `committed change to received webhook, ${singles} one by one; p99 ${p99.toFixed(0)} ms`,
      figure: `p50 ${p50.toFixed(1)} ms`,
      ratio: 100 / p50,
      wanted: 1
    },
    {
      goal: "P5",
      what: `deliveries to ${endpoints} endpoints while pages of ${pageSize} are written (${Math.round(alone.writing)} events/s); repeated: ${repeated}`,
      figure: `${Math.round(alone.rate)} deliveries/s`,
      ratio: repeated > 0 ? 0 : alone.rate / 5_000,
      wanted: 1
    },
    {
      goal: "P5",
      what: `the same beside ${dead} endpoints that never answer`,
      figure: `${Math.round(beside.rate)} deliveries/s`,
      ratio: beside.rate / alone.rate,
      wanted: 0.5
    }
  ] satisfies ReadonlyArray<Figure>
}).pipe(Effect.scoped)

const services = layer(postgres()).pipe(
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error")),
  Layer.provideMerge(Layer.succeed(DeliveryRules, rules))
)

/** Measures on a real PostgreSQL. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.provide(measure, services))
