/**
 * What a transaction calls that writes both here and, where the database is spread over several nodes, on another: that one
 * and this end together. Here alone there is nothing to do; `Distribution` gives the function its body.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const jointCommits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // It never has a row.
  yield* sql.unsafe(`create table joint_commit (id bigint primary key)`)
  yield* sql.unsafe(`create function commit_jointly() returns bigint language sql as $$ select 0::bigint $$`)
})
