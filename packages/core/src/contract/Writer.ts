/**
 * How one platform writes, said once for all of its data models: the calls that make, change and take back a record whose
 * body a table makes. What a model's own writes are is then its table, and what it departs in.
 */
import type { Call, Headers } from "./Call.ts"
import type { Lookups } from "./Lookup.ts"
import type { Read } from "./Read.ts"
import * as Take from "./Take.ts"
import * as Write from "./Write.ts"
import * as Writes from "./Writes.ts"

/** Names of members, those of every line with its list: `line_items.account_id`. */
type Path<I> = {
  readonly [K in keyof I & string]-?: K | `${K}.${Inner<NonNullable<I[K]>>}`
}[keyof I & string]
type Inner<V> = V extends ReadonlyArray<infer E> ? Inner<E> : V extends object ? keyof V & string : never

/** Members that a new record cannot do without; those of a change as well, where they are said by operation. */
type Requires<M extends Writes.WriteId> =
  | ReadonlyArray<Path<Writes.ItemOf<M>>>
  | { readonly [_ in "create" | "update"]?: ReadonlyArray<Path<Writes.ItemOf<M>>> }
/** Those of one operation. */
type RequiredBy<Q, Op> =
  Q extends ReadonlyArray<infer P>
    ? Op extends "create"
      ? P & string
      : never
    : Q extends { readonly [_ in Op & string]: ReadonlyArray<infer P> }
      ? P & string
      : never

/** What a data model's writes are made of. */
export interface Options<
  M extends Writes.WriteId,
  L extends Lookups = {},
  K extends string = string,
  Q extends Requires<M> = Requires<M>
> {
  /** The read whose mapping turns the platform's answer into a record; by the item where a model has several sources. */
  readonly record: Read | ((item: Writes.ItemOf<M>) => Read)
  /** Members that a new record cannot do without; those of a change as well, where they are said by operation. */
  readonly requires?: Q
  /** What is asked for before a record is made or changed. */
  readonly lookups?: L
  /** What becomes of the members. */
  readonly takes?: Take.Table<Writes.ItemOf<M>, L>
  /** What only a new record takes, or takes in another way. */
  readonly creates?: Take.Table<Writes.ItemOf<M>, L>
  /** What only a change takes, or takes in another way. */
  readonly updates?: Take.Table<Writes.ItemOf<M>, L>
  /** What only records of a kind take, where the platform has several for the model; a member of another kind is refused. */
  readonly kinds?: { readonly [_ in K]: Take.Table<Writes.ItemOf<M>, L> }
  /** Of which kind an item is: by what it says of itself, or by its `platform_id`. */
  readonly kindOf?: (item: Writes.ItemOf<M>, at: Take.At<Writes.ItemOf<M>>) => NoInfer<K> | null | undefined
  /** Members that a change may make empty; `true` for all. */
  readonly clears?: true | ReadonlyArray<keyof Writes.ItemOf<M> & string>
  /** Members that are made of the item as a whole, or the refusal of it: `refuse("is required", "category")`. */
  readonly makes?: (item: Writes.ItemOf<M>, at: Take.At<Writes.ItemOf<M>, L>) => object
  /** Where the platform writes the model in another way than the others: what takes the place of parts of the `usual` one. */
  readonly departs?: (usual: Way) => Way
}

/** An item that is written. */
export interface Sent extends Omit<Take.At, "lookups" | "place" | "root"> {
  /** What the write's look-ups found, by name. */
  readonly lookups: Readonly<Record<string, any>>
  /** Its `platform_id`; empty of a new one. */
  readonly id: string
  /** Its kind, where the model has several. */
  readonly kind: string
  /** What its table makes of it; empty of what is deleted or voided. */
  readonly body: Readonly<Record<string, unknown>>
  /** The record as it is, of a write with `current`. */
  readonly current: Write.Current<any> | undefined
}
/** How something is done to records: one call for each, one for several, or several for each. */
export interface Doing {
  /** The one call of an item. */
  readonly call?: ((sent: Sent) => Call) | undefined
  /** The one call of several items, of which there are at most `batch`. */
  readonly calls?: ((all: ReadonlyArray<Sent>) => Call) | undefined
  /** Most items in one call; 1 when absent. */
  readonly batch?: number | undefined
  /** The calls of an item one after the other, instead of one. */
  readonly steps?: Steps | undefined
  /**
   * What the answer says of each item. Those that a way has for all operations are not asked of a deletion, whose answer is
   * taken for done unless it has its own: for a platform that refuses inside a success.
   */
  readonly answers?:
    | ((body: unknown, all: ReadonlyArray<Sent>, headers: Headers) => ReadonlyArray<Write.Answer | undefined>)
    | undefined
  /** Calls that complete an item which was taken; `raw` is what the platform answered of it. */
  readonly follow?: ((raw: any, sent: Sent) => ReadonlyArray<Call>) | undefined
  /** What of the record as it is a change, a deletion or a voiding needs. */
  readonly current?: Write.Asked
  /** What is asked for besides the model's own lookups, which a deletion and a voiding do without. */
  readonly lookups?: Lookups | undefined
  /** What makes a repeat harmless. */
  readonly idempotency?: Write.Write["idempotency"] | undefined
  /** A scope that not every account grants and without which the operation is not offered. */
  readonly scope?: string | undefined
}
/** The next call of an item, or what came of it. */
export type Steps = (sent: Sent & { readonly answered: Write.Answered }) => Write.Step | Write.Answer
/** How a platform writes: what holds for everything, and what each operation has of its own. */
export interface Way extends Omit<Doing, "call" | "calls" | "steps"> {
  /** How a new record is made. */
  readonly create?: Doing
  /** How a record is changed. */
  readonly update?: Doing
  /** How a record is deleted. */
  readonly delete?: Doing
  /** How a document is taken back and stays in the books. */
  readonly void?: Doing
  /** Members that a change may make empty, of models that do not say it themselves. */
  readonly clears?: true
  /** What is sent for a member that is made empty and not converted; null where it is not said. */
  readonly empty?: unknown
}
/** What a way can ask of its model's tables. */
export interface Tools {
  /** A new item with what its table makes of it: for a lookup that knows a record by what it was made of. */
  readonly sentOf: (item: Take.Item, context: Pick<Write.AnyWriteContext, "began" | "settings">) => Sent
}

/** Makes the writes that a model offers. */
export interface Writer<Own> {
  <
    const M extends Writes.WriteId,
    const Op extends Writes.OperationsOf<M>,
    L extends Lookups = {},
    const K extends string = never,
    const Q extends Requires<M> = readonly []
  >(
    model: M,
    offers: ReadonlyArray<Op>,
    own: Options<M, L, K, Q> & Own
  ): { readonly [O in Op]: Write.Write<M, O, RequiredBy<Q, O>> }
}
/**
 * A platform's writer: `way` says how it writes, by what a model has of its `own` besides its tables, such as its path. The
 * writer makes the writes that a model offers.
 */
export const make =
  <Own = {}>(way: (own: Own & Options<any, any>, tools: Tools) => Way): Writer<Own> =>
  (model, offers, own) =>
    writes(model, offers, own as Own & Options<any, any>, way) as any

/** How each operation is declared. */
const declare: Readonly<Record<Writes.Operation, (model: any, options: any) => Write.Write>> = {
  create: Write.create,
  update: Write.update,
  delete: Write.delete,
  void: Write.void
}

const writes = <Own>(
  model: Writes.WriteId,
  offers: ReadonlyArray<Writes.Operation>,
  own: Own & Options<any, any>,
  wayOf: (own: Own & Options<any, any>, tools: Tools) => Way
): object => {
  const { creates, kinds, takes, updates } = own as { readonly [K in keyof Options<any, any>]: any }
  const named = Object.values<Take.AnyTable>(kinds ?? {})
  const requires = Array.isArray(own.requires) ? { create: own.requires } : { ...own.requires }
  const tableOf = (operation: Writes.Operation): Take.AnyTable => ({
    ...takes,
    ...(operation === "create" ? creates : updates)
  })

  const kindOf = (item: Take.Item, at: Take.At): string =>
    kinds === undefined
      ? ""
      : (own.kindOf?.(item, at) ?? at.refuse("is of no kind that can be written", at.isNew ? "" : "platform_id"))
  const bodyOf = (item: Take.Item, at: Take.At): Sent["body"] => {
    const kind = kindOf(item, at)
    const table = { ...tableOf(at.isNew ? "create" : "update"), ...kinds?.[kind] }
    for (const [name, value] of Object.entries(item)) {
      const isForeign = table[name] === undefined && named.some((other) => other[name] !== undefined)
      if (isForeign && value !== null && value !== undefined) at.refuse(`has no place in a ${kind}`, name)
    }
    const clears = own.clears ?? way.clears ?? []
    return { ...Take.bodyOf(table, item, { ...at, clears, empty: way.empty ?? null }), ...own.makes?.(item, at) }
  }
  const atOf = (operation: Writes.Operation, item: Take.Item, context: Write.AnyWriteContext): Take.At => {
    const { began, current, lookups, settings } = context
    const refuse = Take.refusing("")
    return {
      item,
      root: item,
      place: "",
      isNew: operation === "create",
      raw: current?.raw,
      lookups,
      settings,
      began,
      refuse
    }
  }
  const sentOf = (operation: Writes.Operation, given: Take.Item, context: Write.AnyWriteContext): Sent => {
    const isItem = operation === "create" || operation === "update"
    const { total_discount: discount } = tableOf(operation)
    const isSpread = isItem && typeof discount === "object" && "over" in discount
    const item = isSpread ? discount.over(given, operation === "create") : given
    const at = atOf(operation, item, context)
    const { place: _, root: __, ...rest } = at
    let body: Sent["body"] | undefined
    return {
      ...rest,
      id: String(item["platform_id"] ?? ""),
      kind: kindOf(item, at),
      current: context.current,
      // What completes an item sees other lookups than what made it, which must not refuse it again.
      get body() {
        body ??= isItem ? bodyOf(item, at) : {}
        return body
      }
    }
  }
  const tools: Tools = {
    sentOf: (item, known) => sentOf("create", item, { current: undefined, lookups: {}, ...known })
  }
  const usual = wayOf(own, tools)
  const way: Way = { ...usual, ...own.departs?.(usual) }

  const write = (operation: Writes.Operation): Write.Write => {
    const doing: Doing = { ...way, ...way[operation] }
    const { batch, call, calls, current, follow, idempotency, scope, steps } = doing
    // What all operations have looks for the record, of which a deletion's answer need have none.
    const answers = operation === "delete" ? way.delete?.answers : doing.answers
    const isItem = operation === "create" || operation === "update"
    const table = tableOf(operation)
    const tables = named.length === 0 ? [table] : named.map((kind) => ({ ...table, ...kind }))
    const inOneCall = {
      batch: batch ?? 1,
      call: (items: ReadonlyArray<Take.Item>, context: Write.AnyWriteContext) => {
        const all = items.map((item) => sentOf(operation, item, context))
        return calls?.(all) ?? call!(all[0]!)
      },
      ...(answers === undefined
        ? {}
        : {
            answers: (body: unknown, items: ReadonlyArray<Take.Item>, headers: Headers, context: any) =>
              answers(
                body,
                items.map((item) => sentOf(operation, item, context)),
                headers
              )
          }),
      ...(follow === undefined
        ? {}
        : { follow: (raw: unknown, item: Take.Item, context: any) => follow(raw, sentOf(operation, item, context)) })
    }
    const inSteps = {
      steps: ({ answered, input, ...context }: any) =>
        steps!(Object.assign(sentOf(operation, input, context), { answered }))
    }
    const options: any = {
      record: own.record,
      requires: (isItem && (requires as { readonly [_ in typeof operation]?: ReadonlyArray<string> })[operation]) || [],
      // Asked for when the connector's models are known.
      unsupported: isItem ? () => Take.untaken(Writes.get(model, operation)?.fields ?? {}, tables) : [],
      lookups: { ...(isItem ? own.lookups : {}), ...doing.lookups },
      refuse: (item: Take.Item, context: Write.AnyWriteContext) =>
        Take.refusalOf(() => {
          const sent = sentOf(operation, item, context)
          return sent.body && (call?.(sent) ?? calls?.([sent]) ?? steps?.(Object.assign(sent, { answered: {} })))
        }),
      ...(current === undefined || operation === "create" ? {} : { current }),
      ...(scope === undefined ? {} : { scope }),
      ...(idempotency === undefined ? {} : { idempotency }),
      ...(steps === undefined ? inOneCall : inSteps)
    }
    return declare[operation](model, options)
  }
  return Object.fromEntries(offers.map((operation) => [operation, write(operation)]))
}
