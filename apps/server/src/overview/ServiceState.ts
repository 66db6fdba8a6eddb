/** What the service itself is and how it does: versions, processes, database, jobs, keys that seal, settings in force. Never a secret. */
import { ApiError, type Service as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { DatabaseInfo } from "../database/Database.ts"
import * as Replica from "../database/Replica.ts"
import type { Caller } from "../http/Caller.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { KeyRing } from "../secrets/KeyRing.ts"
import { places } from "../secrets/Rotation.ts"
import { every, version } from "./Presence.ts"

export type ServiceWire = (typeof Definition.Service)["Type"]

/** How many tables are named, the largest first. */
const tables = 20

/** How many secrets are under each key; what is not sealed in `svc_meta` names none. */
const sealed = places
  .map(
    ([table, column]) =>
      `select substring(${column} from '"kid":"([^"]*)"') as name, count(*)::int as secrets from ${table}
       where ${column} like '%"kid":%' group by 1`
  )
  .join(" union all ")

const replicaWire = ({ behindBytes, behindSeconds, condition }: Replica.State) => ({
  condition,
  behind_bytes: behindBytes,
  behind_seconds: behindSeconds
})

export class ServiceState extends Context.Service<
  ServiceState,
  { readonly get: (caller: Caller) => Effect.Effect<ServiceWire, ApiError.ApiError> }
>()("@svc/server/overview/ServiceState") {
  static readonly layer: Layer.Layer<
    ServiceState,
    never,
    SqlClient.SqlClient | AppConfig | DatabaseInfo | Jobs | KeyRing
  > = Layer.suspend(() => Layer.effect(ServiceState, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { settings = [] } = yield* AppConfig
  const { kind } = yield* DatabaseInfo
  const replica = yield* Replica.Current
  const jobs = yield* Jobs
  const ring = yield* KeyRing

  const get = Effect.gen(function* () {
    const [database] = yield* sql<{ version: string; bytes: number; migration: string }>`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
        (select name from svc_migrations order by migration_id desc limit 1) as migration`
    // Partitions count as the table that they are of. A table that was never analysed has no estimate but what was counted.
    const largest = yield* sql<{ name: string; bytes: number; rows: number }>`
      select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
        sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid)))::float8 as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      group by 1 order by 2 desc limit ${tables}`
    const sizes = yield* sql<{ at: Date; bytes: number }>`
      select distinct on (date_trunc('day', at)) at, bytes::float8 as bytes from database_size
      order by date_trunc('day', at), at desc`
    const processes = yield* sql<{
      host: string
      pid: number
      role: string
      version: string
      started_at: Date
      seen_at: Date
      memory_bytes: number
      behind_milliseconds: number
      is_alive: boolean
    }>`select host, pid, role, version, started_at, seen_at, memory_bytes::float8 as memory_bytes, behind_milliseconds,
         seen_at > now() - make_interval(secs => ${every * 4}) as is_alive
       from process order by started_at desc limit 100`
    const counts = new Map<string, number>()
    for (const { name, secrets } of yield* sql.unsafe<{ name: string; secrets: number }>(sealed)) {
      counts.set(name, (counts.get(name) ?? 0) + secrets)
    }
    const queues = yield* jobs.counts
    return {
      version,
      node: process.versions.node,
      database: {
        kind,
        version: database!.version,
        migration: database!.migration,
        bytes: database!.bytes,
        replica: replica === null ? null : replicaWire(replica.state()),
        tables: largest.map((table) => ({ ...table, rows: Math.round(table.rows) })),
        sizes: sizes.map(({ at, bytes }) => ({ at: at.toISOString(), bytes }))
      },
      processes: processes.map(({ seen_at, started_at, ...one }) => ({
        ...one,
        started_at: started_at.toISOString(),
        seen_at: seen_at.toISOString()
      })),
      jobs: queues.map(({ count, queue, state }) => ({ queue, state, jobs: Number(count) })),
      // What no key of the ring opens is named as well: somebody took its key away.
      secret_keys: [...new Set([ring.current.id, ...ring.all.keys(), ...counts.keys()])].map((name) => ({
        name,
        is_current: name === ring.current.id,
        is_there: ring.all.has(name),
        secrets: counts.get(name) ?? 0
      })),
      settings
    } satisfies ServiceWire
  })

  return ServiceState.of({
    get: Effect.fn("ServiceState.get")(function* (caller) {
      if (caller.companyId !== null) {
        return yield* ApiError.make(
          "operation-denied",
          "The service is looked after by its operators; this API key is for one company only."
        )
      }
      return yield* Effect.orDie(get)
    })
  })
})
