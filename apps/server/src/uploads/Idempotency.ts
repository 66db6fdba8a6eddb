/**
 * Idempotency keys of writes: the first answer to a key is kept and replayed. A key is claimed in the transaction that
 * makes the job, so that of many equal requests one does the work. Those of other requests are in `http/Repeats.ts`.
 */
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { createHash } from "node:crypto"

/** An answer as it was given the first time. */
export interface KeptAnswer {
  readonly status: number
  /** JSON text. */
  readonly body: string
}

/** What makes two requests the same: where they went and what they said, whatever the order of members. */
export const fingerprintOf = (operation: string, body: unknown): string =>
  createHash("sha256")
    .update(`${operation}\n${JSON.stringify(sorted(body))}`)
    .digest("hex")

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)])
  )
}

export const mismatch = Effect.fail(
  ApiError.make("idempotency-mismatch", "This Idempotency-Key was used with another request.", "Idempotency-Key")
)
export const stillRuns = Effect.fail(
  ApiError.make("conflict", "The first request with this Idempotency-Key still runs.", "Idempotency-Key")
)
/** Fails for a key that is none. */
export const checkKey = (key: string): Effect.Effect<void, ApiError.ApiError> =>
  key.length > 0 && key.length <= 255
    ? Effect.void
    : Effect.fail(ApiError.make("invalid-params", "Idempotency-Key must have 1 to 255 characters.", "Idempotency-Key"))

export const Idempotency = (sql: SqlClient) => ({
  /** What is known of a key: null, the kept answer, or the job whose first answer is still due. Fails for another body. */
  find: Effect.fnUntraced(function* (organisationId: number, companyId: number, key: string, fingerprint: string) {
    const [row] = yield* sql<{
      fingerprint: string
      upload_job_id: string | null
      status: number | null
      body: string | null
    }>`
      select fingerprint, upload_job_id, status, body from idempotency_key
      where organisation_id = ${organisationId} and company_id = ${companyId} and key = ${key}`.pipe(Effect.orDie)
    if (row === undefined) return null
    if (row.fingerprint !== fingerprint || row.upload_job_id === null) return yield* mismatch
    return row.status === null || row.body === null
      ? { _tag: "Due" as const, jobId: row.upload_job_id }
      : { _tag: "Kept" as const, answer: { status: row.status, body: row.body } satisfies KeptAnswer }
  }),
  /** Claims a key for a job, in the job's transaction; false when another request was quicker. */
  claim: (organisationId: number, companyId: number, key: string, fingerprint: string, jobId: string) =>
    Effect.map(
      sql`insert into idempotency_key (organisation_id, company_id, key, fingerprint, upload_job_id)
        values (${organisationId}, ${companyId}, ${key}, ${fingerprint}, ${jobId}) on conflict do nothing returning key`,
      (rows) => rows.length > 0
    ),
  /** Keeps the first answer and answers it: later ones change nothing. */
  keep: Effect.fnUntraced(function* (jobId: string, answer: KeptAnswer) {
    yield* sql`update idempotency_key set status = ${answer.status}, body = ${answer.body}
      where upload_job_id = ${jobId} and body is null`
    const [kept] = yield* sql<KeptAnswer>`select status, body from idempotency_key
      where upload_job_id = ${jobId} and body is not null`
    return kept ?? answer
  }),
  /** Frees the key of a job that was refused before anything was sent. */
  release: (jobId: string) => sql`delete from idempotency_key where upload_job_id = ${jobId}`
})
