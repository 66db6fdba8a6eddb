/**
 * How records are written. Xero has one way for all: PUT makes some in one call, POST changes one, and a status takes one
 * back. What a model's members become is its table.
 */
import { Call, Connector, Write, Writes } from "@svc/core"
import { elements, idempotency } from "./answered.ts"
import { bodyOf, untaken } from "./taking.ts"
import type { Options } from "./written.ts"

type Item = Readonly<Record<string, any>>

/** The writes of a model that are offered. */
export const writing = <const M extends Writes.WriteId, const Op extends Writes.OperationsOf<M>>(
  model: M,
  own: Options<Op>
): { readonly [O in Op]: Write.Write<M, O> } => {
  const { batch = 50, collection, creates, id, lookups = {}, query, record, takes } = own
  const made = { ...takes, ...creates }
  const common = { record, lookups, idempotency }
  const answers = elements(collection)
  const kept = (current: Item) => Object.fromEntries((own.kept ?? []).map((name) => [name, current[name]]))
  const change = (item: Item | undefined, body: object): Call.Call => ({
    method: "POST",
    path: own.unaddressed ? `/${collection}` : `/${collection}/${Call.segment(item?.["platform_id"])}`,
    ...(query === undefined ? {} : { query }),
    body: { [collection]: [Call.present({ [id]: item?.["platform_id"], ...body })] }
  })
  const foreign = ({ PaymentType, Type }: Item): Write.Refusal | null =>
    own.types === undefined || own.types.includes(PaymentType ?? Type)
      ? null
      : { field: "platform_id", message: "is of another kind at Xero" }
  const created: any = {
    ...common,
    answers,
    requires: own.requires,
    unsupported: untaken(Writes.get(model, "create")?.fields ?? {}, made),
    refuse: (item: Item, { lookups: found }: any) =>
      bodyOf(made, item, { lookups: found, current: null }).faults[0] ??
      own.refuse?.(item, { lookups: found, current: null }) ??
      null,
    batch,
    call: (items: ReadonlyArray<Item>, { lookups: found }: any) => {
      const bodies = items.map((item) =>
        Call.present({ ...own.made, ...bodyOf(made, item, { lookups: found, current: null }).body })
      )
      return {
        method: "PUT",
        path: `/${collection}`,
        query: batch === 1 ? query : { summarizeErrors: false, ...query },
        body: own.bare ? bodies[0] : { [collection]: bodies }
      }
    },
    ...(own.follow === undefined ? {} : { follow: own.follow })
  }
  const changed = (item: Item, { current, lookups: found }: any) =>
    bodyOf(takes, item, { lookups: found, current: current.raw })
  const changeOf = (item: Item, context: any) =>
    change(item, { ...kept(context.current.raw), ...changed(item, context).body })
  const updated: any = {
    ...common,
    requires: [],
    unsupported: untaken(Writes.get(model, "update")?.fields ?? {}, takes),
    current: true,
    refuse: (item: Item, context: any) =>
      foreign(context.current.raw) ??
      changed(item, context).faults[0] ??
      own.refuse?.(item, { lookups: context.lookups, current: context.current.raw }) ??
      null,
    ...(own.steps === undefined
      ? { call: ([item]: ReadonlyArray<Item>, context: any) => changeOf(item!, context), answers }
      : { steps: (context: any) => own.steps!(changeOf(context.input, context))(context) })
  }
  const ended: any = {
    record,
    idempotency,
    current: true,
    refuse: (_: Item, { current }: any) => foreign(current.raw),
    call: ([item]: ReadonlyArray<Item>, { current }: any) =>
      change(item, { ...kept(current.raw), Status: own.ended?.(current.raw) })
  }
  const removed: any =
    own.ended === undefined
      ? {
          record,
          call: ([item]: ReadonlyArray<Item>) => ({
            method: "DELETE",
            path: `/${collection}/${Call.segment(item?.["platform_id"])}`
          })
        }
      : ended
  const all: Record<Writes.Operation, Write.Write<any, any>> = {
    create: Connector.create(model, created),
    update: Connector.update(model, updated),
    delete: Connector.delete(model, removed),
    void: Connector.void(model, { ...ended, answers })
  }
  return Object.fromEntries(own.offers.map((operation) => [operation, all[operation]])) as any
}
