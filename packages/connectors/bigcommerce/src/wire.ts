/** What BigCommerce's two interfaces have in common: addresses, moments, amounts, and lists that are walked by id. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Quirk: V2 writes "" for none, and V3 sometimes does. */
export const text = Wire.read((value) => Normalize.text(value))
/** Quirk: 0 is the id of nobody, such as the customer of a guest's order. */
export const reference = Wire.nullAs(0, Wire.id)
/** V2 writes moments as e-mails do. */
export const written = Wire.read((value) => Normalize.rfc2822(value))

/** Where somebody is, in the members of V2; V3 names others. */
export const streetMembers = { street_1: text, street_2: text, city: text, state: text, zip: text, country_iso2: text }
export const Street = Wire.struct(streetMembers)
export const street = (raw: (typeof Street)["Type"] | null | undefined) =>
  raw
    ? {
        street: Normalize.street(raw.street_1, raw.street_2),
        city: raw.city,
        state: raw.state,
        pincode: raw.zip,
        country: raw.country_iso2
      }
    : null

const idOf = (item: unknown): number => {
  const id = Number(typeof item === "object" ? Call.at(item, "id") : item)
  if (!Number.isSafeInteger(id)) throw new Error("an item has no id to go on from")
  return id
}
/** Pages of V3's products, each from the id on where the one before ended. */
export const afterId = Page.lastKey({ param: "id:greater", key: idOf, size: 250, sizeParam: "limit" })
/** The same of V2's orders, where the first id is part of the page. */
export const fromId = Page.lastKey({
  param: "min_id",
  key: (item) => idOf(item) + 1,
  size: 250,
  sizeParam: "limit"
})

const cursors = "meta.cursor_pagination"
const cursorIn = (body: unknown): string | null => {
  const link = Normalize.text(Call.at(body, `${cursors}.links.next`))
  const linked = link === null ? null : new URL(link, "http://relative").searchParams.get("after")
  return linked ?? Normalize.text(Call.at(body, `${cursors}.end_cursor`))
}
/**
 * Pages of V3's customers, by a cursor that holds an id, so that nobody slips past when another is deleted meanwhile.
 * Quirk: the pages of the description disagree which cursor goes on; the link to the next page has it.
 */
export const byCursor: Page.Page<string | null> = {
  start: () => null,
  apply: (state) => ({ query: { limit: 250, ...(state === null ? {} : { after: state }) } }),
  next: (state, { body, items }) => {
    if (items.length === 0) return null
    const cursor = cursorIn(body)
    if (cursor === null) throw new Error("no cursor says where the list goes on")
    if (cursor === state) throw new Error("the cursor is that of the page that was just read")
    return cursor
  }
}

/** The only record of a listing that is asked for one id. */
export const only = (body: unknown): unknown => Read.requiredArrayAt(body, "data")[0]

/** What is left of amounts when others are taken off; nothing when one of them is missing. */
export const less = (whole: number | null | undefined, ...parts: ReadonlyArray<number | null | undefined>) =>
  parts.reduce<number | null>((left, part) => Normalize.difference(left, part), whole ?? null)
/** The sum of amounts; nothing when one of them is missing. */
export const plus = (...parts: ReadonlyArray<number | null | undefined>) =>
  parts.reduce<number | null>((sum, part) => Normalize.difference(sum, Normalize.difference(0, part)), 0)
