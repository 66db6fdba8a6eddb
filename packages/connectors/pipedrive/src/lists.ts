/** Pipedrive's lists: the second interface pages by a cursor, the first by a start; both stand side by side. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const instant = Wire.read((value) => Normalize.instant(value))
/** Quirk: the first interface writes moments in UTC without saying so: `2026-05-15 09:55:02`. */
export const timeOf = (value: unknown): string | null =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
    ? Normalize.instant(`${value.replace(" ", "T")}Z`)
    : Normalize.instant(value)
export const moment = Wire.read((value) => timeOf(value))
export const rows = (body: unknown): ReadonlyArray<unknown> =>
  // Quirk: the first interface answers null for an empty list.
  Call.at(body, "success") === true && Call.at(body, "data") === null ? [] : Read.requiredArrayAt(body, "data")
export const idIn = (row: unknown): string => {
  const id = Normalize.id(Call.at(row, "id"))
  if (id === null) throw new Read.ItemsMissing("data.id")
  return id
}
export const item = (body: unknown): unknown => Call.at(body, "data")

/** By id, so that what changes meanwhile neither slips past nor comes twice. */
const sorted = { limit: 500, sort_by: "id", sort_direction: "asc" }
const cursor = Page.cursor({ param: "cursor", at: "additional_data.next_cursor" })
/** Moments without milliseconds, which are refused. */
export const second = (since: string): string => `${since.slice(0, 19)}Z`

interface Place {
  readonly start: number
}
const started: Page.Page<Place> = {
  start: () => ({ start: 0 }),
  apply: ({ start }) => ({ query: { start } }),
  next: ({ start }, { body, items }) => {
    // Quirk: for leads the description shows it without the wrapper, and without the next start.
    const said = Call.at(body, "additional_data.pagination") ?? Call.at(body, "additional_data")
    const here = Call.at(said, "start")
    if (here !== undefined && here !== start)
      throw new Error(`what begins at ${String(here)} came in place of ${start}`)
    if (!Page.hasMore(said, "more_items_in_collection")) return null
    const next = Call.at(said, "next_start") ?? start + items.length
    if (typeof next !== "number" || next <= start) throw new Error("there is more, and the answer does not say where")
    return { start: next }
  }
}

interface Listing {
  /** `/v2/deals`, `/v1/leads`. */
  readonly path: string
  readonly query?: Call.Query
  /** Further lists of the same records: what is archived. */
  readonly also?: ReadonlyArray<Call.Patch>
  /** Of all rows those that are this model's. */
  readonly isOwn?: (row: unknown) => boolean
}
const pagesOf = ({ also, path }: Listing) => {
  const page: Page.Page = path.startsWith("/v2/") ? cursor : started
  return also === undefined ? page : Page.each([{}, ...also], page)
}
const queryOf = ({ path, query }: Listing): Call.Query => ({
  ...(path.startsWith("/v2/") ? sorted : { limit: 500, start: 0 }),
  ...query
})

/** A list that cannot be asked for changes: it is short, and read whole. */
export const listed = (own: Listing) => ({
  path: own.path,
  query: queryOf(own),
  page: pagesOf(own),
  items: rows,
  get: (id: string): Call.Call => ({ path: `${own.path}/${Call.segment(id)}` }),
  getItem: item,
  deletes: Read.fullListing
})
/** One that can. What is deleted is marked for a month and then gone: the ids that are left tell of the rest. */
export const changing = (own: Listing) => ({
  ...listed(own),
  since: ({ since }: { readonly since: string }) => ({ query: { updated_since: second(since) } }),
  deletes: Read.idListing({
    call: () => ({ path: own.path, query: queryOf(own) }),
    page: pagesOf(own),
    ids: (body) =>
      rows(body)
        .filter((row) => Call.at(row, "is_deleted") !== true && Call.at(row, "active_flag") !== false)
        .filter(own.isOwn ?? (() => true))
        .map(idIn)
  })
})
