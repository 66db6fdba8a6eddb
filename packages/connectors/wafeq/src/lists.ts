/** Wafeq's lists: pages that link to the next, what changed since a moment, and ids that show what is gone. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const query = { page_size: 100 }

/**
 * Some lists have numbered pages and some a cursor: all have a link to the next one.
 * Quirk: behind its proxy the platform may write the link with http, which is the same host.
 */
export const pages = Page.nextLink({
  at: (body) => {
    const next = Call.at(body, "next")
    return typeof next === "string" ? next.replace(/^http:\/\/api\.wafeq\.com\//, "https://api.wafeq.com/") : next
  }
})
export const results = (body: unknown): ReadonlyArray<unknown> => Read.requiredArrayAt(body, "results")

/** Every path ends with a slash: without it the platform redirects, and what a call says is lost. */
export const pathOf = (collection: string, id?: string): string =>
  id === undefined ? `/${collection}/` : `/${collection}/${Call.segment(id)}/`

/** A list that cannot be asked for changes: it is short, and read whole. */
export const listed = (collection: string) => ({
  source: collection,
  path: pathOf(collection),
  query,
  page: pages,
  items: results,
  get: (id: string): Call.Call => ({ path: pathOf(collection, id) }),
  getItem: (body: unknown) => body,
  deletes: Read.fullListing
})
/** A list that can be asked for changes. Nothing tells of deletions, so the ids that are left do. */
export const changing = (collection: string) => ({
  ...listed(collection),
  since: ({ since }: { readonly since: string }) => ({ query: { modified_ts_after: since } }),
  deletes: Read.idListing({
    call: () => ({ path: pathOf(collection), query }),
    page: pages,
    ids: Read.idsOf("results")
  })
})

/** Of what is dated, everything is listed. */
export const undated = Read.byMapping("Lists take one day, and no span")

/** A text; blank is none. */
export const text = Wire.read((value) => Normalize.text(value))
export const record = { id: Wire.required(Wire.id), modified_ts: Wire.instant }

// Quirk: names and addresses are a text, or one for each language.
const Languages = Wire.struct({ en: Wire.text, ar: Wire.text })
export const languages = Wire.read((value) => {
  if (typeof value !== "object" || value === null) return Normalize.text(value)
  const { ar, en } = Wire.decode(Languages, value)
  return Normalize.text(en) ?? Normalize.text(ar)
})
