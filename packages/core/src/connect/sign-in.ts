/**
 * From nothing to the first token, for an app of your own: the address to send the user to, the exchange of what comes back,
 * the accounts to choose from, and the end. Both doors have it: `InEffect` is what the plain async functions run. What speaks
 * OAuth is loaded by the first.
 */
import * as Effect from "effect/Effect"
import { type App, type Credentials, methodOf, type OAuth2 } from "../contract/Auth.ts"
import type { Any, Connector } from "../contract/Connector.ts"
import { ConnectorError, Unsupported } from "../contract/ConnectorError.ts"
import * as FetchTransport from "../runtime/FetchTransport.ts"
import * as Hosted from "../runtime/Hosted.ts"
import type { MethodsOf, SettingsOf } from "../runtime/Offer.ts"
import { open } from "../runtime/Client.ts"
import * as Runner from "../runtime/Runner.ts"
import * as Given from "../runtime/Given.ts"
import { served } from "../runtime/Served.ts"
import { told } from "../runtime/Told.ts"
import type { CallMade } from "../runtime/Transport.ts"
import { Sender, type Transport } from "../runtime/Transport.ts"
import type { Values } from "../contract/Setting.ts"

/** The app's own registration at the platform. */
export interface Registration extends Hosted.OAuthApp {
  /** Where the platform sends the user back to, as it is registered there. */
  readonly redirectUri: string
  /** Instead of the connector's own: what the platform has approved the app for. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** Another address to send users to than the platform's: a mock. */
  readonly authorizeUrl?: string | undefined
}

/** What is kept, bound to the user's browser, between sending the user away and the callback. It is used once. */
export interface Flow {
  /** Comes back with the callback and tells which flow it is of; to be kept until then, for whoever is signing in. */
  readonly state: string
  /** The PKCE verifier, a secret; null where the platform takes none. */
  readonly verifier: string | null
}

/** What all steps are told. */
export interface Way<C> {
  /** Settings that are known by now: some platforms have to be asked at the user's own address. */
  readonly settings?: Partial<SettingsOf<C>> | undefined
  /** Which of a connector's ways to be authorised; the only or the first one when absent. */
  readonly method?: MethodsOf<C> | undefined
}
/** What plain async functions are told besides. */
export interface Plain {
  /** What asks the platform; the global `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Told of each call that was made to the platform: without bodies, headers, values of queries and secrets. */
  readonly onCall?: ((call: CallMade) => void) | undefined
  /** Ends the call; what it rejects with is the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
/**
 * What an authorise address is made of: the app's registration at the platform, and the way where there are several.
 */
export interface AuthorizeOptions<C> extends Way<C> {
  /** Your registration at the platform. */
  readonly app: Registration
}
/** What turns a callback into tokens: the same, the flow that was begun and the address that the user came back to. */
export interface ExchangeOptions<C> extends AuthorizeOptions<C> {
  /** What `authorize` answered for this user. */
  readonly flow: Flow
  /** The address that the user came back to, as a server tells it too (`/callback?code=…`), or its parameters. */
  readonly callback: URL | URLSearchParams | string
}
/** What is asked with tokens that are there. */
export interface TokensOptions<C> extends Way<C> {
  /** Those that are to be renewed or taken back. */
  readonly credentials: Credentials
  /** The app's own registration, where the platform's calls name it (`connector.app`). */
  readonly app?: App | undefined
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string | undefined
}
/** What ends an access at the platform: the tokens, and the settings of the connection. */
export interface DisconnectOptions<C> extends TokensOptions<C> {
  /** With it tokens are revoked too, where the platform takes that. */
  readonly app?: Registration | Hosted.OAuthApp | undefined
}
/** Where to send the user. */
export interface Authorization {
  /** Where the user is to be sent. */
  readonly url: URL
  /** Keep it with the user's session, and use it once. */
  readonly flow: Flow
}
/** What a user has granted: the tokens, and the settings that came with them. */
export interface Grant<C> {
  /** What the platform granted: to be kept sealed. */
  readonly credentials: Credentials
  /** The settings that are known now. */
  readonly settings: Partial<SettingsOf<C>>
}
/** One of the accounts that credentials lead to. */
export interface Choice<C> {
  /** What people call the account. */
  readonly name: string
  /** Those to connect with, beside the ones that are known. */
  readonly settings: Partial<SettingsOf<C>>
}
type AnyConnector = Connector<any, any, any, any, any>

const settingsOf = (way: Way<any>): Values => (way.settings ?? {}) as Values

/** The connector's OAuth, and what speaks it; `Unsupported` for a way that has none. */
const signingIn = (connector: Any, method: string | undefined) =>
  Effect.gen(function* () {
    Hosted.demandMethod(connector, method)
    const auth = methodOf(connector.auth, method)!
    if (auth._tag !== "OAuth2") {
      const capability = "signing in: its credentials are typed"
      return yield* new ConnectorError({
        connector: connector.id,
        operation: "authorise",
        reason: new Unsupported({ capability })
      })
    }
    return { auth: auth satisfies OAuth2, OAuth: yield* Hosted.speakOAuth(connector) }
  })

const opened = (connector: Any, options: TokensOptions<any>, transport: Transport) => {
  Hosted.demandMethod(connector, options.method)
  const settings = settingsOf(options)
  const access = Hosted.given(
    connector,
    { settings, method: options.method },
    Effect.succeed(options.credentials),
    transport
  )
  const { app, baseUrl, method } = options
  return served(open(transport, connector, { key: connector.id, settings, method, app, baseUrl, ...access }))
}

/** A step whose options are what they are to be. */
const taking = <A, R>(
  connector: Any,
  operation: string,
  given: Parameters<typeof told>[2],
  step: () => Effect.Effect<A, ConnectorError, R>
): Effect.Effect<A, ConnectorError, R> =>
  Effect.suspend(
    (): Effect.Effect<A, ConnectorError, R> =>
      Given.faultFor(connector, operation, []) ?? told(connector, operation, given, step)
  )
const authorising = "authorise"
const finding = "find out the account"
const disconnecting = "disconnect"

/** The steps as effects over a transport. */
export const InEffect = {
  authorize: <C extends AnyConnector>(
    connector: C,
    options: AuthorizeOptions<C>
  ): Effect.Effect<Authorization, ConnectorError> =>
    taking(
      connector,
      authorising,
      (is) => is.ofBeginning(options),
      () =>
        Effect.flatMap(signingIn(connector, options.method), ({ OAuth, auth }) =>
          OAuth.begin(auth, options.app, settingsOf(options))
        )
    ),
  exchange: <C extends AnyConnector>(
    connector: C,
    options: ExchangeOptions<C>,
    transport: Transport
  ): Effect.Effect<Grant<C>, ConnectorError> =>
    taking(
      connector,
      authorising,
      (is) => is.ofCallback(options),
      () => {
        const { app, callback, flow, ...way } = options
        return Effect.flatMap(signingIn(connector, way.method), ({ OAuth, auth }) =>
          OAuth.finish(
            connector,
            auth,
            app,
            settingsOf(way),
            flow,
            typeof callback === "string"
              ? new URL(callback, app.redirectUri).searchParams
              : "searchParams" in callback
                ? callback.searchParams
                : callback
          )
        )
      }
    ).pipe(
      Effect.map(({ credentials, settings }) => ({ credentials, settings: settings as Partial<SettingsOf<C>> })),
      Effect.provideService(Sender, transport)
    ),
  accounts: <C extends AnyConnector>(
    connector: C,
    options: TokensOptions<C>,
    transport: Transport
  ): Effect.Effect<ReadonlyArray<Choice<C>>, ConnectorError> =>
    taking(
      connector,
      finding,
      (is) => is.ofTokens(options),
      () => opened(connector, options, transport).discover
    ).pipe(
      Effect.map((found) => found.map(({ name, settings }) => ({ name, settings: settings as Partial<SettingsOf<C>> })))
    ),
  disconnect: <C extends AnyConnector>(
    connector: C,
    options: DisconnectOptions<C>,
    transport: Transport
  ): Effect.Effect<void, ConnectorError> =>
    taking(
      connector,
      disconnecting,
      (is) => is.ofTokens(options),
      () =>
        Effect.gen(function* () {
          yield* opened(connector, options, transport).disconnect
          const { app, credentials, method } = options
          if (app === undefined || methodOf(connector.auth, method)?._tag !== "OAuth2") return
          const { OAuth, auth } = yield* signingIn(connector, method)
          yield* OAuth.revoke(connector, auth, { redirectUri: "", ...app }, settingsOf(options), credentials)
        }).pipe(Effect.provideService(Sender, transport))
    )
}

/** Runs a step as a promise: whatever is wrong with what it is told is in the one error as well. */
const run = async <A, O extends Plain>(
  connector: Any,
  operation: string,
  options: O,
  step: (options: O, transport: Transport) => Effect.Effect<A, ConnectorError>
): Promise<A> => {
  const fault = Given.faultFor(connector, operation, [["options", options, Given.signalled]])
  if (fault !== null) throw fault
  return Runner.make(connector).run(
    operation,
    Effect.suspend(() =>
      step(options, FetchTransport.make(connector, options?.fetch ?? globalThis.fetch, options?.onCall))
    ),
    options?.signal
  )
}

/** The address to send the user to, and what its callback is checked against: keep `flow` with the user's session. */
export const authorize = <C extends AnyConnector>(
  connector: C,
  options: AuthorizeOptions<C> & Plain
): Promise<Authorization> => run(connector, authorising, options, (own) => InEffect.authorize(connector, own))

/**
 * Checks the callback (its state, issuer and signature, and what the platform says went wrong) and exchanges its code. `callback`
 * is the address the user came back to, or its parameters. The answer's settings are what is known then; what is still
 * missing, `accounts` finds out.
 */
export const exchange = <C extends AnyConnector>(
  connector: C,
  options: ExchangeOptions<C> & Plain
): Promise<Grant<C>> =>
  run(connector, authorising, options, (own, transport) => InEffect.exchange(connector, own, transport))

/**
 * The accounts that fresh credentials lead to, for the user to choose from: the settings of each are those to connect with, beside
 * the ones that are known. Empty for a platform where credentials lead to one account.
 */
export const accounts = <C extends AnyConnector>(
  connector: C,
  options: TokensOptions<C> & Plain
): Promise<ReadonlyArray<Choice<C>>> =>
  run(connector, finding, options, (own, transport) => InEffect.accounts(connector, own, transport))

/** Ends the authorisation at the platform, where it can be told: its own call for it, and the revocation of tokens. */
export const disconnect = <C extends AnyConnector>(
  connector: C,
  options: DisconnectOptions<C> & Plain
): Promise<void> =>
  run(connector, disconnecting, options, (own, transport) => InEffect.disconnect(connector, own, transport))
