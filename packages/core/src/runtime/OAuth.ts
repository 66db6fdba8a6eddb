/**
 * The OAuth 2 engine: authorisation code with state, PKCE and `iss`, client credentials, refresh and revocation, on
 * oauth4webapi. It interprets a connector's `Auth` value; what differs between platforms is data there.
 */
import * as Effect from "effect/Effect"
import * as OAuth4 from "oauth4webapi"
import type { Address, ClientCredentials, Credentials, OAuth2 } from "../contract/Auth.ts"
import * as Bounds from "../contract/Bounds.ts"
import { at } from "../contract/Call.ts"
import { type Any, settingsOf } from "../contract/Connector.ts"
import {
  AuthExpired,
  ConnectorError,
  type Reason,
  Rejected,
  TimedOut,
  Unavailable
} from "../contract/ConnectorError.ts"
import { malformed, normal, normalOf, placesOf, type Setting, type Values } from "../contract/Setting.ts"
import { hmac, timingSafeEqual } from "../contract/Hmac.ts"
import { redactor } from "./Redact.ts"
import { originsOf, secretSettingsOf, settingFault, Trusted } from "./Request.ts"
import { mistake } from "./Steps.ts"
import * as Time from "./Time.ts"
import { Sender, type Telling, type Transport } from "./Transport.ts"

/** The operator's registration at the platform. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  /** Scopes the registration asks for instead of the connector's own: what the platform has approved it for. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** Addresses an operator puts in the connector's place. */
  readonly authorizeUrl?: string | undefined
  readonly tokenUrl?: string | undefined
}

/** What must be kept, bound to the browser, between sending the user away and the callback. */
export interface Flow {
  readonly state: string
  readonly verifier: string | null
}
export interface Granted {
  readonly credentials: Credentials
  /** Settings found in the callback's parameters and the token answer. */
  readonly settings: Values
}

const resolve = (address: Address, settings: Values): string =>
  typeof address === "function" ? address(settings) : address

const serverOf = (
  auth: OAuth2 | ClientCredentials,
  client: OAuthClient,
  settings: Values
): OAuth4.AuthorizationServer => {
  const token = client.tokenUrl ?? resolve(auth.tokenUrl, settings)
  const authorize = auth._tag === "OAuth2" ? (client.authorizeUrl ?? resolve(auth.authorizeUrl, settings)) : undefined
  const revoke =
    auth._tag === "OAuth2" && auth.revokeUrl !== undefined && client.tokenUrl === undefined
      ? resolve(auth.revokeUrl, settings)
      : undefined
  const issuer = auth._tag === "OAuth2" && client.authorizeUrl === undefined ? auth.issuer : undefined
  return {
    issuer: issuer ?? new URL(authorize ?? token).origin,
    token_endpoint: token,
    ...(authorize === undefined ? {} : { authorization_endpoint: authorize }),
    ...(auth._tag === "OAuth2" && auth.isIssuerNamed === true
      ? { authorization_response_iss_parameter_supported: true }
      : {}),
    ...(revoke === undefined ? {} : { revocation_endpoint: revoke })
  }
}

const proofOf = (auth: OAuth2 | ClientCredentials, client: OAuthClient): OAuth4.ClientAuth =>
  client.clientSecret === ""
    ? OAuth4.None()
    : auth.clientAuth === "basic"
      ? byBasic(client.clientSecret)
      : auth.clientAuth === "bearer"
        ? (_server, _client, _body, headers) => headers.set("authorization", `Bearer ${client.clientSecret}`)
        : OAuth4.ClientSecretPost(client.clientSecret)

/**
 * Written as a form, with what a form leaves as it is, such as `-` and `_`: a service that decodes nothing then understands
 * all that ids and secrets are made of.
 */
const byBasic =
  (secret: string): OAuth4.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const [user, password] = [id, secret].map((part) => encodeURIComponent(part).replaceAll("%20", "+"))
    headers.set("authorization", `Basic ${btoa(`${user}:${password}`)}`)
  }

const scopesOf = (auth: OAuth2, client: OAuthClient): string =>
  (client.scopes ?? auth.scopes).join(auth.scopeSeparator ?? " ")

/** The address to send the user to, and what the callback will be checked against. */
export const begin = (
  auth: OAuth2,
  client: OAuthClient,
  settings: Values
): Effect.Effect<{ readonly url: URL; readonly flow: Flow }> =>
  Effect.promise(async () => {
    const verifier = auth.pkce ? OAuth4.generateRandomCodeVerifier() : null
    const state = OAuth4.generateRandomState()
    const url = new URL(client.authorizeUrl ?? resolve(auth.authorizeUrl, settings))
    const params: Record<string, string> = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      scope: scopesOf(auth, client),
      state,
      ...(verifier === null
        ? {}
        : { code_challenge: await OAuth4.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" }),
      ...auth.authorizeParams
    }
    for (const [name, value] of Object.entries(params)) if (value !== "") url.searchParams.set(name, value)
    if (auth.scopeParam !== undefined) {
      url.searchParams.delete("scope")
      for (const scope of client.scopes ?? auth.scopes) url.searchParams.append(auth.scopeParam, scope)
    }
    return { url, flow: { state, verifier } }
  })

/** Answers without `token_type`, or with numbers as text, are mended so that a strict reader takes them. */
const mended = (response: Response, auth: OAuth2 | ClientCredentials): Promise<Response> =>
  response.text().then((text) => {
    const init = { status: response.status, headers: { "content-type": "application/json" } }
    try {
      const body: unknown = JSON.parse(text)
      // Quirk: Zoho refuses with 200. What has no token and names an error is a refusal whatever its status.
      const isRefused = !response.ok || isRefusal(body)
      if (isRefused && auth._tag === "OAuth2" && auth.isEnded?.(body) === true) {
        const said = at(body, "error_description") ?? at(body, "message")
        const words = typeof said === "string" ? { error_description: said } : {}
        return Response.json({ error: "invalid_grant", ...words }, { status: 400 })
      }
      if (response.ok && isRefused) return new Response(text, { ...init, status: 400 })
      if (!response.ok || typeof body !== "object" || body === null) return new Response(text, init)
      const {
        access_token,
        expires_in,
        id_token: _,
        refresh_token,
        scope,
        token_type,
        ...rest
      } = body as Record<string, unknown>
      const { scopes } = rest
      const seconds = Math.min(Number(expires_in), Bounds.lifetime)
      const [access, refresh] = [tokenIn(access_token), tokenIn(refresh_token)]
      // What is not as it should be beside the tokens is left out: they have been rotated, and must not be lost to it.
      return Response.json(
        {
          ...(Bounds.faultOf(rest) === null ? rest : {}),
          ...(access === undefined ? {} : { access_token: access }),
          // Quirk: several platforms leave the type out or answer their own word for a bearer token.
          token_type: "bearer",
          // Quirk: HubSpot answers a list of what was granted.
          ...(typeof scope === "string" && scope !== ""
            ? { scope: Bounds.cut(scope, Bounds.setting) }
            : Array.isArray(scopes)
              ? { scope: scopes.filter((one) => typeof one === "string").join(" ") }
              : {}),
          ...(typeof token_type === "string" ? { original_token_type: token_type } : {}),
          ...(expires_in !== undefined && seconds > 0 ? { expires_in: seconds } : {}),
          ...(refresh === undefined ? {} : { refresh_token: refresh })
        },
        { status: 200 }
      )
    } catch {
      return new Response(text, init)
    }
  })

const isRefusal = (body: unknown): boolean =>
  tokenIn(at(body, "access_token")) === undefined && typeof at(body, "error") === "string"
const tokenIn = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "string" && value !== "" ? value : undefined

/** `fetch` in terms of the HTTP client, so that OAuth calls take the same way out as all others. */
const fetchOf =
  (
    send: Transport,
    run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>,
    trusted: ReadonlySet<string>,
    isJson: boolean,
    about: Omit<Telling, "asked">
  ) =>
  (input: string, { body, headers, method }: FetchOptions): Promise<Response> => {
    const form =
      body === undefined || body === null
        ? undefined
        : isJson
          ? { content: JSON.stringify(Object.fromEntries(body)), type: "application/json" }
          : { content: String(body), type: "application/x-www-form-urlencoded;charset=UTF-8" }
    const outgoing = { method: method as "POST", url: new URL(input), headers, body: form, isTraced: true }
    const spoken = send(outgoing).pipe(
      Effect.provideService(Trusted, trusted),
      Effect.flatMap((response) =>
        Effect.map(
          response.text,
          // What is longer is no answer of a token service, and is read as one that says nothing.
          (text) =>
            new Response(response.status === 204 || text.length > Bounds.tokens ? null : text, {
              status: response.status,
              headers: { ...response.headers }
            })
        )
      ),
      Time.within(30_000, () => Effect.fail(late))
    )
    const { observe } = send
    return run(
      observe === undefined
        ? spoken
        : Effect.flatMap(Time.millis, (asked) => observe(outgoing, { ...about, asked }, spoken))
    )
  }
const late = { _tag: "TimeoutError" } as const
type FetchOptions = OAuth4.CustomFetchOptions<string, URLSearchParams | undefined>

const granted = (
  auth: OAuth2 | ClientCredentials,
  answer: OAuth4.TokenEndpointResponse,
  before: Credentials,
  now: number
): Credentials => {
  const seconds = answer.expires_in ?? (auth._tag === "OAuth2" ? auth.expiresIn : undefined)
  const { expires_at: _, ...kept } = before
  // A token that cannot be sent is no reason to lose the one that renews it: it ends at once, and is asked for anew.
  const end = isSendable(answer.access_token) ? Bounds.endOf(seconds, now) : new Date(now).toISOString()
  return {
    ...kept,
    access_token: answer.access_token,
    ...(answer.refresh_token === undefined ? {} : { refresh_token: answer.refresh_token }),
    ...(answer.scope === undefined ? {} : { scope: answer.scope }),
    ...(end === undefined ? {} : { expires_at: end })
  }
}
const isSendable = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)

/** Error codes of the token endpoint that mean: the user has to authorise again. */
const ended = new Set(["invalid_grant", "access_denied", "interaction_required", "login_required", "consent_required"])

const reasonOf = (error: unknown): Reason => {
  if (error instanceof OAuth4.ResponseBodyError || error instanceof OAuth4.AuthorizationResponseError) {
    const message = [error.error, error.error_description].filter((part) => part !== undefined).join(": ")
    const status = error instanceof OAuth4.ResponseBodyError ? { status: error.status } : {}
    return ended.has(error.error) ? new AuthExpired({ ...status, message }) : new Rejected({ ...status, message })
  }
  if (error instanceof OAuth4.OperationProcessingError || error instanceof OAuth4.UnsupportedOperationError) {
    const status = (error.cause as { readonly status?: unknown } | undefined)?.status
    if (typeof status === "number" && status >= 500)
      return new Unavailable({ status, message: "The platform's token service is not available." })
    return new Rejected({ message: `The platform's answer is not valid: ${error.message}` })
  }
  if (error instanceof OAuth4.WWWAuthenticateChallengeError) {
    return new Rejected({ status: error.status, message: "The platform refuses the client's own credentials." })
  }
  const tag = (error as { readonly _tag?: unknown } | null)?._tag
  return tag === "TimeoutError"
    ? new TimedOut({ message: "The platform's token service did not answer in time." })
    : new Unavailable({ message: "The platform's token service could not be reached." })
}

interface Request {
  readonly as: OAuth4.AuthorizationServer
  readonly client: OAuth4.Client
  readonly proof: OAuth4.ClientAuth
  readonly options: OAuth4.TokenEndpointRequestOptions
}

const tokenCall = <A>(
  connector: Any,
  operation: string,
  auth: OAuth2 | ClientCredentials,
  client: OAuthClient,
  given: Values,
  secrets: ReadonlyArray<string>,
  use: (request: Request) => Promise<A>
): Effect.Effect<A, ConnectorError, Sender> =>
  Effect.gen(function* () {
    const settings = normal<Values>(connector.settings, given)
    const fault = settingFault(connector, settings)
    if (fault !== null) return yield* new ConnectorError({ connector: connector.id, operation, reason: fault })
    const sender = yield* Sender
    const context = yield* Effect.context<never>()
    const as = yield* Effect.try({
      try: () => serverOf(auth, client, settings),
      // The host of some platforms is what their user typed.
      catch: () =>
        new ConnectorError({
          connector: connector.id,
          operation,
          reason: new Rejected({ message: "The address of the platform's token service is not a URL." })
        })
    })
    const clean = redactor([client.clientSecret, ...secrets, ...secretSettingsOf(connector, settings)])
    return yield* Effect.tryPromise({
      try: () =>
        use({
          as,
          client: { client_id: client.clientId },
          proof: proofOf(auth, client),
          options: {
            // An operator's own address may be plain http on a private network; a platform's never is.
            [OAuth4.allowInsecureRequests]:
              new URL(as.token_endpoint!).protocol === "http:" && client.tokenUrl !== undefined,
            [OAuth4.customFetch]: fetchOf(
              sender,
              Effect.runPromiseWith(context),
              originsOf(client.tokenUrl),
              auth._tag === "OAuth2" && auth.tokenBody === "json",
              { connector: connector.id, key: null, operation, attempt: 1, clean }
            ),
            ...(auth.tokenParams === undefined ? {} : { additionalParameters: auth.tokenParams })
          }
        }),
      catch: (error) => {
        const reason = reasonOf(error)
        const message = reason.message
        return new ConnectorError({
          connector: connector.id,
          operation,
          reason:
            message === undefined
              ? reason
              : new (reason.constructor as new (fields: object) => Reason)({
                  ...reason,
                  message: Bounds.cut(clean(message))
                })
        })
      }
    })
  })

/** The settings for which `tell` finds a value in one of their places. */
const told = (connector: Any, auth: OAuth2, tell: (place: Setting) => unknown): Values =>
  Object.fromEntries(
    Object.entries(settingsOf(connector, auth)).flatMap(([name, setting]) => {
      const value = placesOf(setting)
        .map(tell)
        .find((own) => own !== null && own !== undefined && own !== "")
      return typeof value === "string" || typeof value === "number" ? [[name, normalOf(setting, String(value))]] : []
    })
  )

/** Whether a callback is signed by the platform, where the platform signs them. */
const isSigned = async (
  { callbackSignature: signature }: OAuth2,
  { clientSecret }: OAuthClient,
  settings: Values,
  callback: URLSearchParams
): Promise<boolean> => {
  if (signature === undefined) return true
  const given = callback.getAll(signature.param)
  const message = signature.message(callback, settings)
  if (given.length !== 1 || message === null || clientSecret === "") return false
  return timingSafeEqual(await hmac(signature.algorithm, clientSecret, message, signature.encoding), given[0]!)
}

/**
 * Checks the callback (signature, state, `iss`, the platform's own error) and exchanges the code. The caller has looked the flow up
 * by browser and used it up before it calls.
 */
export const finish = Effect.fnUntraced(function* (
  connector: Any,
  auth: OAuth2,
  client: OAuthClient,
  given: Values,
  flow: Flow,
  callback: URLSearchParams
) {
  // Without a state nothing would say that the callback is of this flow.
  if (typeof flow.state !== "string" || flow.state === "") {
    return yield* mistake(connector, "authorise", "flow", "must be what the authorisation began with")
  }
  const settings = normal<Values>(connector.settings, given)
  if (!(yield* Effect.promise(() => isSigned(auth, client, settings, callback)))) {
    return yield* new ConnectorError({
      connector: connector.id,
      operation: "authorise",
      reason: new Rejected({ message: "The callback is not signed by the platform, or belongs to another account." })
    })
  }
  const fault = (own: Values) => {
    const reason = settingFault(connector, own)
    return reason === null
      ? Effect.void
      : new ConnectorError({ connector: connector.id, operation: "authorise", reason })
  }
  const known = told(connector, auth, (setting) =>
    setting._tag === "FromCallback" ? callback.get(setting.param) : null
  )
  yield* fault(known)
  const answer = yield* tokenCall(
    connector,
    "authorise",
    auth,
    client,
    { ...settings, ...known },
    [callback.get("code") ?? "", flow.verifier ?? ""],
    async (request) => {
      // An issuer that is there and empty names nobody, which is not the same as none.
      const as = callback.has("iss")
        ? { ...request.as, authorization_response_iss_parameter_supported: true }
        : request.as
      const checked = OAuth4.validateAuthResponse(as, request.client, callback, flow.state)
      const response = await OAuth4.authorizationCodeGrantRequest(
        request.as,
        request.client,
        request.proof,
        checked,
        client.redirectUri,
        flow.verifier ?? OAuth4.nopkce,
        auth.codeParams === undefined
          ? request.options
          : {
              ...request.options,
              additionalParameters: {
                ...auth.tokenParams,
                ...(typeof auth.codeParams === "function" ? auth.codeParams(callback) : auth.codeParams)
              }
            }
      )
      return OAuth4.processGenericTokenEndpointResponse(request.as, request.client, await mended(response, auth))
    }
  )
  const found = told(connector, auth, (setting) => (setting._tag === "FromToken" ? at(answer, setting.at) : null))
  yield* fault(found)
  return {
    // An answer that leaves the scope out has granted what was asked for (RFC 6749, 5.1).
    credentials: granted(auth, answer, { scope: scopesOf(auth, client) }, yield* Time.millis),
    settings: { ...settings, ...known, ...found }
  } satisfies Granted
})

/**
 * New tokens for a refresh token, and the settings that the answer tells: an account's address may have moved.
 * `AuthExpired` means that the user must authorise again.
 */
export const renew = Effect.fnUntraced(function* (
  connector: Any,
  auth: OAuth2,
  client: OAuthClient,
  settings: Values,
  credentials: Credentials
) {
  const token = credentials["refresh_token"]
  if (token === undefined) {
    return yield* new ConnectorError({
      connector: connector.id,
      operation: "refresh",
      reason: new AuthExpired({ message: "The access token has ended and there is no refresh token." })
    })
  }
  const secrets = [token, credentials["access_token"] ?? ""]
  const answer = yield* tokenCall(connector, "refresh", auth, client, settings, secrets, async (request) =>
    OAuth4.processGenericTokenEndpointResponse(
      request.as,
      request.client,
      await mended(
        await OAuth4.refreshTokenGrantRequest(request.as, request.client, request.proof, token, request.options),
        auth
      )
    )
  )
  const found = told(connector, auth, (setting) => (setting._tag === "FromToken" ? at(answer, setting.at) : null))
  // The tokens must not be lost to a setting that has not got its form: the one that is known stays.
  const formed = Object.entries(found).filter(
    ([name, value]) => malformed(connector.settings, { [name]: value }) === null
  )
  return {
    credentials: granted(auth, answer, credentials, yield* Time.millis),
    settings: { ...settings, ...Object.fromEntries(formed) }
  } satisfies Granted
})

/** What a platform says of a client. `words` are the platform's own. */
export interface Verdict {
  readonly result: "Accepted" | "Refused" | "Untold"
  readonly words: string | null
}
/** Codes of a refusal that are about the client: RFC 6749, 5.2, and how some platforms write it. */
const isOfClient = (code: string, status: number | undefined): boolean =>
  code.includes("client") || status === 401 || status === 403
/** Codes that are about the code alone, beside `invalid_grant`. */
const isOfCode = (code: string): boolean => code.endsWith("_code")
/** What a refusal says of the client. */
const verdictOf = ({ message, reason }: ConnectorError): Verdict => {
  const words = reason.message ?? message
  if (reason._tag === "AuthExpired") return { result: "Accepted", words }
  if (reason._tag !== "Rejected") return { result: "Untold", words }
  const said = /^(\w+)(?=:|$)/.exec(words)?.[1] ?? ""
  if (isOfCode(said)) return { result: "Accepted", words }
  return { result: isOfClient(said, reason.status) ? "Refused" : "Untold", words }
}

/**
 * Whether the platform takes the client's id and secret: the token service is sent a code that nobody was given. It looks at
 * the client first (RFC 6749, 5.2), so one that refuses the code has taken the client. Nothing is changed by it.
 */
export const probe = (
  connector: Any,
  auth: OAuth2,
  client: OAuthClient,
  settings: Values
): Effect.Effect<Verdict, never, Sender> => {
  const code = OAuth4.generateRandomState()
  return tokenCall(connector, "check the client", auth, client, settings, [code], async (request) => {
    const state = OAuth4.generateRandomState()
    const callback = OAuth4.validateAuthResponse(
      request.as,
      request.client,
      new URLSearchParams({ code, state, iss: request.as.issuer }),
      state
    )
    const response = await OAuth4.authorizationCodeGrantRequest(
      request.as,
      request.client,
      request.proof,
      callback,
      client.redirectUri,
      auth.pkce ? OAuth4.generateRandomCodeVerifier() : OAuth4.nopkce,
      typeof auth.codeParams === "object"
        ? { ...request.options, additionalParameters: { ...auth.tokenParams, ...auth.codeParams } }
        : request.options
    )
    return OAuth4.processGenericTokenEndpointResponse(request.as, request.client, await mended(response, auth))
  }).pipe(
    Effect.map((): Verdict => ({ result: "Accepted", words: null })),
    Effect.catch((error) => Effect.succeed(verdictOf(error)))
  )
}

/** As `renew`, where settings are of no interest. */
export const refresh = (...of: Parameters<typeof renew>): Effect.Effect<Credentials, ConnectorError, Sender> =>
  Effect.map(renew(...of), ({ credentials }) => credentials)

/** Tokens for the client itself; the client's id and secret are the user's own credentials. */
export const clientCredentials = Effect.fnUntraced(function* (
  connector: Any,
  auth: ClientCredentials,
  settings: Values,
  credentials: Credentials,
  tokenUrl?: string
) {
  const client: OAuthClient = {
    clientId: credentials["client_id"] ?? "",
    clientSecret: credentials["client_secret"] ?? "",
    redirectUri: "",
    tokenUrl
  }
  const secrets = [credentials["access_token"] ?? "", credentials["refresh_token"] ?? ""]
  const answer = yield* tokenCall(connector, "authorise", auth, client, settings, secrets, async (request) =>
    OAuth4.processGenericTokenEndpointResponse(
      request.as,
      request.client,
      await mended(
        await OAuth4.clientCredentialsGrantRequest(
          request.as,
          request.client,
          request.proof,
          auth.scopes.length === 0 ? {} : { scope: auth.scopes.join(" ") },
          request.options
        ),
        auth
      )
    )
  )
  return granted(auth, answer, credentials, yield* Time.millis)
})

/** The same request with another form. */
const saying = (
  options: OAuth4.TokenEndpointRequestOptions,
  form: Readonly<Record<string, string>>
): OAuth4.TokenEndpointRequestOptions => ({
  ...options,
  [OAuth4.customFetch]: (url, init) => options[OAuth4.customFetch]!(url, { ...init, body: new URLSearchParams(form) })
})

/** Revokes the tokens where the platform has an address for it; true when it was asked. */
export const revoke = Effect.fnUntraced(function* (
  connector: Any,
  auth: OAuth2,
  client: OAuthClient,
  given: Values,
  credentials: Credentials
) {
  const settings = normal<Values>(connector.settings, given)
  const token = credentials["refresh_token"] ?? credentials["access_token"]
  if (
    auth.revokeUrl === undefined ||
    token === undefined ||
    serverOf(auth, client, settings).revocation_endpoint === undefined
  )
    return false
  const form = auth.revokeForm?.({ clientId: client.clientId, settings })
  if (form === null) return false
  const secrets = [token, credentials["access_token"] ?? ""]
  yield* tokenCall(connector, "revoke", auth, client, settings, secrets, async ({ as, client: own, options, proof }) =>
    OAuth4.processRevocationResponse(
      await OAuth4.revocationRequest(as, own, proof, token, form === undefined ? options : saying(options, form))
    )
  )
  return true
})
