/**
 * How often a key may ask, where that is less than any may; and what the processes have counted of keys that ask much, of
 * which nothing is worth keeping.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const keyLimits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`alter table api_key add column request_limit integer check (request_limit > 0)`)
  yield* sql.unsafe(
    `create unlogged table key_use (
      key_id bigint not null,
      number bigint not null,
      count bigint not null,
      primary key (key_id, number)
    )`
  )
})
