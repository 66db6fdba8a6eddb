/** What the webhooks that a connector registers are held to: made, left alone, renewed, made again, removed, and never a secret shown. */
import assert from "node:assert/strict"
import { Call } from "@svc/core"
import type { Subscribing, Subscription } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import { assertAsked, assertNoSecret, secretsOf } from "./asserts.ts"
import type { Case, SubscribeCase } from "./Case.ts"
import * as Fault from "./Fault.ts"
import type { Exchange } from "./FakePlatform.ts"
import { quiet } from "./leaks.ts"
import { type Check, failureOf, fakeOf, type Subject, withClient } from "./Subject.ts"

export const subscribeChecks = (subject: Subject): ReadonlyArray<Check> => {
  const own = subject.cases["subscribe"]
  if (own === undefined || subject.connector.inbound?.subscribe === undefined) return []
  const check = (name: string, run: (of: Of) => Promise<void>): Check => ({
    name: `subscribe: ${name}`,
    run: async () => run(ofCase(subject, own))
  })
  return [
    check("registers what is missing, as documented", registers),
    check("gives the address, and what proves its webhooks", proves),
    check("leaves alone what is there, and what somebody else has registered", leaves),
    check("makes again what the platform has lost or switched off", again),
    check("removes what was left behind at its address", orphans),
    check("gives more time to what ends, before it ends", renews),
    check("removes what is registered, and takes what is gone for removed", removes),
    check("an answer without a list is not an empty list", listless),
    check("an answer that names no webhook is not one that was registered", nameless),
    check("errors, spans and logs show neither the address nor a secret", hides)
  ]
}

interface Of {
  readonly subject: Subject
  readonly now: string
  readonly exchanges: ReadonlyArray<Exchange>
  readonly told: SubscribeCase
  /** Nothing is registered yet. */
  readonly empty: Subscription.Subscription
}
const ofCase = (subject: Subject, { exchanges, now = "2026-03-15T00:00:00.000Z", webhooks }: Case): Of => {
  assert.ok(webhooks, "the case needs `webhooks`")
  const { address, registered, secret } = webhooks
  assert.equal(exchanges.length, registered.length, "an exchange for each webhook that is registered")
  return { subject, now, exchanges, told: webhooks, empty: { address, secret, parts: [] } }
}

/** Runs it at a moment, and holds it to exactly these calls. */
const keep = async (
  { now, subject }: Of,
  subscription: Subscription.Subscription,
  exchanges: ReadonlyArray<Exchange>,
  at = now
): Promise<Subscribing.Kept> => {
  const fake = fakeOf(subject, exchanges, { now: at })
  const kept = await withClient(subject, fake, (client) => client.subscribe({ subscription }))
  assertAsked(subject, fake, exchanges)
  assert.deepEqual(kept.refused.map(String), [], "what the platform refuses")
  return kept
}
const made = async (own: Of): Promise<Subscription.Subscription> =>
  (await keep(own, own.empty, [...own.told.none, ...own.exchanges])).subscription

const registers = async (own: Of) => {
  const { parts } = await made(own)
  const found = parts.map(({ id, secret, until }) => ({ id, secret, until }))
  const due = own.told.registered.map(({ id, secret = null, until = null }) => ({ id, secret, until }))
  assert.deepEqual(
    found.map(({ until, ...one }) => ({ ...one, until: until === null ? null : Date.parse(until) })),
    due.map(({ until, ...one }) => ({ ...one, until: until === null ? null : Date.parse(until) }))
  )
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length, "ids that differ")
}

const proves = async (own: Of) => {
  const { address, secret } = own.empty
  const subscribe = own.subject.connector.inbound!.subscribe!
  const { parts } = await made(own)
  for (const { secret: answered, topic } of parts) {
    const call = subscribe.create({ address, secret, topic, until: null, settings: own.subject.settings })
    const said = textOf(call)
    assert.ok(said.includes(address), `the call for ${topic || "it"} does not say where to send`)
    assert.ok(
      subscribe.signed === "app" || answered !== null || said.includes(secret),
      `nothing proves what comes of ${topic || "it"}: no secret is given, answered, or the app's`
    )
  }
}

const leaves = async (own: Of) => {
  const subscription = await made(own)
  const kept = await keep(own, subscription, own.told.listed)
  assert.deepEqual([kept.made, kept.lost, kept.removed], [[], [], 0])
  // Without any of ours, there is still one: somebody else's.
  const fake = fakeOf(own.subject, [...own.told.listed, ...own.told.removed])
  const removed = await withClient(own.subject, fake, (client) => client.unsubscribe(subscription))
  assert.equal(removed, subscription.parts.length, "what is removed is ours alone")
  assert.ok(
    namesOthers(own),
    "the list of the case shows a webhook at another address as well, of somebody else's that is left alone"
  )
}
/** Whether the list of a case shows what is none of ours. */
const namesOthers = ({ subject, told }: Of): boolean => {
  const { found, response } = subject.connector.inbound!.subscribe!.list
  const bodies = told.listed.map(({ response: { body } }) => body)
  const { call } = subject.connector.inbound!.subscribe!.list
  const asked = typeof call === "function" ? call(subject.settings) : call
  const all =
    "_tag" in asked ? bodies.flatMap((body) => (Call.at(body, asked.items) ?? []) as ReadonlyArray<unknown>) : bodies[0]
  const ids = new Set(told.registered.map(({ id }) => id))
  return found(response.read(all)).some(({ address, id }) => !ids.has(id) && address !== told.address)
}

const again = async (own: Of) => {
  const subscription = await made(own)
  const kept = await keep(own, subscription, [...own.told.none, ...own.exchanges])
  assert.equal(kept.lost.length, own.exchanges.length, "what is not listed is lost")
  if (own.told.off === undefined) return
  const off = await keep(own, subscription, [...own.told.off, ...own.told.removed, ...own.exchanges])
  assert.equal(off.lost.length, own.exchanges.length, "what is switched off is lost")
}

const orphans = async (own: Of) => {
  const kept = await keep(own, own.empty, [...own.told.listed, ...own.told.removed, ...own.exchanges])
  assert.equal(kept.removed, own.told.removed.length)
}

const renews = async (own: Of) => {
  const subscribe = own.subject.connector.inbound!.subscribe!
  const subscription = await made(own)
  const ends = subscription.parts.flatMap(({ until }) => until ?? [])
  if (ends.length === 0) {
    assert.equal(subscribe.renew, undefined, "what never ends is not renewed")
    return
  }
  const life = Math.min(...ends.map((end) => Date.parse(end))) - Date.parse(own.now)
  assert.ok(life > 0, "what is registered ends after it was made")
  const before = new Date(Date.parse(own.now) + life * 0.4).toISOString()
  await keep(own, subscription, own.told.listed, before)
  const { renewed } = own.told
  assert.ok(renewed, "the case needs `renewed` for what ends")
  const due = subscribe.renew === undefined ? [...own.told.removed, ...renewed] : renewed
  const kept = await keep(own, subscription, [...own.told.listed, ...due], halfway(own, life))
  assert.deepEqual(kept.lost, [])
  for (const { until } of kept.subscription.parts) {
    assert.ok(
      until === null || Date.parse(until) > Math.max(...ends.map((end) => Date.parse(end))),
      "it ends later now"
    )
  }
}
const halfway = ({ now }: Of, life: number): string => new Date(Date.parse(now) + life * 0.6).toISOString()

const removes = async (own: Of) => {
  const subscription = await made(own)
  const remove = async (exchanges: ReadonlyArray<Exchange>) => {
    const fake = fakeOf(own.subject, exchanges)
    const removed = await withClient(own.subject, fake, (client) => client.unsubscribe(subscription))
    assertAsked(own.subject, fake, exchanges)
    return removed
  }
  assert.equal(await remove([...own.told.listed, ...own.told.removed]), subscription.parts.length)
  assert.equal(await remove(own.told.none), 0, "nothing is removed where nothing is")
  const [first] = own.told.removed
  assert.ok(first, "the case needs `removed`")
  const gone = own.told.removed.map(({ request }) => ({ request, response: own.told.gone }))
  assert.equal(await remove([...own.told.listed, ...gone]), subscription.parts.length, "what is gone is removed")
}

const listless = async (own: Of) => {
  const subscription = await made(own)
  for (const body of [{}, null, { error: "unavailable" }]) {
    const lists = own.told.none.map(({ request }) => ({ request, response: { body } }))
    const fake = fakeOf(own.subject, [...lists, ...own.exchanges, ...own.told.removed])
    const use = (client: Parameters<Parameters<typeof withClient>[2]>[0]) => client.subscribe({ subscription })
    await failureOf(own.subject, fake, use)
    assert.equal(fake.calls.length, lists.length, `${JSON.stringify(body)} is not taken for an empty list`)
  }
}

const nameless = async (own: Of) => {
  const [first] = own.exchanges
  assert.ok(first, "the case needs a webhook")
  for (const body of [{}, null, { id: null, data: null }]) {
    const fake = fakeOf(own.subject, [...own.told.none, { request: first.request, response: { body } }])
    const error = await failureOf(own.subject, fake, (client) => client.subscribe({ subscription: own.empty }))
    assert.equal(error.reason._tag, "Undecodable", `an answer of ${JSON.stringify(body)}`)
  }
}

const hides = async (own: Of) => {
  const { address, secret } = own.empty
  const answered = own.told.registered.flatMap((one) => one.secret ?? [])
  const theirs = [address, secret, ...answered].map((one) => ["webhook's own", one] as const)
  const secrets = [...secretsOf(own.subject), ...theirs]
  const [first] = own.exchanges
  const echoed = { error: { message: `refused: ${textOf(first!.request)} ${address} ${secret}` }, message: address }
  const refusal = fakeOf(own.subject, [
    ...own.told.none,
    ...own.exchanges.map(({ request }) => ({ request, response: { status: 422, body: echoed } }))
  ])
  const kept = await withClient(own.subject, refusal, (client) => client.subscribe({ subscription: own.empty }))
  for (const { error } of kept.refused) assertNoSecret(own.subject, error, secrets)
  assert.equal(kept.refused.length, own.exchanges.length, "what the platform refuses is said")
  const away = fakeOf(own.subject, own.told.none, { faults: [Fault.answering(0, { status: 503, body: echoed })] })
  const failed = await failureOf(own.subject, away, (client) => client.subscribe({ subscription: own.empty }))
  assertNoSecret(own.subject, failed, secrets)
  const fake = fakeOf(own.subject, [...own.told.none, ...own.exchanges])
  await quiet(own.subject, fake, (client) => Effect.asVoid(client.subscribe({ subscription: own.empty })), secrets)
}

const textOf = ({ body, path, query }: Pick<Call.Call, "body" | "path" | "query">): string => {
  const content = Call.isEncodedBody(body)
    ? decodeURIComponent(body.content.replaceAll("+", " "))
    : JSON.stringify(body)
  return `${path} ${JSON.stringify(query ?? {})} ${content ?? ""}`
}
