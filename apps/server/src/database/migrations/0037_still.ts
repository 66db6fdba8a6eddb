/**
 * What a list asks of the counter of stamps when it knows the last stamp of when it was quiet: only whether it still is the last.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const still = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Planned once for each session without being told to, since its statement has no parameters.
  yield* sql.unsafe(`create function svc_quiet(known bigint) returns bigint language plpgsql stable as $still$
    declare
      stamp bigint;
    begin
      select last_value into stamp from svc_stamp;
      if stamp = known then
        return stamp;
      end if;
      return svc_quiet();
    end $still$`)
  // What was stored before there was the counter is stamped before what it says, so that lists need not look twice.
  yield* sql.unsafe(`select setval('svc_stamp',
    greatest(last_value, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)) from svc_stamp`)
})
