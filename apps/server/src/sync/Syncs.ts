/**
 * Syncs as the interface shows them, and everything that starts one: a call, a new connection, the schedule. A sync is a
 * row with one job row for each data model; the run itself is in `SyncRunner.ts`.
 */
import { Models, Nearest } from "@svc/core"
import { ApiError, Syncs as Definition } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Audit from "../audit/Audit.ts"
import { Connectors } from "../ComposedConnectors.ts"
import * as SyncConfig from "../connections/SyncConfig.ts"
import { grantedScopes } from "../connections/GrantedScope.ts"
import { disabled } from "../connections/Integrations.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { ids } from "../database/Parameters.ts"
import type { Bind } from "../records/Filters.ts"
import { Vault } from "../secrets/Vault.ts"
import * as Due from "./Due.ts"
import type { ModelConfig } from "./ModelConfig.ts"
import { isWarning } from "./Refusals.ts"
import { held, SyncLife } from "./SyncLife.ts"
import { columns, jobWireOf, type SyncJobWire, type SyncRow, type SyncWire, type Trigger, wireOf } from "./SyncWire.ts"

const stored = ManagedList.define(Definition.list, {
  from: "sync s join connection c on c.id = s.connection_id",
  organisation: "s.organisation_id",
  company: "s.company_id",
  columns: {
    svc_id: "s.id",
    svc_created_at: "s.created_at",
    svc_company_id: "s.company_id",
    connection_id: "s.connection_id",
    integration_type: "c.integration_type",
    status: "s.status",
    full_sync: "s.full_sync",
    trigger: "s.trigger",
    error: "s.error",
    started_at: "s.started_at",
    finished_at: "s.finished_at"
  }
})
const warned = "coalesce(w.warned, 0)"
/** By data model, what the connection of a sync was read with warnings of. */
const warnings = (bind: Bind, { company_id, connection_id }: Pick<SyncRow, "company_id" | "connection_id">): string =>
  `left join (select data_model, count(*)::int as warned from refusal where company_id = ${bind(String(company_id), "bigint")}
     and connection_id = ${bind(String(connection_id), "bigint")} and ${isWarning} group by 1) w on w.data_model = j.data_model`
const storedJobs = ManagedList.define(Definition.jobList, {
  from: "sync_job j join sync s on s.id = j.sync_id",
  organisation: "s.organisation_id",
  company: "s.company_id",
  columns: {
    svc_id: "j.id",
    sync_id: "j.sync_id",
    data_model: "j.data_model",
    status: "j.status",
    records_read: "j.records_read",
    records_created: "j.records_created",
    records_updated: "j.records_updated",
    records_deleted: "j.records_deleted",
    records_refused: "j.records_refused",
    records_warned: warned,
    pages: "j.pages",
    calls: "j.calls",
    waited_milliseconds: "j.waited_milliseconds",
    error: "j.error",
    started_at: "j.started_at",
    finished_at: "j.finished_at"
  }
})
const jobColumns = `j.id, j.sync_id, j.data_model, j.status, j.records_read, j.records_created, j.records_updated,
  j.records_deleted, j.records_refused, ${warned} as records_warned, j.pages, j.calls, j.waited_milliseconds, j.course, j.error, j.started_at, j.finished_at`

export interface StartBody {
  readonly company_id: number
  readonly integration_type?: string | null | undefined
  readonly connection_id?: number | null | undefined
  readonly full_sync?: boolean | null | undefined
  readonly data_models_to_sync?: ReadonlyArray<string> | null | undefined
}

export class Syncs extends Context.Service<
  Syncs,
  {
    readonly start: (caller: Caller, body: StartBody) => Effect.Effect<SyncWire, ApiError.ApiError>
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<SyncWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<SyncWire, ApiError.ApiError>
    readonly jobs: (
      caller: Caller,
      id: number,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<SyncJobWire>, ApiError.ApiError>
    readonly cancel: (caller: Caller, id: number) => Effect.Effect<SyncWire, ApiError.ApiError>
    /** Called in the transaction that makes a connection HEALTHY: schedules its models and starts a first run. */
    readonly onConnected: (connectionId: number) => Effect.Effect<void>
    /** Called in the transaction that ends a connection: nothing of it is due any more. */
    readonly onDisconnected: (connectionId: number) => Effect.Effect<void>
    /** Brings the schedule in line with a changed sync configuration, in the caller's transaction. */
    readonly onConfigured: (connectionId: number) => Effect.Effect<void>
    /** Makes a run for models of a connection, in the caller's transaction; null when there is nothing to run. */
    readonly begin: (
      connectionId: number,
      models: ReadonlyArray<string>,
      trigger: Trigger,
      full: boolean
    ) => Effect.Effect<number | null>
    /**
     * Has a model of a connection read without its schedule: by a run that is yet to begin, by a new one, or, where it is
     * held, when it is released. True where a run reads it just now, so that it has to be asked for again.
     */
    readonly soon: (connectionId: number, model: string) => Effect.Effect<boolean, SqlError>
    /** Claims what is due, as much as one transaction takes, and starts a run for each connection concerned. */
    readonly claimDue: Effect.Effect<Due.Claimed>
    /** Milliseconds until something is due, negative when it is; null when nothing ever is. */
    readonly untilDue: Effect.Effect<number | null>
  }
>()("@svc/server/sync/Syncs") {
  static readonly layer: Layer.Layer<Syncs, never, SqlClient.SqlClient | SyncLife | Connectors | Vault> = Layer.effect(
    Syncs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const life = yield* SyncLife
      const connectors = yield* Connectors
      const vault = yield* Vault
      const audit = Audit.writer(sql)
      const { page } = yield* ManagedList.make

      const load = (where: string, params: ReadonlyArray<unknown>) =>
        sql.unsafe<SyncRow>(
          `select ${columns} from sync s join connection c on c.id = s.connection_id where ${where}`,
          params
        )
      const own = Effect.fnUntraced(function* (caller: Caller, id: number) {
        const [row] = yield* load("s.organisation_id = $1 and s.id = $2", [caller.organisationId, id]).pipe(
          Effect.orDie
        )
        if (row === undefined || !sees(caller, row.company_id)) return yield* ApiError.notFound(`sync ${id}`, "id")
        return row
      })
      const scopesOf = grantedScopes(sql, vault)
      /** Models that connections are read by with what their credentials are granted, by connection. */
      const readable = Effect.fnUntraced(function* (
        connections: ReadonlyArray<{ readonly id: number; readonly integration_type: string }>
      ) {
        const found = yield* connectors.of(connections.map(({ integration_type }) => integration_type))
        const byId = new Map(found.map((connector) => [connector.id, connector]))
        const composed = connections.flatMap(({ id, integration_type }) => {
          const connector = byId.get(integration_type)
          return connector === undefined ? [] : [{ id, connector }]
        })
        const scopes = yield* scopesOf(composed)
        const known = new Map<string, ReadonlySet<string>>()
        return new Map(
          composed.map(({ connector, id }) => {
            const scope = scopes.get(id)
            const key = `${connector.id} ${scope ?? ""} ${scope === undefined}`
            // Sub-records come with their parents, so only models with a read of their own are run.
            const models =
              known.get(key) ??
              new Set<string>(
                Registry.capabilities(connector, scope)
                  .filter(({ model, read }) => read && Object.hasOwn(connector.reads, model))
                  .map(({ model }) => model)
              )
            known.set(key, models)
            return [id, models]
          })
        )
      })
      /** What of their configuration connections are read by. */
      const configsOf = Effect.fnUntraced(function* (connectionIds: ReadonlyArray<number>) {
        const rows = yield* sql<{ id: number; integration_type: string; sync_config: ReadonlyArray<ModelConfig> }>`
            select id, integration_type, sync_config from connection where id = any(${ids(connectionIds)})`
        const offered = yield* readable(rows)
        return new Map(
          rows.map(({ id, sync_config }) => [
            id,
            sync_config.filter(({ data_model, enabled }) => enabled && offered.get(id)?.has(data_model) === true)
          ])
        )
      })
      const configOf = (connectionId: number) =>
        Effect.map(configsOf([connectionId]), (configs) => configs.get(connectionId) ?? [])

      const begin: (typeof Syncs)["Service"]["begin"] = (connectionId, models, trigger, full) =>
        Effect.map(
          Effect.orDie(life.create(new Map([[connectionId, models]]), trigger, full)),
          (made) => made.get(connectionId) ?? null
        )

      const reschedule = Effect.fnUntraced(function* (connectionId: number) {
        const config = yield* configOf(connectionId)
        const due = config.filter(({ frequency }) => frequency !== "NEVER")
        const spread = Due.jitter()
        yield* sql`delete from schedule where connection_id = ${connectionId} and not (data_model = any(${due.map((one) => one.data_model)}::text[]))`
        yield* Effect.forEach(
          due,
          (one) =>
            sql`insert into schedule (connection_id, data_model, next_run_at)
            values (${connectionId}, ${one.data_model}, now() + ${Due.pause(one)}::interval * ${spread}::float8)
            on conflict (connection_id, data_model) do update set
              next_run_at = least(schedule.next_run_at, excluded.next_run_at)`
        )
        return config.map((one) => one.data_model)
      })

      return Syncs.of({
        begin,
        start: Effect.fn("Syncs.start")(function* (caller, body) {
          const found = yield* sql
            .unsafe<{
              readonly id: number
              readonly integration_type: string
              readonly status: string
              readonly is_paused: boolean
              readonly is_held: boolean
              readonly sync_config: SyncConfig.SyncConfigs
            }>(
              `select id, integration_type, status, sync_config, paused_at is not null as is_paused, ${held} as is_held
                 from connection c where organisation_id = $1 and company_id = $2
                   and ($3::bigint is null or id = $3::bigint) and ($4::text is null or integration_type = $4::text)
                 order by id`,
              [caller.organisationId, body.company_id, body.connection_id ?? null, body.integration_type ?? null]
            )
            .pipe(Effect.orDie)
          const healthy = found.filter(({ status }) => status === "HEALTHY")
          const [connection] = healthy
          if (connection === undefined || !sees(caller, body.company_id)) {
            const field =
              body.connection_id != null
                ? "connection_id"
                : body.integration_type != null
                  ? "integration_type"
                  : "company_id"
            return yield* ApiError.notFound("healthy connection that fits", field)
          }
          if (healthy.length > 1) {
            const list = healthy.map((one) => `${one.id} (${one.integration_type})`).join(", ")
            return yield* ApiError.make(
              "conflict",
              `Several connections fit: ${list}. Send connection_id or integration_type.`,
              "connection_id"
            )
          }
          if (connection.is_paused) {
            const message = `Connection ${connection.id} is paused; POST /v3/core/connections/${connection.id}/resume lifts it.`
            return yield* ApiError.make("conflict", message, "connection_id")
          }
          if (connection.is_held) {
            return yield* ApiError.make("unsupported", disabled(connection.integration_type))
          }
          const offered = [...((yield* readable([connection])).get(connection.id) ?? [])]
          const all = (yield* connectors.get(connection.integration_type))?.reads ?? {}
          const faults = (body.data_models_to_sync ?? []).flatMap((model, index) =>
            modelFault(connection, offered, all, model, `data_models_to_sync[${index}]`)
          )
          if (faults[0] !== undefined) return yield* ApiError.many([faults[0], ...faults.slice(1)])
          const configured = yield* configOf(connection.id).pipe(Effect.orDie)
          const models = body.data_models_to_sync ?? configured.map((one) => one.data_model)
          if (models.length === 0) {
            return yield* ApiError.make(
              "invalid-params",
              "No data model of this connection is enabled.",
              "data_models_to_sync"
            )
          }
          const id = yield* sql
            .withTransaction(
              Effect.tap(begin(connection.id, [...new Set(models)], "API", body.full_sync ?? false), (sync) =>
                sync === null
                  ? Effect.void
                  : audit(Audit.by(caller), {
                      action: "SYNC_STARTED",
                      target: sync,
                      companyId: body.company_id,
                      details: { connection_id: connection.id, full_sync: body.full_sync ?? false }
                    })
              )
            )
            .pipe(Effect.orDie)
          if (id === null) return yield* ApiError.notFound("healthy connection that fits", "connection_id")
          return wireOf(yield* own(caller, id))
        }),
        list: Effect.fn("Syncs.list")((caller, params) =>
          page(stored, caller, params, { select: columns }, ManagedList.each(wireOf))
        ),
        get: (caller, id) => Effect.map(own(caller, id), wireOf),
        jobs: Effect.fn("Syncs.jobs")(function* (caller, id, params) {
          const sync = yield* Effect.result(own(caller, id))
          const selection: ManagedList.Selection = {
            select: jobColumns,
            beside: (bind) =>
              warnings(bind, Result.isSuccess(sync) ? sync.success : { company_id: 0, connection_id: 0 }),
            where: (bind) => [`j.sync_id = ${bind(String(id), "bigint")}`],
            of: id
          }
          // The query is looked at first: what is wrong with it is so for every sync.
          const found = yield* page(storedJobs, caller, params, selection, ManagedList.each(jobWireOf))
          return Result.isSuccess(sync) ? found : yield* sync.failure
        }),
        cancel: Effect.fn("Syncs.cancel")(function* (caller, id) {
          const { company_id, connection_id } = yield* own(caller, id)
          const isCancelled = yield* sql
            .withTransaction(
              Effect.tap(life.end(id, "CANCELLED", null), (isCancelled) =>
                isCancelled
                  ? audit(Audit.by(caller), {
                      action: "SYNC_CANCELLED",
                      target: id,
                      companyId: company_id,
                      details: { connection_id }
                    })
                  : Effect.void
              )
            )
            .pipe(Effect.orDie)
          const row = yield* own(caller, id)
          if (!isCancelled) {
            return yield* ApiError.make("conflict", `The sync has ended with ${row.status}.`, "id")
          }
          return wireOf(row)
        }),
        onConnected: Effect.fnUntraced(function* (connectionId) {
          const models = yield* reschedule(connectionId)
          yield* begin(connectionId, models, "CONNECTED", false)
        }, Effect.orDie),
        onConfigured: (connectionId) => Effect.asVoid(Effect.orDie(reschedule(connectionId))),
        onDisconnected: Effect.fnUntraced(function* (connectionId) {
          yield* sql`delete from schedule where connection_id = ${connectionId}`
          yield* life.cancelAll(connectionId, "The connection was ended.")
        }, Effect.orDie),
        claimDue: sql
          .withTransaction(Due.claim(sql, configsOf, (wanted) => life.create(wanted, "SCHEDULE", false)))
          .pipe(Effect.orDie),
        soon: (connectionId, model) =>
          sql.withTransaction(
            Effect.gen(function* () {
              const [row] = yield* sql.unsafe<{ held: boolean }>(
                `select ${held} as held from connection c where id = $1::bigint and status = 'HEALTHY' for no key update`,
                [connectionId]
              )
              const isRead = (yield* configOf(connectionId)).some(({ data_model }) => data_model === model)
              if (row === undefined || !isRead) return false
              if (row.held) {
                yield* sql`update schedule set next_run_at = least(next_run_at, now())
                  where connection_id = ${connectionId} and data_model = ${model}`
                return false
              }
              const open = yield* sql<{ is_begun: boolean }>`
                select j.started_at is not null as is_begun from sync s join sync_job j on j.sync_id = s.id
                where s.connection_id = ${connectionId} and s.finished_at is null and j.finished_at is null
                  and j.data_model = ${model}`
              if (open.length === 0) yield* begin(connectionId, [model], "SCHEDULE", false)
              return open.length > 0 && open.every(({ is_begun }) => is_begun)
            })
          ),
        untilDue: Effect.orDie(Due.wait(sql))
      })
    })
  )
}

const modelFault = (
  connection: { readonly id: number; readonly integration_type: string; readonly sync_config: SyncConfig.SyncConfigs },
  offered: ReadonlyArray<string>,
  all: object,
  model: string,
  field: string
): ReadonlyArray<ApiError.ErrorDetail> => {
  if (!Models.isModelId(model)) {
    return [
      { code: "invalid-params", message: `"${model}" is not a data model${Nearest.hint(model, offered)}.`, field }
    ]
  }
  if (!SyncConfig.allows(connection.sync_config, model, "READ")) {
    const text = `The configuration of connection ${connection.id} does not allow to read ${model}.`
    return [{ code: "operation-denied", message: text, field }]
  }
  if (offered.includes(model)) return []
  const message = Object.hasOwn(all, model)
    ? `The credentials of this connection are not granted ${model}.`
    : `${connection.integration_type} has no list of its own for ${model}; sub-records come with their parents.`
  return [{ code: "unsupported", message, field }]
}
