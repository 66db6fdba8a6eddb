/** The log of calls to platforms. Rows are only added, and deleted when they are old. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const calls = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)
  yield* run(`
    create table platform_call (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null,
      -- Null of a call before there was a connection, such as to find out the account. Neither is a reference: its check
      -- would lock the connection once more for each row (see CallLog).
      company_id bigint,
      connection_id bigint,
      integration_type text not null,
      called_at timestamptz not null,
      purpose text not null,
      operation text not null,
      sync_id bigint,
      upload_job_id text,
      method text not null,
      host text not null,
      path text not null,
      query_names json not null,
      status int,
      failure text,
      attempt int not null,
      milliseconds int not null,
      waited_milliseconds int not null
    )`)
  yield* run(`create index platform_call_organisation on platform_call (organisation_id, id)`)
  yield* run(`create index platform_call_company on platform_call (company_id, id)`)
  yield* run(`create index platform_call_connection on platform_call (connection_id, id)`)
  yield* run(`create index platform_call_age on platform_call (called_at)`)
})
