/**
 * How records of one data model are created, updated, deleted or voided on a platform: the call for one item or a native
 * batch, where each item's answer is, and what keeps a repeated call from doing the work twice.
 */
import type { AuthSettings } from "./Auth.ts"
import { type Call, type Headers, type Patch, segment } from "./Call.ts"
import type { PlatformFailure } from "./ConnectorError.ts"
import type { Found, Lookups } from "./Lookup.ts"
import type { Read } from "./Read.ts"
import type { Operation, WriteId, WriteInput } from "./Writes.ts"

export interface WriteContext<L extends Lookups = Lookups> {
  readonly settings: AuthSettings
  readonly lookups: Found<L>
}

/** The place in an item that keeps it from being sent, and why. */
export interface Refusal {
  readonly field: string
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
  | { readonly _tag: "Refused"; readonly failure: PlatformFailure; readonly body: unknown }

export const accepted = (raw: unknown): Answer => ({ _tag: "Accepted", raw })
export const acceptedId = (id: string): Answer => ({ _tag: "AcceptedId", id })
export const done: Answer = { _tag: "Done" }
export const refused = (failure: PlatformFailure, body: unknown): Answer => ({ _tag: "Refused", failure, body })

/** Where a key travels: a header, a query parameter, a member of the call's body, or a mark in its path. */
export interface KeyPlace {
  readonly in: "header" | "query" | "body" | "path"
  readonly name: string
}
/** What makes a repeated call harmless. */
export type Idempotency =
  /** The platform has keys: the same key replays the first answer. */
  | ({ readonly _tag: "Key" } & KeyPlace)
  /** Before a repeat, the platform is asked whether the record is there already. */
  | {
      readonly _tag: "Lookup"
      /** A key the platform takes as well, and which not every version of it is known to heed. */
      readonly key?: KeyPlace
      readonly call: (input: any, settings: AuthSettings) => Call | null
      readonly find: (body: unknown, input: any) => unknown
    }
  /** Repeating an update leaves the same state. */
  | { readonly _tag: "Natural" }
  /** Nothing tells: an unknown outcome stays unknown. */
  | { readonly _tag: "None" }

/** A key in a header. */
export const key = (header: string): Idempotency => ({ _tag: "Key", in: "header", name: header })
/** A key in a query parameter. */
export const keyParam = (param: string): Idempotency => ({ _tag: "Key", in: "query", name: param })
/** A key that is part of the address, where the path says `{key}`: a record is put under an id of the caller's. */
export const keyPath: Idempotency = { _tag: "Key", in: "path", name: "{key}" }
/** What carries a key to the platform; nothing where the platform has none. */
export const keyed = (idempotency: Idempotency, value: string, { path }: Call): Patch => {
  const place = idempotency._tag === "Key" ? idempotency : idempotency._tag === "Lookup" ? idempotency.key : undefined
  if (place === undefined) return {}
  const member = { [place.name]: value }
  switch (place.in) {
    case "header":
      return { headers: member }
    case "query":
      return { query: member }
    case "body":
      return { body: member }
    case "path":
      return { path: path.replace(place.name, () => segment(value)) }
  }
}
export const natural: Idempotency = { _tag: "Natural" }
export const none: Idempotency = { _tag: "None" }
export const lookup = <Input>(options: {
  /** Null when this input has nothing to be found by. */
  readonly call: (input: Input, settings: AuthSettings) => Call | null
  /** The raw record in the answer, or undefined. */
  readonly find: (body: unknown, input: Input) => unknown
  readonly key?: KeyPlace
}): Idempotency => ({ _tag: "Lookup", ...options })

export interface Write<out M extends WriteId = WriteId, out Op extends Operation = Operation> {
  readonly _tag: "Write"
  readonly model: M
  readonly operation: Op
  /** Members this platform cannot do without; `line_items.account_id` means in every line. */
  readonly requires: ReadonlyArray<string>
  /** Members of the interface this platform has no place for: an item that carries one is refused, never trimmed. */
  readonly unsupported: ReadonlyArray<string>
  readonly lookups: Lookups
  /**
   * Why an item cannot be sent, where only the lookups can tell: an id the platform does not know. It alone fails. Before
   * a repeat such an item is looked for too, because it may itself be what stands in its way.
   */
  readonly refuse?: (input: any, context: WriteContext<any>) => Refusal | null
  /** Greatest number of items in one call. */
  readonly batch: number
  readonly call: (items: ReadonlyArray<any>, context: WriteContext<any>) => Call
  /** One answer for each item, in their order; the headers' names are in lower case. */
  readonly answers: (body: unknown, items: ReadonlyArray<any>, headers: Headers) => ReadonlyArray<Answer>
  /**
   * Calls that complete an accepted item, such as applying a credit note to bills. The record is read again after them.
   * `raw` is what the platform answered, or what was fetched by the id that it answered.
   * In a batch the lookups are asked anew for the item, because what completed those before it may have changed them.
   */
  readonly follow?: (raw: any, input: any, context: WriteContext<any>) => ReadonlyArray<Call>
  /** The read whose mapping turns the platform's answer into a record; by the item where a model has several sources. */
  readonly record: Read | ((input: any) => Read)
  readonly idempotency: Idempotency
}

export interface WriteOptions<M extends WriteId, Op extends Operation, L extends Lookups> {
  readonly requires: ReadonlyArray<string>
  readonly unsupported?: ReadonlyArray<string>
  readonly lookups?: L
  readonly refuse?: (input: WriteInput<M, Op>, context: WriteContext<L>) => Refusal | null
  readonly batch?: number
  readonly call: (items: ReadonlyArray<WriteInput<M, Op>>, context: WriteContext<L>) => Call
  readonly answers: (body: unknown, items: ReadonlyArray<WriteInput<M, Op>>, headers: Headers) => ReadonlyArray<Answer>
  readonly follow?: (raw: any, input: WriteInput<M, Op>, context: WriteContext<L>) => ReadonlyArray<Call>
  readonly record: Read | ((input: WriteInput<M, Op>) => Read)
  readonly idempotency: Idempotency
}

/**
 * How a record is deleted or voided. Its item is the record's `platform_id`, and an answer that says nothing (`done`) is
 * what is expected.
 */
export interface RemovalOptions<M extends WriteId, Op extends Operation, L extends Lookups> extends Omit<
  WriteOptions<M, Op, L>,
  "requires" | "answers" | "idempotency"
> {
  readonly requires?: ReadonlyArray<string>
  readonly answers?: WriteOptions<M, Op, L>["answers"]
  readonly idempotency?: Idempotency
}

const make = <const M extends WriteId, const Op extends Operation, L extends Lookups>(
  model: M,
  operation: Op,
  options: WriteOptions<M, Op, L>
): Write<M, Op> => {
  const { follow, record } = options
  if (follow !== undefined && typeof record !== "function" && record.get === undefined) {
    throw new Error(`${operation} ${model}: after \`follow\` the record is read again, and its read has no \`get\``)
  }
  return {
    _tag: "Write",
    model,
    operation,
    ...options,
    unsupported: options.unsupported ?? [],
    lookups: options.lookups ?? {},
    batch: options.batch ?? 1
  }
}

/** The read that maps the platform's answer to an item. */
export const recordOf = ({ record }: Write, input: unknown): Read =>
  typeof record === "function" ? record(input) : record

/** Declares how records of `model` are created. */
export const create = <const M extends WriteId, L extends Lookups = {}>(
  model: M,
  options: WriteOptions<M, "create", L>
): Write<M, "create"> => make(model, "create", options)

/** Declares how a record of `model` is updated: only the members the input carries change. */
export const update = <const M extends WriteId, L extends Lookups = {}>(
  model: M,
  options: WriteOptions<M, "update", L>
): Write<M, "update"> => make(model, "update", options)

const removal = <const M extends WriteId, const Op extends Operation, L extends Lookups>(
  model: M,
  operation: Op,
  { answers, idempotency, requires, ...options }: RemovalOptions<M, Op, L>
): Write<M, Op> =>
  make(model, operation, {
    ...options,
    requires: requires ?? [],
    answers: answers ?? ((_, items) => items.map(() => done)),
    idempotency: idempotency ?? natural
  })

/**
 * Declares how a record of `model` is deleted. A platform that does not know the record has deleted it already. What it
 * answers does not matter: the record is gone.
 */
const deletion = <const M extends WriteId, L extends Lookups = {}>(
  model: M,
  options: Omit<RemovalOptions<M, "delete", L>, "follow">
): Write<M, "delete"> => removal(model, "delete", options)

/**
 * Declares how a document of `model` is voided: taken back while it stays in the books. Unless `answers` has the record,
 * core reads it again.
 */
const voiding = <const M extends WriteId, L extends Lookups = {}>(
  model: M,
  options: RemovalOptions<M, "void", L>
): Write<M, "void"> => removal(model, "void", options)

export { deletion as delete, voiding as void }
