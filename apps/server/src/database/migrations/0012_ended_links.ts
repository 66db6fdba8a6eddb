/** Invite links that ended long ago are removed: what was connected on one has to be found for it. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const endedLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(
    `create index connection_invite_link on connection (invite_link_id) where invite_link_id is not null`
  )
})
