/** An operator's pause of a connection: its syncs wait until it is lifted. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const pauses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table connection add column paused_at timestamptz`
})
