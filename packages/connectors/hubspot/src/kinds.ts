/** What is written: one type of object for a data model, or several, of which each item is of one. */
import type { Read, Write } from "@svc/core"
import type { Links } from "./linking.ts"
import { prefixed } from "./objects.ts"
import { type Item, type Properties, propertiesOf, type Table } from "./taking.ts"

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

/** What an item is, and what it becomes at HubSpot. */
export const choosing = (own: Options) => {
  const { kinds, typeMember } = own
  const kindOf = (item: Item | undefined): Kind => (item && own.kindOf?.(item)) ?? kinds[0]
  const idOf = (item: Item | undefined): string => {
    const start = kindOf(item).prefix
    const id = String(item?.["platform_id"] ?? "")
    return start === undefined ? id : id.slice(start.length + 1)
  }
  const nameOf = (items: ReadonlyArray<Item>) => (id: string) => prefixed(kindOf(items[0]).prefix, id)
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
  return {
    idOf,
    kindOf,
    misplaced,
    nameOf,
    sentOf,
    taken,
    typeOf: (item: Item) => kindOf(item).type,
    linksOf: (item: Item) => kindOf(item).links ?? {}
  }
}
