/** Processes of the service as they were last seen, and how large the database was at each hour. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const processes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table process (
    id text primary key,
    host text not null,
    pid int not null,
    role text not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null default now(),
    memory_bytes bigint not null,
    behind_milliseconds int not null
  )`)
  yield* sql.unsafe(`create table database_size (
    at timestamptz primary key,
    bytes bigint not null
  )`)
})
