/**
 * Invite links and inbound addresses are found by the hash of their token. That of an inbound address is kept nowhere any
 * more; that of an invite link is sealed, which `InviteLinks` does at its start, since it takes the secret keys.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const tokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)
  const hash = (column: string) => `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`

  yield* run(`alter table invite_link add column token_hash text, add column sealed_token text`)
  yield* run(`alter table invite_link alter column invite_link_id drop not null`)
  yield* run(`update invite_link set token_hash = ${hash("invite_link_id")}`)
  yield* run(`create unique index invite_link_token on invite_link (token_hash)`)

  yield* run(`alter table connection add column inbound_hash text`)
  yield* run(`update connection set inbound_hash = ${hash("inbound_token")}, inbound_token = null
    where inbound_token is not null`)
  yield* run(`create unique index connection_inbound on connection (inbound_hash)`)
})
