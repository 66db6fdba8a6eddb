/** Attempts of deliveries that failed, and those that followed one that did: what a delivery itself says is of its last. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const attempts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table delivery_attempt (
    delivery_id uuid not null references delivery on delete cascade,
    number int not null,
    at timestamptz not null,
    response_status int,
    error text,
    milliseconds int not null,
    primary key (delivery_id, number)
  )`)
})
