/**
 * What every list asks of the counter of stamps. As functions they are planned once for each session and not with every page,
 * which costs as long as to find the page.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const quiet = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Each in the snapshot of the statement that calls it, since it is stable; the stamps and the table of locks have none.
  yield* sql.unsafe(`create function svc_quiet() returns bigint language plpgsql stable
    set plan_cache_mode = force_generic_plan as $quiet$
    declare
      stamp bigint;
      beyond bigint;
      later int;
    begin
      -- On a cluster a transaction ends on the coordinator before it does on the other nodes, and keeps its locks until then.
      if to_regclass('pg_catalog.pg_dist_partition') is not null then
        return null;
      end if;
      -- The stamp first, the writers after it.
      select last_value into stamp from svc_stamp;
      -- The oldest number of a transaction that may be under way is the next to be given out.
      if age(pg_snapshot_xmin(pg_current_snapshot())::xid) = 0 then
        return stamp;
      end if;
      -- Of those under way the snapshot names those that began before the last that ended; all others have later numbers.
      beyond := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
      later := age(pg_snapshot_xmax(pg_current_snapshot())::xid);
      if later > 100 then
        return null;
      end if;
      -- The table of locks is read once: who is in it without the lock of the counter has not drawn. Of who is not in it any
      -- more nothing is known.
      if exists (
        with held as materialized (
          select l.transactionid as number, l.virtualtransaction as writer from pg_locks l
          where l.granted and (l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
            or l.locktype = 'relation' and l.relation = 'svc_stamp'::regclass and l.mode = 'RowExclusiveLock'
              and l.database = (select oid from pg_database where datname = current_database())))
        select from (
          select x::xid as number from pg_snapshot_xip(pg_current_snapshot()) x
          union all
          select (beyond + n)::text::xid8::xid from generate_series(0, later - 1) n) under
        where not exists (
          select from held h where h.number = under.number
            and not exists (select from held d where d.writer = h.writer and d.number is null))) then
        return null;
      end if;
      return stamp;
    end $quiet$`)
  yield* sql.unsafe(`create function svc_upper() returns timestamptz language plpgsql stable
    set plan_cache_mode = force_generic_plan as $upper$
    declare
      stamp bigint;
    begin
      select last_value into stamp from svc_stamp;
      return greatest(date_trunc('milliseconds', clock_timestamp()),
        timestamptz 'epoch' + (stamp + 1) * interval '1 millisecond');
    end $upper$`)
})
