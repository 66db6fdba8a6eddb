/**
 * What the arguments of an embedder's calls are to be. Code without types may hand over anything: the first argument or option
 * that is something else is told by its name, before anything is asked of the platform. What is told to calls whose code is
 * loaded later is in `GivenLater.ts`.
 */
import { type Any, contract, deletionsOf as deletionsIn } from "../contract/Connector.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { ModelId } from "../contract/Models.ts"
import type { Deletions } from "../contract/Read.ts"
import * as Steps from "./Steps.ts"
import * as Subscribed from "./Subscription.ts"

/** Where something is wrong, and what it must be; undefined where nothing is. */
export type Fault = readonly [field: string, words: string] | undefined
export type Kind = (value: any, field: string, below?: string) => Fault
export type Kinds = Readonly<Record<string, Kind>>
/** Arguments by their names, each with what it is to be. */
export type Arguments = ReadonlyArray<readonly [name: string, value: unknown, kind: Kind]>

export const kind =
  (words: string, is: (value: any) => boolean): Kind =>
  (value, field) =>
    is(value) ? undefined : [field, `must be ${words}`]
export const isText = (value: unknown): value is string => typeof value === "string"
/** Whether it has these methods. */
export const has = (value: any, ...methods: ReadonlyArray<PropertyKey>): boolean =>
  methods.every((method) => typeof value?.[method] === "function")

const typed = (type: string, words: string) => kind(words, (value) => typeof value === type)
export const text = /* @__PURE__ */ typed("string", "a text")
export const filled = /* @__PURE__ */ kind("a text that is not empty", (value) => isText(value) && value !== "")
export const amount = /* @__PURE__ */ kind("a number", (value) => typeof value === "number" && value >= 0)
export const callable = /* @__PURE__ */ typed("function", "a function")
export const address = /* @__PURE__ */ kind("an absolute address", (value) => isText(value) && URL.canParse(value))
export const object = /* @__PURE__ */ kind(
  "an object",
  (value) => typeof value === "object" && value !== null && !Array.isArray(value)
)
export const signal = /* @__PURE__ */ kind("an AbortSignal", (value) => has(value, "throwIfAborted"))

/** An object with members that it needs and others that it may have. `below` is what their names begin with. */
export const members =
  (needs: Kinds, may: Kinds = {}): Kind =>
  (value, field, below = `${field}.`) => {
    let fault = object(value, field)
    for (const [name, own] of Object.entries(fault === undefined ? { ...needs, ...may } : {})) {
      if (value[name] !== undefined || name in needs) fault ??= own(value[name], below + name)
    }
    return fault
  }
/** An object whose members are all of a kind, whatever they are called. */
export const each =
  (own: Kind): Kind =>
  (value, field) => {
    let fault = object(value, field)
    for (const [name, one] of Object.entries(fault === undefined ? value : {})) {
      if (one !== undefined) fault ??= own(one, `${field}.${name}`)
    }
    return fault
  }
/** Options of a call, which may all be left out. */
export const options = (may: Kinds): Kind => {
  const own = members({}, { signal, ...may })
  return (value, field, below) => (value == null ? undefined : own(value, field, below))
}

/** The mistake of the first argument that is not what it is to be; null where all are. Their own members go by their bare names. */
export const faultOf = (connector: Any, operation: string, given: Arguments): ConnectorError | null => {
  for (const [name, value, own] of given) {
    const fault = own(value, name, "")
    if (fault !== undefined) return Steps.mistake(connector, operation, ...fault)
  }
  return null
}
/** What a mistake is told of where no connector is known. */
const none = { id: "connect" } as Any
/** The same for what has to be told which connector it is for. */
export const faultFor = (connector: Any, operation: string, given: Arguments): ConnectorError | null =>
  faultOf(isText(connector?.id) ? connector : none, operation, [
    ["connector", connector, kind(`a connector of contract ${contract}`, (value) => value?.contract === contract)],
    ...given
  ])

export const settings = /* @__PURE__ */ each(text)
export const app = { clientId: text, clientSecret: text }
/** What a connection is made of. */
export const connection = (given: any): Arguments => [
  [
    "options",
    given,
    members(
      { settings, credentials: (value, field) => (has(value, "call") ? undefined : object(value, field)) },
      {
        app: members(app),
        baseUrl: address,
        bounds: each(amount),
        customFields: members({ of: callable }),
        fetch: callable,
        key: text,
        onCall: callable
      }
    )
  ],
  // Of a store that nothing refreshes into, its functions would be the credentials.
  ["app", given?.app ?? (has(given?.credentials, "swap") ? null : {}), object]
]

export const model = (value: unknown): Arguments[number] => ["model", value, text]
const listing = /* @__PURE__ */ options({
  after: /* @__PURE__ */ each(object),
  deleted: /* @__PURE__ */ kind(
    "true, or { known } with the ids that you keep",
    (value) => value === true || (!isText(value?.known) && has(value?.known, Symbol.iterator))
  ),
  refused: callable
})
/** Of a list. */
export const ofList = (of: unknown, own: unknown): Arguments => [model(of), ["options", own, listing]]
export const signalled = /* @__PURE__ */ options({})
/** Of a call that is told nothing but how it may end. */
export const ofSignal = (own: unknown): Arguments => [["options", own, signalled]]
/** Of what is told a model alone. */
export const ofModel = (of: unknown, own: unknown): Arguments => [model(of), ...ofSignal(own)]
const telling = /* @__PURE__ */ options({ refused: callable })
/** Of one record. */
export const ofOne = (of: unknown, id: unknown, own: unknown): Arguments => [
  model(of),
  ["id", id, filled],
  ["options", own, telling]
]

/** How a model's deletions are known. Of several sources the one counts that asks most of whoever keeps the records. */
export const deletionsOf = (connector: Any, of: ModelId): Deletions => {
  const fault = faultFor(connector, "deletionsOf", [model(of)])
  if (fault !== null) throw fault
  return deletionsIn(connector, of)
}
/** What proves the webhooks of a subscription. */
export const secretsOf = (subscription: Subscribed.Subscription): ReadonlyArray<string> => {
  const own = members({ parts: kind("a list", Array.isArray) })
  const fault = faultOf(none, "secretsOf", [["subscription", subscription, own]])
  if (fault !== null) throw fault
  return Subscribed.secretsOf(subscription)
}
