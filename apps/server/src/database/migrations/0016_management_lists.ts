/** Indexes of what management lists are filtered and ordered by, where there are many entries. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A moment as lists show it, which the lists compare. */
const shown = (column: string): string => `(date_trunc('milliseconds', ${column} at time zone 'UTC'))`

export const managementLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  yield* run(`create index connection_status on connection (organisation_id, status, id)`)
  yield* run(`create index sync_company on sync (company_id, id)`)
  yield* run(`create index sync_status on sync (organisation_id, status, id)`)
  yield* run(`create index sync_created on sync (organisation_id, ${shown("created_at")}, id)`)
  yield* run(`create index upload_job_created on upload_job (organisation_id, ${shown("created_at")}, id collate "C")`)
  yield* run(`create index upload_job_company on upload_job (company_id, ${shown("created_at")}, id collate "C")`)
  yield* run(`create index audit_event_created on audit_event (organisation_id, ${shown("created_at")}, id)`)
  yield* run(`create index audit_event_action on audit_event (organisation_id, action, id)`)
  yield* run(`create index delivery_status on delivery (webhook_id, status, position)`)
})
