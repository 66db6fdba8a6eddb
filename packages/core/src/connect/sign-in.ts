/**
 * From nothing to the first token, for an app of your own: the address to send the user to, the exchange of what comes back,
 * the accounts to choose from, and the end. Plain async functions beside `connect`; what speaks OAuth is loaded by the first.
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
  readonly state: string
  readonly verifier: string | null
}

interface Way<C> {
  /** Settings that are known by now: some platforms have to be asked at the user's own address. */
  readonly settings?: Partial<SettingsOf<C>> | undefined
  /** Which of a connector's ways to be authorised; the only or the first one when absent. */
  readonly method?: MethodsOf<C> | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly signal?: AbortSignal | undefined
}
interface Tokens<C> extends Way<C> {
  readonly credentials: Credentials
  /** The app's own registration, where the platform's calls name it (`connector.app`). */
  readonly app?: App | undefined
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string | undefined
}
type AnyConnector = Connector<any, any, any, any, any>

const settingsOf = (way: Way<any>): Values => (way.settings ?? {}) as Values
const transportOf = ({ fetch }: Way<any>): Transport => FetchTransport.make(fetch ?? globalThis.fetch)

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

/** The address to send the user to, and what its callback is checked against: keep `flow` with the user's session. */
export const authorize = <C extends AnyConnector>(
  connector: C,
  options: Way<C> & { readonly app: Registration }
): Promise<{ readonly url: URL; readonly flow: Flow }> =>
  Runner.make(connector).run(
    "authorise",
    Effect.flatMap(signingIn(connector, options.method), ({ OAuth, auth }) =>
      OAuth.begin(auth, options.app, settingsOf(options))
    ),
    options.signal
  )

/**
 * Checks the callback (its state, issuer and signature, and what the platform says went wrong) and exchanges its code. `callback`
 * is the address the user came back to, or its parameters. The answer's settings are what is known then; what is still
 * missing, `accounts` finds out.
 */
export const exchange = <C extends AnyConnector>(
  connector: C,
  options: Way<C> & { readonly app: Registration; readonly flow: Flow; readonly callback: URL | URLSearchParams }
): Promise<{ readonly credentials: Credentials; readonly settings: Partial<SettingsOf<C>> }> => {
  const { app, callback, flow, method, signal } = options
  return Runner.make(connector)
    .run(
      "authorise",
      Effect.flatMap(signingIn(connector, method), ({ OAuth, auth }) =>
        OAuth.finish(
          connector,
          auth,
          app,
          settingsOf(options),
          flow,
          callback instanceof URLSearchParams ? callback : callback.searchParams
        )
      ).pipe(Effect.provideService(Sender, transportOf(options))),
      signal
    )
    .then(({ credentials, settings }) => ({ credentials, settings: settings as Partial<SettingsOf<C>> }))
}

const opened = (connector: Any, options: Tokens<any>) => {
  const transport = transportOf(options)
  const settings = settingsOf(options)
  const access = Hosted.given(
    connector,
    { settings, method: options.method },
    Effect.succeed(options.credentials),
    transport
  )
  const { app, baseUrl, method } = options
  return open(transport, connector, { key: connector.id, settings, method, app, baseUrl, ...access })
}

/**
 * The accounts that fresh credentials lead to, for the user to choose from: the settings of each are those to connect with, beside
 * the ones that are known. Empty for a platform where credentials lead to one account.
 */
export const accounts = <C extends AnyConnector>(
  connector: C,
  options: Tokens<C>
): Promise<ReadonlyArray<{ readonly name: string; readonly settings: Partial<SettingsOf<C>> }>> =>
  Runner.make(connector)
    .run(
      "find out the account",
      Effect.suspend(() => opened(connector, options).discover),
      options.signal
    )
    .then((found) => found.map(({ name, settings }) => ({ name, settings: settings as Partial<SettingsOf<C>> })))

/** Ends the authorisation at the platform, where it can be told: its own call for it, and the revocation of tokens. */
export const disconnect = <C extends AnyConnector>(
  connector: C,
  options: Tokens<C> & { readonly app?: Registration | Hosted.OAuthApp | undefined }
): Promise<void> =>
  Runner.make(connector).run(
    "disconnect",
    Effect.gen(function* () {
      yield* opened(connector, options).disconnect
      const { app, credentials, method } = options
      if (app === undefined || methodOf(connector.auth, method)?._tag !== "OAuth2") return
      const { OAuth, auth } = yield* signingIn(connector, method)
      yield* OAuth.revoke(connector, auth, { redirectUri: "", ...app }, settingsOf(options), credentials)
    }).pipe(Effect.provideService(Sender, transportOf(options))),
    options.signal
  )
