/** How objects are written: created, changed and archived in batches, each with what it is associated with. */
import { Connector, Normalize, type Read, Write, Writes } from "@svc/core"
import * as Batches from "./batches.ts"
import { associationsOf, linkCalls, linkLookups, type Links, refuseLinks } from "./linking.ts"
import { prefixed } from "./objects.ts"
import { type Item, type Properties, propertiesOf, type Table, untaken } from "./taking.ts"

/** A type of object that is written. */
export interface Kind {
  readonly type: string
  readonly record: Read.Read
  readonly takes: Table
  readonly links?: Links
  /** What a new one has besides, by when its write began. */
  readonly made?: (began: string) => Properties
  /** The properties that a new one is searched by; the first that is sent. */
  readonly by: ReadonlyArray<string>
  /** Set before its ids where several types are one data model. */
  readonly prefix?: string
}
export interface Options {
  readonly scope: string
  readonly requires: ReadonlyArray<string>
  /** Members of lists that HubSpot has no place for. */
  readonly lacks?: ReadonlyArray<string>
  readonly kinds: readonly [Kind, ...ReadonlyArray<Kind>]
  /** The kind of an item where there are several. */
  readonly kindOf?: (item: Item) => Kind | undefined
  /** The member that says of a new item what kind it is of. */
  readonly typeMember?: string
}

/** The writes of a model whose records are objects. */
export const writing = <const M extends Writes.WriteId>(
  model: M,
  own: Options
): { readonly [O in "create" | "update" | "delete"]: Write.Write<M, any> } => {
  const { kinds, lacks = [], requires, typeMember } = own
  const kindOf = (item: Item | undefined): Kind => (item && own.kindOf?.(item)) ?? kinds[0]
  const idOf = (item: Item | undefined): string => {
    const start = kindOf(item).prefix
    const id = String(item?.["platform_id"] ?? "")
    return start === undefined ? id : id.slice(start.length + 1)
  }
  const nameOf = (items: ReadonlyArray<Item>) => (id: string) => prefixed(kindOf(items[0]).prefix, id)
  const path = (items: ReadonlyArray<Item>, what: string) => `/crm/v3/objects/${kindOf(items[0]).type}/batch/${what}`
  const shared = { record: (item: Item) => kindOf(item).record, batch: Batches.size, scope: own.scope }
  const sentOf = (item: Item, began: string): Properties => {
    const { made, takes } = kindOf(item)
    return { ...made?.(began), ...propertiesOf(takes, item) }
  }
  const membersOf = ({ links, takes }: Kind) => [...Object.keys(takes), ...Object.keys(links ?? {})]
  const taken = new Set(kinds.flatMap(membersOf))
  const misplaced = (item: Item): Write.Refusal | null => {
    const kind = own.kindOf?.(item)
    if (own.kindOf === undefined) return null
    const named = item["platform_id"] === undefined ? (typeMember ?? "") : "platform_id"
    if (kind === undefined) return { field: named, message: "is of no type of object that HubSpot has for it" }
    const known = new Set([...membersOf(kind), "platform_id", typeMember])
    const other = Object.keys(item).find((name) => item[name] != null && !known.has(name))
    return other === undefined ? null : { field: other, message: `has no place in ${kind.type}` }
  }
  const fields = (operation: Writes.Operation) => Writes.get(model, operation)?.fields
  const typeOf = (item: Item) => kindOf(item).type
  const linksOf = (item: Item) => kindOf(item).links ?? {}
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
