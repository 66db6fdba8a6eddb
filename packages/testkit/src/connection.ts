/** What a connector's own parts are held to: authorisation, check, discovery, disconnecting, webhooks, passthrough. */
import assert from "node:assert/strict"
import { type Auth, Call, type Inbound as Inbounds, Setting } from "@svc/core"
import { Inbound } from "@svc/core/runtime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { Case } from "./Case.ts"
import { accountChecks } from "./accounts.ts"
import { assertAsked, assertIdentified, isInBody } from "./asserts.ts"
import { connectionLeaks } from "./leaks.ts"
import { limitChecks } from "./limits.ts"
import { oauthChecks } from "./oauth.ts"
import * as FakePlatform from "./FakePlatform.ts"
import * as Fault from "./Fault.ts"
import { authOf, basesOf, type Check, declaredOf, failureOf, fakeOf, type Subject, withClient } from "./Subject.ts"

/** Checks for the capabilities of these names, where the connector has them. */
export const connectionChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { cases } = subject
  return [
    ...(cases["check"]
      ? [{ name: "check: one call that proves the connection", run: () => asks(subject, cases["check"]!, "check") }]
      : []),
    ...accountChecks(subject),
    ...(cases["disconnect"]
      ? [{ name: "disconnect: tells the platform", run: () => asks(subject, cases["disconnect"]!, "disconnect") }]
      : []),
    ...(cases["discover"]
      ? [{ name: "discover: finds the settings to choose from", run: () => discovers(subject, cases["discover"]!) }]
      : []),
    ...(cases["inbound"]
      ? [{ name: "inbound: believes the right signature alone", run: () => receives(subject, cases["inbound"]!) }]
      : []),
    ...oauthChecks(subject),
    ...sessionChecks(subject),
    { name: "app: every call names the operator's registration, and none goes without it", run: () => named(subject) },
    ...limitChecks(subject),
    connectionLeaks(subject),
    { name: "passthrough: goes to the platform and cannot leave it", run: () => confined(subject) }
  ]
}

const asks = async (subject: Subject, own: Case, what: "check" | "disconnect") => {
  const fake = fakeOf(subject, own.exchanges)
  await withClient(subject, fake, (client) => client[what])
  assertAsked(subject, fake, own.exchanges)
}

/** Discovery runs before it has found any setting; those that were asked for are known. */
const discovers = async (subject: Subject, own: Case) => {
  const declared = declaredOf(subject)
  const isFound = (name: string) => Setting.isFrom(declared[name], "Discovered")
  const asked = Object.entries(subject.settings).filter(([name]) => !isFound(name))
  const found = Object.entries(subject.settings).flatMap(([name, value]) => (isFound(name) ? [value] : []))
  const query = Object.fromEntries(Object.entries(subject.query ?? {}).filter(([, value]) => !found.includes(value)))
  // What a stage finds is in the addresses of the next.
  const bases = basesOf(subject)
  const unsettled: Subject = { ...subject, settings: Object.fromEntries(asked), headers: {}, query, bases }
  const fake = fakeOf(unsettled, own.exchanges)
  const choices = await withClient(unsettled, fake, (client) => client.discover)
  assertAsked(unsettled, fake, own.exchanges)
  assert.deepEqual(choices, own.choices)
}

/** Runs an effect at a moment. */
const at = (moment: string) =>
  Effect.updateService(Clock.Clock, (clock) => ({ ...clock, currentTimeMillis: Effect.succeed(Date.parse(moment)) }))

type Told = NonNullable<Case["requests"]>[number]

const receives = async (subject: Subject, { now, requests = [], secret = "" }: Case) => {
  const inbound = subject.connector.inbound!
  const requestOf = ({ body, headers, query }: Told): Inbounds.InboundRequest => ({
    method: "POST",
    url: new URL(`https://service.example/in${query === undefined ? "" : `?${new URLSearchParams(query)}`}`),
    headers,
    body
  })
  const receive = async (told: Told, secrets: ReadonlyArray<string>) => {
    const fake = fakeOf(subject, told.asked ?? [])
    const received = await withClient(subject, fake, (client) =>
      Inbound.receive(inbound, requestOf(told), { secrets, ask: client.proves }).pipe(
        now === undefined ? identity : at(now)
      )
    )
    return { ...received, fake }
  }
  const refused = async (told: Told, secrets: ReadonlyArray<string>, what: string) => {
    const { accepted, ended, events, fake } = await receive(told, secrets)
    assert.equal(accepted, false, what)
    assert.deepEqual([events, ended], [[], []], what)
    return fake
  }
  assert.ok(
    requests.some(({ status }) => status < 300) && requests.some(({ status }) => status >= 400),
    "right and wrong"
  )
  for (const told of requests) {
    const { body, events, status } = told
    const received = await receive(told, [secret])
    assert.equal(received.response.status, status, body)
    assert.equal(received.response.body ?? "", "", "an empty answer")
    assert.deepEqual(received.events, events)
    const ended = received.ended.map(({ settings }) => settings)
    assert.deepEqual(ended, told.ended ?? [], "authorisations that have ended")
    assert.equal(received.accepted, status < 300)
    const proof = inbound.proof(requestOf(told))
    if (proof !== null && "ask" in proof) {
      assertAsked(subject, received.fake, told.asked ?? [])
      assert.ok(told.asked?.length, "a request that the platform is asked about shows the question")
      // Its spaces are signed too.
      const spaced = JSON.stringify(JSON.parse(body), null, 3)
      const other = inbound.proof({ ...requestOf(told), body: spaced })
      const content = other !== null && "ask" in other ? contentOf(other.ask(subject.settings, [])) : ""
      assert.ok(content.includes(spaced), "the platform is asked about the body as it came")
      for (const answer of [null, "", {}, [], { error: "unavailable" }]) {
        assert.equal(isHeld(proof, answer), false, `${JSON.stringify(answer)} is no confirmation`)
      }
      const bare = await refused({ ...told, headers: {} }, [secret], "a request without the platform's headers")
      assert.deepEqual(bare.calls, [], "nothing is asked about a request that lacks what every right one has")
      continue
    }
    // Another secret, or nothing of what proves it: nothing is believed.
    await refused(told, ["another secret"], "another secret")
    await refused(told, [""], "a secret that was never set")
    const bare = { ...told, body: secret === "" ? body : body.replaceAll(secret, ""), headers: {}, query: {} }
    await refused(bare, [secret], "no proof at all")
    if (proof !== null && "equals" in proof) {
      await refused(told, [`${secret}x`], "the beginning of a secret")
      await refused(told, [secret.slice(0, -1)], "more than the secret")
    } else {
      await refused({ ...told, body: `${body} ` }, [secret], "another body")
    }
    // During a rotation both secrets are in force.
    assert.equal((await receive(told, ["another secret", secret])).accepted, status < 300)
  }
}

/** What a connector asks the operator for goes along with its calls; one that does not ask sees nothing of it. */
const named = async (subject: Subject) => {
  const { app, connector } = subject
  const asked = Object.keys((connector.app ?? {}) as Auth.App) as ReadonlyArray<keyof Auth.App>
  if (asked.length === 0) return assert.equal(app, undefined, "an app for a connector that asks for none")
  const fake = fakeOf(subject, [{ request: { path: "/anything" }, response: {} }])
  await withClient(subject, fake, (own) => own.call({ path: "/anything" }))
  const [sent] = fake.calls
  const said = JSON.stringify([[...sent!.headers], [...sent!.url.searchParams]])
  for (const name of asked) {
    const own = app?.[name]
    assert.ok(own, `the suite needs \`${name}\` in \`app\``)
    assert.ok(said.includes(own) || said.includes(Buffer.from(own).toString("base64")), `no call carries \`${name}\``)
    const quiet = fakeOf(subject, [])
    const without = { ...subject, app: { ...app!, [name]: "" } }
    const error = await failureOf(without, quiet, (client) => client.check)
    assert.equal(error.reason._tag, "InvalidCall", `a call without \`${name}\``)
    assert.deepEqual(quiet.calls, [])
  }
}

const isHeld = ({ holds }: Inbounds.InboundAsk, answer: unknown): boolean => {
  try {
    return holds(answer)
  } catch {
    return false
  }
}

/** What a call sends, as text. */
const contentOf = ({ body }: Call.Call): string =>
  Call.isEncodedBody(body) ? body.content : JSON.stringify(body ?? null)

const sessionChecks = (subject: Subject): ReadonlyArray<Check> => {
  const auth = authOf(subject)
  if (auth._tag !== "ApiKey" || auth.session === undefined) return []
  return [
    {
      name: "session: the login is asked for as documented, once, and anew when it is refused",
      run: () => logsIn(subject)
    }
  ]
}
const logsIn = async (subject: Subject) => {
  const { cases, session, ...rest } = subject
  assert.ok(session, "the suite needs the login of `session`, and what is found in its answer")
  const own = cases["check"]!.exchanges
  const fake = fakeOf(subject, [session.login, ...own])
  await withClient({ ...rest, cases }, fake, (client) => Effect.all([client.check, client.check]))
  const [first, ...others] = fake.calls
  assert.equal(first?.url.pathname.endsWith(session.login.request.path), true, "the login comes first")
  assert.deepEqual(fake.unasked(), [])
  assert.equal(others.length, 2 * own.length, "one login is enough")
  for (const call of others) assertIdentified(subject, call)
  // A session that has ended is begun anew, and the call goes again.
  const ended = fakeOf(subject, [session.login, ...own], { faults: [Fault.answering(0, { status: 401, body: {} })] })
  await withClient(subject, ended, (client) => client.check)
  // By its body as well: a platform may have one address for everything.
  const logins = ended.calls.filter((call) => FakePlatform.fits(session.login.request, call, basesOf(subject)))
  assert.equal(logins.length, 1, "one login after a refusal")
  assert.equal(ended.calls.length, own.length + 2)
}

const leaving = ["/../up", "//evil.example/x", "/%2e%2e/up", "/a/..;/b", "/a?query=1", "/a#part", "no-slash", "/a\\b"]
const confined = async (subject: Subject) => {
  const base = basesOf(subject)[""]!
  const method = isInBody(authOf(subject)) ? "POST" : "GET"
  const request = { method, path: "/anything", query: { a: 1 } } as const
  const fake = fakeOf(subject, [{ request, response: { status: 418, body: { ok: 1 } } }])
  const answer = await withClient(subject, fake, (own) =>
    own.call(method === "POST" ? { ...request, body: {} } : request)
  )
  assert.equal(answer.status, 418, "any answer of the platform is an answer")
  assertIdentified(subject, fake.calls[0]!)
  assert.ok(fake.calls[0]!.url.href.startsWith(base))
  for (const call of [
    ...leaving.map((path) => ({ path })),
    { path: "/anything", headers: { Authorization: "Bearer mine" } },
    ...Object.keys(subject.headers ?? {}).map((name) => ({ path: "/anything", headers: { [name]: "mine" } })),
    ...Object.keys(subject.query ?? {}).map((name) => ({ path: "/anything", query: { [name]: "mine" } }))
  ]) {
    const quiet = fakeOf(subject, [])
    const error = await failureOf(subject, quiet, (own) => own.call(call))
    assert.equal(error.reason._tag, "InvalidCall", call.path)
    assert.deepEqual(quiet.calls, [])
  }
}
