/** Where a platform's count of changes stood when a run began, for platforms that count changes and keep no time of them. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const positions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table checkpoint
      add column position_of text,
      add column position_at bigint,
      add column run_position_of text,
      add column run_position_at bigint,
      add column run_after bigint`
})
