/**
 * L6: 999 endpoints beside one that cuts every connection and has a million deliveries queued. How long changes are on
 * their way to the others, without the dead one and with it, in one run. BENCH_SECONDS sets the length of each half.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Figure } from "./figure.ts"
import { load } from "./webhook-load.ts"

const healthy = 999
const page = 100
const seconds = Number(process.env["BENCH_SECONDS"] ?? 60)
const queued = Number(process.env["BENCH_QUEUED"] ?? 1_000_000)
/** A rate that leaves room: what is asked is whether the dead endpoint takes it. */
const rate = Number(process.env["BENCH_RATE"] ?? 2_000)
const chunk = 20_000

const measure = Effect.gen(function* () {
  const world = yield* load({ endpoints: healthy + 1, delay: 50, page })
  const sql = Context.get(world.services, SqlClient.SqlClient)
  const callers = yield* Effect.forEach(
    Array.from({ length: healthy }, (_, index) => index),
    (index) => world.register(`/e${index}`),
    { concurrency: 8 }
  )
  const dead = yield* world.register("/dead")
  yield* world.work

  const half = Effect.fnUntraced(function* (name: string, length: number) {
    world.waits()
    const before = { received: world.received(), refused: world.refused(), service: world.serviceSeconds() }
    const database = world.databaseSeconds()
    const from = performance.now()
    const { events } = yield* world.write(callers, rate, length)
    yield* Effect.repeat(Effect.sleep(20), { until: () => world.received() >= before.received + events }).pipe(
      Effect.timeout("5 minutes")
    )
    const elapsed = (performance.now() - from) / 1000
    const found = {
      ...world.waits(),
      refused: (world.refused() - before.refused) / elapsed,
      cores: (world.serviceSeconds() - before.service) / elapsed
    }
    process.stderr.write(
      `${name}: p50 ${found.p50} ms, p99 ${found.p99} ms, at most ${found.most} ms; ${found.refused.toFixed(0)} attempts/s at the dead one; ` +
        `service ${found.cores.toFixed(2)} cores, database ${((world.databaseSeconds() - database) / elapsed).toFixed(2)} cores\n`
    )
    return found
  })

  // The first of it finds cold caches and connections that are yet to be made.
  yield* half("warm-up", Math.min(5, seconds))
  const alone = yield* half("alone", seconds)
  for (let from = 0; from < queued; from += chunk) {
    yield* sql.unsafe(
      `with made as (
         insert into event (id, organisation_id, company_id, type, data_model, operation, subject, data, created_at)
         select gen_random_uuid(), $1, 0, 'DATA_MODEL_CHANGES', 'CONTACTS', 'UPDATE', n, '{}', clock_timestamp()
         from generate_series($3::bigint, $4::bigint) n returning id, subject
       )
       insert into delivery (id, organisation_id, webhook_id, event_id, subject, type, company_id, data_model, operation, status,
         next_attempt_at, created_at)
       select gen_random_uuid(), $1, $2, id, subject, 'DATA_MODEL_CHANGES', 0, 'CONTACTS', 'UPDATE', 'PENDING', now(), now()
       from made`,
      [dead.organisationId, dead.webhook, from + 1, Math.min(from + chunk, queued)]
    )
  }
  // With one change the service hears of them.
  yield* world.write([dead], page, 1)
  yield* Effect.repeat(Effect.sleep(20), { until: () => world.refused() > 0 }).pipe(Effect.timeout("1 minute"))
  const beside = yield* half("beside the dead one", seconds)
  const [left] = yield* sql<{ count: number }>`
    select count(*) as count from delivery where webhook_id = ${dead.webhook} and status = 'PENDING'`
  return [
    {
      goal: "L6",
      what: `received at p99 by ${healthy} endpoints of 50 ms, ${rate}/s, beside one that is dead with ${left!.count} deliveries queued (${beside.refused.toFixed(0)} attempts/s); alone ${alone.p99} ms`,
      figure: `p99 ${beside.p99} ms`,
      ratio: left!.count >= queued ? (2 * alone.p99) / beside.p99 : 0,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
}).pipe(Effect.scoped, Effect.orDie)

/** Measures on a real PostgreSQL. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
