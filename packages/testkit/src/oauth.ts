/** What the OAuth part of a connector is held to: golden requests, tokens that rotate, and endings that are told apart. */
import assert from "node:assert/strict"
import { type Auth, ConnectorError, Setting } from "@svc/core"
import { Hmac, OAuth } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import { assertNoSecret, secretsOf } from "./asserts.ts"
import type * as FakePlatform from "./FakePlatform.ts"
import * as Fault from "./Fault.ts"
import { authOf, type Check, declaredOf, fakeOf, httpOf, inTime, type Staged, type Subject } from "./Subject.ts"

const client: OAuth.OAuthClient = {
  clientId: "client",
  clientSecret: "secret",
  redirectUri: "https://service.example/callback"
}

export const oauthChecks = (subject: Subject): ReadonlyArray<Check> => {
  const auth = authOf(subject)
  if (auth._tag === "ClientCredentials") {
    return [
      { name: "OAuth: client credentials are exchanged for a token", run: () => exchanges(subject, auth) },
      { name: "OAuth: a refusal and trouble are told apart, without secrets", run: () => ends(subject, auth) }
    ]
  }
  return auth._tag === "OAuth2"
    ? [
        { name: "OAuth: authorise and exchange the code", run: () => authorises(subject, auth) },
        {
          name: "OAuth: a refresh is asked for as documented, and the newest tokens are kept",
          run: () => refreshes(subject, auth)
        },
        { name: "OAuth: a refusal and trouble are told apart, without secrets", run: () => ends(subject, auth) },
        { name: "OAuth: a revocation is asked for as documented", run: () => revokes(subject, auth) }
      ]
    : []
}

const resolve = (address: Auth.Address, settings: Subject["settings"]): URL =>
  new URL(typeof address === "function" ? address(settings) : address)

/** A token service that answers the given bodies one after the other. */
const serviceOf = (subject: Subject, address: Auth.Address, ...faults: ReadonlyArray<Fault.Fault>): Staged => {
  const { origin, pathname } = resolve(address, subject.settings)
  const { query: _, ...rest } = subject
  return fakeOf({ ...rest, bases: { "": origin } }, [{ request: { method: "POST", path: pathname }, response: {} }], {
    faults
  })
}
const granting = (index: number, tokens: Readonly<Record<string, unknown>>): Fault.Fault =>
  Fault.answering(index, { body: { token_type: "Bearer", expires_in: 60, ...tokens } })

const run = <A>(fake: Staged, effect: Effect.Effect<A, ConnectorError.ConnectorError, HttpClient>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(httpOf(fake)), inTime(fake)))

/** A form as its golden text, with `*` for what is random. */
const formOf = (query: URLSearchParams): string => {
  for (const name of ["state", "code_challenge", "code_verifier"]) if (query.has(name)) query.set(name, "*")
  return decodeURIComponent(query.toString().replaceAll("+", " "))
}
/** The members of a request to a token service, however they are written. */
const membersOf = (body: unknown): URLSearchParams =>
  new URLSearchParams(typeof body === "object" && body !== null ? (body as Record<string, string>) : String(body))
/** A request with its form behind the address, as golden requests are written. */
const shownOf = (asked: FakePlatform.Asked | undefined): string =>
  `${asked?.url.href}?${formOf(membersOf(asked?.body))}`
const goldenOf = ({ oauth }: Subject) =>
  oauth ?? assert.fail("the suite needs the golden requests of `oauth`: authorize, token and authorization")

/** What is known before the user is sent away: settings that the callback, the token or a discovery tells come later. */
const knownFirst = (subject: Subject): Subject["settings"] => {
  const declared = declaredOf(subject)
  return Object.fromEntries(Object.entries(subject.settings).filter(([name]) => declared[name]?._tag === "Asked"))
}

const authorises = async (subject: Subject, auth: Auth.OAuth2) => {
  const { connector } = subject
  const settings = knownFirst(subject)
  const oauth = goldenOf(subject)
  const { flow, url } = await Effect.runPromise(OAuth.begin(auth, client, settings))
  assert.equal(url.protocol, "https:")
  assert.equal(`${url.origin}${url.pathname}?${formOf(url.searchParams)}`, oauth.authorize)
  const fake = serviceOf(
    subject,
    auth.tokenUrl,
    granting(0, { access_token: "new-access", refresh_token: "new-refresh" })
  )
  const callbackOf = (state: string) => new URLSearchParams({ ...oauth.callback, code: "the-code", state })
  const callback = await signed(auth, settings, callbackOf(flow.state))
  const granted = await run(fake, OAuth.finish(connector, auth, client, settings, flow, callback))
  assertSent(fake, 0, auth.tokenUrl, subject.settings, oauth.token, oauth.authorization, oauth.json)
  for (const [name, setting] of Object.entries(declaredOf(subject))) {
    if (!Setting.isFrom(setting, "FromCallback") || subject.settings[name] === undefined) continue
    assert.equal(granted.settings[name], subject.settings[name], `\`${name}\` by the parameters of \`callback\``)
  }
  assert.equal(granted.credentials["refresh_token"], "new-refresh")
  const refuses = async (own: URLSearchParams, what: string) => {
    const refused = await run(fake, Effect.flip(OAuth.finish(connector, auth, client, settings, flow, own)) as never)
    assert.ok(ConnectorError.isConnectorError(refused), `${what} is refused`)
    assert.equal(fake.calls.length, 1, `${what} is refused unasked`)
  }
  await refuses(await signed(auth, settings, callbackOf("another state")), "a foreign state")
  if (auth.callbackSignature !== undefined) {
    await refuses(callbackOf(flow.state), "a callback without signature")
    const other = await signed(auth, settings, callbackOf(flow.state))
    other.set("code", "another-code")
    await refuses(other, "a callback with the signature of another")
  }
}

/** The callback as the platform would sign it. */
const signed = async (
  { callbackSignature: signature }: Auth.OAuth2,
  settings: Subject["settings"],
  params: URLSearchParams
): Promise<URLSearchParams> => {
  if (signature === undefined) return params
  const message = signature.message(params, settings)
  assert.ok(message !== null, "the callback of `oauth` belongs to these settings")
  const given = new URLSearchParams(params)
  given.set(signature.param, await Hmac.hmac(signature.algorithm, client.clientSecret, message, signature.encoding))
  return given
}

/** The call went to that address with that form, in the order of its members, and that `Authorization`. */
const assertSent = (
  fake: Staged,
  index: number,
  address: Auth.Address,
  settings: Subject["settings"],
  form: string,
  authorization: string | undefined,
  isJson = false
) => {
  const asked = fake.calls[index]
  assert.equal(asked?.method, "POST")
  assert.equal(asked?.url.href, resolve(address, settings).href)
  const written = isJson ? /^application\/json/ : /^application\/x-www-form-urlencoded/
  assert.match(asked?.headers.get("content-type") ?? "", written)
  assert.equal(formOf(membersOf(asked?.body)), form)
  assert.equal(asked?.headers.get("authorization") ?? undefined, authorization)
}

/** What the standard sends beside the grant, for a platform whose golden request is not given. */
const proofOf = (auth: Auth.OAuth2): Readonly<Record<string, string>> =>
  auth.clientAuth === "body" ? { client_id: client.clientId, client_secret: client.clientSecret } : {}
const standard = (members: Readonly<Record<string, string>>, sent: unknown): string => {
  // The standard leaves the order open; ours is whatever was sent.
  const order = [...membersOf(sent).keys()]
  const sorted = Object.entries(members).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return formOf(new URLSearchParams(sorted))
}

const refreshes = async (subject: Subject, auth: Auth.OAuth2) => {
  const { connector, credentials, settings } = subject
  const oauth = goldenOf(subject)
  const old = { ...credentials, refresh_token: credentials["refresh_token"] ?? "refresh-token-0" }
  const fake = serviceOf(
    subject,
    auth.tokenUrl,
    granting(0, { access_token: "access-1", refresh_token: "rotated-1" }),
    granting(1, { access_token: "access-2" }),
    granting(2, { access_token: "access-3" })
  )
  const refresh = (tokens: Auth.Credentials) => run(fake, OAuth.refresh(connector, auth, client, settings, tokens))
  const first = await refresh(old)
  const due = (token: string) => ({
    grant_type: "refresh_token",
    refresh_token: token,
    ...auth.tokenParams,
    ...proofOf(auth)
  })
  const [sent] = fake.calls
  if (oauth.refresh !== undefined) assert.equal(shownOf(sent), oauth.refresh)
  const form = standard(due(old.refresh_token), sent?.body)
  assertSent(fake, 0, auth.tokenUrl, settings, form, oauth.authorization, oauth.json)
  assert.equal(first["access_token"], "access-1")
  assert.equal(first["refresh_token"], "rotated-1", "the rotated refresh token is kept")
  const second = await refresh(first)
  assert.equal(membersOf(fake.calls[1]?.body).get("refresh_token"), "rotated-1")
  assert.equal(second["refresh_token"], "rotated-1", "a refresh token stays where none comes")
  assert.equal(second["access_token"], "access-2")
  for (const [name, value] of Object.entries(credentials)) {
    if (!["access_token", "refresh_token", "expires_at"].includes(name)) assert.equal(second[name], value, name)
  }
}

/** What a token service's answers mean: only its word that the grant is over ends a connection. */
const ends = async (subject: Subject, auth: Auth.OAuth2 | Auth.ClientCredentials) => {
  const { connector, settings } = subject
  const credentials: Auth.Credentials = { refresh_token: "refresh-token-0", ...subject.credentials }
  const echo = `seen ${Object.values(credentials).join(" ")} ${client.clientSecret}`
  const error = (status: number, code: string) =>
    Fault.answering("every call", { status, body: { error: code, error_description: echo } })
  const secrets = [...secretsOf({ ...subject, credentials }), ["client secret", client.clientSecret] as const]
  for (const [fault, reason] of [
    [error(400, "invalid_grant"), "AuthExpired"],
    [error(400, "invalid_request"), "Rejected"],
    [error(401, "invalid_client"), "Rejected"],
    [Fault.unavailable("every call"), "Unavailable"],
    [Fault.html("every call"), "Rejected"],
    [Fault.brokenConnection("every call"), "Unavailable"]
  ] as const) {
    const fake = serviceOf(subject, auth.tokenUrl, fault)
    const renewal: Effect.Effect<unknown, ConnectorError.ConnectorError, HttpClient> =
      auth._tag === "OAuth2"
        ? OAuth.refresh(connector, auth, client, settings, credentials)
        : OAuth.clientCredentials(connector, auth, settings, credentials)
    const refused = await run(fake, Effect.flip(renewal) as never)
    assert.ok(ConnectorError.isConnectorError(refused))
    assert.equal(refused.reason._tag, reason, fault.name)
    assertNoSecret(
      subject,
      refused,
      secrets.filter(([name]) => name !== "client secret")
    )
  }
}

const revokes = async (subject: Subject, auth: Auth.OAuth2) => {
  const { connector, credentials, oauth, settings } = subject
  const fake = serviceOf(subject, auth.revokeUrl ?? auth.tokenUrl, Fault.answering("every call", {}))
  const wasAsked = await run(fake, OAuth.revoke(connector, auth, client, settings, credentials))
  const form = auth.revokeForm?.({ clientId: client.clientId, settings })
  if (auth.revokeUrl === undefined || form === null) {
    assert.equal(oauth?.revoke, undefined, "a golden revocation of a connector that revokes nothing")
    assert.equal(wasAsked, false)
    assert.deepEqual(fake.calls, [])
    return
  }
  assert.equal(wasAsked, true)
  const token = credentials["refresh_token"] ?? credentials["access_token"] ?? ""
  const members = form ?? { token, ...auth.tokenParams, ...proofOf(auth) }
  if (oauth?.revoke !== undefined) assert.equal(shownOf(fake.calls[0]), oauth.revoke)
  const standardForm = standard(members, fake.calls[0]?.body)
  assertSent(fake, 0, auth.revokeUrl, settings, standardForm, oauth?.authorization, oauth?.json)
}

const exchanges = async (subject: Subject, auth: Auth.ClientCredentials) => {
  const { connector, credentials, oauth, settings } = subject
  const own: Auth.Credentials = { client_id: "client", client_secret: "secret", ...credentials }
  const { client_id = "", client_secret = "" } = own
  const fake = serviceOf(subject, auth.tokenUrl, granting(0, { access_token: "access-1" }))
  const granted = await run(fake, OAuth.clientCredentials(connector, auth, settings, own))
  const members = {
    grant_type: "client_credentials",
    ...(auth.scopes.length === 0 ? {} : { scope: auth.scopes.join(" ") }),
    ...auth.tokenParams,
    ...(auth.clientAuth === "body" ? { client_id, client_secret } : {})
  }
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+")
  const basic = `Basic ${Buffer.from(`${encode(client_id)}:${encode(client_secret)}`).toString("base64")}`
  const authorization = oauth?.authorization ?? (auth.clientAuth === "basic" ? basic : undefined)
  const form = oauth?.token ?? standard(members, fake.calls[0]?.body)
  assertSent(fake, 0, auth.tokenUrl, settings, form, authorization, oauth?.json)
  assert.equal(granted["access_token"], "access-1")
  assert.equal(granted["client_secret"], client_secret, "what the user entered is kept")
}
