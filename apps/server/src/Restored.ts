/**
 * What a database that was restored from a backup needs before anybody works on it. It does not know what was done since:
 * what it takes for still to be sent may have been sent, and ids that it takes for free may have been given away.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Audit from "./audit/Audit.ts"
import { ApiKeys, operator } from "./connections/ApiKeys.ts"
import { UploadRunner } from "./uploads/UploadRunner.ts"

/** So many ids are left out: more than an installation gives away between a backup and its loss. */
const GAP = 1_000_000_000

const message = "The database was restored from a backup before this was done: whether it was done since is not known."

export interface Settled {
  /** Deliveries that were waiting, and upload jobs that were open. */
  readonly deliveries: number
  readonly uploads: number
}

/**
 * Puts on hold what would be sent a second time: waiting deliveries become FAILED and can be tried again or replayed, open
 * items of uploads end with `unknown-outcome`. New ids begin beyond those that were given away since. Syncs need nothing:
 * they ask the platform. One transaction, on a database that nobody works on.
 */
export const settle: Effect.Effect<Settled, SqlError, SqlClient.SqlClient | UploadRunner | ApiKeys> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const uploads = yield* UploadRunner
    const keys = yield* ApiKeys
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = 0`
        yield* sql`select setval('svc_id', (select last_value from svc_id) + ${GAP}::bigint)`
        const [held] = yield* sql<{ count: number }>`
          with held as (
            update delivery set status = 'FAILED', finished_at = now(), next_attempt_at = null, error = ${message}
            where status = 'PENDING' returning 1
          ) select count(*) as count from held`
        // What was registered, renewed or removed since is seen at the platforms.
        yield* sql`update subscription set look_at = now(), attempts = 0`
        const open = yield* sql<{ id: string }>`select id from upload_job where finished_at is null order by created_at`
        yield* Effect.forEach(open, ({ id }) => uploads.setAside(id, message), { discard: true })
        const settled: Settled = { deliveries: held!.count, uploads: open.length }
        yield* Audit.writer(sql)(Audit.by(operator(yield* keys.organisation)), {
          action: "INSTALLATION_RESTORED",
          target: null,
          details: { ...settled }
        })
        return settled
      })
    )
  }
)
