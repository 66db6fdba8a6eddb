/** What the records of Xero's Accounting API have in common: how it writes dates and rates, pages, and marks the deleted. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { optionKey, type Tracking as Known } from "./references.ts"

// Quirk: dates come as `/Date(1573755038314+0000)/`, in a few members and answers to writes as plain ISO 8601.
/** A moment. */
export const date = Wire.read((value) =>
  typeof value === "string" && value.startsWith("/Date(") ? Normalize.dotNetDate(value) : Normalize.instant(value)
)

// Quirk: CurrencyRate is units of the document's currency for one unit of the base currency, the inverse of ours.
export const rate = Wire.read((value) => Normalize.inverseRate(value))

/** `page=1, 2, …` as far as `pagination.pageCount`; without that member to the first empty page, whatever size Xero grants. */
export const pages = Page.numbered({
  size: 1000,
  sizeParam: "pageSize",
  pageCountAt: "pagination.pageCount",
  until: "empty"
})

/** Restricts a listing to records changed since a moment; Xero takes UTC without offset and fractions. */
export const changed = ({ since }: { readonly since: string }) => ({
  headers: { "If-Modified-Since": Normalize.instant(since, "since")?.slice(0, 19) }
})

/** Restricts a listing to documents of a day on, besides what restricts it otherwise. */
export const dated =
  (where?: string) =>
  ({ from }: { readonly from: string }) => {
    const begin = `Date>=DateTime(${from.slice(0, 10).replaceAll("-", ",")})`
    return { query: { where: where === undefined ? begin : `(${where}) AND ${begin}` } }
  }

/** Deleted records stay in the listings, marked. */
export const deleted = Read.flag((raw: { readonly Status?: string | null | undefined }) => raw.Status === "DELETED")

/** Where records are listed and found by id: dated ones, and of these such as `where` says, with `query` besides. */
export const listed = (collection: string, id: string, where?: string, query: Call.Query = {}) => {
  const { unitdp } = query
  return {
    path: `/${collection}`,
    query: { ...(where === undefined ? {} : { where }), order: `${id} ASC`, ...query },
    page: pages,
    since: changed,
    from: dated(where),
    items: collection,
    deletes: deleted,
    get: (own: string): Call.Call => ({
      path: `/${collection}/${Call.segment(own)}`,
      ...(unitdp === undefined ? {} : { query: { unitdp } })
    })
  }
}

export const Account = Wire.struct({ AccountID: Wire.id })
export const Contact = Wire.struct({ ContactID: Wire.id })
export const Tracking = Wire.list(
  Wire.struct({ TrackingCategoryID: Wire.id, TrackingOptionID: Wire.id, Name: Wire.text, Option: Wire.text })
)

/** The platform ids of a line's tracking categories are those of its options: the categories' own values. */
export const trackingIds = (tracking: (typeof Tracking)["Type"] | null | undefined, known: Known) =>
  Normalize.distinct(
    (tracking ?? []).map(
      ({ Name, Option, TrackingCategoryID, TrackingOptionID }) =>
        // Quirk: lists name an option where the single record has its id.
        TrackingOptionID ?? known.ids.get(optionKey(TrackingCategoryID ?? Name, Option))
    )
  )
