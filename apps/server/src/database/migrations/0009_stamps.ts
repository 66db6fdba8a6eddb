/** What records are stamped by: milliseconds since the epoch, of which each stamp takes a later one. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const stamps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create sequence svc_stamp as bigint`
})
