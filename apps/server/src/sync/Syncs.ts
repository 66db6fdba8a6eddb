/**
 * Syncs as the interface shows them, and everything that starts one: a call, a new connection, the schedule. A sync is a
 * row with one job row for each data model; the run itself is in `SyncRunner.ts`.
 */
import { Models, Nearest } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Connectors } from "../ComposedConnectors.ts"
import { numbered } from "../connections/Paging.ts"
import * as SyncConfig from "../connections/SyncConfig.ts"
import { grantedScopes } from "../connections/GrantedScope.ts"
import { type Caller, sees } from "../http/Caller.ts"
import { type Envelope, idPage, type IdPageRequest } from "../http/IdPage.ts"
import { ids, texts } from "../database/Parameters.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Vault } from "../secrets/Vault.ts"
import { Events } from "../webhooks/Events.ts"
import * as Due from "./Due.ts"
import { syncQueue } from "./Queues.ts"

export type SyncStatus = "CREATED" | "RUNNING" | "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED" | "CANCELLED"
export type Trigger = "API" | "CONNECTED" | "SCHEDULE"

/** A data model's part of a connection's sync configuration, as far as syncs read it. */
export interface ModelConfig {
  readonly enabled: boolean
  readonly interval: number
  readonly frequency: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" | "NEVER"
  readonly data_model: string
  readonly sync_from: string | null
  readonly custom_fields: ReadonlyArray<string>
}

/** Names of platform fields that are copied into the `custom_fields` of a model's records. */
export const customFieldsOf = (config: ReadonlyArray<ModelConfig>, model: string): ReadonlyArray<string> =>
  config.find(({ data_model }) => data_model === model)?.custom_fields ?? []

export interface SyncWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_company_id: number
  readonly connection_id: number
  readonly integration_type: string
  readonly status: SyncStatus
  readonly full_sync: boolean
  readonly trigger: Trigger
  readonly data_models: ReadonlyArray<string>
  readonly error: string | null
  readonly started_at: string | null
  readonly finished_at: string | null
}
export interface SyncJobWire {
  readonly svc_id: number
  readonly sync_id: number
  readonly data_model: string
  readonly status: SyncStatus
  readonly records_read: number
  readonly records_created: number
  readonly records_updated: number
  readonly records_deleted: number
  readonly records_refused: number
  readonly error: string | null
  readonly started_at: string | null
  readonly finished_at: string | null
}
export interface StartBody {
  readonly company_id: number
  readonly integration_type?: string | null | undefined
  readonly connection_id?: number | null | undefined
  readonly full_sync?: boolean | null | undefined
  readonly data_models_to_sync?: ReadonlyArray<string> | null | undefined
}

interface SyncRow {
  readonly id: number
  readonly company_id: number
  readonly connection_id: number
  readonly integration_type: string
  readonly status: SyncStatus
  readonly full_sync: boolean
  readonly trigger: Trigger
  readonly data_models: ReadonlyArray<string>
  readonly error: string | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const wireOf = (row: SyncRow): SyncWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  svc_company_id: row.company_id,
  connection_id: row.connection_id,
  integration_type: row.integration_type,
  status: row.status,
  full_sync: row.full_sync,
  trigger: row.trigger,
  data_models: row.data_models,
  error: row.error,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at)
})

const columns = `s.id, s.company_id, s.connection_id, c.integration_type, s.status, s.full_sync, s.trigger, s.data_models,
  s.error, s.created_at, s.started_at, s.finished_at`

export class Syncs extends Context.Service<
  Syncs,
  {
    readonly start: (caller: Caller, body: StartBody) => Effect.Effect<SyncWire, ApiError.ApiError>
    readonly list: (caller: Caller, page: IdPageRequest) => Effect.Effect<Envelope<SyncWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<SyncWire, ApiError.ApiError>
    readonly jobs: (
      caller: Caller,
      id: number,
      page: IdPageRequest
    ) => Effect.Effect<Envelope<SyncJobWire>, ApiError.ApiError>
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
    /** Claims what is due, as much as one transaction takes, and starts a run for each connection concerned. */
    readonly claimDue: Effect.Effect<Due.Claimed>
    /** Milliseconds until something is due, negative when it is; null when nothing ever is. */
    readonly untilDue: Effect.Effect<number | null>
    /** Ends a sync, with its event. */
    readonly finish: (id: number, status: SyncStatus, error: string | null) => Effect.Effect<void>
    /** Shows how a connection stands after a sync of it has ended: others may still wait. */
    readonly rest: (connectionId: number, status: "IDLE" | "FAILED") => Effect.Effect<void>
  }
>()("@svc/server/sync/Syncs") {
  static readonly layer: Layer.Layer<Syncs, never, SqlClient.SqlClient | Jobs | Events | Connectors | Vault> =
    Layer.effect(
      Syncs,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        const events = yield* Events
        const connectors = yield* Connectors
        const vault = yield* Vault

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
          const composed = connections.flatMap(({ id, integration_type }) => {
            const connector = connectors.get(integration_type)
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

        /** Makes a run for each connection of which models are wanted; answers the runs by connection. */
        const beginAll = Effect.fnUntraced(function* (
          wanted: ReadonlyMap<number, ReadonlyArray<string>>,
          trigger: Trigger,
          full: boolean
        ) {
          const parts = [...wanted].flatMap(([id, models]) => models.map((model) => ({ id, model })))
          if (parts.length === 0) return new Map<number, number>()
          const made = yield* sql<{ id: number; connection_id: number }>`
            with part as (
              select * from unnest(${ids(parts.map(({ id }) => id))}, ${texts(parts.map(({ model }) => model))})
                with ordinality as p (connection_id, data_model, position)),
            made as (
              insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger, data_models)
              select c.organisation_id, c.company_id, c.id, 'CREATED', ${full}, ${trigger},
                array_agg(p.data_model order by p.position)
              from part p join connection c on c.id = p.connection_id group by c.id returning id, connection_id),
            jobs as (
              insert into sync_job (sync_id, data_model, status)
              select m.id, p.data_model, 'CREATED' from made m join part p on p.connection_id = m.connection_id
              order by m.id, p.position)
            select id, connection_id from made`
          // Not in the same statement: companies are locked before their connections.
          yield* sql`
            update connection set sync_status = 'QUEUED'
            where id = any(${ids(made.map(({ connection_id }) => connection_id))}) and sync_status in ('IDLE', 'FAILED')`
          yield* jobs.sendAll(
            syncQueue,
            made.map(({ connection_id, id }) => ({
              data: { sync_id: id },
              options: { key: String(connection_id), group: String(connection_id) }
            }))
          )
          return new Map(made.map(({ connection_id, id }) => [connection_id, id]))
        }, Effect.orDie)
        const begin: (typeof Syncs)["Service"]["begin"] = (connectionId, models, trigger, full) =>
          Effect.map(
            beginAll(new Map([[connectionId, models]]), trigger, full),
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

        const finish: (typeof Syncs)["Service"]["finish"] = Effect.fnUntraced(function* (id, status, error) {
          const [row] = yield* sql<{ organisation_id: number }>`
          update sync set status = ${status}, error = ${error}, finished_at = now()
          where id = ${id} and finished_at is null returning organisation_id`
          if (row === undefined) return
          yield* sql`update sync_job set finished_at = now(), error = coalesce(error, ${error}::text),
            status = case when status = 'CREATED' or ${status === "CANCELLED"}::boolean then 'CANCELLED' else 'FAILED' end
          where sync_id = ${id} and finished_at is null`
          const [done] = yield* load("s.id = $1", [id])
          yield* events.append([
            {
              organisation_id: row.organisation_id,
              company_id: done!.company_id,
              connection_id: done!.connection_id,
              integration_type: done!.integration_type,
              type: "SYNC_COMPLETED",
              data_model: null,
              operation: null,
              subject: id,
              data: JSON.stringify(wireOf(done!))
            }
          ])
        }, Effect.orDie)

        const rest: (typeof Syncs)["Service"]["rest"] = (connectionId, status) =>
          sql`update connection set sync_resume_at = null, sync_status = case
            when exists (select 1 from sync where connection_id = ${connectionId} and finished_at is null) then 'QUEUED'
            else ${status}::text end
          where id = ${connectionId}`.pipe(Effect.asVoid, Effect.orDie)

        return Syncs.of({
          begin,
          finish,
          rest,
          start: Effect.fn("Syncs.start")(function* (caller, body) {
            const found = yield* sql<{
              id: number
              integration_type: string
              status: string
              sync_config: SyncConfig.SyncConfigs
            }>`
            select id, integration_type, status, sync_config from connection
            where organisation_id = ${caller.organisationId} and company_id = ${body.company_id}
              and (${body.connection_id ?? null}::bigint is null or id = ${body.connection_id ?? null}::bigint)
              and (${body.integration_type ?? null}::text is null or integration_type = ${body.integration_type ?? null}::text)
            order by id`.pipe(Effect.orDie)
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
            const offered = [...((yield* readable([connection])).get(connection.id) ?? [])]
            const all = connectors.get(connection.integration_type)?.reads ?? {}
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
              .withTransaction(begin(connection.id, [...new Set(models)], "API", body.full_sync ?? false))
              .pipe(Effect.orDie)
            return wireOf(yield* own(caller, id!))
          }),
          list: Effect.fn("Syncs.list")(function* (caller, request) {
            return yield* idPage(
              request,
              (range) =>
                Effect.flatMap(numbered(range), ({ after, before, order, take }) =>
                  load(
                    `s.organisation_id = $1 and ($2::bigint is null or s.company_id = $2) and ($3::bigint is null or s.id > $3)
                   and ($4::bigint is null or s.id < $4) order by s.id ${order} limit $5`,
                    [caller.organisationId, caller.companyId, after, before, take]
                  ).pipe(Effect.orDie)
                ),
              ({ id }) => String(id),
              wireOf
            )
          }),
          get: (caller, id) => Effect.map(own(caller, id), wireOf),
          jobs: Effect.fn("Syncs.jobs")(function* (caller, id, request) {
            yield* own(caller, id)
            return yield* idPage(
              request,
              (range) =>
                Effect.flatMap(numbered(range), ({ after, before, order, take }) =>
                  sql
                    .unsafe<
                      Omit<SyncJobWire, "svc_id" | "started_at" | "finished_at"> & {
                        id: number
                        started_at: Date | null
                        finished_at: Date | null
                      }
                    >(
                      `select id, sync_id, data_model, status, records_read, records_created, records_updated, records_deleted,
                     records_refused, error, started_at, finished_at
                   from sync_job where sync_id = $1 and ($2::bigint is null or id > $2) and ($3::bigint is null or id < $3)
                   order by id ${order} limit $4`,
                      [id, after, before, take]
                    )
                    .pipe(Effect.orDie)
                ),
              (row) => String(row.id),
              ({ finished_at, id: jobId, started_at, ...row }): SyncJobWire => ({
                svc_id: jobId,
                ...row,
                started_at: iso(started_at),
                finished_at: iso(finished_at)
              })
            )
          }),
          cancel: Effect.fn("Syncs.cancel")(function* (caller, id) {
            const row = yield* own(caller, id)
            if (row.finished_at !== null) {
              return yield* ApiError.make("conflict", `The sync has ended with ${row.status}.`, "id")
            }
            yield* sql
              .withTransaction(Effect.andThen(finish(id, "CANCELLED", null), rest(row.connection_id, "IDLE")))
              .pipe(Effect.orDie)
            return wireOf(yield* own(caller, id))
          }),
          onConnected: Effect.fnUntraced(function* (connectionId) {
            const models = yield* reschedule(connectionId)
            yield* begin(connectionId, models, "CONNECTED", false)
          }, Effect.orDie),
          onConfigured: (connectionId) => Effect.asVoid(Effect.orDie(reschedule(connectionId))),
          onDisconnected: Effect.fnUntraced(function* (connectionId) {
            yield* sql`delete from schedule where connection_id = ${connectionId}`
            const open = yield* sql<{
              id: number
            }>`select id from sync where connection_id = ${connectionId} and finished_at is null`
            yield* Effect.forEach(open, ({ id }) => finish(id, "CANCELLED", "The connection was ended."))
          }, Effect.orDie),
          claimDue: sql
            .withTransaction(Due.claim(sql, configsOf, (wanted) => beginAll(wanted, "SCHEDULE", false)))
            .pipe(Effect.orDie),
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
