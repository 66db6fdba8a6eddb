/**
 * Makes a connection of credentials: finds out the account, tries the credentials with one cheap call, and only then
 * stores them. The connect page and the API come here. Nothing calls a platform inside a transaction.
 */
import { type Account, Auth, Connector, type ConnectorError, Setting } from "@svc/core"
import { Accounts, Made, OAuth, Platform, Request } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Syncs } from "../sync/Syncs.ts"
import { calling } from "../outbound/CallFor.ts"
import { Subscriptions } from "../webhooks/Subscriptions.ts"
import { type ConnectionRow, ConnectionStore } from "./ConnectionStore.ts"
import { Credentials } from "./Credentials.ts"
import { Integrations } from "./Integrations.ts"
import * as SyncConfig from "./SyncConfig.ts"

type Values = Readonly<Record<string, string>>

/** Why credentials do not become a connection, although the platform took them. */
export class ConnectRefused extends Data.TaggedError("ConnectRefused")<{
  /**
   * `no-account`: they lead to none, or not to the one that the settings name. `other-account`: to another than the
   * connection that was to be renewed. `untold-account`: nobody can say to which, and the company has a connection already.
   * `incomplete`: the platform did not say what is needed (`message` names it). `gone`: the company or the link is no more.
   */
  readonly reason: "no-account" | "other-account" | "untold-account" | "incomplete" | "gone"
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
    | Integrations
    | SqlClient.SqlClient
    | AppConfig
    | Credentials
    | ConnectionStore
    | Syncs
    | Subscriptions
    | Platform.Platform
    | HttpClient.HttpClient
  > = Layer.suspend(() => Layer.effect(Connecting, make))
}

/** Calls of this are made before there is a connection. */
const connectingFor = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { companyId, organisationId }: Candidate
): Effect.Effect<A, E, R> => calling({ purpose: "connect", companyId, organisationId })(effect)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const config = yield* AppConfig
  const integrations = yield* Integrations
  const credentials = yield* Credentials
  const store = yield* ConnectionStore
  const syncs = yield* Syncs
  const subscriptions = yield* Subscriptions
  const platform = yield* Platform.Platform
  const http = yield* HttpClient.HttpClient
  const onCall = yield* Made.OnCall
  const audit = Audit.writer(sql)

  const clientOf = ({ connector, credentials, method, organisationId, settings }: Candidate) =>
    // Without it core says what is missing, and sends nothing.
    Effect.map(
      Effect.orElseSucceed(integrations.appFor(organisationId, connector), () => undefined),
      (app) =>
        platform.open(connector, {
          // Candidates of one organisation and platform share a budget: there is no connection yet to have its own.
          key: `connecting:${organisationId}:${connector.id}`,
          settings,
          method,
          credentials: Effect.succeed(credentials),
          app,
          baseUrl: config.integration(connector.id).baseUrl ?? undefined
        })
    )
  /**
   * The ids of the accounts of connections whose account the platform tells and that were made before it was asked: asked
   * now, with what they have. Those that do not answer stay unknown, and are then told by what is stored of them.
   */
  const learned = Effect.fnUntraced(function* (connector: Connector.Any, rows: ReadonlyArray<ConnectionRow>) {
    if ((connector.account as Account.Account)._tag !== "Answer") return new Map<number, string>()
    const found = yield* Effect.forEach(
      rows.filter(({ account, status }) => account === null && status !== "DISCONNECTED"),
      (row) =>
        credentials.connection(row.id).pipe(
          Effect.flatMap(({ connection }) => platform.open(connector, connection).account),
          Effect.timeout("10 seconds"),
          Effect.tap(
            (account) => sql`update connection set account = ${account} where id = ${row.id} and account is null`
          ),
          Effect.map((account) => (account === null ? [] : [[row.id, account] as const])),
          Effect.catch(() => Effect.succeed([]))
        )
    )
    return new Map(found.flat())
  })
  /** Those of the rows that hold these very credentials: whatever the account is, it is the same. */
  const holding = Effect.fnUntraced(function* (rows: ReadonlyArray<ConnectionRow>, own: Auth.Credentials) {
    const found = yield* Effect.forEach(rows, (row) =>
      Effect.map(credentials.open(row.id), (secrets) =>
        secrets !== null && isSameKey(secrets.credentials, own) ? [row.id] : []
      )
    )
    return new Set(found.flat())
  })
  const ofCompany = (companyId: number, connector: Connector.Any) =>
    store.select("c.company_id = $1 and c.integration_type = $2", [companyId, connector.id])
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
        Effect.provideService(HttpClient.HttpClient, http),
        Effect.provideService(Made.OnCall, onCall)
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
              ).pipe(Effect.provideService(HttpClient.HttpClient, http), Effect.provideService(Made.OnCall, onCall))
            }
          : given
      const ready = { _tag: "Ready", candidate } as const
      const isOpen = Object.entries(Connector.settingsOf(connector, given.method)).some(
        ([name, setting]) => Setting.isFrom(setting, "Discovered") && (candidate.settings[name] ?? "") === ""
      )
      if (connector.discover === undefined || !isOpen) return ready
      const found = yield* (yield* clientOf(candidate)).discover
      const choices = found.map(({ name, settings }) => ({ name, settings: settings as Values }))
      // Whoever names the account has chosen.
      const named = choices.filter(({ settings }) =>
        Object.entries(settings).every(([name, value]) => {
          const given = candidate.settings[name] ?? ""
          return given === "" || given === value
        })
      )
      const before = yield* renewed(candidate)
      const own = before === undefined ? null : Accounts.ofSettings(connector, before.settings)
      const offered = named.filter(({ settings }) => {
        const account = Accounts.ofSettings(connector, { ...candidate.settings, ...settings })
        return own === null || account === null || account === own
      })
      const [only] = offered
      if (only === undefined) {
        const none = (message: string) => new ConnectRefused({ reason: "no-account", message })
        return yield* choices.length === 0
          ? none(`${connector.name} shows no account for this sign-in.`)
          : named.length === 0
            ? none("These credentials do not lead to the account that the settings name.")
            : new ConnectRefused({ reason: "other-account", message: otherAccount(connector) })
      }
      return offered.length === 1
        ? ({
            _tag: "Ready",
            candidate: { ...candidate, settings: { ...candidate.settings, ...only.settings } }
          } as const)
        : ({ _tag: "Choose", candidate, choices: offered } as const)
    }, connectingFor),

    finish: Effect.fn("Connecting.finish")(function* (given, options) {
      const { companyId, connector, organisationId } = given
      const settings = Setting.normal(connector.settings as Setting.Settings, given.settings)
      const candidate: Candidate = { ...given, settings }
      const missing = missingOf(candidate)
      if (missing.length > 0) {
        const message = `${connector.name} did not say: ${missing.join(", ")}.`
        return yield* new ConnectRefused({ reason: "incomplete", message })
      }
      const { secret, shown } = split(connector, settings)
      const before = yield* renewed(candidate)
      const other = new ConnectRefused({ reason: "other-account", message: otherAccount(connector) })
      const toldBySettings = Accounts.ofSettings(connector, shown)
      if (before !== undefined && toldBySettings !== Accounts.ofSettings(connector, before.settings))
        return yield* other
      const told = yield* (yield* clientOf(candidate)).account
      const account = toldBySettings === null ? told : null
      const earlier = yield* ofCompany(companyId, connector)
      const asked = yield* learned(connector, earlier)
      const held = yield* holding(earlier, candidate.credentials)
      /** Whether a stored connection is to the same account: true, false, or null where nothing says it. */
      const isSame = (row: ConnectionRow): boolean | null => {
        if (toldBySettings !== null) return Accounts.ofSettings(connector, row.settings) === toldBySettings
        const known = row.account ?? asked.get(row.id)
        if (account !== null && known !== undefined) return known === account
        const traces = isSameByTraces(connector, row.settings, shown)
        return traces === null && held.has(row.id) ? true : traces
      }
      if (before !== undefined && isSame(before) === false) return yield* other

      const now = new Date()
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            // Two that finish at once for one company take turns, so that an account becomes one connection. Not `for
            // update`, which would keep rows that refer to the company waiting: whoever holds a connection writes such.
            const [company] = yield* sql<{ id: number }>`
              select id from company where id = ${companyId} and organisation_id = ${organisationId}
                and erasing_at is null for no key update`
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
            const known = yield* ofCompany(companyId, connector)
            const fitting = known.filter((row) =>
              candidate.reconnects === null ? isSame(row) === true : row.id === candidate.reconnects
            )
            const same = fitting.find(({ status }) => status !== "DISCONNECTED") ?? fitting[0]
            if (same !== undefined && isSame(same) === false) return yield* other
            const [first] = known
            if (same === undefined && first !== undefined && account === null && toldBySettings === null) {
              return yield* new ConnectRefused({
                reason: "untold-account",
                message: untoldAccount(connector, first.id)
              })
            }
            const id = same?.id ?? (yield* nextId)
            const sealed = yield* credentials.seal(id, { credentials: candidate.credentials, settings: secret })
            if (same === undefined) {
              const auth = Request.authOf(connector, candidate.method)
              const scope = Auth.scopeOf(auth, candidate.credentials)
              const configs = options.ownConfig ?? SyncConfig.forConnector(options.linkConfig, connector, scope, now)
              yield* sql`
                insert into connection (id, organisation_id, company_id, invite_link_id, integration_type, category, account,
                  auth_method, status, settings, credentials, credentials_version, sync_config)
                values (${id}, ${organisationId}, ${companyId}, ${options.inviteLinkId}, ${connector.id},
                  ${connector.category}, ${account}, ${candidate.method}, 'HEALTHY', ${JSON.stringify(shown)}::text::json, ${sealed}, 1,
                  ${JSON.stringify(configs)}::text::json)`
            } else {
              // The lease is given up: what a renewal under way brings belongs to the old authorisation.
              yield* sql`
                update connection set status = 'HEALTHY', status_reason = null, auth_method = ${candidate.method},
                  credentials = ${sealed}, credentials_version = credentials_version + 1, renewal_lease = null,
                  account = ${account}, settings = ${JSON.stringify(shown)}::text::json, updated_at = now()
                where id = ${id}`
              if (options.ownConfig !== null) {
                yield* sql`update connection set sync_config = ${JSON.stringify(options.ownConfig)}::text::json
                  where id = ${id}`
              }
            }
            yield* store.announce(id, same === undefined ? "CREATE" : "UPDATE")
            yield* syncs.onConnected(id)
            yield* subscriptions.onConnected(id, connector.id, same !== undefined)
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
    }, connectingFor)
  })
})

const otherAccount = ({ name }: Connector.Any): string =>
  `This sign-in is for another ${name} account than the one that was connected.`

/** Labels of the settings a candidate still lacks. */
const missingOf = ({ connector, method, settings }: Candidate): ReadonlyArray<string> =>
  Object.entries(Connector.settingsOf(connector, method))
    .filter(([name, setting]) => setting.optional !== true && (settings[name] ?? "") === "")
    .map(([, { label }]) => label)

/** What may be shown of the settings, and what is sealed. */
const split = (connector: Connector.Any, settings: Values): { readonly shown: Values; readonly secret: Values } => {
  const declared = connector.settings as Setting.Settings
  const entries = Object.entries(settings).filter(([name]) => Object.hasOwn(declared, name))
  return {
    shown: Object.fromEntries(entries.filter(([name]) => !Setting.isSecret(declared[name]))),
    secret: Object.fromEntries(entries.filter(([name]) => Setting.isSecret(declared[name])))
  }
}

const untoldAccount = ({ name }: Connector.Any, id: number): string =>
  `${name} does not say which account credentials are for, and this company has connection ${id} already. ` +
  "To renew that one, reconnect it; another account is connected in a company of its own."

/** What changes with every token: the keys beside it, where there are any, stay. */
const passing = ["access_token", "refresh_token", "expires_at", "scope"]

/** Whether two lots of credentials are the same key or token. */
const isSameKey = (a: Auth.Credentials, b: Auth.Credentials): boolean => {
  const lasting = [...Object.keys(a), ...Object.keys(b)].filter((name) => !passing.includes(name))
  const names = lasting.length > 0 || a["access_token"] === undefined ? lasting : ["access_token"]
  return names.every((name) => a[name] === b[name])
}

/**
 * Whether the settings of a connection whose account nobody can be asked for say that it is the same: those that it cannot do
 * without, and what the platform told of the account itself. Null where they do not say it: a place and what the platform
 * told mean an account, a choice such as a region does not.
 */
const isSameByTraces = (connector: Connector.Any, stored: Values, own: Values): boolean | null => {
  const declared = connector.settings as Setting.Settings
  const before = Setting.normal(declared, stored)
  let isTelling = false
  for (const [name, setting] of Object.entries(declared)) {
    if (Setting.isSecret(setting) || (setting.optional === true && setting._tag === "Asked")) continue
    const [one, two] = [before[name] ?? "", own[name] ?? ""]
    if (Setting.isPartial(setting) && (one === "" || two === "")) continue
    if (one !== two) return false
    isTelling ||= setting._tag !== "Asked" || setting.normalize !== undefined
  }
  return isTelling && (connector.account as Account.Account)._tag === "Answer" ? true : null
}
