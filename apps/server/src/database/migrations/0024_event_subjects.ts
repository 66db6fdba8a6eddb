/** An index of the events of one record, in the order of its history. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const eventSubjects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create index event_subject on event (subject, created_at, position) where subject is not null`)
})
