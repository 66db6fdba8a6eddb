/** What a connector's own parts are held to: authorisation, check, discovery, disconnecting, webhooks, passthrough. */
import assert from "node:assert/strict"
import { type Auth, ConnectorError } from "@svc/core"
import { Hmac, Inbound, OAuth } from "@svc/core/runtime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Case } from "./Case.ts"
import {
  assertAsked,
  assertIdentified,
  basesOf,
  type Check,
  failureOf,
  fakeOf,
  httpOf,
  type Subject,
  withClient
} from "./Subject.ts"

/** Checks for the capabilities of these names, where the connector has them. */
export const connectionChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { cases, connector } = subject
  return [
    ...(cases["check"]
      ? [{ name: "check: one call that proves the connection", run: () => asks(subject, cases["check"]!, "check") }]
      : []),
    ...(cases["disconnect"]
      ? [{ name: "disconnect: tells the platform", run: () => asks(subject, cases["disconnect"]!, "disconnect") }]
      : []),
    ...(cases["discover"]
      ? [{ name: "discover: finds the settings to choose from", run: () => discovers(subject, cases["discover"]!) }]
      : []),
    ...(cases["inbound"]
      ? [{ name: "inbound: believes the right signature alone", run: () => receives(subject, cases["inbound"]!) }]
      : []),
    ...(connector.auth._tag === "OAuth2"
      ? [{ name: "OAuth: authorise and exchange the code", run: () => authorises(subject) }]
      : []),
    { name: "passthrough: goes to the platform and cannot leave it", run: () => confined(subject) }
  ]
}

const asks = async (subject: Subject, own: Case, what: "check" | "disconnect") => {
  const fake = fakeOf(subject, own.exchanges)
  await withClient(subject, fake, (client) => client[what])
  assertAsked(subject, fake, own.exchanges)
}

/** Discovery runs before any setting is known. */
const discovers = async (subject: Subject, own: Case) => {
  const unsettled: Subject = { ...subject, settings: {}, headers: {} }
  const fake = fakeOf(unsettled, own.exchanges)
  const choices = await withClient(unsettled, fake, (client) => client.discover)
  assertAsked(unsettled, fake, own.exchanges)
  assert.deepEqual(choices, own.choices)
}

/** Runs an effect at a moment. */
const at = (moment: string) =>
  Effect.updateService(Clock.Clock, (clock) => ({ ...clock, currentTimeMillis: Effect.succeed(Date.parse(moment)) }))

const receives = async ({ connector }: Subject, { now, requests = [], secret = "" }: Case) => {
  const receive = (headers: Readonly<Record<string, string>>, body: string, secrets: ReadonlyArray<string>) =>
    Effect.runPromise(
      Inbound.receive(
        connector.inbound!,
        { method: "POST", url: new URL("https://service.example/in"), headers, body },
        secrets
      ).pipe(now === undefined ? identity : at(now))
    )
  assert.ok(
    requests.some(({ status }) => status < 300) && requests.some(({ status }) => status >= 400),
    "right and wrong"
  )
  for (const { body, events, headers, status } of requests) {
    const received = await receive(headers, body, [secret])
    assert.equal(received.response.status, status, body)
    assert.equal(received.response.body ?? "", "", "an empty answer")
    assert.deepEqual(received.events, events)
    assert.equal(received.accepted, status < 300)
    // Another secret, another body, or no signature at all: nothing is believed.
    for (const tampered of [
      await receive(headers, body, ["another secret"]),
      await receive(headers, `${body} `, [secret]),
      await receive({}, body, [secret])
    ]) {
      assert.equal(tampered.accepted, false)
      assert.deepEqual(tampered.events, [])
    }
    // During a rotation both secrets are in force.
    assert.equal((await receive(headers, body, ["another secret", secret])).accepted, status < 300)
  }
}

const client: OAuth.OAuthClient = {
  clientId: "client",
  clientSecret: "secret",
  redirectUri: "https://service.example/callback"
}
const authorises = async (subject: Subject) => {
  const { connector, oauth, settings } = subject
  const { auth } = connector
  assert.ok(auth._tag === "OAuth2" && oauth !== undefined, "the suite needs the golden requests of `oauth`")
  const { flow, url } = await Effect.runPromise(OAuth.begin(auth, client, settings))
  const random = (query: URLSearchParams) => {
    for (const name of ["state", "code_challenge", "code_verifier"]) if (query.has(name)) query.set(name, "*")
    return decodeURIComponent(query.toString().replaceAll("+", " "))
  }
  assert.equal(url.protocol, "https:")
  assert.equal(`${url.origin}${url.pathname}?${random(url.searchParams)}`, oauth.authorize)
  const tokenUrl = new URL(typeof auth.tokenUrl === "function" ? auth.tokenUrl(settings) : auth.tokenUrl)
  const fake = fakeOf({ ...subject, bases: { "": tokenUrl.origin } }, [
    {
      request: { method: "POST", path: tokenUrl.pathname },
      response: {
        body: { access_token: "new-access", refresh_token: "new-refresh", token_type: "Bearer", expires_in: 60 }
      }
    }
  ])
  const callbackOf = (state: string) => new URLSearchParams({ ...oauth.callback, code: "the-code", state })
  const callback = await signed(auth, settings, callbackOf(flow.state))
  const granted = await Effect.runPromise(
    OAuth.finish(connector, auth, client, settings, flow, callback).pipe(Effect.provide(httpOf(fake)))
  )
  const [asked] = fake.calls
  assert.equal(asked?.url.href, tokenUrl.href)
  assert.equal(random(new URLSearchParams(String(asked?.body))), oauth.token)
  assert.equal(asked?.headers.get("authorization") ?? undefined, oauth.authorization)
  assert.equal(granted.credentials["refresh_token"], "new-refresh")
  const refuses = async (own: URLSearchParams, what: string) => {
    const refused = await Effect.runPromise(
      OAuth.finish(connector, auth, client, settings, flow, own).pipe(Effect.flip, Effect.provide(httpOf(fake)))
    )
    assert.ok(ConnectorError.isConnectorError(refused), what)
  }
  await refuses(await signed(auth, settings, callbackOf("another state")), "a foreign state is refused")
  if (auth.callbackSignature !== undefined) {
    await refuses(callbackOf(flow.state), "a callback without signature is refused")
    const other = await signed(auth, settings, callbackOf(flow.state))
    other.set("code", "another-code")
    await refuses(other, "a callback with the signature of another is refused")
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

const leaving = ["/../up", "//evil.example/x", "/%2e%2e/up", "/a/..;/b", "/a?query=1", "/a#part", "no-slash", "/a\\b"]
const confined = async (subject: Subject) => {
  const base = basesOf(subject)[""]!
  const fake = fakeOf(subject, [
    { request: { path: "/anything", query: { a: 1 } }, response: { status: 418, body: { ok: 1 } } }
  ])
  const answer = await withClient(subject, fake, (own) => own.call({ path: "/anything", query: { a: 1 } }))
  assert.equal(answer.status, 418, "any answer of the platform is an answer")
  assertIdentified(subject, fake.calls[0]!)
  assert.ok(fake.calls[0]!.url.href.startsWith(base))
  for (const call of [
    ...leaving.map((path) => ({ path })),
    { path: "/anything", headers: { Authorization: "Bearer mine" } },
    ...Object.keys(subject.headers ?? {}).map((name) => ({ path: "/anything", headers: { [name]: "mine" } }))
  ]) {
    const quiet = fakeOf(subject, [])
    const error = await failureOf(subject, quiet, (own) => own.call(call))
    assert.equal(error.reason._tag, "InvalidCall", call.path)
    assert.deepEqual(quiet.calls, [])
  }
}
