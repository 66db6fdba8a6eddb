/**
 * Which node has which shards, for who looks at the same time who writes: the second is seen after the first, in one statement.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const places = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Volatile, so that it sees what has ended by the time that it is called, and not when the statement that calls it began. Its
  // text is looked at when it is called: nothing calls it where there are no tables of Citus. Those hold the shards of all tables,
  // some hundred times as many as are asked for, so these are looked up one by one.
  yield* sql.unsafe(`create function svc_places() returns text language plpgsql volatile as $places$
    begin
      return (
        with own as materialized (
          select shardid from pg_dist_shard where logicalrelid = 'record'::regclass and shardminvalue is not null),
        placed as materialized (
          select o.shardid, p.groupid from own o cross join lateral (
            select p.groupid from pg_dist_placement p where p.shardid = o.shardid offset 0) p)
        select json_agg(json_build_array(p.shardid::text, n.nodename, n.nodeport, n.groupid = here.groupid) order by p.shardid)
        from placed p join pg_dist_node n using (groupid), pg_dist_local_group here
        where n.noderole = 'primary' and n.isactive)::text;
    end $places$`)
})
