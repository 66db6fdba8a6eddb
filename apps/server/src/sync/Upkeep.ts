/** Forgets what nobody needs any more: old idempotency keys, ended syncs and upload jobs, and what broken runs left behind. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"

const every = "1 hour"
/** Rows deleted in one statement: other work must not wait for it. */
const chunk = 1000

/** What is old, by table. A key outlives the day for which answers are kept; its job outlives the key. */
const old = {
  idempotency_key: "created_at < now() - interval '25 hours'",
  sync: "finished_at < now() - interval '90 days'",
  upload_job: "finished_at < now() - interval '90 days'",
  refusal: "refused_at < now() - interval '90 days'",
  rate_bucket: "at < extract(epoch from now() - interval '2 days') * 1000",
  listing_page: "not exists (select 1 from checkpoint c where c.run_id = listing_page.run_id)"
} as const

const forget = Effect.fnUntraced(function* (old: Readonly<Record<string, string>>) {
  const sql = yield* SqlClient.SqlClient
  let total = 0
  for (const [table, where] of Object.entries(old)) {
    for (;;) {
      const gone = yield* sql.unsafe(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${chunk} for update skip locked))
         returning 1`
      )
      total += gone.length
      if (gone.length < chunk) break
    }
  }
  return total
}, Effect.orDie)

/** Deletes everything that is old, a chunk at a time; answers how many rows that were. Every process may do so. */
export const run: Effect.Effect<number, never, SqlClient.SqlClient> = forget(old)

/** The same for the audit log, of which the operator says how long it is kept. */
export const runAudit = (days: number): Effect.Effect<number, never, SqlClient.SqlClient> =>
  forget({ audit_event: `created_at < now() - interval '${Math.trunc(days)} days'` })

export const layer: Layer.Layer<never, never, AppConfig | SqlClient.SqlClient> = Layer.effectDiscard(
  Effect.flatMap(AppConfig, ({ auditDays }) => Effect.andThen(run, runAudit(auditDays))).pipe(
    Effect.catchCause((cause) => Effect.logError("What is old could not be forgotten.", cause)),
    Effect.schedule(Schedule.spaced(every)),
    Effect.forkScoped
  )
)
