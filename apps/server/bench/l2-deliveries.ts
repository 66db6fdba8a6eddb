/**
 * L2: many deliveries for a long time. 1 000 endpoints that take 50 ms to answer, changes at a rate that does not wait for
 * them; what is carried is the rate at which they are sent in time and nothing is left. BENCH_SECONDS sets the length.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Figure } from "./figure.ts"
import { load } from "./webhook-load.ts"

const wanted = 10_000
const endpoints = 1_000
const page = 100
const seconds = Number(process.env["BENCH_SECONDS"] ?? 600)
const processes = Number(process.env["BENCH_WORKERS"] ?? 2)
/** Length of the runs that look for the rate, the least rate looked at, and how near it is come to. */
const trial = Math.min(20, seconds)
const least = 1_250
const near = 1_250
const gigabyte = 1024 ** 3
/** Deliveries of the goal's ten minutes; a shorter run is held to the size it would have come to. */
const whole = wanted * 600

const measure = Effect.gen(function* () {
  const world = yield* load({ endpoints, delay: 50, page })
  const sql = Context.get(world.services, SqlClient.SqlClient)
  const callers = yield* Effect.forEach(
    Array.from({ length: endpoints }, (_, index) => index),
    (index) => world.register(`/e${index}`),
    { concurrency: 8 }
  )
  yield* Effect.forEach(Array.from({ length: processes }), () => world.work, { concurrency: "unbounded" })

  /** One run: what was on its way for how long, what the database had to do, and what was left when the writer ended. */
  const offered = Effect.fnUntraced(function* (rate: number, length: number) {
    world.waits()
    const before = {
      received: world.received(),
      database: world.databaseSeconds(),
      service: world.serviceSeconds(),
      at: performance.now()
    }
    const written = yield* world.write(callers, rate, length)
    // What was written in the last second may be on its way.
    yield* Effect.sleep("1 second")
    const elapsed = (performance.now() - before.at) / 1000
    const backlog = before.received + written.events - world.received()
    const cores = (world.databaseSeconds() - before.database) / elapsed
    const drained = yield* Effect.repeat(Effect.sleep(20), {
      until: () => world.received() >= before.received + written.events
    }).pipe(Effect.timeoutOption("120 seconds"))
    const waits = world.waits()
    const work = ((world.serviceSeconds() - before.service) * 1e6) / written.events
    process.stderr.write(
      `${rate}/s for ${length} s: written in ${written.seconds.toFixed(1)} s, on their way p50 ${waits.p50} ms, p99 ${waits.p99} ms, ` +
        `at most ${waits.most} ms, ${backlog} left, database ${cores.toFixed(2)} cores, ${work.toFixed(0)} µs of the service for each\n`
    )
    const isCarried = waits.p99 <= 1_000 && backlog <= 0 && written.seconds < length + 1 && drained._tag === "Some"
    return { rate, waits, backlog, cores, work, isCarried }
  })
  const carries = (rate: number) => Effect.map(offered(rate, trial), ({ isCarried }) => isCarried)

  // The first of it finds cold caches and connections that are yet to be made.
  yield* offered(least, Math.min(5, trial))
  let rate = wanted
  if (!(yield* carries(wanted))) {
    rate = least
    while (rate * 2 < wanted && (yield* carries(rate * 2))) rate *= 2
    for (let step = rate / 2; step >= near; step /= 2) {
      if (yield* carries(rate + step)) rate += step
    }
  }
  const run = yield* offered(rate, seconds)

  const [rows] = yield* Effect.orDie(sql<{ count: number; p50: number; p99: number; open: number }>`
    select count(*) as count, count(*) filter (where status = 'PENDING') as open,
      1000 * percentile_disc(0.5) within group (order by extract(epoch from last_attempt_at - created_at)::float8) as p50,
      1000 * percentile_disc(0.99) within group (order by extract(epoch from last_attempt_at - created_at)::float8) as p99
    from delivery where created_at >= now() - make_interval(secs => ${seconds + 1}::float8)`)
  const [sizes] = yield* Effect.orDie(sql<{ delivery: number; rows: number; event: number; events: number }>`
    select pg_total_relation_size('delivery') as delivery, (select count(*) from delivery) as rows,
      pg_total_relation_size('event') as event, (select count(*) from event) as events`)
  const perDelivery = sizes!.delivery / sizes!.rows
  const { count, open, p50, p99 } = rows!
  return [
    {
      goal: "L2",
      what: `deliveries/s carried for ${seconds} s, ${endpoints} endpoints of 50 ms, ${processes} processes, pages of ${page}; received ${run.waits.p50} ms after the change at p50, p99 ${run.waits.p99} ms, at most ${run.waits.most} ms`,
      figure: `${rate}/s`,
      ratio: run.isCarried ? rate / wanted : 0,
      wanted: 1
    },
    {
      goal: "L2",
      what: `from due to answered and noted, by the ${count} rows of the run; p50 ${p50.toFixed(0)} ms`,
      figure: `p99 ${p99.toFixed(0)} ms`,
      ratio: 1_000 / p99,
      wanted: 1
    },
    {
      goal: "L2",
      what: "left a second after the last change",
      figure: `${run.backlog}`,
      ratio: run.backlog + open > 0 ? 0 : 1,
      wanted: 1
    },
    {
      goal: "L2",
      what: `the database worked, writing the changes included`,
      figure: `${run.cores.toFixed(2)} cores`,
      ratio: 2 / run.cores,
      wanted: 1
    },
    {
      goal: "L2",
      what: `table of ${whole} deliveries with its indexes, at the ${perDelivery.toFixed(0)} bytes that each of ${sizes!.rows} takes; its event takes ${(sizes!.event / sizes!.events).toFixed(0)} more`,
      figure: `${((perDelivery * whole) / gigabyte).toFixed(2)} GB`,
      ratio: (2 * gigabyte) / (perDelivery * whole),
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
}).pipe(Effect.scoped)

/** Measures on a real PostgreSQL. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
