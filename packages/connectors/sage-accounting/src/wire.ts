/** What the records of Sage Accounting have in common: how they are listed, paged, found by id, and known to be gone. */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Another record, of which its id is read. */
export const Ref = Wire.struct({ id: Wire.id })
export const Refs = Wire.list(Ref)
/** The members that every record has. */
export const common = {
  id: Wire.required(Wire.id),
  displayed_as: Wire.text,
  updated_at: Wire.instant,
  deleted_at: Wire.instant
}

/**
 * `page=1, 2, …` until `$next` is null. Quirk: nothing says that the address in `$next` repeats what was asked for besides,
 * such as `attributes`, so that the number alone goes on.
 * https://developer.sage.com/accounting/guides/concepts/best_practices/
 */
export const pages: Page.Page<number> = {
  start: () => 1,
  apply: (page) => ({ query: { page, items_per_page: 200 } }),
  next: (page, { body }) => {
    const [next, shown] = [Call.at(body, "$next"), Call.at(body, "$page")]
    if (typeof shown === "number" && shown !== page) throw new Page.Circular("$page is another page than was asked for")
    if (next === null) return null
    if (typeof next !== "string" || next === "") throw new Error("$next is neither an address nor null")
    return page + 1
  }
}
/** All of a list in one go, for lookups. */
export const all = (path: string, query: Call.Query) =>
  Read.pages({ call: { path, query }, page: pages, items: "$items" })

/** Sage takes UTC without fractions. */
const utc = (at: string) => `${at.slice(0, 19)}Z`
export const changed = ({ since }: { readonly since: string }) => ({ query: { updated_or_created_since: utc(since) } })
/** Restricts a listing to documents of a day on. */
export const dated = ({ from }: { readonly from: string }) => ({ query: { from_date: utc(from) } })

/** Asks for what accounts come to. Quirk: without both days none shows a balance. */
export const within = ({ end, start }: Page.Month): Call.Query => ({
  show_balance_details: true,
  from_date: utc(`${start}T00:00:00`),
  to_date: utc(`${end}T00:00:00`)
})
export const beginning = "1970-01-01"
/** All that was ever booked. */
export const ever: Page.Month = { start: beginning, end: "2099-12-31" }

interface Marked {
  readonly deleted_at?: string | null | undefined
  readonly status?: { readonly id?: string | null | undefined } | null | undefined
}
// Quirk: what is voided is deleted by the same call as a draft, and stays with its status.
const isVoid = (row: unknown) => Call.at(row, "status.id") === "VOID"
const isDeleted = (raw: Marked) => typeof raw.deleted_at === "string" && !isVoid(raw)

/** Where records are listed, and what was deleted since a moment. Quirk: rows are ids and names unless attributes are asked for. */
export const listed = (collection: string, query: Call.Query = {}, feed: Call.Query = {}) => ({
  ...found(collection, query),
  since: changed,
  isDeleted,
  deletes: Read.feed({
    call: ({ since }) => ({ path: `/${collection}`, query: { ...feed, deleted_since: utc(since) } }),
    page: pages,
    ids: Read.idsOf((body) => Read.requiredArrayAt(body, "$items").filter((row) => !isVoid(row)))
  })
})
/** Where records are listed of which Sage does not say what was deleted. */
export const kept = (collection: string, query: Call.Query = {}) => ({
  ...found(collection, query),
  since: changed,
  deletes: Read.idListing({
    call: () => ({ path: `/${collection}` }),
    page: pages,
    ids: Read.idsOf("$items")
  })
})
const found = (collection: string, query: Call.Query) => {
  // What picks rows of a list has no place at a single one.
  const { sort: _, transaction_type_id: __, ...shown } = query
  return {
    path: `/${collection}`,
    query: { attributes: "all", ...query },
    page: pages,
    items: "$items",
    get: (id: string): Call.Call => ({
      // A record that is one of several of an item begins with the item's id.
      path: `/${collection}/${Call.segment(id.split(":")[0] ?? "")}`,
      query: { attributes: "all", ...shown }
    }),
    getItem: (body: unknown) => body
  }
}
/** Of lists that can be in the order in which records were made, so that no page is shifted by what is new. */
export const inOrder = { sort: "created_at" } as const
