/**
 * How records of one data model are created, updated, deleted or voided on a platform: the call for one item or a native
 * batch, or its several calls, where each item's answer is, and what keeps a repeated call from doing the work twice.
 */
import type { AuthSettings } from "./Auth.ts"
import { at, type Call, type Headers, isEncodedBody, type Patch, segment } from "./Call.ts"
import type { PlatformFailure } from "./ConnectorError.ts"
import type { Found, Lookups } from "./Lookup.ts"
import type { Read } from "./Read.ts"
import type { Decoder } from "./Wire.ts"
import type { Operation, WriteId, WriteInput } from "./Writes.ts"

/** A record as the platform shows it before it is changed. */
export interface Current<out Item = unknown> {
  /** What `current` of the write decodes of it. */
  readonly item: Item
  /** As the platform answered it: a platform that takes whole objects is sent it back with what changes. */
  readonly raw: Readonly<Record<string, unknown>>
  /** Headers of the answer, names in lower case, such as `etag`. */
  readonly headers: Headers
}
/** What a write says of `current`: a decoder of what it uses, or `true` where the raw record is enough. */
export type Asked = true | Decoder<unknown> | undefined
/** What `current` hands out: nothing where the write does not ask. */
export type CurrentOf<K extends Asked> =
  K extends Decoder<infer Item> ? Current<Item> : K extends true ? Current : undefined

/** What the calls of a write may be made of besides the items. */
export interface WriteContext<L extends Lookups = Lookups, K extends Asked = undefined> {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** When the write began, ISO 8601; the same in every repeat, for platforms that want to be told when something was made. */
  readonly began: string
  /** What the write's look-ups found, by name. */
  readonly lookups: Found<L>
  /** The record as it is, of a write with `current`. */
  readonly current: CurrentOf<K>
}
/** The same for writes of any lookups, as whoever runs them sees it. */
export interface AnyWriteContext {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** When the write began, ISO 8601; the same in every repeat. */
  readonly began: string
  /** What the write's look-ups found, by name. */
  readonly lookups: any
  /** The record as it is, of a write with `current`; undefined of any other. */
  readonly current: any
}

/** The place in an item that keeps it from being sent, and why. */
export interface Refusal {
  /** Where in the item: `line_items[0].tax_id`; empty when the item itself is at fault. */
  readonly field: string
  /** In a sentence for whoever sent the item. */
  readonly message: string
  /** The record is there already. */
  readonly exists?: boolean
}

/** The platform's answer to one item. */
export type Answer =
  /** Taken; `raw` is the record as the platform answers it, in the shape the model's read maps. */
  | { readonly _tag: "Accepted"; readonly raw: unknown }
  /** Taken, but the answer holds only the new record's id: core fetches the record, and `follow` sees it. */
  | { readonly _tag: "AcceptedId"; readonly id: string }
  /** Done, and nothing is said of the record: after a delete none is left, after anything else core fetches it. */
  | { readonly _tag: "Done" }
  /** Refused, with what the platform says of it and the whole of its answer. */
  | { readonly _tag: "Refused"; readonly failure: PlatformFailure; readonly body: unknown }

/** The item was taken; the answer holds the raw record. */
export const accepted = (raw: unknown): Answer => ({ _tag: "Accepted", raw })
/** The item was taken; the answer names its platform id, and the record is read again. */
export const acceptedId = (id: string): Answer => ({ _tag: "AcceptedId", id })
/** Whether what a lookup found is an id alone. */
export const isAcceptedId = (found: unknown): found is Extract<Answer, { readonly _tag: "AcceptedId" }> =>
  typeof found === "object" && found !== null && (found as { readonly _tag?: unknown })._tag === "AcceptedId"
/** The item was taken; nothing is to be read of it. */
export const done: Answer = { _tag: "Done" }
/** The platform refused the item. */
export const refused = (failure: PlatformFailure, body: unknown): Answer => ({ _tag: "Refused", failure, body })

/** The answer to one step. */
export interface StepAnswer {
  /** The JSON value; undefined where the answer had none. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Headers
}
/** The answers so far by the names of their steps; undefined for a step that was not taken. */
export type Answered = Readonly<Record<string, StepAnswer | undefined>>

/** One of several calls that a write is made of. */
export interface Step {
  readonly _tag: "Step"
  /** Tells the step from others of the item; people read it in the message that says what stands. */
  readonly name: string
  /** What is sent. */
  readonly call: Call
  /**
   * What takes the step back when a later one is refused. It must do no harm when it is sent twice. A step that only asks
   * (GET, HEAD, or a `Write.ask`) needs none; what has none stays, and the item's error says so.
   */
  readonly undo?: Call | ((answer: StepAnswer) => Call | null)
  /** The id of the record that the step has made, so that an error can name what stands. */
  readonly id?: (answer: StepAnswer) => string | null
  /**
   * What makes this step harmless when it comes twice. When absent, a write's key in a header, a query or a path is a key of
   * the step's own, `natural` is natural, and everything else is for the first step that changes something alone.
   */
  readonly idempotency?: Idempotency
  /** It changes nothing, whatever its method. */
  readonly isQuestion: boolean
}

/** The next call of a write in steps; `undo` says what takes it back. */
export const step = (name: string, call: Call, options: Pick<Step, "id" | "idempotency" | "undo"> = {}): Step => ({
  _tag: "Step",
  name,
  call,
  ...options,
  isQuestion: call.method === undefined || call.method === "GET"
})
/** The same for a call that changes nothing, such as a query that is posted. */
export const ask = (name: string, call: Call): Step => ({ _tag: "Step", name, call, isQuestion: true })

/** Where a key travels: a header, a query parameter, a member of the call's body, or a mark in its path. */
export interface KeyPlace {
  /** Which of them it is. */
  readonly in: "header" | "query" | "body" | "path"
  /** In a body the dotted path of the member, elements of lists by their number: `vals_list.0.ref`. */
  readonly name: string
  /** What the platform takes for a key: any text when absent, 32 letters and digits for `plain`, or a `uuid`. */
  readonly form?: "plain" | "uuid"
}
/** What is known when the platform is asked whether an item is there already. */
export interface LookContext {
  /** Of the connection. */
  readonly settings: AuthSettings
  /**
   * A little before the write began, ISO 8601, since no two clocks agree: a record that was made earlier is somebody
   * else's, however much it looks like the item.
   */
  readonly since: string
  /** When the write began, ISO 8601, as its calls were told. */
  readonly began: string
  /** The key that the item was sent with. */
  readonly key: string
}
/** An answer that says that a record of our key is there already. */
export interface Taken {
  /** HTTP status; undefined where the answer had none of its own. */
  readonly status: number | undefined
  /** The JSON value of the answer. */
  readonly body: unknown
  /** The key that the item was sent with. */
  readonly key: string
}
/** What makes a repeated call harmless. */
export type Idempotency<Input = any> =
  /** The platform has keys: the same key replays the first answer. */
  | ({ readonly _tag: "Key" } & KeyPlace)
  /** The platform takes an id of ours once, and names the record that has it when it comes again. */
  | {
      readonly _tag: "Unique"
      readonly place: KeyPlace
      readonly existing: (taken: Taken) => unknown
    }
  /** Before a repeat, the platform is asked whether the record is there already. */
  | {
      readonly _tag: "Lookup"
      /** A key the platform takes as well, and which not every version of it is known to heed. */
      readonly key?: KeyPlace
      /** Seconds after which the platform shows what was made, at the latest: it is not asked before. */
      readonly lag?: number
      readonly call: (input: Input, context: LookContext) => Call | null
      readonly find: (body: unknown, input: Input, context: LookContext) => unknown
    }
  /** Repeating it leaves the same state: an update, a deletion. Never a creation. */
  | { readonly _tag: "Natural" }
  /** Nothing tells: an unknown outcome stays unknown. */
  | { readonly _tag: "None" }

type Form = Pick<KeyPlace, "form">
/** A key in a header. */
export const key = (header: string, options: Form = {}): Idempotency => ({
  _tag: "Key",
  in: "header",
  name: header,
  ...options
})
/** A key in a query parameter. */
export const keyParam = (param: string, options: Form = {}): Idempotency => ({
  _tag: "Key",
  in: "query",
  name: param,
  ...options
})
/** A key in the body, at a dotted path: `Write.keyBody("request.id")`. */
export const keyBody = (path: string, options: Form = {}): Idempotency => ({
  _tag: "Key",
  in: "body",
  name: path,
  ...options
})
/** A key that is part of the address, where the path says `{key}`: a record is put under an id of the caller's. */
export const keyPath: Idempotency = { _tag: "Key", in: "path", name: "{key}" }
/**
 * An id of ours that the platform takes once. `existing` reads the refusal of a second one: it answers what the platform
 * would have answered to a first, so that `answers` and `steps` see the same, or null where the refusal is about something
 * else, such as a number that another document has.
 */
export const unique = (options: {
  readonly place: KeyPlace
  readonly existing: (taken: Taken) => unknown
}): Idempotency => ({ _tag: "Unique", ...options })
/** A repeat does no harm: the same call twice leaves the same state. */
export const natural: Idempotency = { _tag: "Natural" }
/** The platform knows no keys, and a repeat would do it twice: what is not sure is not repeated. */
export const none: Idempotency = { _tag: "None" }
/** The platform is asked before a repeat; what it shows must be what was sent, not what looks like it. */
export const lookup = <Input = any>(options: {
  /** Null when this input has nothing to be found by. */
  readonly call: (input: Input, context: LookContext) => Call | null
  /**
   * The raw record in the answer, or `Write.acceptedId(id)` where the answer shows less of it than its read maps; undefined
   * where it is not there. For a step, what the step would have been answered.
   */
  readonly find: (body: unknown, input: Input, context: LookContext) => unknown
  readonly key?: KeyPlace
  /** Seconds after which the platform shows what was made, at the latest, such as those that a search lags behind. */
  readonly lag?: number
}): Idempotency<Input> => ({ _tag: "Lookup", ...options })

/** Where the key travels; undefined where the platform has none. */
export const placeOf = (idempotency: Idempotency): KeyPlace | undefined => {
  switch (idempotency._tag) {
    case "Key":
      return idempotency
    case "Unique":
      return idempotency.place
    case "Lookup":
      return idempotency.key
    default:
      return undefined
  }
}
/** What carries a key to the platform; nothing where the platform has none. */
export const keyed = (idempotency: Idempotency, value: string, { body, path }: Call): Patch => {
  const place = placeOf(idempotency)
  if (place === undefined) return {}
  switch (place.in) {
    case "header":
      return { headers: { [place.name]: value } }
    case "query":
      return { query: { [place.name]: value } }
    case "body":
      return { body: put(body, place.name.split("."), value) }
    case "path":
      return { path: path.replace(place.name, () => segment(value)) }
  }
}
/** A JSON value with another at a path; members on the way are made, elements of lists must be there. */
const put = (whole: unknown, [name, ...rest]: ReadonlyArray<string>, value: string): unknown => {
  if (name === undefined) return value
  if (isEncodedBody(whole)) throw new Error("a key in the body needs a body that is a JSON value")
  return Array.isArray(whole)
    ? whole.map((element, index) => (String(index) === name ? put(element, rest, value) : element))
    : { ...(whole as object | null), [name]: put(at(whole, name), rest, value) }
}
/** What makes a repeat of a call harmless; where that hangs on settings, by them. */
export const idempotencyOf = ({ idempotency }: Pick<Write, "idempotency">, settings: AuthSettings): Idempotency =>
  typeof idempotency === "function" ? idempotency(settings) : idempotency
/** Whether the platform itself makes a repeat of the same call harmless. */
export const isRepeatable = ({ _tag }: Idempotency): boolean =>
  _tag === "Key" || _tag === "Unique" || _tag === "Natural"

/** How items of one data model are written by one operation. */
export interface Write<
  out M extends WriteId = WriteId,
  out Op extends Operation = Operation,
  out Q extends string = string
> {
  readonly _tag: "Write"
  /** Of which data model the items are. */
  readonly model: M
  /** What is done with each. */
  readonly operation: Op
  /** Members this platform cannot do without; `line_items.account_id` means in every line. */
  readonly requires: ReadonlyArray<Q>
  /** Members of the interface this platform has no place for: an item that carries one is refused, never trimmed. */
  readonly unsupported: ReadonlyArray<string>
  /** What is asked of the platform before the call is made, by name. Empty for nothing. */
  readonly lookups: Lookups
  /** Fetches the record that is to be changed, by its read's `get`, for everything that is asked about the item. */
  readonly current?: Asked
  /**
   * Why an item cannot be sent, where only the lookups or the record can tell: an id the platform does not know. It alone
   * fails. Before a repeat such an item is looked for too, because it may itself be what stands in its way.
   */
  readonly refuse?: (input: any, context: AnyWriteContext) => Refusal | null
  /** Greatest number of items in one call; items of several sources (`record`) are never in one. */
  readonly batch: number
  /** The one call of an item, or of a batch; not asked of a write in `steps`. */
  readonly call: (items: ReadonlyArray<any>, context: AnyWriteContext) => Call
  /**
   * One answer for each item, in their order, and undefined for one of which the platform does not tell what became of it; the
   * headers' names are in lower case.
   */
  readonly answers: (
    body: unknown,
    items: ReadonlyArray<any>,
    headers: Headers,
    context?: AnyWriteContext
  ) => ReadonlyArray<Answer | undefined>
  /**
   * Calls that complete an accepted item, such as applying a credit note to bills. The record is read again after them.
   * `raw` is what the platform answered, or what was fetched by the id that it answered.
   * In a batch the lookups are asked anew for the item, because what completed those before it may have changed them.
   */
  readonly follow?: (raw: any, input: any, context: AnyWriteContext) => ReadonlyArray<Call>
  /** The calls of an item one after the other, instead of `call` and `answers`. */
  readonly steps?: (context: AnyWriteContext & { readonly input: any; readonly answered: Answered }) => Step | Answer
  /** The read whose mapping turns the platform's answer into a record; by the item where a model has several sources. */
  readonly record: Read | ((input: any) => Read)
  /** What makes a repeat harmless; a function where that hangs on the settings. */
  readonly idempotency: Idempotency | ((settings: AuthSettings) => Idempotency)
  /**
   * A scope that `auth.scopes` leaves out because not every account grants it: a connection whose credentials name scopes,
   * and not this one, does not offer the write. Where they name none, the platform decides.
   */
  readonly scope?: string
}

/** Whether credentials with these scopes (separated by blanks or commas) may use a write. */
export const isGranted = ({ scope }: Pick<Write, "scope">, scopes: string | undefined): boolean =>
  scope === undefined || (scopes ?? "").trim() === "" || scopes!.split(/[\s,]+/).includes(scope)

/** What a step is chosen by. */
export interface StepContext<Input, L extends Lookups = Lookups, K extends Asked = undefined> extends WriteContext<
  L,
  K
> {
  /** The item, as the interface was sent it. */
  readonly input: Input
  /** The answers of the steps before, by their names. */
  readonly answered: Answered
}

interface Shared<Input, L extends Lookups, K extends Asked, Q extends string = string> {
  readonly requires: ReadonlyArray<Q>
  readonly unsupported?: ReadonlyArray<string> | (() => ReadonlyArray<string>)
  readonly lookups?: L
  readonly current?: K
  readonly refuse?: (input: Input, context: WriteContext<L, K>) => Refusal | null
  readonly record: Read | ((input: Input) => Read)
  readonly idempotency: Idempotency<Input> | ((settings: AuthSettings) => Idempotency<Input>)
  readonly scope?: string
}
/** One call for an item or a batch, and calls that complete what was taken. */
interface Called<Input, L extends Lookups, K extends Asked> {
  readonly steps?: never
  readonly batch?: number
  readonly call: (items: ReadonlyArray<Input>, context: WriteContext<L, K>) => Call
  readonly answers: (
    body: unknown,
    items: ReadonlyArray<Input>,
    headers: Headers,
    context: WriteContext<L, K>
  ) => ReadonlyArray<Answer | undefined>
  readonly follow?: (raw: any, input: Input, context: WriteContext<L, K>) => ReadonlyArray<Call>
}
/**
 * Several calls for an item, of which later ones see what earlier ones were answered. The function is asked with all
 * answers so far: it says the next call, or, when there is none, what came of the item. `refused` says that the last call
 * was answered with a refusal and did nothing. The function must say the same to the same, since whoever goes on after a
 * crash asks it again; the record (`current`) stays as it was before the first step.
 */
interface InSteps<Input, L extends Lookups, K extends Asked> {
  readonly call?: never
  readonly answers?: never
  readonly follow?: never
  readonly batch?: never
  readonly steps: (context: StepContext<Input, L, K>) => Step | Answer
}
/** What a write is made of; its types follow from the data model and from the look-ups. */
export type WriteOptions<
  M extends WriteId,
  Op extends Operation,
  L extends Lookups,
  K extends Asked = undefined,
  Q extends string = string
> = Shared<WriteInput<M, Op>, L, K, Q> & (Called<WriteInput<M, Op>, L, K> | InSteps<WriteInput<M, Op>, L, K>)

/**
 * How a record is deleted or voided. Its item is the record's `platform_id`, and an answer that says nothing (`done`) is
 * what is expected.
 */
export type RemovalOptions<
  M extends WriteId,
  Op extends Operation,
  L extends Lookups,
  K extends Asked = undefined
> = Partial<Pick<Shared<WriteInput<M, Op>, L, K>, "requires" | "idempotency">> &
  Omit<Shared<WriteInput<M, Op>, L, K>, "requires" | "idempotency"> &
  (
    | (Omit<Called<WriteInput<M, Op>, L, K>, "answers"> & Partial<Pick<Called<WriteInput<M, Op>, L, K>, "answers">>)
    | InSteps<WriteInput<M, Op>, L, K>
  )

const make = <
  const M extends WriteId,
  const Op extends Operation,
  L extends Lookups,
  K extends Asked,
  const Q extends string
>(
  model: M,
  operation: Op,
  options: WriteOptions<M, Op, L, K, Q>
): Write<M, Op, Q> => {
  const { current, follow, record, steps } = options
  const mistake = (what: string) => new Error(`${operation} ${model}: ${what}`)
  const isUnreadable = typeof record !== "function" && record.get === undefined
  if (follow !== undefined && isUnreadable)
    throw mistake("after `follow` the record is read again, and its read has no `get`")
  if (current !== undefined && isUnreadable)
    throw mistake("`current` is the record as it is, and its read has no `get`")
  if (current !== undefined && operation === "create") throw mistake("`current` is of a record that is there already")
  if (current !== undefined && (options.batch ?? 1) > 1) throw mistake("`current` is of one record, not of a batch")
  const inSteps = () => {
    throw mistake("it is written in steps")
  }
  const { unsupported = [] } = options
  let known: ReadonlyArray<string> | undefined
  return {
    _tag: "Write",
    model,
    operation,
    ...(options as Pick<Write, "current" | "follow" | "idempotency" | "record" | "refuse" | "scope">),
    requires: options.requires,
    ...(steps === undefined
      ? { call: options.call as Write["call"], answers: options.answers as Write["answers"] }
      : { steps: steps as NonNullable<Write["steps"]>, call: inSteps, answers: inSteps }),
    get unsupported() {
      return (known ??= typeof unsupported === "function" ? unsupported() : unsupported)
    },
    lookups: options.lookups ?? {},
    batch: options.batch ?? 1
  }
}

/** The read that maps the platform's answer to an item. */
export const recordOf = ({ record }: Write, input: unknown): Read =>
  typeof record === "function" ? record(input) : record

/** Declares how records of `model` are created. */
export const create = <
  const M extends WriteId,
  L extends Lookups = {},
  K extends Asked = undefined,
  const Q extends string = never
>(
  model: M,
  options: WriteOptions<M, "create", L, K, Q>
): Write<M, "create", Q> => make(model, "create", options)

/** Declares how a record of `model` is updated: only the members the input carries change. */
export const update = <
  const M extends WriteId,
  L extends Lookups = {},
  K extends Asked = undefined,
  const Q extends string = never
>(
  model: M,
  options: WriteOptions<M, "update", L, K, Q>
): Write<M, "update", Q> => make(model, "update", options)

const removal = <const M extends WriteId, const Op extends Operation, L extends Lookups, K extends Asked>(
  model: M,
  operation: Op,
  options: RemovalOptions<M, Op, L, K>
): Write<M, Op> =>
  make(model, operation, {
    ...(options.steps === undefined
      ? { answers: (_: unknown, items: ReadonlyArray<unknown>) => items.map(() => done) }
      : {}),
    requires: [],
    idempotency: natural,
    ...options
  } as WriteOptions<M, Op, L, K>)

/**
 * Declares how a record of `model` is deleted. A platform that does not know the record has deleted it already. What it
 * answers does not matter: the record is gone.
 */
const deletion = <const M extends WriteId, L extends Lookups = {}, K extends Asked = undefined>(
  model: M,
  options: RemovalOptions<M, "delete", L, K> & { readonly follow?: never }
): Write<M, "delete"> => removal(model, "delete", options)

/**
 * Declares how a document of `model` is voided: taken back while it stays in the books. Unless `answers` has the record,
 * core reads it again.
 */
const voiding = <const M extends WriteId, L extends Lookups = {}, K extends Asked = undefined>(
  model: M,
  options: RemovalOptions<M, "void", L, K>
): Write<M, "void"> => removal(model, "void", options)

export { deletion as delete, voiding as void }
