/**
 * What is registered at platforms for connections: where it sends is found by the hash of the address's token, and what it
 * is (the address, the secrets, the platform's ids) is sealed.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const subscriptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table subscription (
    connection_id bigint primary key references connection (id) on delete cascade,
    token_hash text not null unique,
    sealed text not null,
    -- REGISTERING until the platform is known to have all of it, REGISTERED, or PARTIAL where it refuses some.
    state text not null default 'REGISTERING',
    -- The connection was authorised anew: nothing of before is to send any more.
    is_outdated boolean not null default false,
    webhooks integer not null default 0,
    ends_at timestamptz,
    look_at timestamptz not null default now(),
    attempts integer not null default 0,
    error text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  yield* sql.unsafe(`create index subscription_due on subscription (look_at)`)
})
