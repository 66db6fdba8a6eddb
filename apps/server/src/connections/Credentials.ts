/**
 * The secrets of connections: sealed in their rows, opened for a call, renewed by one process at a time. A renewed token
 * is stored before anybody uses it, by compare-and-swap on the version of the credentials, and an authorisation counts
 * as ended only when the platform says so of the credentials that are stored at that moment.
 */
import { Auth, type Connector, ConnectorError as Errors, Setting } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Made, OAuth, Platform, type Request, Tokens } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { calling } from "../outbound/CallFor.ts"
import { Vault } from "../secrets/Vault.ts"
import {
  budgetKey,
  type ConnectionRow,
  ConnectionStore,
  type SealedConnection,
  type Status
} from "./ConnectionStore.ts"
import { disabled, Integrations } from "./Integrations.ts"

/** What is sealed of a connection: its credentials, and the settings that are secret. */
export interface Secrets {
  readonly credentials: Auth.Credentials
  readonly settings: Readonly<Record<string, string>>
}
/** A row with its connector: what a client is opened from. */
export interface Opened {
  readonly row: ConnectionRow
  readonly connector: Connector.Any
  readonly connection: Request.Connection
}

/** How long a process may take over a renewal, token call included; then another may try. */
const lease = "60 seconds"
/** Connections whose renewal is kept single in this process; the lease in the row would do so without. */
const remembered = 10_000

interface Stored {
  readonly credentials: string | null
  readonly version: number
  readonly status: Status
  readonly auth_method: string | null
}
interface Source extends Pick<Request.Connection, "credentials" | "renew"> {
  /** The credentials of a row that was read just now. */
  readonly from: (row: Stored) => Effect.Effect<Auth.Credentials, Failed>
}
type Failed = Errors.ConnectorError

export class Credentials extends Context.Service<
  Credentials,
  {
    /** Seals secrets for the row of a connection. */
    readonly seal: (connectionId: number, secrets: Secrets) => Effect.Effect<string>
    /** What is sealed of a connection, or null when it has nothing. */
    readonly open: (connectionId: number) => Effect.Effect<Secrets | null>
    /** A connection ready for core's Platform. Fails when it is not there or cannot be used. */
    readonly connection: (connectionId: number) => Effect.Effect<Opened, ApiError.ApiError>
    /** The same of a row that was read a moment ago, for use at once: its calls do not read it again. */
    readonly opened: (row: SealedConnection) => Effect.Effect<Opened, ApiError.ApiError>
  }
>()("@svc/server/connections/Credentials") {
  static readonly layer: Layer.Layer<
    Credentials,
    never,
    | SqlClient.SqlClient
    | Vault
    | Connectors
    | AppConfig
    | Integrations
    | ConnectionStore
    | Platform.Platform
    | HttpClient.HttpClient
  > = Layer.suspend(() => Layer.effect(Credentials, make))
}

/** Where a connection's secrets are sealed. */
export const place = (connectionId: number): string => `connection:credentials:${connectionId}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const connectors = yield* Connectors
  const config = yield* AppConfig
  const integrations = yield* Integrations
  const store = yield* ConnectionStore
  const platform = yield* Platform.Platform
  const http = yield* HttpClient.HttpClient
  const onCall = yield* Made.OnCall
  const scope = yield* Effect.scope

  const stored = (id: number) =>
    sql<Stored>`
      select credentials, credentials_version as version, status, auth_method from connection where id = ${id}`.pipe(
      Effect.orDie,
      Effect.map(([row]) => row)
    )
  /** What the same sealed text was opened to before: five steps of cryptography are too much for every call. */
  const unsealed = new Map<number, { readonly sealed: string; readonly secrets: Secrets }>()
  const unseal = (id: number, sealed: string) =>
    Effect.suspend(() => {
      const known = unsealed.get(id)
      if (known?.sealed === sealed) return Effect.succeed(known.secrets)
      return Effect.map(Effect.orDie(vault.open(place(id), sealed)), (secret) => {
        const secrets = JSON.parse(Redacted.value(secret)) as Secrets
        unsealed.delete(id)
        unsealed.set(id, { sealed, secrets })
        if (unsealed.size > remembered) unsealed.delete(unsealed.keys().next().value!)
        return secrets
      })
    })
  const seal = (id: number, secrets: Secrets) => vault.seal(place(id), Redacted.make(JSON.stringify(secrets)))
  const open = Effect.fnUntraced(function* (id: number) {
    const row = yield* stored(id)
    return row === undefined || row.credentials === null ? null : yield* unseal(id, row.credentials)
  })

  /** The version each loaded value was read at, and the secret settings beside it. */
  const origins = new WeakMap<Auth.Credentials, { readonly version: number; readonly secrets: Secrets }>()

  /** Settings that came with a renewal and are others than before: an account's address may have moved. */
  const told = new WeakMap<Auth.Credentials, Readonly<Record<string, string>>>()

  const renewing = (id: number, connector: Connector.Any, auth: Auth.Single): Source => {
    const ended = (message: string, status?: number) =>
      new Errors.ConnectorError({
        connector: connector.id,
        operation: "credentials",
        reason: new Errors.AuthExpired({ message, ...(status === undefined ? {} : { status }) })
      })
    const read = Effect.fnUntraced(function* (row: Stored | undefined): Effect.fn.Return<Auth.Credentials, Failed> {
      if (row === undefined || row.credentials === null || row.status === "DISCONNECTED") {
        return yield* ended("The connection was ended.")
      }
      if (row.status === "EXPIRED") return yield* ended("The user must authorise again.")
      // Whoever has it open speaks the way it was authorised before; what is stored now is for another.
      if (Auth.methodOf(connector.auth, row.auth_method) !== auth) {
        return yield* new Errors.ConnectorError({
          connector: connector.id,
          operation: "credentials",
          reason: new Errors.Unavailable({ message: "The connection was just authorised another way; try again." })
        })
      }
      const secrets = yield* unseal(id, row.credentials)
      origins.set(secrets.credentials, { version: row.version, secrets })
      return secrets.credentials
    })
    const load = Effect.flatMap(stored(id), read)
    const originOf = (credentials: Auth.Credentials) => origins.get(credentials)!

    /** The authorisation is over, unless what is stored has changed meanwhile: then that is the answer. */
    const over = Effect.fnUntraced(function* (used: Auth.Credentials, error: Failed) {
      const { version } = originOf(used)
      const now = yield* stored(id)
      if (now !== undefined && now.version !== version) return yield* load
      const reason = error.reason.message ?? "The platform no longer accepts the credentials."
      yield* store.setStatus(id, { status: "EXPIRED", reason, from: ["HEALTHY", "ERROR"], version })
      return yield* ended(reason)
    })

    /**
     * What becomes of refused credentials that cannot be renewed. The refusal may be one call's own affair, so it is their end
     * only when the connector's check is refused as well.
     */
    const judged = Effect.fnUntraced(function* (current: Auth.Credentials) {
      const row = yield* store.find(id)
      const client = platform.open(connector, {
        ...fixed(id, connector, row, originOf(current).secrets),
        app: row && (yield* Effect.orElseSucceed(integrations.appFor(row.organisation_id, connector), () => undefined)),
        credentials: Effect.succeed(current)
      })
      const verdict = yield* Effect.result(client.check)
      return Result.isFailure(verdict) && verdict.failure.reason._tag === "AuthExpired" ? verdict.failure : null
    })

    if (auth._tag !== "OAuth2" && auth._tag !== "ClientCredentials") {
      const lock = Semaphore.makeUnsafe(1)
      return {
        credentials: load,
        from: read,
        renew: (refused) =>
          lock.withPermit(
            Effect.gen(function* () {
              const current = yield* load
              if (origins.get(refused)?.version !== originOf(current).version) return current
              const refusal = yield* judged(current)
              return refusal === null ? current : yield* over(current, refusal)
            })
          )
      }
    }

    const ask = Effect.fnUntraced(
      function* (current: Auth.Credentials) {
        const row = yield* store.find(id)
        if (row === undefined) return yield* ended("The connection was ended.")
        const settings = { ...row.settings, ...originOf(current).secrets.settings }
        if (auth._tag === "ClientCredentials") {
          const tokenUrl = config.integration(connector.id).tokenUrl ?? undefined
          return yield* OAuth.clientCredentials(connector, auth, settings, current, tokenUrl)
        }
        const found = yield* Effect.result(integrations.clientFor(row.organisation_id, connector))
        if (current["refresh_token"] === undefined || Result.isFailure(found)) {
          const refusal = yield* judged(current)
          if (refusal === null) return current
          const why = Result.isFailure(found) ? found.failure.message : "There is no refresh token."
          const said = refusal.reason.message ?? "The platform no longer accepts the access token."
          return yield* ended(`${said} It cannot be renewed: ${why}`, 401)
        }
        const client = found.success
        const granted = yield* OAuth.renew(connector, auth, client, settings, current)
        const moved = Object.entries(granted.settings).filter(([name, value]) => settings[name] !== value)
        if (moved.length > 0) told.set(granted.credentials, Object.fromEntries(moved))
        return granted.credentials
      },
      Effect.provideService(HttpClient.HttpClient, http),
      Effect.provideService(Made.OnCall, onCall),
      calling({ connectionId: id })
    )

    // Refused client credentials are the user's own; a refused client of a refresh is the operator's, and can be mended.
    const isOver = ({ reason }: Failed): boolean =>
      reason._tag === "AuthExpired" || (auth._tag === "ClientCredentials" && reason._tag === "Rejected")

    const swap = (fresh: Auth.Credentials, replaced: Auth.Credentials) =>
      Effect.gen(function* () {
        const origin = originOf(replaced)
        const known = origins.get(fresh)
        // `over` answered what another process has stored.
        if (known !== undefined) return fresh
        const sealed = yield* seal(id, { ...origin.secrets, credentials: fresh })
        const moved = told.has(fresh) ? JSON.stringify(told.get(fresh)) : null
        const [row] = yield* sql<{ version: number; status: Status }>`
          update connection set credentials = ${sealed}, credentials_version = credentials_version + 1,
            settings = case when ${moved}::text is null then settings
              else (settings::jsonb || ${moved}::text::jsonb)::json end
          where id = ${id} and credentials_version = ${origin.version} and status <> 'DISCONNECTED'
          returning credentials_version as version, status`.pipe(
          // The platform may have forgotten the old refresh token already: what came must not be lost to a database
          // that is away for a moment.
          Effect.retry({ schedule: Schedule.exponential("100 millis"), times: 8 }),
          Effect.orDie
        )
        yield* store.forget
        if (row === undefined) return yield* load
        origins.set(fresh, { version: row.version, secrets: { ...origin.secrets, credentials: fresh } })
        if (row.status === "EXPIRED") {
          yield* store.setStatus(id, { status: "HEALTHY", reason: null, from: ["EXPIRED"], version: row.version })
        }
        return fresh
      })

    const tokens = Tokens.make({
      load,
      refresh: (current) => ask(current).pipe(Effect.catchIf(isOver, (error) => over(current, error))),
      store: swap,
      exclusive: (renewal) => alone(id, renewal)
    })
    return { ...tokens, from: (row) => Effect.flatMap(read(row), tokens.fresh) }
  }

  /** Takes the lease of the row, waits while another process has it, and gives it back. */
  const leased = <A>(id: number, renewal: Effect.Effect<A, Failed>): Effect.Effect<A, Failed> => {
    const take = sql<{ until: Date }>`
      update connection set renewal_lease = date_trunc('milliseconds', clock_timestamp() + ${lease}::interval)
      where id = ${id} and (renewal_lease is null or renewal_lease < clock_timestamp())
      returning renewal_lease as until`.pipe(
      Effect.orDie,
      Effect.map(([row]) => row)
    )
    const taken = Effect.gen(function* () {
      for (;;) {
        const row = yield* take
        if (row !== undefined) return row.until
        // A row that is gone has no lease; the renewal itself says so.
        if ((yield* stored(id)) === undefined) return null
        yield* Effect.sleep("50 millis")
      }
    })
    const give = (until: Date | null) =>
      sql`update connection set renewal_lease = null where id = ${id} and renewal_lease = ${until}`.pipe(
        Effect.ignoreCause
      )
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(taken), (until) => Effect.ensuring(renewal, give(until)))
    )
  }
  /**
   * A renewal goes on when the call that asked for it is interrupted, and the service waits for it when it stops: between
   * the platform's answer and the store there is no other copy of a rotated token.
   */
  const alone = <A>(id: number, renewal: Effect.Effect<A, Failed>): Effect.Effect<A, Failed> =>
    leased(id, renewal).pipe(Effect.forkIn(scope), Effect.flatMap(Fiber.join))

  const sources = new Map<number, { readonly auth: Auth.Single; readonly source: Source }>()
  const sourceOf = (id: number, connector: Connector.Any, auth: Auth.Single): Source => {
    const known = sources.get(id)
    if (known !== undefined && known.auth === auth) return known.source
    const source = renewing(id, connector, auth)
    sources.set(id, { auth, source })
    if (sources.size > remembered) sources.delete(sources.keys().next().value!)
    return source
  }
  const fixed = (
    id: number,
    connector: Connector.Any,
    row: ConnectionRow | undefined,
    secrets: Secrets | null
  ): Pick<Request.Connection, "key" | "settings" | "method" | "baseUrl"> => ({
    key: budgetKey(id),
    method: row?.auth_method,
    settings: { ...row?.settings, ...secrets?.settings },
    baseUrl: config.integration(connector.id).baseUrl ?? undefined
  })

  const opened = Effect.fnUntraced(function* (
    row: SealedConnection
  ): Effect.fn.Return<Opened & { readonly source: Source }, ApiError.ApiError> {
    const { id } = row
    const connector = yield* connectors.get(row.integration_type)
    if (connector === undefined) {
      const code = connectors.has(row.integration_type) ? "platform-unavailable" : "unsupported"
      return yield* ApiError.make(code, connectors.lack(row.integration_type))
    }
    if (row.is_disabled) {
      return yield* ApiError.make("unsupported", disabled(row.integration_type))
    }
    const auth = Auth.methodOf(connector.auth, row.auth_method)
    if (auth === undefined) {
      const message = `${connector.name} can no longer be authorised the way this connection was: connect it again.`
      return yield* ApiError.make("unsupported", message)
    }
    const hasSecretSettings = Object.values(connector.settings as Setting.Settings).some(Setting.isSecret)
    const secrets = hasSecretSettings && row.credentials !== null ? yield* unseal(id, row.credentials) : null
    const source = sourceOf(id, connector, auth)
    const { from: _from, ...own } = source
    const app = yield* integrations.appFor(row.organisation_id, connector)
    return { row, connector, source, connection: { ...fixed(id, connector, row, secrets), app, ...own } }
  })

  return Credentials.of({
    seal,
    open,
    connection: Effect.fnUntraced(function* (id) {
      const row = yield* store.findSealed(id)
      return row === undefined ? yield* ApiError.notFound(`connection ${id}`) : yield* opened(row)
    }),
    opened: Effect.fnUntraced(function* (row) {
      const { connection, connector, source } = yield* opened(row)
      return { row, connector, connection: { ...connection, credentials: source.from(row) } }
    })
  })
})
