/** What an endpoint answered its attempts with, and how long the last of a delivery took, which only attempts said before. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const deliveryAnswers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`alter table delivery add column answer text, add column milliseconds int`)
  yield* sql.unsafe(`alter table delivery_attempt add column answer text, alter column milliseconds drop not null`)
})
