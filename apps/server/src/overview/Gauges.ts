/** What Prometheus is told beside requests and deliveries: calls and syncs as they are counted, and how things stand now. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Distribution from "../database/Distribution.ts"
import { names } from "../records/Indexes.ts"

const calls = Metric.counter("svc_platform_calls_total", {
  description: "Calls to platforms by integration and outcome: ok, failed, or limited by the platform.",
  incremental: true
})
const syncs = Metric.counter("svc_syncs_total", {
  description: "Syncs that ended, by integration and outcome: ok, or failed, also in part.",
  incremental: true
})
const connections = Metric.gauge("svc_connections", { description: "Connections by how they are." })
const webhooks = Metric.gauge("svc_webhooks", { description: "Webhooks by state: enabled, failing, disabled." })
const waiting = Metric.gauge("svc_queue_waiting", {
  description: "Syncs, writes and deliveries that wait, 10000 at most."
})
const oldest = Metric.gauge("svc_queue_oldest_seconds", {
  description: "How long the oldest of them could have been worked on."
})
const size = Metric.gauge("svc_database_bytes", { description: "Size of the database." })
const indexes = Metric.gauge("svc_list_indexes", {
  description: "Indexes on demand by state: made; and wanted, which is what was asked for often enough to have one."
})
const behind = Metric.gauge("svc_behind_seconds", {
  description: "How long anything in the process had to wait for its turn at most, in the last quarter of a minute."
})
const nodes = Metric.gauge("svc_cluster_nodes", { description: "Nodes of a cluster by state: there, away." })
const prepared = Metric.gauge("svc_cluster_prepared_seconds", {
  description: "How long the oldest commit in two steps has waited on a node of a cluster for its second step."
})
/** Asked of every node, whether it answers or not. */
const health = `
  select success, case when success then result::float8 else 0 end as seconds
  from run_command_on_all_nodes('select coalesce(extract(epoch from clock_timestamp() - min(prepared)), 0)
    from pg_prepared_xacts where database = current_database()')`

interface Done {
  readonly kind: string
  readonly name: string
  readonly numbers: { readonly done?: number; readonly failed?: number; readonly limited?: number }
}
/** Adds what was counted. */
export const counted = ({ kind, name, numbers: { done = 0, failed = 0, limited = 0 } }: Done): Effect.Effect<void> => {
  const add = (metric: typeof calls, outcome: string, number: number) =>
    number > 0 ? Metric.update(Metric.withAttributes(metric, { integration: name, outcome }), number) : Effect.void
  if (kind === "deliveries") return Effect.void
  const metric = kind === "calls" ? calls : syncs
  return Effect.all(
    [add(metric, "ok", done - failed), add(metric, "failed", failed - limited), add(metric, "limited", limited)],
    { discard: true }
  )
}

const every = {
  connections: ["HEALTHY", "EXPIRED", "ERROR", "DISCONNECTED"],
  webhooks: ["enabled", "failing", "disabled"]
}

/** Looks how things stand, over all organisations; `late` is how long the process kept anything waiting, in milliseconds. */
export const look = (late: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const told = (metric: typeof size, label: string, value: string, number: number) =>
      Metric.update(Metric.withAttributes(metric, { [label]: value }), number)
    const byStatus = new Map(every.connections.map((name) => [name, 0]))
    for (const { n, status } of yield* sql<{ status: string; n: number }>`
      select status, count(*)::int as n from connection group by 1`) {
      byStatus.set(status, n)
    }
    for (const [name, n] of byStatus) yield* told(connections, "status", name, n)
    const byState = new Map(every.webhooks.map((name) => [name, 0]))
    for (const { n, state } of yield* sql<{ state: string; n: number }>`
      select case when is_disabled then 'disabled' when failing_since is not null then 'failing' else 'enabled' end as state,
        count(*)::int as n from webhook group by 1`) {
      byState.set(state, n)
    }
    for (const [name, n] of byState) yield* told(webhooks, "state", name, n)
    const queues = yield* sql<{ queue: string; n: number; age: number }>`
      select 'syncs' as queue, count(*)::int as n, coalesce(extract(epoch from now() - min(at)), 0)::float8 as age from (
        select created_at as at from sync where finished_at is null limit 10000) s
      union all select 'writes', count(*)::int, coalesce(extract(epoch from now() - min(at)), 0)::float8 from (
        select created_at as at from upload_job where finished_at is null limit 10000) u
      union all select 'deliveries', count(*)::int,
        coalesce(extract(epoch from now() - min(at) filter (where at <= now())), 0)::float8 from (
        select d.next_attempt_at as at from webhook w join lateral (
          select next_attempt_at from delivery where webhook_id = w.id and status = 'PENDING'
          order by next_attempt_at limit 10000) d on true limit 10000) d`
    for (const { age, n, queue } of queues) {
      yield* told(waiting, "queue", queue, n)
      yield* told(oldest, "queue", queue, age)
    }
    const [database] = yield* sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`
    yield* Metric.update(size, database!.bytes)
    yield* Metric.update(behind, late / 1000)
    const [demand] = yield* sql<{ made: number; wanted: number }>`
      select (select count(*)::int from pg_class c join pg_index i on i.indexrelid = c.oid
          where c.relnamespace = current_schema()::regnamespace and c.relname ~ ${names} and i.indisvalid) as made,
        (select count(*)::int from list_demand where wanted_at is not null) as wanted`
    yield* told(indexes, "state", "made", demand!.made)
    yield* told(indexes, "state", "wanted", demand!.wanted)
    const state = yield* Distribution.state
    if (state === "spread" || state === "partly") {
      const all = yield* sql.unsafe<{ success: boolean; seconds: number }>(health)
      const away = all.filter(({ success }) => !success).length
      yield* told(nodes, "state", "there", all.length - away)
      yield* told(nodes, "state", "away", away)
      yield* Metric.update(prepared, Math.max(...all.map(({ seconds }) => seconds)))
    }
  })
