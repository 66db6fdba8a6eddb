/**
 * How records are written: an entity is posted, changed with its newest SyncToken, deleted or voided, all at one address. What
 * becomes of a model's members is a table; what is not in it has no place here and is refused.
 */
import { Call, Connector, type Lookup, type Read, Wire, type Write, Writes } from "@svc/core"
import { answered, idempotency, post, stepIdempotency } from "./posting.ts"
import { bodyOf, type Item, refusing, type Table, untaken } from "./taking.ts"

const Current = Wire.struct({ SyncToken: Wire.required(Wire.id) })

export interface Context {
  readonly lookups: any
  readonly current?: { readonly raw: Item; readonly item: (typeof Current)["Type"] } | undefined
}
export interface Options {
  /** The entity behind an item: by what it says of itself, or by its `platform_id`. */
  readonly entity: string | ((item: Item) => string)
  readonly id?: (item: Item) => string
  readonly record: Read.Read | ((item: any) => Read.Read)
  readonly requires: ReadonlyArray<string>
  readonly takes: Table
  /** What only a new record takes, and what only a change does. */
  readonly creates?: Table
  readonly updates?: Table
  /** Members that a change may empty. */
  readonly clears?: ReadonlyArray<string>
  readonly lookups?: Lookup.Lookups
  /** Members that are made of the item as a whole, or a refusal of it. */
  readonly makes?: (item: Item, context: Context) => object
  /** QuickBooks describes how some members alone are changed. Where it does not, the whole record is sent back. */
  readonly sparse?: true
  /** What says that a record is voided. */
  readonly voids?: { readonly query: Call.Query; readonly body?: object }
  /** What is sent in place of a change. */
  readonly instead?: (item: Item, context: Context) => Call.Call | null
  /** How a new record is made where that takes several calls. */
  readonly steps?: (body: Item, context: Write.StepContext<any, any>) => Write.Step | Write.Answer
}

/** The given writes of a model whose records are an entity's. */
export const writing = <M extends Writes.WriteId, const Op extends Writes.OperationsOf<M>>(
  model: M,
  offers: ReadonlyArray<Op>,
  own: Options
): { readonly [O in Op]: Write.Write<M, O> } => {
  const entityOf = (item: Item) => (typeof own.entity === "string" ? own.entity : own.entity(item))
  const idOf = (item: Item): string => own.id?.(item) ?? item["platform_id"]
  const tables = { create: { ...own.takes, ...own.creates }, update: { ...own.takes, ...own.updates } }
  const lookups = own.lookups ?? {}
  const changesOf = (item: Item, { current, lookups: looked }: Context) => {
    const at = { lookups: looked, raw: current?.raw }
    const body = bodyOf(tables[current ? "update" : "create"], item, at, own.clears ?? [])
    return { ...body, ...own.makes?.(item, { lookups: looked, current }) }
  }
  const identity = (item: Item, { current }: Context) => ({ Id: idOf(item), SyncToken: current!.item.SyncToken })
  const change = (item: Item, context: Context) => {
    const { raw } = context.current!
    // What is not there need not be emptied.
    const changes = Object.fromEntries(
      Object.entries(changesOf(item, context)).filter(([name, value]) => value !== null || raw[name] !== undefined)
    )
    return own.sparse && !Object.values(changes).includes(null)
      ? post(entityOf(item), { ...identity(item, context), sparse: true, ...changes })
      : post(entityOf(item), Call.present({ ...raw, ...changes }))
  }
  const unsupported = (operation: "create" | "update") =>
    untaken(Writes.get(model, operation)?.fields ?? {}, tables[operation])
  const answers = (body: unknown, [item]: ReadonlyArray<Item>) => [answered(body, entityOf(item!))]
  const shared: any = { record: own.record, idempotency }
  const removing = { ...shared, current: Current, refuse: refusing((item) => entityOf(item)) }
  const made = (item: Item, context: Context) => post(entityOf(item), Call.present(changesOf(item, context)))
  const creation: any = { ...shared, requires: own.requires, unsupported: unsupported("create"), lookups }
  const updating = (item: Item, context: Context) => own.instead?.(item, context) ?? change(item, context)
  const all: { readonly [O in Writes.Operation]: () => Write.Write<any, any> } = {
    create: () =>
      Connector.create(model, {
        ...creation,
        refuse: refusing(made),
        ...(own.steps
          ? {
              idempotency: stepIdempotency,
              steps: (context: any) => own.steps!(Call.present(changesOf(context.input, context)), context)
            }
          : { call: ([item]: ReadonlyArray<Item>, context: Context) => made(item!, context), answers })
      }),
    update: () =>
      Connector.update(model, {
        ...creation,
        requires: [],
        unsupported: unsupported("update"),
        current: Current,
        refuse: refusing(updating),
        call: ([item]: ReadonlyArray<Item>, context: any) => updating(item!, context),
        answers
      }),
    delete: () =>
      Connector.delete(model, {
        ...removing,
        call: ([item]: ReadonlyArray<Item>, context: any) =>
          post(entityOf(item!), identity(item!, context), { operation: "delete" })
      }),
    void: () =>
      Connector.void(model as any, {
        ...removing,
        call: ([item]: ReadonlyArray<Item>, context: any) =>
          post(entityOf(item!), { ...identity(item!, context), ...own.voids?.body }, own.voids?.query),
        answers
      })
  }
  return Object.fromEntries(offers.map((operation) => [operation, all[operation]()])) as any
}
