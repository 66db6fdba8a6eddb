/** How Sage writes values, and how its services list, page and restrict what they hold. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Quirk: a number that is not set is zero, which no record has for an id. */
export const ref = Wire.nullAs(0, Wire.id)
/** Quirk: times may come without a zone: they are then those of South Africa. */
export const moment = Wire.read(Normalize.localTo("+02:00"))
export const record = { ID: Wire.required(Wire.id), Modified: moment }

const size = 100
/** Quirk: no service answers more than a hundred rows, and all say how many there are. */
export const pages: Page.Page<number> = {
  start: () => 0,
  apply: (skip) => ({ query: { $top: size, $skip: skip } }),
  next: (skip, { body, items }) => {
    const total = Call.at(body, "TotalResults")
    if (typeof total !== "number") throw new Error("TotalResults does not say how many there are")
    const read = skip + items.length
    if (read >= total) return null
    if (items.length === 0) throw new Error(`TotalResults is ${total}, and nothing comes behind ${read}`)
    return read
  }
}
export const results = (body: unknown): ReadonlyArray<unknown> => Read.requiredArrayAt(body, "Results")
/** All of a list in one go, for lookups. */
export const all = (path: string, query: Call.Query = {}) =>
  Read.pages({ call: { path, query }, page: pages, items: "Results" })

/** Quirk: filters work on numbers and times, and on no text. */
export const literal = (at: string): string => `DateTime'${at.slice(0, 19)}'`
// Quirk: the zone of Modified is not documented; a day covers all there are.
const changed = ({ since }: { readonly since: string }) => ({
  query: { $filter: `Modified gt ${literal(Normalize.before(since, 86_400))}` }
})
/** Restricts a listing to what is dated a day and later. */
export const dated = ({ from }: { readonly from: string }) => ({ query: { $filter: `Date ge ${literal(from)}` } })

/** Quirk: services count apart, so where a model has several of them, an id says which one it is of. */
export const prefixed = (kind: string, id: string | null | undefined) => Normalize.prefixed(kind, id, ":")
/** The id at Sage behind one of ours; null where it is of another service. */
export const unprefixed = (kind: string, id: string): string | null => Normalize.unprefixed(kind, id, ":")
/** A record that is one of several of an item begins with the item's id. */
const itemIn = (id: string): string => id.split("/")[0] ?? ""

interface Options {
  readonly query?: Call.Query
  /** What ids of the service begin with, where the model has several. */
  readonly prefix?: string
}
export interface Listing {
  readonly source: string
  readonly path: string
  readonly query: Call.Query
  readonly page: Page.Page<number>
  readonly items: (body: unknown) => ReadonlyArray<unknown>
  readonly get: (id: string) => Call.Call | null
  readonly getItem: (body: unknown) => unknown
  readonly deletes: Read.Deletes
}
/** A list that cannot be asked for changes, and is read whole. */
export const listed = (service: string, { prefix, query = {} }: Options = {}): Listing => ({
  source: service,
  path: `/${service}/Get`,
  query,
  page: pages,
  items: results,
  get: (id: string): Call.Call | null => {
    const own = prefix === undefined ? (id.includes(":") ? null : id) : unprefixed(prefix, id)
    return own === null ? null : { path: `/${service}/Get/${Call.segment(itemIn(own))}` }
  },
  getItem: (body: unknown) => body,
  deletes: Read.fullListing
})
export interface Changing extends Listing {
  readonly since: typeof changed
}
/** A list that can be asked for changes. */
export const changing = (service: string, options: Options = {}): Changing => ({
  ...listed(service, options),
  since: changed,
  deletes: Read.byFullListing(
    "Nothing names what was deleted, and ids are listed in as many of the 5,000 calls of a day as records are"
  )
})

export const statusOf = (isActive: boolean | null | undefined): "ACTIVE" | "ARCHIVED" | null =>
  isActive === false ? "ARCHIVED" : isActive === true ? "ACTIVE" : null
/** The members of documents, lines and movements that say what they are analysed by. */
export const analysis = { AnalysisCategoryId1: ref, AnalysisCategoryId2: ref, AnalysisCategoryId3: ref }
export const analysedBy = (raw: Wire.Struct<typeof analysis>) =>
  Normalize.distinct(raw.AnalysisCategoryId1, raw.AnalysisCategoryId2, raw.AnalysisCategoryId3)
