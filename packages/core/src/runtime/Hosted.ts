/**
 * The credentials of a connection that a host app keeps: constant, asked for, or in a store of its own that takes
 * refreshed tokens by compare-and-swap. One renewal at a time for each store; a rotated refresh token is held here until
 * the store has it, and nobody uses its access token before.
 */
import * as Effect from "effect/Effect"
import { type Credentials, methodOf, methodsOf, type Single } from "../contract/Auth.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, isConnectorError, Unavailable } from "../contract/ConnectorError.ts"
import type { Values } from "../contract/Setting.ts"
import { type Later, later } from "./Part.ts"
import { redactor } from "./Redact.ts"
import { authOf, type Connection } from "./Request.ts"
import { mistake } from "./Steps.ts"
import * as Tokens from "./Tokens.ts"
import { Sender, type Transport } from "./Transport.ts"
import * as Turns from "./Turns.ts"

/** The app's own registration at the platform. */
export interface OAuthApp {
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
  /** Another token endpoint than the platform's: a mock. */
  readonly tokenUrl?: string | undefined
}
/** Where the app keeps the tokens of one connection. */
export interface CredentialStore {
  readonly load: Effect.Effect<Credentials, unknown>
  /**
   * Stores fresh tokens in the place of `replaced`, in one step: false, and nothing stored, when these are not what is
   * stored any more, because another process was quicker. `settings` are those to connect with from now on: a platform
   * may have moved the account to another address.
   */
  readonly swap: (fresh: Credentials, replaced: Credentials, settings: Values) => Effect.Effect<boolean, unknown>
  /** Runs a renewal alone over all processes, such as under a lock of the row. */
  readonly exclusive?: (renewal: Effect.Effect<Credentials, ConnectorError>) => Effect.Effect<Credentials, unknown>
}
export interface Source {
  readonly store: CredentialStore
  /** Renewals of sources with the same owner exclude each other. */
  readonly owner: object
  readonly app: OAuthApp
}

/** How a connection is authorised, and for what. */
export interface Way {
  readonly settings: Values
  /** The only or the first way when absent. */
  readonly method?: string | undefined
}

/** Throws for a way that the connector does not have. */
export const demandMethod = (connector: Any, method: string | undefined): void => {
  if (methodOf(connector.auth, method) !== undefined) return
  const names = methodsOf(connector.auth).flatMap(([name]) => name ?? [])
  const message = `must be one of the ways to authorise ${connector.id}: ${names.join(", ") || "it has one only"}`
  throw mistake(connector, "connect", "method", message)
}

/** What the app's own code threw, as the one error: an outage, unless it is a `ConnectorError` already. */
export const failed =
  (
    connector: Any,
    place: string,
    {
      operation = "credentials",
      secrets = []
    }: { readonly operation?: string; readonly secrets?: ReadonlyArray<string> } = {}
  ) =>
  (error: unknown): ConnectorError => {
    if (isConnectorError(error)) return error
    const said = error instanceof Error ? error.message : String(error)
    const message = redactor(secrets)(`The app's own ${place} failed: ${said}`)
    return Object.assign(
      new ConnectorError({ connector: connector.id, operation, reason: new Unavailable({ message }) }),
      secrets.length === 0 ? { cause: error } : {}
    )
  }

/** Runs a function of the app's own. */
export const theirs = <A>(
  connector: Any,
  operation: string,
  place: string,
  call: () => A | Promise<A>
): Effect.Effect<A, ConnectorError> =>
  Effect.tryPromise({ try: async () => call(), catch: failed(connector, place, { operation }) })

/** What the app hands over as credentials, which may come from code without types. */
const held = (
  connector: Any,
  place: string,
  loaded: Effect.Effect<Credentials, unknown>
): Effect.Effect<Credentials, ConnectorError> =>
  Effect.flatMap(Effect.mapError(loaded, failed(connector, place)), (own: unknown) =>
    typeof own === "object" && own !== null
      ? Effect.succeed(own as Credentials)
      : mistake(connector, "credentials", "credentials", "must be an object of texts")
  )

/** What speaks OAuth. */
export const speakOAuth = (connector: Any) => Effect.map(later(connector, "credentials"), ({ OAuth }) => OAuth)

interface Keeping {
  readonly turns: Turns.Turns
  /** Tokens that the platform has granted and the store could not take yet. */
  unstored: { readonly fresh: Credentials; readonly replaced: Credentials } | null
}
const keepings = new WeakMap<object, Keeping>()
const keepingOf = (owner: object): Keeping => {
  const known = keepings.get(owner)
  if (known !== undefined) return known
  const made = { turns: Turns.make(), unstored: null }
  keepings.set(owner, made)
  return made
}

/** A connection whose tokens a host app stores. */
export interface Stored {
  readonly connector: Any
  readonly auth: Single
  readonly settings: Values
  readonly app: OAuthApp
  readonly store: CredentialStore
  readonly keeping: Keeping
  readonly transport: Transport
  /** What the store has. */
  readonly read: Effect.Effect<Credentials, ConnectorError>
}

/** The credentials of a connection whose tokens a host app stores and core refreshes. */
export const stored = (
  connector: Any,
  { method, settings }: Way,
  { app, owner, store }: Source,
  transport: Transport
): Pick<Connection, "credentials" | "renew"> => {
  const keeping = keepingOf(owner)
  /** Credentials that came out of the store, so that a renewal does not store them again. */
  const fromStore = new WeakSet<Credentials>()
  const read = Effect.map(held(connector, "store of credentials (load)", store.load), (found) => {
    fromStore.add(found)
    return found
  })
  const own: Stored = { connector, auth: authOf(connector, method), settings, app, store, keeping, transport, read }
  const renewing = (use: (parts: Later["Renewing"]) => Effect.Effect<Credentials, ConnectorError>) =>
    Effect.flatMap(later(connector, "credentials"), ({ Renewing }) => use(Renewing))
  return Tokens.make({
    load: Effect.suspend(() => {
      const { unstored } = keeping
      return unstored === null ? read : renewing(({ put }) => put(own, unstored.fresh, unstored.replaced))
    }),
    refresh: (current) => renewing(({ refresh }) => refresh(own, current)),
    store: (fresh, replaced) =>
      fromStore.has(fresh) ? Effect.succeed(fresh) : renewing(({ put }) => put(own, fresh, replaced)),
    exclusive: (renewal) =>
      keeping.turns.alone(
        store.exclusive === undefined
          ? renewal
          : Effect.mapError(store.exclusive(renewal), failed(connector, "store of credentials (exclusive)"))
      )
  })
}

/** The credentials of a connection that need no store: keys, constant tokens, and client credentials, whose tokens are asked for anew. */
export const given = (
  connector: Any,
  { method, settings }: Way,
  credentials: Effect.Effect<Credentials, unknown>,
  transport: Transport,
  tokenUrl?: string
): Pick<Connection, "credentials" | "renew"> => {
  const load = held(connector, "credentials", credentials)
  const auth = authOf(connector, method)
  if (auth._tag !== "ClientCredentials") return { credentials: load }
  let token: Credentials | null = null
  return Tokens.make({
    load: Effect.suspend(() =>
      token === null
        ? Effect.map(load, (own) => ({ expires_at: new Date(0).toISOString(), ...own }))
        : Effect.succeed(token)
    ),
    refresh: (old) =>
      speakOAuth(connector).pipe(
        Effect.flatMap((OAuth) => OAuth.clientCredentials(connector, auth, settings, old, tokenUrl)),
        Effect.provideService(Sender, transport)
      ),
    store: (fresh) =>
      Effect.sync(() => {
        token = fresh
        return fresh
      })
  })
}
