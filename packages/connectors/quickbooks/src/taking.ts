/** What becomes of a record's members when it is written: a table for each model, which says what QuickBooks has a place for. */
import { Normalize, type Write, type Writes } from "@svc/core"
import { unprefixed } from "./ids.ts"

export type Item = Readonly<Record<string, any>>
/** What a member is sent with. */
export interface At {
  readonly item: Item
  /** Where the member is: `line_items`. */
  readonly place: string
  readonly lookups: any
  /** The record as it is; undefined of a new one. */
  readonly raw: Item | undefined
}
export type Take = (value: any, at: At) => object
/** The platform's name of a member, its members that are made of the value, or the same of a list's or an object's own members. */
export type Taken = string | Take | { readonly members: ReadonlyArray<string>; readonly take: Take }
export type Table = Readonly<Record<string, Taken>>

/** Ends the making of a call: the item cannot be sent. */
export const refuse = (field: string, message: string): never => {
  throw Object.assign(new Error(message), { refusal: { field, message } })
}
/** Why what cannot be made of an item cannot be sent. */
export const refusing =
  (make: (item: Item, context: any) => unknown) =>
  (item: Item, context: unknown): Write.Refusal | null => {
    try {
      make(item, context)
      return null
    } catch (error) {
      if (error instanceof Error && "refusal" in error) return error.refusal as Write.Refusal
      throw error
    }
  }

/** A member under the platform's name, converted where it is there. */
export const as =
  (name: string, convert: (value: any, at: At) => unknown): Take =>
  (value, at) => ({ [name]: value === null ? null : convert(value, at) })
export const ref = (id: string | null | undefined) => (id ? { value: id } : null)
export const refTo = (name: string): Take => as(name, ref)
/** The calendar day that QuickBooks takes for a date. */
export const day = (name: string): Take => as(name, (value, { place }) => Normalize.day(value, place))
/** Words of ours as QuickBooks'; one that it has none for is refused. */
export const words = (name: string, known: Readonly<Record<string, unknown>>): Take =>
  as(name, (value, { place }) => known[value] ?? refuse(place, `must be one of ${Object.keys(known).join(", ")}`))
export const active = words("Active", { ACTIVE: true, ARCHIVED: false })
/** A member that says what others are made of. */
export const beside: Take = () => ({})

/** The id of a customer or vendor; null for one of another kind. One without a kind in front is taken as it is. */
export const partyId = (kind: "customer" | "vendor", id: string): string | null =>
  unprefixed(kind, id) ?? (/^(customer|vendor|employee)-/.test(id) ? null : id)
export const party = (name: string, kind: "customer" | "vendor"): Take =>
  as(name, (value, { place }) => ref(partyId(kind, value) ?? refuse(place, `is no ${kind}`)))
/** A contact of any kind, where QuickBooks has to be told which. */
export const entityOf = (id: string, place: string) => {
  const [, kind, value] = /^(customer|vendor|employee)-(.+)$/.exec(id) ?? refuse(place, "must say its kind: vendor-1")
  return { type: `${kind![0]!.toUpperCase()}${kind!.slice(1)}`, value: value! }
}

/** The members that an item is sent as; null for those that are to be emptied, which `clears` must allow. */
export const bodyOf = (table: Table, item: Item, at: Omit<At, "item" | "place">, clears: ReadonlyArray<string>) => {
  const body: Record<string, unknown> = {}
  for (const [place, value] of Object.entries(item)) {
    const taken = table[place]
    const isEmptied = value === null || (Array.isArray(value) && value.length === 0)
    if (taken === undefined || taken === beside || value === undefined || (isEmptied && at.raw === undefined)) continue
    if (isEmptied && !clears.includes(place)) refuse(place, "cannot be made empty")
    const take = typeof taken === "object" ? taken.take : taken
    if (typeof take === "string") body[take] = value ?? ""
    else Object.assign(body, take(value, { ...at, item, place }))
  }
  return body
}

/** What an item may carry and the table does not take. */
export const untaken = (fields: Writes.WriteModel["fields"], table: Table): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { members }]) => {
    const taken = table[name]
    if (taken === undefined) return name === "platform_id" ? [] : [name]
    const own = typeof taken === "object" ? [...taken.members, "platform_id"] : undefined
    return own === undefined
      ? []
      : Object.keys(members ?? {}).flatMap((member) => (own.includes(member) ? [] : [`${name}.${member}`]))
  })
