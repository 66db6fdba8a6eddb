import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Single values of the installation itself, such as the sealed pepper of the API keys.
  yield* sql`
    create table svc_meta (
      name text primary key,
      value text not null
    )`
})
