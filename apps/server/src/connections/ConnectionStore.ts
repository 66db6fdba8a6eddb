/**
 * The rows of connections: reading them, showing them on the wire, and changing their status together with the
 * CONNECTION_CHANGED event. What speaks to a platform is in `Credentials.ts` and `Connecting.ts`.
 */
import { Connector } from "@svc/core"
import { ApiError, Connections } from "@svc/core/api"
import { Limits } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Connectors } from "../ComposedConnectors.ts"
import * as Audit from "../audit/Audit.ts"
import { ids } from "../database/Parameters.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { Events, type Operation } from "../webhooks/Events.ts"
import type { SyncConfigs } from "./SyncConfig.ts"

export const statuses = ["PENDING", "HEALTHY", "EXPIRED", "DISCONNECTED", "ERROR"] as const
export type Status = (typeof statuses)[number]
export const syncStatuses = ["IDLE", "QUEUED", "SYNCING", "PAUSED", "FAILED"] as const
export type SyncStatus = (typeof syncStatuses)[number]

export interface ConnectionRow {
  readonly id: number
  readonly organisation_id: number
  readonly company_id: number
  readonly integration_type: string
  readonly category: Connector.Category
  /** The name of the way it is authorised; null for the only or the first one of its connector. */
  readonly auth_method: string | null
  readonly status: Status
  readonly status_reason: string | null
  readonly sync_status: SyncStatus
  readonly sync_resume_at: Date | null
  /** Since when an operator holds it back; null where none does. */
  readonly paused_at: Date | null
  /** Without secret ones, which are sealed with the credentials. */
  readonly settings: Readonly<Record<string, string>>
  /** The id of the account as the platform told it; null where settings tell it, and where it was never asked. */
  readonly account: string | null
  readonly sync_config: SyncConfigs
  readonly created_at: Date
  readonly updated_at: Date
}

/** A row with what speaking through it takes. */
export interface SealedConnection extends ConnectionRow {
  /** Sealed; null when there are none. */
  readonly credentials: string | null
  readonly version: number
  readonly is_disabled: boolean
}

/** Numbers by window: `minute`, `hour`, `day` are always there, null where the platform has no such limit. */
type ByWindow<A> = Readonly<Record<string, A | null>>

export interface ConnectionWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  readonly svc_company_id: number
  readonly integration_type: string
  readonly status: Status
  readonly status_reason: string | null
  readonly sync_status: SyncStatus
  readonly sync_resume_at: string | null
  readonly paused_at: string | null
  readonly rate_limits: {
    readonly counters: ByWindow<number>
    readonly lastReset: ByWindow<string>
    readonly maxLimits: ByWindow<number>
  }
  readonly category: Connector.Category
  readonly auth_method: string | null
  readonly settings: Readonly<Record<string, string>>
  readonly sync_config: SyncConfigs
}

/** Columns of a {@link ConnectionRow}; of a connection whose company is being erased there are none. */
const columns = `c.id, c.organisation_id, c.company_id, c.integration_type, c.category, c.auth_method, c.status, c.status_reason,
  c.sync_status, c.sync_resume_at, c.paused_at, c.settings, c.account, c.sync_config, c.created_at, c.updated_at`
const source = `connection c join company o on o.id = c.company_id and o.erasing_at is null`
/** How connections are listed: what is selected is a {@link ConnectionRow}. */
export const listed: { readonly select: string; readonly list: ManagedList.Stored } = {
  select: columns,
  list: ManagedList.define(Connections.list, {
    from: source,
    organisation: "c.organisation_id",
    company: "c.company_id",
    columns: {
      svc_id: "c.id",
      svc_created_at: "c.created_at",
      svc_updated_at: "c.updated_at",
      svc_company_id: "c.company_id",
      integration_type: "c.integration_type",
      category: "c.category",
      auth_method: "c.auth_method",
      status: "c.status",
      status_reason: "c.status_reason",
      sync_status: "c.sync_status",
      sync_resume_at: "c.sync_resume_at",
      paused_at: "c.paused_at",
      "company.name": "o.name",
      "company.partner_id": "o.partner_id"
    }
  })
}
const sealed = `c.credentials, c.credentials_version as version, coalesce(i.is_disabled, false) as is_disabled`
const integration = `left join integration i on i.organisation_id = c.organisation_id and i.integration_type = c.integration_type`

/** Names the rate budget of a connection in core's Limits. */
export const budgetKey = (connectionId: number): string => `connection:${connectionId}`

/** How long the connections of a company are not read again for calls that follow each other, milliseconds. */
const remembered = 500
const maxRemembered = 10_000

const named: Readonly<Record<number, string>> = { 1: "second", 60: "minute", 3600: "hour", 86_400: "day" }
const windowName = (seconds: number): string => named[seconds] ?? `${seconds}_seconds`

export class ConnectionStore extends Context.Service<
  ConnectionStore,
  {
    readonly find: (id: number) => Effect.Effect<ConnectionRow | undefined>
    readonly findSealed: (id: number) => Effect.Effect<SealedConnection | undefined>
    /** All connections of a company, in one statement; undefined when the organisation has no such company. */
    readonly ofCompany: (
      organisationId: number,
      companyId: number
    ) => Effect.Effect<ReadonlyArray<SealedConnection> | undefined>
    /**
     * What {@link ofCompany} answered at most half a second ago; undefined when it was not asked, or when this process has
     * changed a connection since. What another process ended or changed is seen after that time.
     */
    readonly recentOfCompany: (
      organisationId: number,
      companyId: number
    ) => Effect.Effect<ReadonlyArray<SealedConnection> | undefined>
    /** Called after the transaction of a change to connections, or to what they depend on. */
    readonly forget: Effect.Effect<void>
    /** Fails with not-found for a connection that the caller may not see. */
    readonly own: (caller: Caller, id: number) => Effect.Effect<ConnectionRow, ApiError.ApiError>
    /** Those for which a condition on `c` holds, by ascending id. */
    readonly select: (condition: string, params: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<ConnectionRow>>
    /** Connections as the interface shows them, with how their budgets stand over all processes. */
    readonly wires: (rows: ReadonlyArray<ConnectionRow>) => Effect.Effect<ReadonlyArray<ConnectionWire>>
    /** Appends CONNECTION_CHANGED with the connection as it now is. Call it in the transaction of the change. */
    readonly announce: (id: number, operation: Operation) => Effect.Effect<void>
    /**
     * Appends CONNECTION_CHANGED, operation DELETE, for connections that go with their company. It outlives them (see
     * Erasure.ts), so it says which they were and nothing that anybody chose. Before the company is marked, in that
     * transaction.
     */
    readonly announceErased: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    /**
     * Moves a connection to another status, with its event, and a row in the audit log where its authorisation has ended; false when it was not in one of `from`, when its
     * credentials are no longer those of `version`, or when it was changed since its `updated_at` was `unchangedSince`. Makes a transaction of its own when there is none.
     */
    readonly setStatus: (
      id: number,
      to: {
        readonly status: Status
        readonly reason: string | null
        readonly from: ReadonlyArray<Status>
        readonly version?: number | undefined
        readonly unchangedSince?: string | undefined
      }
    ) => Effect.Effect<boolean>
  }
>()("@svc/server/connections/ConnectionStore") {
  static readonly layer: Layer.Layer<
    ConnectionStore,
    never,
    SqlClient.SqlClient | Connectors | Limits.Limits | Events
  > = Layer.effect(
    ConnectionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connectors = yield* Connectors
      const limits = yield* Limits.Limits
      const events = yield* Events
      const audit = Audit.writer(sql)

      const select: (typeof ConnectionStore)["Service"]["select"] = (condition, params) =>
        Effect.orDie(
          sql.unsafe<ConnectionRow>(`select ${columns} from ${source} where ${condition} order by c.id`, params)
        )
      const find = (id: number) => Effect.map(select("c.id = $1", [id]), ([row]) => row)
      const wire = Effect.fnUntraced(function* (row: ConnectionRow, usage: Limits.Usage | undefined) {
        const connector = yield* connectors.get(row.integration_type)
        return {
          svc_id: row.id,
          svc_created_at: row.created_at.toISOString(),
          svc_updated_at: row.updated_at.toISOString(),
          svc_company_id: row.company_id,
          integration_type: row.integration_type,
          status: row.status,
          status_reason: row.status_reason,
          sync_status: row.sync_status,
          sync_resume_at: row.sync_resume_at?.toISOString() ?? null,
          paused_at: row.paused_at?.toISOString() ?? null,
          rate_limits: rateLimits(limitsOf(connector, row.settings), usage),
          category: row.category,
          auth_method: row.auth_method,
          settings: row.settings,
          sync_config: row.sync_config
        } satisfies ConnectionWire
      })
      const wires = Effect.fnUntraced(function* (rows: ReadonlyArray<ConnectionRow>) {
        if (rows.length === 0) return []
        const usages = yield* limits.usage(rows.map(({ id }) => budgetKey(id)))
        return yield* Effect.forEach(rows, (row) => wire(row, usages.get(budgetKey(row.id))))
      })
      const recent = new Map<string, { readonly rows: ReadonlyArray<SealedConnection>; readonly until: number }>()
      /** Raised with each change, so that what was being read meanwhile is not kept. */
      let epoch = 0
      const forget = Effect.sync(() => {
        epoch++
        recent.clear()
      })
      const keep = (key: string, rows: ReadonlyArray<SealedConnection> | undefined, since: number) => {
        recent.delete(key)
        if (rows === undefined || since !== epoch) return
        recent.set(key, { rows, until: performance.now() + remembered })
        if (recent.size > maxRemembered) recent.delete(recent.keys().next().value!)
      }
      /** The event that a connection has changed to what is shown of it. */
      const changed = (
        row: ConnectionRow,
        operation: Parameters<(typeof ConnectionStore)["Service"]["announce"]>[1],
        shown: ConnectionWire
      ) =>
        ({
          organisation_id: row.organisation_id,
          company_id: row.company_id,
          connection_id: row.id,
          integration_type: row.integration_type,
          type: "CONNECTION_CHANGED",
          data_model: null,
          operation,
          subject: row.id,
          data: JSON.stringify(shown)
        }) as const
      const announce: (typeof ConnectionStore)["Service"]["announce"] = Effect.fnUntraced(function* (id, operation) {
        yield* forget
        const row = yield* find(id)
        if (row === undefined) return
        const [shown] = yield* wires([row])
        yield* events.append([changed(row, operation, shown!)])
      }, Effect.orDie)

      const announceErased: (typeof ConnectionStore)["Service"]["announceErased"] = Effect.fnUntraced(function* (
        erased
      ) {
        yield* forget
        const rows = yield* select("c.id = any($1::bigint[])", [ids(erased)])
        yield* events.append(
          yield* Effect.forEach(rows, (row) =>
            Effect.map(wire(row, undefined), (shown) =>
              changed(row, "DELETE", {
                ...shown,
                status: "DISCONNECTED",
                status_reason: "Its company was erased.",
                sync_status: "IDLE",
                sync_resume_at: null,
                paused_at: null,
                settings: {},
                sync_config: []
              })
            )
          )
        )
      }, Effect.orDie)

      return ConnectionStore.of({
        find,
        findSealed: (id) =>
          sql
            .unsafe<SealedConnection>(`select ${columns}, ${sealed} from ${source} ${integration} where c.id = $1`, [
              id
            ])
            .pipe(
              Effect.orDie,
              Effect.map(([row]) => row)
            ),
        ofCompany: (organisationId, companyId) =>
          Effect.suspend(() => {
            const since = epoch
            return sql
              .unsafe<SealedConnection>(
                `select ${columns}, ${sealed} from company o left join connection c on c.company_id = o.id ${integration}
                 where o.organisation_id = $1 and o.id = $2 and o.erasing_at is null order by c.id`,
                [organisationId, companyId]
              )
              .pipe(
                Effect.orDie,
                // A company without connections is one row of nulls.
                Effect.map((rows) => (rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null))),
                Effect.tap((rows) => Effect.sync(() => keep(`${organisationId}:${companyId}`, rows, since)))
              )
          }),
        recentOfCompany: (organisationId, companyId) =>
          Effect.sync(() => {
            const kept = recent.get(`${organisationId}:${companyId}`)
            return kept !== undefined && kept.until > performance.now() ? kept.rows : undefined
          }),
        forget,
        select,
        wires,
        announce,
        announceErased,
        own: Effect.fnUntraced(function* (caller, id) {
          const [row] = yield* select("c.organisation_id = $1 and c.id = $2", [caller.organisationId, id])
          if (row === undefined || !sees(caller, row.company_id)) {
            return yield* ApiError.notFound(`connection ${id}`, "id")
          }
          return row
        }),
        setStatus: (id, { from, reason, status, unchangedSince, version }) =>
          sql
            .withTransaction(
              Effect.gen(function* () {
                const [changed] = yield* sql<{
                  readonly organisation_id: number
                  readonly company_id: number
                  readonly integration_type: string
                }>`
                  update connection set status = ${status}, status_reason = ${reason}, updated_at = now()
                  where id = ${id} and status = any(${from as Array<string>}::text[])
                    and (${version ?? null}::bigint is null or credentials_version = ${version ?? null}::bigint)
                    and (${unchangedSince ?? null}::text is null or updated_at = ${unchangedSince ?? null}::text::timestamptz)
                  returning organisation_id, company_id, integration_type`
                if (changed === undefined) return false
                yield* announce(id, "UPDATE")
                if (status === "EXPIRED") {
                  const { company_id, integration_type, organisation_id } = changed
                  yield* audit(Audit.byService(organisation_id), {
                    action: "CONNECTION_EXPIRED",
                    target: id,
                    companyId: company_id,
                    details: { integration_type }
                  })
                }
                return true
              })
            )
            .pipe(
              Effect.orDie,
              Effect.tap(() => forget)
            )
      })
    })
  )
}

const limitsOf = (connector: Connector.Any | undefined, settings: Readonly<Record<string, string>>) =>
  connector === undefined ? undefined : Connector.limitsOf(connector, settings)

const rateLimits = (
  declared: Connector.SettledLimits | undefined,
  usage: Limits.Usage | undefined
): ConnectionWire["rate_limits"] => {
  const counters: Record<string, number | null> = { minute: null, hour: null, day: null }
  const lastReset: Record<string, string | null> = { minute: null, hour: null, day: null }
  const maxLimits: Record<string, number | null> = { minute: null, hour: null, day: null }
  for (const { max, seconds } of declared?.windows ?? []) {
    const name = windowName(seconds)
    const window = usage?.windows.find((own) => own.seconds === seconds)
    counters[name] = window?.used ?? 0
    lastReset[name] = window === undefined || window.since === null ? null : new Date(window.since).toISOString()
    maxLimits[name] = max
  }
  return {
    counters: { ...counters, concurrent: usage?.concurrent ?? 0 },
    lastReset: { ...lastReset, concurrent: null },
    maxLimits: {
      ...maxLimits,
      concurrent: declared === undefined ? null : (declared.concurrent ?? Limits.defaultConcurrent)
    }
  }
}
