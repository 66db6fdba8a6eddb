/** A connector may offer several ways to be authorised; a connection remembers the one it was made with. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const authMethod = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Null: the only way, or the first one of a connector that got more since.
  yield* sql.unsafe(`alter table connection add column auth_method text`)
})
