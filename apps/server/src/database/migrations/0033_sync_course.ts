/** What a part of a sync asked of its platform, and how far it was at which moment. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const syncCourse = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`alter table sync_job
    add column pages int not null default 0,
    add column calls bigint not null default 0,
    add column waited_milliseconds bigint not null default 0,
    -- Triples of numbers: milliseconds since it began, pages, items read.
    add column course jsonb not null default '[]'`)
})
