/**
 * Connections: a company's authorised access to one platform. What everything else in the server uses to find the right
 * one and to speak through it.
 */
import { Auth, Connector, type ConnectorError, Models, Nearest, Setting, type Writes } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Limits, Platform, Registry, Request } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import * as Audit from "../audit/Audit.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import { fromConnectorError } from "../http/PlatformErrors.ts"
import * as ListCost from "../records/ListCost.ts"
import { SyncLife } from "../sync/SyncLife.ts"
import * as Tokens from "../secrets/Tokens.ts"
import { Syncs } from "../sync/Syncs.ts"
import { type RegisteredWebhooksWire, Subscriptions } from "../webhooks/Subscriptions.ts"
import * as Asked from "./Asked.ts"
import * as Choices from "./Choices.ts"
import { type Candidate, Connecting, type ConnectRefused } from "./Connecting.ts"
import {
  budgetKey,
  type ConnectionRow,
  ConnectionStore,
  listed,
  type SealedConnection,
  type ConnectionWire
} from "./ConnectionStore.ts"
import { Credentials } from "./Credentials.ts"
import { Farewell } from "./Farewell.ts"
import { disabled, Integrations } from "./Integrations.ts"
import { InviteLinks, type InviteLinkWire } from "./InviteLinks.ts"
import * as SyncConfig from "./SyncConfig.ts"

export interface CreateConnection {
  readonly company_id: number
  readonly integration_type: string
  /** Which of the platform's ways the credentials are for; the only or the first one when absent. */
  readonly auth_method?: string | null | undefined
  readonly credentials: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>> | null | undefined
  readonly sync_config?: ReadonlyArray<unknown> | null | undefined
}
export interface Choosing {
  readonly company_id: number
  /** Null or absent: of any category. */
  readonly category?: Connector.Category | null | undefined
  readonly connection_id?: number | null | undefined
  readonly integration_type?: string | null | undefined
}
export interface Chosen {
  readonly id: number
  readonly organisation_id: number
  readonly company_id: number
  readonly integration_type: string
  readonly category: Connector.Category
  readonly sync_config: SyncConfig.SyncConfigs
}
export interface InboundAddressWire {
  readonly connection_id: number
  readonly url: string
  readonly token: string
}
export interface CapabilitiesWire {
  readonly connection_id: number
  readonly integration_type: string
  readonly name: string
  readonly category: Connector.Category
  readonly data_models: ReadonlyArray<{
    readonly data_model: Models.ModelId
    readonly read: boolean
    readonly incremental: boolean
    readonly create: boolean
    readonly update: boolean
    readonly delete: boolean
    readonly void: boolean
    readonly download: boolean
    readonly upload: boolean
  }>
  readonly writes: ReadonlyArray<{
    readonly data_model: Models.ModelId
    readonly operation: Writes.Operation
    readonly schema: Readonly<Record<string, unknown>>
  }>
  readonly registered_webhooks: RegisteredWebhooksWire | null
}

export class Connections extends Context.Service<
  Connections,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<ConnectionWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** Makes a connection of credentials the caller holds; they are tried first. The same account is the same connection. */
    readonly create: (caller: Caller, body: CreateConnection) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** Changes the data models that are named; of those, the members that are sent. */
    readonly updateSyncConfig: (
      caller: Caller,
      id: number,
      body: { readonly sync_config: ReadonlyArray<unknown> }
    ) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** Ends the connection here at once, then at the platform where that can be done. Its records stay. */
    readonly disconnect: (caller: Caller, id: number) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** A link on which the user authorises the same connection again. */
    readonly reconnect: (caller: Caller, id: number) => Effect.Effect<InviteLinkWire, ApiError.ApiError>
    /**
     * Keeps its syncs from the platform until {@link resume}: those under way stop between two pages, what becomes due
     * waits. What callers wait for, writes and passthrough, goes on. Pausing twice is no fault.
     */
    readonly pause: (caller: Caller, id: number) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** Lifts an operator's pause, and one that the platform asked for: what waits goes on at once. */
    readonly resume: (caller: Caller, id: number) => Effect.Effect<ConnectionWire, ApiError.ApiError>
    /** A new address for what its platform tells of itself; the one before ends. Shown here and never again. */
    readonly inboundAddress: (caller: Caller, id: number) => Effect.Effect<InboundAddressWire, ApiError.ApiError>
    /** What an item of a write may refer to. */
    readonly choices: (
      caller: Caller,
      id: number,
      query: Choices.ChoicesQuery
    ) => Effect.Effect<ReadonlyArray<Choices.ReferenceChoices>, ApiError.ApiError>
    readonly capabilities: (caller: Caller, id: number) => Effect.Effect<CapabilitiesWire, ApiError.ApiError>
    /** The healthy connection that a request means. None: not-found. Several: conflict, with all of them named. */
    readonly choose: (caller: Caller, choosing: Choosing) => Effect.Effect<Chosen, ApiError.ApiError>
    /** The same, opened for a call that is made at once. */
    readonly open: (
      caller: Caller,
      choosing: Choosing
    ) => Effect.Effect<{ readonly connection: Chosen; readonly client: Platform.Client }, ApiError.ApiError>
    /** What speaks to the platform through a connection. Not to be used inside a transaction. */
    readonly client: (connectionId: number) => Effect.Effect<Platform.Client, ApiError.ApiError>
    /**
     * Called when the platform refused the connection's credentials. They may be good and the refusal one call's own
     * affair, so the connection's cheap check is asked first. Calls the platform: not for use inside a transaction.
     */
    readonly markExpired: (connectionId: number, reason: string) => Effect.Effect<void>
  }
>()("@svc/server/connections/Connections") {
  static readonly layer: Layer.Layer<
    Connections,
    never,
    | SqlClient.SqlClient
    | AppConfig
    | Connectors
    | ConnectionStore
    | Credentials
    | Connecting
    | Farewell
    | Integrations
    | InviteLinks
    | Subscriptions
    | Syncs
    | SyncLife
    | Limits.Limits
    | Platform.Platform
  > = Layer.suspend(() => Layer.effect(Connections, make))
}

/** What credentials of OAuth may hold; of these the access token must be there. */
const oauthFields = ["access_token", "refresh_token", "expires_at", "scope"]

const make = Effect.gen(function* () {
  const { page } = yield* ManagedList.make
  const costs = yield* ListCost.current
  const sql = yield* SqlClient.SqlClient
  const { baseUrl } = yield* AppConfig
  const connectors = yield* Connectors
  const store = yield* ConnectionStore
  const credentials = yield* Credentials
  const connecting = yield* Connecting
  const farewell = yield* Farewell
  const integrations = yield* Integrations
  const links = yield* InviteLinks
  const subscriptions = yield* Subscriptions
  const syncs = yield* Syncs
  const life = yield* SyncLife
  const limits = yield* Limits.Limits
  const platform = yield* Platform.Platform
  const audit = Audit.writer(sql)

  const client = (id: number) =>
    Effect.map(credentials.connection(id), ({ connection, connector }) => platform.open(connector, connection))
  /** For a row as long as it is remembered. */
  const clients = new WeakMap<SealedConnection, Platform.Client>()
  const show = (caller: Caller, id: number) =>
    Effect.map(
      Effect.flatMap(store.own(caller, id), (row) => store.wires([row])),
      ([wire]) => wire!
    )
  const connectorOf = Effect.fnUntraced(function* (integrationType: string) {
    const connector = yield* connectors.get(integrationType)
    if (connector !== undefined) return connector
    if (connectors.has(integrationType)) {
      return yield* ApiError.make("platform-unavailable", connectors.lack(integrationType), "integration_type")
    }
    const composed = connectors.known.map(({ id }) => id).join(", ")
    const isKnown = (Object.values(Registry.knownIntegrations).flat() as ReadonlyArray<string>).includes(
      integrationType
    )
    return yield* ApiError.make(
      isKnown ? "unsupported" : "invalid-params",
      `There is no connector here for "${integrationType}"; there is one for: ${composed || "none"}.`,
      "integration_type"
    )
  })
  /** Whether a connection is for a category: its own, or one whose data models its connector offers. */
  const isOf = (row: ConnectionRow, category: Connector.Category): Effect.Effect<boolean> =>
    row.category === category
      ? Effect.succeed(true)
      : Effect.map(
          connectors.get(row.integration_type),
          (connector) =>
            connector !== undefined &&
            Registry.capabilities(connector).some(({ model }) => Models.get(model).category === category)
        )
  const scopeOf = ({ auth_method, id }: ConnectionRow, connector: Connector.Any) => {
    const auth = Auth.methodOf(connector.auth, auth_method)
    return auth === undefined
      ? Effect.succeed("")
      : Effect.map(credentials.open(id), (secrets) => Auth.scopeOf(auth, secrets?.credentials ?? {}))
  }
  /** The name is stored as it was meant: null only where there is nothing to choose. */
  const methodOf = Effect.fnUntraced(function* ({ auth, id }: Connector.Any, name: string | null) {
    const found = Auth.methodOf(auth, name)
    const methods = Auth.methodsOf(auth)
    if (found !== undefined) return { auth: found, method: name ?? methods[0]![0] }
    const names = methods.flatMap(([own]) => own ?? [])
    const message =
      names.length === 0
        ? `${id} has one way to be authorised; leave "auth_method" out.`
        : `"auth_method" must be one of ${names.join(", ")}${Nearest.hint(name ?? "", names)}.`
    return yield* ApiError.make("invalid-params", message, "auth_method")
  })

  /**
   * An act on a connection: what it changes, the event that tells of it, as it is in the end, and its row in the audit log
   * are one. What changed nothing is not told, and noted only where it says so.
   */
  const act = Effect.fnUntraced(function* (
    caller: Caller,
    { company_id, id, integration_type }: ConnectionRow,
    action: Audit.Act["action"],
    change: Effect.Effect<{ readonly isChanged: boolean; readonly isNoted?: boolean }, SqlError>
  ) {
    yield* sql
      .withTransaction(
        Effect.gen(function* () {
          const { isChanged, isNoted = isChanged } = yield* change
          if (isChanged) yield* store.announce(id, "UPDATE")
          if (!isNoted) return
          yield* audit(Audit.by(caller), { action, target: id, companyId: company_id, details: { integration_type } })
        })
      )
      .pipe(Effect.orDie)
    yield* store.forget
  })

  const inspected = Effect.fnUntraced(function* (given: Candidate) {
    const found = yield* connecting.inspect(given)
    if (found._tag === "Ready") return found.candidate
    const list = found.choices.map(({ name, settings }) => `${name} (${JSON.stringify(settings)})`)
    return yield* ApiError.many([
      {
        code: "conflict",
        message: `These credentials lead to several accounts; send the settings of one: ${list.join(", ")}.`,
        field: "settings"
      },
      ...list.map((message) => ({ code: "conflict" as const, message, field: "settings" }))
    ])
  })

  const choose = Effect.fnUntraced(function* (
    caller: Caller,
    choosing: Choosing,
    read: ConnectionStore["Service"]["ofCompany"] = store.ofCompany
  ): Effect.fn.Return<SealedConnection, ApiError.ApiError> {
    const { category, company_id, connection_id, integration_type } = choosing
    const all = sees(caller, company_id) ? yield* read(caller.organisationId, company_id) : undefined
    if (all === undefined) return yield* ApiError.notFound(`company ${company_id}`, "company_id")
    const named = all.filter(
      (row) =>
        (connection_id === null || connection_id === undefined || row.id === connection_id) &&
        (integration_type === null || integration_type === undefined || row.integration_type === integration_type)
    )
    const fitting =
      category === null || category === undefined ? named : yield* Effect.filter(named, (row) => isOf(row, category))
    const healthy = fitting.filter(({ status }) => status === "HEALTHY")
    const [only] = healthy
    if (only === undefined) {
      const field =
        connection_id != null ? "connection_id" : integration_type != null ? "integration_type" : "company_id"
      const seen = fitting.map(({ id, integration_type, status }) => `${id} (${integration_type}) is ${status}`)
      const rest = seen.length === 0 ? "" : `: ${seen.join(", ")}`
      const what = category === null || category === undefined ? "" : `${category} `
      return yield* ApiError.make("not-found", `There is no healthy ${what}connection that fits${rest}.`, field)
    }
    if (healthy.length > 1) {
      const list = healthy.map(({ id, integration_type }) => `${id} (${integration_type})`)
      return yield* ApiError.many([
        {
          code: "conflict",
          message: `Several connections fit: ${list.join(", ")}. Send connection_id or integration_type.`,
          field: "connection_id"
        },
        ...list.map((message) => ({ code: "conflict" as const, message, field: "connection_id" }))
      ])
    }
    if (only.is_disabled) {
      return yield* ApiError.make("unsupported", disabled(only.integration_type))
    }
    return only
  })

  return Connections.of({
    client,
    list: Effect.fn("Connections.list")((caller, params) =>
      page(listed.list, caller, params, { select: listed.select }, store.wires)
    ),
    get: Effect.fn("Connections.get")(show),
    create: Effect.fn("Connections.create")(function* (caller, body) {
      const [company] = yield* sql<{ id: number }>`
        select id from company where organisation_id = ${caller.organisationId} and id = ${body.company_id}
          and erasing_at is null`.pipe(Effect.orDie)
      if (company === undefined || !sees(caller, company.id)) {
        return yield* ApiError.notFound(`company ${body.company_id}`, "company_id")
      }
      const connector = yield* connectorOf(body.integration_type)
      yield* integrations.refuseDisabled(caller.organisationId, [connector.id], "integration_type")
      yield* integrations.appFor(caller.organisationId, connector)
      const { auth, method } = yield* methodOf(connector, body.auth_method ?? null)
      const settings = Setting.normal(connector.settings, body.settings ?? {})
      yield* Members.refuse([
        ...credentialFaults(auth, body.credentials),
        ...settingFaults(connector, method, settings)
      ])
      const candidate: Candidate = {
        organisationId: caller.organisationId,
        companyId: company.id,
        connector,
        method,
        credentials:
          "fields" in auth ? Asked.readKeys(auth, (name) => body.credentials[name]).values : body.credentials,
        settings,
        reconnects: null
      }
      const scope = Auth.scopeOf(auth, body.credentials)
      const now = new Date()
      const ownConfig =
        body.sync_config === undefined || body.sync_config === null
          ? null
          : yield* SyncConfig.check(body.sync_config, { now, connection: { connector, scope, config: [] } })
      const id = yield* inspected(candidate).pipe(
        Effect.flatMap((ready) =>
          connecting.finish(ready, {
            by: Audit.by(caller),
            inviteLinkId: null,
            companyName: null,
            linkConfig: null,
            ownConfig
          })
        ),
        Effect.catchTags({
          ConnectorError: (error) => Effect.fail(refusedCredentials(error)),
          ConnectRefused: (error) => Effect.fail(refusedConnection(error))
        })
      )
      return yield* show(caller, id)
    }),
    updateSyncConfig: Effect.fn("Connections.updateSyncConfig")(function* (caller, id, body) {
      const row = yield* store.own(caller, id)
      const connector = yield* connectorOf(row.integration_type)
      const scope = yield* scopeOf(row, connector)
      const changed = yield* SyncConfig.check(body.sync_config, {
        now: new Date(),
        connection: { connector, scope, config: row.sync_config }
      })
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const [locked] = yield* sql<{ sync_config: SyncConfig.SyncConfigs }>`
              select sync_config from connection where id = ${id} for update`
            if (locked === undefined) return
            const config = [
              ...locked.sync_config.map(
                (entry) => changed.find(({ data_model }) => data_model === entry.data_model) ?? entry
              ),
              ...changed.filter(
                ({ data_model }) => !locked.sync_config.some((entry) => entry.data_model === data_model)
              )
            ]
            yield* sql`update connection set sync_config = ${JSON.stringify(config)}::text::json, updated_at = now()
              where id = ${id}`
            yield* store.announce(id, "UPDATE")
            // What is not connected has no schedule; it gets one when it is connected again.
            if (row.status === "HEALTHY") yield* syncs.onConfigured(id)
          })
        )
        .pipe(Effect.orDie)
      return yield* show(caller, id)
    }),
    disconnect: Effect.fn("Connections.disconnect")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      // What sends to us ends before the credentials do that end it, and a platform that is away keeps nobody waiting.
      let isLater = false
      yield* act(
        caller,
        row,
        "CONNECTION_DISCONNECTED",
        Effect.gen(function* () {
          const ended =
            yield* sql`update connection set status = 'DISCONNECTED', status_reason = null, updated_at = now()
            where id = ${id} and status <> 'DISCONNECTED' returning id`
          if (ended.length > 0) yield* syncs.onDisconnected(id)
          isLater = yield* subscriptions.onDisconnected(id)
          return { isChanged: ended.length > 0 }
        })
      )
      if (!isLater) yield* farewell.say(id)
      return yield* show(caller, id)
    }),
    pause: Effect.fn("Connections.pause")(function* (caller, id) {
      yield* act(
        caller,
        yield* store.own(caller, id),
        "CONNECTION_PAUSED",
        Effect.gen(function* () {
          const paused = yield* sql`update connection set paused_at = clock_timestamp(), updated_at = now()
            where id = ${id} and paused_at is null returning id`
          if (paused.length > 0) yield* life.show([id])
          return { isChanged: paused.length > 0 }
        })
      )
      return yield* show(caller, id)
    }),
    resume: Effect.fn("Connections.resume")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      // Before anything is let go: it would find the budget as it was, and put itself off again.
      yield* limits.lift(budgetKey(id))
      yield* act(
        caller,
        row,
        "CONNECTION_RESUMED",
        Effect.gen(function* () {
          const resumed = yield* sql`update connection set paused_at = null, updated_at = now()
            where id = ${id} and paused_at is not null returning id`
          yield* life.release([id])
          // What a platform asked for is lifted as well, though it is no state of the connection's own.
          return { isChanged: resumed.length > 0, isNoted: true }
        })
      )
      return yield* show(caller, id)
    }),
    reconnect: Effect.fn("Connections.reconnect")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      yield* integrations.refuseDisabled(caller.organisationId, [row.integration_type], null)
      return yield* links.forConnection(caller, row)
    }),
    inboundAddress: Effect.fn("Connections.inboundAddress")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      const connector = yield* connectorOf(row.integration_type)
      if (connector.inbound === undefined) {
        return yield* ApiError.make("unsupported", `${connector.name} tells nothing of its changes here.`, "svc_id")
      }
      const token = Tokens.newToken()
      const changed = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const changed = yield* sql`update connection set inbound_hash = ${Tokens.hashOf(token)}
              where id = ${id} and status <> 'DISCONNECTED' returning id`
            if (changed.length > 0) {
              yield* audit(Audit.by(caller), {
                action: "INBOUND_ADDRESS_CREATED",
                target: id,
                companyId: row.company_id
              })
            }
            return changed.length > 0
          })
        )
        .pipe(Effect.orDie)
      if (!changed) return yield* ApiError.make("conflict", `Connection ${id} is DISCONNECTED.`, "svc_id")
      return {
        connection_id: id,
        url: `${baseUrl}/v3/core/inbound/${connector.id.toLowerCase()}/${token}`,
        token
      }
    }),
    choices: Effect.fn("Connections.choices")(function* (caller, id, query) {
      const row = yield* store.own(caller, id)
      return yield* Choices.choices(sql, costs, caller, row, yield* connectorOf(row.integration_type), query)
    }),
    capabilities: Effect.fn("Connections.capabilities")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      const connector = yield* connectorOf(row.integration_type)
      const scope = yield* scopeOf(row, connector)
      const may = (model: string, operation: keyof SyncConfig.ScopeAccess) =>
        SyncConfig.allows(row.sync_config, model, operation)
      // Sub-records are read with the parents that may be.
      const readable = new Map(
        Registry.capabilities(connector, scope, (model) => may(model, "READ")).map((can) => [can.model, can])
      )
      return {
        connection_id: row.id,
        integration_type: connector.id,
        name: connector.name,
        category: connector.category,
        data_models: Registry.capabilities(connector, scope).map((own) => {
          const mayWrite = (operation: Writes.Operation) =>
            own[operation] && may(own.model, SyncConfig.accessOf[operation])
          return {
            data_model: own.model,
            read: readable.get(own.model)?.read ?? false,
            incremental: readable.get(own.model)?.incremental ?? false,
            create: mayWrite("create"),
            update: mayWrite("update"),
            delete: mayWrite("delete"),
            void: mayWrite("void"),
            download: own.download && may("DOCUMENTS", "READ"),
            upload: own.upload && may("DOCUMENTS", "CREATE")
          }
        }),
        writes: Registry.writeSchemas(connector)
          .filter(({ model, operation }) => may(model, SyncConfig.accessOf[operation]))
          .map(({ model, operation, schema }) => ({
            data_model: model,
            operation,
            schema: schema as Readonly<Record<string, unknown>>
          })),
        registered_webhooks: yield* subscriptions.shown(row.id)
      }
    }),
    choose: Effect.fn("Connections.choose")((caller, choosing) => choose(caller, choosing)),
    open: Effect.fn("Connections.open")(function* (caller, choosing) {
      const row = yield* choose(caller, choosing, store.recentOfCompany).pipe(
        // What fits nothing that was seen a moment ago may be there by now.
        Effect.catch(() => choose(caller, choosing))
      )
      const known = clients.get(row)
      if (known !== undefined) return { connection: row, client: known }
      const { connection, connector } = yield* credentials.opened(row)
      const made = platform.open(connector, connection)
      clients.set(row, made)
      return { connection: row, client: made }
    }),
    markExpired: Effect.fn("Connections.markExpired")(function* (id, reason) {
      // Whoever is asked to authorise again may do so while the platform is asked.
      const [seen] = yield* sql<{ at: string }>`
        select updated_at::text as at from connection where id = ${id} and status in ('HEALTHY', 'ERROR')`.pipe(
        Effect.orDie
      )
      if (seen === undefined) return
      const opened = yield* Effect.result(client(id))
      if (opened._tag === "Failure") return
      const verdict = yield* Effect.result(opened.success.check)
      if (verdict._tag === "Success" || verdict.failure.reason._tag !== "AuthExpired") return
      yield* store.setStatus(id, { status: "EXPIRED", reason, from: ["HEALTHY", "ERROR"], unchangedSince: seen.at })
    })
  })
})

const credentialFaults = (
  auth: Auth.Single,
  given: Readonly<Record<string, string>>
): ReadonlyArray<ApiError.ErrorDetail> => {
  if (auth._tag === "OAuth2") {
    const missing = (given["access_token"] ?? "") === ""
    const faults = missing ? [{ name: "access_token", message: "is required", isMissing: true }] : []
    const end = given["expires_at"]
    const isMoment = end === undefined || !Number.isNaN(Date.parse(end))
    const unsent = Request.unsendable(auth, { access_token: given["access_token"] ?? "" })
    return Asked.details("credentials", oauthFields, given, [
      ...faults,
      ...unsent.map((name) => ({ name, message: "contains characters that cannot be used", isMissing: false })),
      ...(isMoment ? [] : [{ name: "expires_at", message: "must be an ISO 8601 date-time", isMissing: false }])
    ])
  }
  const known = Object.keys(Asked.keysOf(auth))
  return Asked.details("credentials", known, given, Asked.readKeys(auth, (name) => given[name]).faults)
}

/** Settings that the connector can find out may be left out; those asked of a user, or told by a sign-in, may not. */
const settingFaults = (
  connector: Connector.Any,
  method: string | null,
  given: Readonly<Record<string, string>>
): ReadonlyArray<ApiError.ErrorDetail> => {
  const declared = Connector.settingsOf(connector, method)
  const fields = Asked.settingsOf(connector, method)
  const told = Object.entries(declared).flatMap(([name, setting]): ReadonlyArray<Asked.FieldFault> => {
    const value = given[name] ?? ""
    if (value === "") {
      // What is asked for and nothing else is told of by `fields`.
      const isAsked = Setting.placesOf(setting).every(({ _tag }) => _tag === "Asked")
      return isAsked || Setting.isFrom(setting, "Discovered") || setting.optional === true
        ? []
        : [{ name, message: "is required", isMissing: true }]
    }
    return name in fields || Setting.isFormed(setting, value)
      ? []
      : [{ name, message: "does not have the right form", isMissing: false }]
  })
  const known = Object.keys(declared)
  const elsewhere = Object.keys(given).filter(
    (name) => !known.includes(name) && Object.hasOwn(connector.settings as Setting.Settings, name)
  )
  return Asked.details("settings", [...known, ...elsewhere], given, [
    ...Asked.read(fields, (name) => given[name]).faults,
    ...told,
    ...elsewhere.map((name) => ({ name, message: "is of another way to be authorised", isMissing: false }))
  ])
}

/** A failure while trying credentials is about them: a platform that refuses them does not make the request's path unknown. */
const refusedCredentials = (error: ConnectorError.ConnectorError): ApiError.ApiError => {
  const mapped = fromConnectorError(error)
  const isRefusal = mapped.code === "not-found" || mapped.code === "record-already-exists"
  return isRefusal ? ApiError.make("platform-denied", mapped.message, "credentials") : mapped
}
const refusedConnection = ({ message, reason }: ConnectRefused): ApiError.ApiError => {
  switch (reason) {
    case "no-account":
      return ApiError.make("platform-denied", message, "credentials")
    case "incomplete":
      return ApiError.make("missing-params", message, "settings")
    case "other-account":
      return ApiError.make("conflict", message, "settings")
    case "untold-account":
      return ApiError.make("conflict", message, "credentials")
    case "gone":
      return ApiError.make("not-found", message, "company_id")
  }
}
