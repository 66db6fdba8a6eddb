/** What MYOB's resources have in common: how they are listed, paged, restricted, found by id, and known to be gone. */
import type { Lookup } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Another record, of which its id is read. */
export const Ref = Wire.struct({ UID: Wire.id })
export const rate = Wire.read((value) => Normalize.rate(value))
/** The members that every record has. */
export const common = { UID: Wire.required(Wire.id), LastModified: Wire.instant }

/** What changed last comes first, so that what changes during a run shows twice rather than not at all. */
export const query: Call.Query = { $top: 1000, $orderby: "LastModified desc" }

/**
 * `NextPageLink` until it is null. Quirk: it may name the server behind the address that was asked, such as arl2.api.myob.com,
 * whose place and query are the same. https://developer.myob.com/api/myob-business-api/api-overview/getting-started/
 */
export const pages = Page.nextLink({
  at: (body) => {
    const next = Call.at(body, "NextPageLink")
    return typeof next === "string" ? next.replace(/^https?:\/\/(?:[a-z0-9-]+\.)?api\.myob\.com(?=\/)/i, "") : next
  }
})
/** All of a list in one go, for lookups. */
export const all = (path: string) => Read.pages({ call: { path, query }, page: pages, items: "Items" })

/** The records that a member of items names, each asked for once. */
export const namedBy =
  (member: string, path: string) =>
  ({ items }: Lookup.LookupContext<Readonly<Record<string, any>>>): ReadonlyArray<Call.Call> | null => {
    const ids = [...new Set(items.flatMap((item): ReadonlyArray<string> => item[member] ?? []))]
    return ids.length === 0 ? null : ids.map((id) => ({ path: `${path}/${Call.segment(id)}` }))
  }

export const literal = (at: string) => `datetime'${at.slice(0, 19)}'`
// Quirk: the zone of LastModified is not documented; a day covers all there are.
export const changed = ({ since }: { readonly since: string }) => ({
  query: { $filter: `LastModified ge ${literal(Normalize.before(since, 86_400))}` }
})
/** Restricts a listing to what is dated a day and later. */
export const dated =
  (member: string) =>
  ({ from }: { readonly from: string }) => ({ query: { $filter: `${member} ge ${literal(from)}` } })

/** What is gone: no list names it to every user, so that the ids that are left do. */
export const missing = (path: string, isOurs: (row: unknown) => boolean = () => true): Read.Deletes =>
  Read.idListing({
    call: () => ({ path, query }),
    page: pages,
    ids: Read.idsOf((body) => Read.requiredArrayAt(body, "Items").filter(isOurs), "UID")
  })

export interface Listing {
  readonly path: string
  readonly query: Call.Query
  readonly page: Page.Page
  readonly since: typeof changed
  readonly items: string
  readonly get: (id: string) => Call.Call
  readonly getItem: (body: unknown) => unknown
  readonly deletes: Read.Deletes
}
/** A record that is one of several of an item begins with the item's id. */
export const itemIn = (id: string) => Call.segment(id.split(/[:/]/)[0] ?? "")
/** Where records are listed, and found by their ids. */
export const listed = (path: string): Listing => ({
  path,
  query,
  page: pages,
  since: changed,
  items: "Items",
  get: (id) => ({ path: `${path}/${itemIn(id)}` }),
  getItem: (body) => body,
  deletes: missing(path)
})

export const statusOf = (isActive: boolean | null | undefined): "ACTIVE" | "ARCHIVED" | null =>
  isActive === false ? "ARCHIVED" : isActive === true ? "ACTIVE" : null

const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Quirk: what was made is told by the address in a header, and the body is empty. */
export const madeIn = (body: unknown, headers: Call.Headers): string | null =>
  Normalize.id(Call.at(body, "UID")) ?? headers["location"]?.match(guid)?.at(-1) ?? null
