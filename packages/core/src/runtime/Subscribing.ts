/**
 * Keeps the webhooks of one connection at its platform as they are to be. What the platform lists is the truth: it is held
 * against what is wanted, and the difference is made. Doing it again after a crash therefore mends what the crash left.
 */
import * as Effect from "effect/Effect"
import { at } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall, Undecodable, Unsupported } from "../contract/ConnectorError.ts"
import { isPages } from "../contract/Further.ts"
import type { Values } from "../contract/Setting.ts"
import type { Listed, Made, Subscribe, Wanted } from "../contract/Subscribe.ts"
import { hash } from "../contract/Hmac.ts"
import { decode, lookUp } from "./Reading.ts"
import type { Send } from "./Request.ts"
import { idsOf, type Part, secretsOf, type Subscription } from "./Subscription.ts"
import * as Time from "./Time.ts"

export interface KeepOptions<E = never> {
  readonly subscription: Subscription
  /** Called with what is registered after each change; when it fails, what was just made is taken back. */
  readonly keep?: (subscription: Subscription) => Effect.Effect<void, E>
  /** Of addresses that the platform sends to, those of ours that nobody answers at any more. */
  readonly abandoned?: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E>
}

export interface Kept {
  readonly subscription: Subscription
  /** Topics, each as often as it happened; a single webhook has the empty one. */
  readonly made: ReadonlyArray<string>
  readonly renewed: ReadonlyArray<string>
  /** Those that the platform did not have any more. They are among `made` as well, unless they were refused. */
  readonly lost: ReadonlyArray<string>
  /** How many were taken away: switched off, outdated, or left behind by somebody. */
  readonly removed: number
  /** What the platform will not register; the others are there. */
  readonly refused: ReadonlyArray<{ readonly topic: string; readonly error: ConnectorError }>
  /** When to look again, ISO 8601: half of the shortest time that is left, a day at most. */
  readonly lookAt: string
}

const day = 86_400_000

/** When half of a webhook's time has passed; null for one that does not end. */
const halfOf = ({ since, until }: Part): number | null =>
  until === null ? null : (Date.parse(since) + Date.parse(until)) / 2

const topicsOf = ({ topics = [""] }: Subscribe, settings: Values): ReadonlyArray<string> => [
  ...new Set(typeof topics === "function" ? topics(settings) : topics)
]

/** A refusal of one topic; everything else is a reason to come again. */
const isRefusal = ({ reason }: ConnectorError): boolean =>
  reason._tag === "Rejected" || reason._tag === "Forbidden" || reason._tag === "Conflict" || reason._tag === "NotFound"

const declared = (connector: Any, operation: string) => {
  const own = connector.inbound?.subscribe
  return own === undefined
    ? Effect.fail(
        new ConnectorError({
          connector: connector.id,
          operation,
          reason: new Unsupported({ capability: "webhooks that are registered by a call" })
        })
      )
    : Effect.succeed(own)
}

const platformOf = (connector: Any, send: Send, settings: Values, subscribe: Subscribe, subscription: Subscription) => {
  // A platform may say again what it was told.
  const secrets = [subscription.address, ...secretsOf(subscription)]
  /** What a connector makes of an answer. */
  const read = <A>(operation: string, what: () => A) =>
    Effect.try({
      try: what,
      catch: () =>
        new ConnectorError({
          connector: connector.id,
          operation,
          reason: new Undecodable({ issues: ["the answer does not say what was registered"] })
        })
    })
  return {
    list: Effect.gen(function* () {
      const operation = "list webhooks"
      const { call, found, response } = subscribe.list
      const asked = typeof call === "function" ? call(settings) : call
      const sending: Send = Object.assign(
        Effect.fnUntraced(function* (one: Parameters<Send>[0], options: Parameters<Send>[1]) {
          const answer = yield* send(one, { ...options, secrets })
          const isNone = answer.status === 204 && answer.body === null
          if (!isPages(asked) || isNone || Array.isArray(at(answer.body, asked.items))) return answer
          // Everything would be taken for lost, and made a second time.
          const issues = [`the answer holds no list at ${asked.items}`]
          return yield* new ConnectorError({ connector: connector.id, operation, reason: new Undecodable({ issues }) })
        }),
        { bounds: send.bounds! }
      )
      // No content is no webhook.
      const answer = yield* lookUp(connector, sending, asked, operation, [204])
      if (answer === null) return []
      const body = yield* decode(connector, operation, response, answer.body)
      return yield* read(operation, () => found(body))
    }),
    create: (wanted: Wanted) =>
      Effect.gen(function* () {
        const operation = "register a webhook"
        const { body } = yield* send(subscribe.create(wanted), { operation, repeatable: false, secrets })
        // What cannot be read of it may be the secret.
        return yield* read(operation, () => checked(subscribe.made(subscribe.response.read(body), wanted)))
      }),
    renew: (wanted: Wanted & { readonly id: string }, renew: NonNullable<Subscribe["renew"]>) =>
      Effect.gen(function* () {
        const operation = "renew a webhook"
        const { body } = yield* send(renew(wanted), { operation, repeatable: true, secrets })
        return yield* read(operation, () => checked(subscribe.made(subscribe.response.read(body), wanted)))
      }),
    remove: (id: string) =>
      send(subscribe.remove({ id, settings }), { operation: "remove a webhook", repeatable: true, secrets }).pipe(
        Effect.asVoid,
        // What is not there is removed.
        Effect.catchReason("ConnectorError", "NotFound", () => Effect.void)
      )
  }
}

const checked = (made: Made): Made => {
  if (typeof made.id !== "string" || made.id === "") throw new Error("no id")
  if (typeof made.until === "string" && Number.isNaN(Date.parse(made.until))) throw new Error("no moment")
  return made
}

/**
 * Makes what is missing, renews what has lived through half of its time, and removes what should not be there: what the
 * platform switched off, what would be made otherwise today, and what sends to the subscription's address without being
 * known, left by whoever stopped between a creation and its answer.
 */
export const keep = Effect.fnUntraced(function* <E = never>(
  connector: Any,
  send: Send,
  settings: Values,
  options: KeepOptions<E>
): Effect.fn.Return<Kept, ConnectorError | E> {
  const operation = "register a webhook"
  const subscribe = yield* declared(connector, operation)
  const { address, secret } = options.subscription
  if (!URL.canParse(address) || secret === "") {
    const [field, message] =
      secret === "" ? ["secret", "must be a text that is not empty"] : ["address", "must be an absolute URL"]
    return yield* new ConnectorError({
      connector: connector.id,
      operation,
      reason: new InvalidCall({ field, message })
    })
  }
  const platform = platformOf(connector, send, settings, subscribe, options.subscription)
  const time = Time.millis
  const { lasts } = subscribe
  const wantedAt = (topic: string, now: number): Wanted => ({
    address,
    secret,
    topic,
    until: lasts === undefined ? null : new Date(now + lasts * 1000).toISOString(),
    settings
  })
  const stampOf = (topic: string) =>
    Effect.promise(() =>
      hash("SHA-256", JSON.stringify(subscribe.create({ ...wantedAt(topic, 0), until: null })), "base64")
    )

  const known: ReadonlyArray<Listed> = yield* platform.list
  const listed = new Map(known.map((one) => [one.id, one]))
  const topics = topicsOf(subscribe, settings)
  const stamps = new Map(
    yield* Effect.forEach(topics, (topic) => Effect.map(stampOf(topic), (own) => [topic, own] as const))
  )
  const isThere = ({ id }: Part) => listed.has(id) && listed.get(id)!.active !== false
  const lost = options.subscription.parts.filter((part) => !isThere(part))
  let parts = options.subscription.parts.filter((part) => isThere(part) && stamps.get(part.topic) === part.stamp)
  // One for each topic.
  parts = parts.filter((part, index) => parts.findIndex(({ topic }) => topic === part.topic) === index)
  const made: Array<string> = []
  const renewed: Array<string> = []
  const refused: Array<Kept["refused"][number]> = []
  let removed = 0

  const save = () => options.keep?.({ address, secret, parts }) ?? Effect.void
  const now = yield* time
  const isDue = (part: Part) => (halfOf(part) ?? Infinity) <= now
  if (subscribe.renew !== undefined) {
    for (const part of parts.filter(isDue)) {
      const wanted = { ...wantedAt(part.topic, now), id: part.id }
      const result = yield* Effect.result(platform.renew(wanted, subscribe.renew))
      if (result._tag === "Failure") {
        if (!isRefusal(result.failure)) return yield* result.failure
        // It cannot be given more time, so another takes its place.
        parts = parts.filter((own) => own !== part)
        if (result.failure.reason._tag === "NotFound") {
          lost.push(part)
          listed.delete(part.id)
        }
        continue
      }
      const { until } = result.success
      const longer: Part = { ...part, since: new Date(now).toISOString(), until: until ?? wanted.until }
      parts = parts.map((own) => (own === part ? longer : own))
      renewed.push(part.topic)
      yield* save()
    }
  } else parts = parts.filter((part) => !isDue(part))

  const held = new Set(options.subscription.parts.map(({ id }) => id))
  const kept = new Set(parts.map(({ id }) => id))
  const others = [...listed.values()].filter(({ id }) => !kept.has(id))
  const abandoned = new Set(
    (yield* options.abandoned?.(others.flatMap((one) => one.address ?? [])) ?? Effect.succeed([])).concat(address)
  )
  for (const one of others) {
    if (!held.has(one.id) && !abandoned.has(one.address ?? "")) continue
    yield* platform.remove(one.id)
    removed++
  }
  if (parts.length < options.subscription.parts.length) yield* save()

  for (const topic of topics) {
    if (parts.some((part) => part.topic === topic)) continue
    const begun = yield* time
    const wanted = wantedAt(topic, begun)
    const result = yield* Effect.result(platform.create(wanted))
    if (result._tag === "Failure") {
      if (!isRefusal(result.failure)) return yield* result.failure
      refused.push({ topic, error: result.failure })
      continue
    }
    const { id, secret: told, until } = result.success
    const part: Part = {
      topic,
      id,
      secret: told ?? null,
      stamp: stamps.get(topic)!,
      since: new Date(begun).toISOString(),
      until: until ?? wanted.until
    }
    parts = [...parts, part]
    made.push(topic)
    // What nobody keeps would send for ever.
    yield* Effect.onExit(save(), ({ _tag }) =>
      _tag === "Success" ? Effect.void : Effect.catch(platform.remove(id), () => Effect.void)
    )
  }
  const end = yield* time
  const look = Math.min(end + day, ...parts.map((part) => halfOf(part) ?? Infinity))
  return {
    subscription: { address, secret, parts },
    made,
    renewed,
    lost: lost.map(({ topic }) => topic),
    removed,
    refused,
    lookAt: new Date(look).toISOString()
  }
})

/** Removes what is registered, and what else sends to its address; answers how many that were. */
export const remove = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  settings: Values,
  subscription: Subscription
): Effect.fn.Return<number, ConnectorError> {
  const subscribe = yield* declared(connector, "remove a webhook")
  const platform = platformOf(connector, send, settings, subscribe, subscription)
  const held = new Set(idsOf(subscription))
  const own = (yield* platform.list).filter(({ address, id }) => held.has(id) || address === subscription.address)
  yield* Effect.forEach(own, ({ id }) => platform.remove(id), { discard: true })
  return own.length
})
