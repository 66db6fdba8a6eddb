/** How objects are written: created, changed and archived in batches, each with what it is associated with. */
import { Connector, Normalize, Write, Writes } from "@svc/core"
import * as Batches from "./batches.ts"
import { choosing, type Options } from "./kinds.ts"
import { associationsOf, linkCalls, linkLookups, refuseLinks } from "./linking.ts"
import { type Item, propertiesOf, untaken } from "./taking.ts"

/** The writes of a model whose records are objects. */
export const writing = <const M extends Writes.WriteId>(
  model: M,
  own: Options
): { readonly [O in "create" | "update" | "delete"]: Write.Write<M, any> } => {
  const { kinds, lacks = [], requires, scope, typeMember } = own
  const { idOf, kindOf, linksOf, misplaced, nameOf, sentOf, taken, typeOf } = choosing(own)
  const path = (items: ReadonlyArray<Item>, what: string) => `/crm/v3/objects/${kindOf(items[0]).type}/batch/${what}`
  const shared = { record: (item: Item) => kindOf(item).record, batch: Batches.size, scope }
  const fields = (operation: Writes.Operation) => Writes.get(model, operation)?.fields
  const create: any = {
    ...shared,
    requires,
    unsupported: [...untaken(fields("create"), new Set([...taken, typeMember ?? ""])), ...lacks],
    refuse: misplaced,
    call: (items: ReadonlyArray<Item>, { began }: Write.AnyWriteContext) => {
      const sent = items.map((item) => sentOf(item, began))
      // The results could not be told from each other: each is then sent by itself.
      if (new Set(sent.map((one) => JSON.stringify(one))).size < sent.length) {
        throw new Normalize.Unreadable("items of which no two are the same", sent.length)
      }
      const inputs = items.map((item, trace) => ({
        objectWriteTraceId: String(trace),
        properties: sent[trace],
        associations: associationsOf(linksOf(item), item)
      }))
      return { method: "POST", path: path(items, "create"), body: { inputs } }
    },
    answers: (body: unknown, items: ReadonlyArray<Item>, _: unknown, { began }: Write.AnyWriteContext) =>
      Batches.created(
        body,
        items.map((item) => sentOf(item, began)),
        nameOf(items)
      ),
    idempotency: Batches.lookup(kindOf, sentOf)
  }
  const update: any = {
    ...shared,
    requires: [],
    unsupported: [...untaken(fields("update"), taken), ...lacks],
    lookups: linkLookups(
      kinds.map(({ links = {} }) => links),
      typeOf,
      idOf
    ),
    refuse: (item: Item, { lookups: found }: Write.AnyWriteContext) =>
      misplaced(item) ?? refuseLinks(linksOf(item), item, idOf(item), found),
    call: (items: ReadonlyArray<Item>) => ({
      method: "POST",
      path: path(items, "update"),
      body: { inputs: items.map((item) => ({ id: idOf(item), properties: propertiesOf(kindOf(item).takes, item) })) }
    }),
    answers: (body: unknown, items: ReadonlyArray<Item>) => Batches.updated(body, items.map(idOf), nameOf(items)),
    follow: (_: unknown, item: Item, { lookups: found }: Write.AnyWriteContext) =>
      linkCalls(typeOf(item), linksOf(item), item, idOf(item), found),
    idempotency: Write.natural
  }
  const remove: any = {
    ...shared,
    refuse: misplaced,
    call: (items: ReadonlyArray<Item>) => ({
      method: "POST",
      path: path(items, "archive"),
      body: { inputs: items.map((item) => ({ id: idOf(item) })) }
    })
  }
  return {
    create: Connector.create(model, create),
    update: Connector.update(model, update),
    delete: Connector.delete(model, remove)
  } as any
}
