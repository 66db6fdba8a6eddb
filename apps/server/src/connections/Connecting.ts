/**
 * Makes a connection of credentials: finds out the account, tries the credentials with one cheap call, and only then
 * stores them. The connect page and the API come here. Nothing calls a platform inside a transaction.
 */
import { Auth, type Connector, type ConnectorError, type Setting } from "@svc/core"
import { OAuth, Platform, Request } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Syncs } from "../sync/Syncs.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import { Credentials } from "./Credentials.ts"
import * as SyncConfig from "./SyncConfig.ts"

type Values = Readonly<Record<string, string>>

/** Why credentials do not become a connection, although the platform took them. */
export class ConnectRefused extends Data.TaggedError("ConnectRefused")<{
  /**
   * `no-account`: they lead to none. `other-account`: to another than the connection that was to be renewed.
   * `incomplete`: the platform did not say what is needed (`message` names it). `gone`: the company or the link is no more.
   */
  readonly reason: "no-account" | "other-account" | "incomplete" | "gone"
  readonly message: string
}> {}

/** Credentials on their way to a connection. */
export interface Candidate {
  readonly organisationId: number
  readonly companyId: number
  readonly connector: Connector.Any
  /** Which of the connector's ways the credentials are for; null where it has one. */
  readonly method: string | null
  readonly credentials: Auth.Credentials
  readonly settings: Values
  /** The connection to be renewed, whatever else the company has. */
  readonly reconnects: number | null
}
export interface Choice {
  readonly name: string
  readonly settings: Values
}
/** What was found out: ready to be tried, or accounts to choose from (with the credentials, which may be fresh tokens). */
export type Inspected =
  | { readonly _tag: "Ready"; readonly candidate: Candidate }
  | { readonly _tag: "Choose"; readonly candidate: Candidate; readonly choices: ReadonlyArray<Choice> }

export interface SaveOptions {
  /** Who connects, for the audit log. */
  readonly by: Audit.Actor
  readonly inviteLinkId: number | null
  /** The company's name, where it has none yet. */
  readonly companyName: string | null
  /** For any platform, as an invite link has it; used for a new connection only. */
  readonly linkConfig: SyncConfig.SyncConfigs | null
  /** For this connection; replaces what it had. */
  readonly ownConfig: SyncConfig.SyncConfigs | null
}

export class Connecting extends Context.Service<
  Connecting,
  {
    /** Checks the callback of a sign-in and fetches its tokens. */
    readonly exchange: (
      connector: Connector.Any,
      auth: Auth.OAuth2,
      client: OAuth.OAuthClient,
      settings: Values,
      flow: OAuth.Flow,
      callback: URLSearchParams
    ) => Effect.Effect<OAuth.Granted, ConnectorError.ConnectorError>
    /** Fetches tokens where that needs no user, and finds out the account. */
    readonly inspect: (candidate: Candidate) => Effect.Effect<Inspected, ConnectorError.ConnectorError | ConnectRefused>
    /** Tries a candidate and stores it; answers the connection's id. The same account of the same company is the same connection. */
    readonly finish: (
      candidate: Candidate,
      options: SaveOptions
    ) => Effect.Effect<number, ConnectorError.ConnectorError | ConnectRefused>
  }
>()("@svc/server/connections/Connecting") {
  static readonly layer: Layer.Layer<
    Connecting,
    never,
    SqlClient.SqlClient | AppConfig | Credentials | ConnectionStore | Syncs | Platform.Platform | HttpClient.HttpClient
  > = Layer.suspend(() => Layer.effect(Connecting, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const config = yield* AppConfig
  const credentials = yield* Credentials
  const store = yield* ConnectionStore
  const syncs = yield* Syncs
  const platform = yield* Platform.Platform
  const http = yield* HttpClient.HttpClient
  const audit = Audit.writer(sql)

  const clientOf = ({ connector, credentials, method, organisationId, settings }: Candidate) =>
    platform.open(connector, {
      // Candidates of one organisation and platform share a budget: there is no connection yet to have its own.
      key: `connecting:${organisationId}:${connector.id}`,
      settings,
      method,
      credentials: Effect.succeed(credentials),
      baseUrl: config.integration(connector.id).baseUrl ?? undefined
    })
  const nextId = Effect.map(sql<{ id: number }>`select nextval('svc_id') as id`, ([row]) => row!.id)

  const renewed = Effect.fnUntraced(function* ({ companyId, connector, reconnects }: Candidate) {
    if (reconnects === null) return undefined
    const row = yield* store.find(reconnects)
    if (row === undefined || row.company_id !== companyId || row.integration_type !== connector.id) {
      return yield* new ConnectRefused({ reason: "gone", message: "The connection that was to be renewed is gone." })
    }
    return row
  })

  return Connecting.of({
    exchange: (connector, auth, client, settings, flow, callback) =>
      OAuth.finish(connector, auth, client, settings, flow, callback).pipe(
        Effect.provideService(HttpClient.HttpClient, http)
      ),
    inspect: Effect.fn("Connecting.inspect")(function* (given) {
      const { connector } = given
      const auth = Request.authOf(connector, given.method)
      const candidate: Candidate =
        auth._tag === "ClientCredentials" && given.credentials["access_token"] === undefined
          ? {
              ...given,
              credentials: yield* OAuth.clientCredentials(
                connector,
                auth,
                given.settings,
                given.credentials,
                config.integration(connector.id).tokenUrl ?? undefined
              ).pipe(Effect.provideService(HttpClient.HttpClient, http))
            }
          : given
      const ready = { _tag: "Ready", candidate } as const
      const isOpen = Object.entries(connector.settings as Setting.Settings).some(
        ([name, setting]) => setting._tag === "Discovered" && (candidate.settings[name] ?? "") === ""
      )
      if (connector.discover === undefined || !isOpen) return ready
      const found = yield* clientOf(candidate).discover
      const choices = found.map(({ name, settings }) => ({ name, settings: settings as Values }))
      const before = yield* renewed(candidate)
      const same =
        before && choices.filter((choice) => isSameAccount(connector, choice.settings, before.settings, true))
      const offered = same === undefined ? choices : same
      const [only] = offered
      if (only === undefined) {
        return yield* choices.length === 0
          ? new ConnectRefused({
              reason: "no-account",
              message: `${connector.name} shows no account for this sign-in.`
            })
          : new ConnectRefused({ reason: "other-account", message: otherAccount(connector) })
      }
      return offered.length === 1
        ? ({
            _tag: "Ready",
            candidate: { ...candidate, settings: { ...candidate.settings, ...only.settings } }
          } as const)
        : ({ _tag: "Choose", candidate, choices: offered } as const)
    }),

    finish: Effect.fn("Connecting.finish")(function* (candidate, options) {
      const { companyId, connector, organisationId, settings } = candidate
      const missing = missingOf(connector, settings)
      if (missing.length > 0) {
        const message = `${connector.name} did not say: ${missing.join(", ")}.`
        return yield* new ConnectRefused({ reason: "incomplete", message })
      }
      const { secret, shown } = split(connector, settings)
      const before = yield* renewed(candidate)
      if (before !== undefined && !isSameAccount(connector, before.settings, shown)) {
        return yield* new ConnectRefused({ reason: "other-account", message: otherAccount(connector) })
      }
      yield* clientOf(candidate).check

      const now = new Date()
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            // Two that finish at once for one company take turns, so that an account becomes one connection.
            const [company] = yield* sql<{ id: number }>`
              select id from company where id = ${companyId} and organisation_id = ${organisationId}
                and erasing_at is null for update`
            const [link] =
              options.inviteLinkId === null
                ? [{ id: null }]
                : yield* sql<{ id: number | null }>`
                    select id from invite_link where id = ${options.inviteLinkId} and revoked_at is null
                      and expires_at > now()`
            if (company === undefined || link === undefined) {
              return yield* new ConnectRefused({ reason: "gone", message: "The invitation is no longer valid." })
            }
            if (options.companyName !== null) {
              yield* sql`update company set name = ${options.companyName}, updated_at = now()
                where id = ${companyId} and (name is null or name = '')`
            }
            const known = yield* store.select("c.company_id = $1 and c.integration_type = $2", [
              companyId,
              connector.id
            ])
            const same = known.find((row) =>
              candidate.reconnects === null
                ? isSameAccount(connector, row.settings, shown)
                : row.id === candidate.reconnects
            )
            const id = same?.id ?? (yield* nextId)
            const sealed = yield* credentials.seal(id, { credentials: candidate.credentials, settings: secret })
            if (same === undefined) {
              const auth = Request.authOf(connector, candidate.method)
              const scope = Auth.scopeOf(auth, candidate.credentials)
              const configs = options.ownConfig ?? SyncConfig.forConnector(options.linkConfig, connector, scope, now)
              yield* sql`
                insert into connection (id, organisation_id, company_id, invite_link_id, integration_type, category,
                  auth_method, status, settings, credentials, credentials_version, sync_config)
                values (${id}, ${organisationId}, ${companyId}, ${options.inviteLinkId}, ${connector.id},
                  ${connector.category}, ${candidate.method}, 'HEALTHY', ${JSON.stringify(shown)}::text::json, ${sealed}, 1,
                  ${JSON.stringify(configs)}::text::json)`
            } else {
              // The lease is given up: what a renewal under way brings belongs to the old authorisation.
              yield* sql`
                update connection set status = 'HEALTHY', status_reason = null, auth_method = ${candidate.method},
                  credentials = ${sealed}, credentials_version = credentials_version + 1, renewal_lease = null,
                  settings = ${JSON.stringify(shown)}::text::json, updated_at = now()
                where id = ${id}`
              if (options.ownConfig !== null) {
                yield* sql`update connection set sync_config = ${JSON.stringify(options.ownConfig)}::text::json
                  where id = ${id}`
              }
            }
            yield* store.announce(id, same === undefined ? "CREATE" : "UPDATE")
            yield* syncs.onConnected(id)
            yield* audit(options.by, {
              action: same === undefined ? "CONNECTION_CREATED" : "CONNECTION_RENEWED",
              target: id,
              companyId,
              details: { integration_type: connector.id }
            })
            return id
          })
        )
        .pipe(
          Effect.catchTag("SqlError", Effect.die),
          Effect.tap(() => store.forget)
        )
    })
  })
})

const otherAccount = ({ name }: Connector.Any): string =>
  `This sign-in is for another ${name} account than the one that was connected.`

/** Labels of the settings a candidate still lacks. */
const missingOf = (connector: Connector.Any, settings: Values): ReadonlyArray<string> =>
  Object.entries(connector.settings as Setting.Settings)
    .filter(([name, setting]) => setting.optional !== true && (settings[name] ?? "") === "")
    .map(([, { label }]) => label)

const isSecret = (setting: Setting.Setting | undefined): boolean => setting?._tag === "Asked" && setting.secret === true

/** What may be shown of the settings, and what is sealed. */
const split = (connector: Connector.Any, settings: Values): { readonly shown: Values; readonly secret: Values } => {
  const declared = connector.settings as Setting.Settings
  const entries = Object.entries(settings).filter(([name]) => Object.hasOwn(declared, name))
  return {
    shown: Object.fromEntries(entries.filter(([name]) => !isSecret(declared[name]))),
    secret: Object.fromEntries(entries.filter(([name]) => isSecret(declared[name])))
  }
}

/**
 * Whether two sets of settings mean the same account: those a connection cannot do without are what tells accounts apart.
 * Optional ones may change from one sign-in to the next. `isPart` compares only what the first set names.
 */
export const isSameAccount = (connector: Connector.Any, a: Values, b: Values, isPart = false): boolean =>
  Object.entries(connector.settings as Setting.Settings)
    .filter(([, setting]) => setting.optional !== true && !isSecret(setting))
    .every(([name]) => a[name] === b[name] || (isPart && a[name] === undefined))
