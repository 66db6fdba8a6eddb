/** How far an item has come that takes several calls: what was answered, what was sent, and what takes it back. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const writeSteps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`alter table upload_item add column steps json`)
})
