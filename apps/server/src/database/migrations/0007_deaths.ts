/** How often work was begun and its process died of it, so that what ends processes is given up. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const deaths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  // Processes that died while they read it, since the last page was stored.
  yield* run(`alter table sync_job add column deaths int not null default 0`)
  // How often it was to be sent and no result was stored.
  yield* run(`alter table upload_item add column attempts int not null default 0`)
})
