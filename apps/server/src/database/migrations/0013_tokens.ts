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

  // Keys of callers, by company: 0 where a request names none. Whoever carries a request out holds its key; what it is
  // answered is sealed, and goes with the company it is about.
  yield* run(`alter table idempotency_key add column company_id bigint not null default 0,
    add column about_company_id bigint, add column id bigint generated always as identity,
    add column holder text, add column held_until timestamptz, add column sealed_body text`)
  yield* run(`update idempotency_key k set company_id = j.company_id from upload_job j where j.id = k.upload_job_id`)
  yield* run(`alter table idempotency_key drop constraint idempotency_key_pkey`)
  yield* run(`alter table idempotency_key add primary key (organisation_id, company_id, key)`)
  yield* run(`create unique index idempotency_key_id on idempotency_key (id)`)

  // A partner_id names one company of an organisation. Those of before that share one keep it, and only the first may be
  // found under it by a request that would make another.
  yield* run(`alter table company add column shares_partner_id boolean not null default false`)
  yield* run(`update company c set shares_partner_id = true where partner_id is not null and exists (
    select 1 from company o where o.organisation_id = c.organisation_id and o.partner_id = c.partner_id and o.id < c.id
      and o.erasing_at is null)`)
  yield* run(`create unique index company_partner on company (organisation_id, partner_id)
    where partner_id is not null and not shares_partner_id and erasing_at is null`)
  yield* run(
    `create index company_partner_all on company (organisation_id, partner_id, id) where partner_id is not null`
  )
})
