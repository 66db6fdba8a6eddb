/** Which account of its platform a connection is to, so that another one never takes its place. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The id that the platform told; null where the settings tell it, and for those made before until they are asked.
  yield* sql.unsafe(`alter table connection add column account text`)
})
