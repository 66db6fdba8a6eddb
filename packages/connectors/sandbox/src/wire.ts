/** What the platform's resources have in common: how they are listed, written down, and known to be deleted. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const pages = Page.cursor({
  param: "cursor",
  at: "nextCursor",
  moreAt: "hasMore",
  size: 200,
  sizeParam: "limit"
})
const listing = (name: string, query: Call.Query = {}) => ({ path: `/${name}`, query, page: pages, items: "items" })
const resource = (name: string, query?: Call.Query) => ({
  ...listing(name, query),
  get: `/${name}/{id}`,
  getItem: (body: unknown) => body
})

/** Restricts a listing to what changed at or after a moment. */
export const changed = ({ since }: { readonly since: string }) => ({ query: { modifiedSince: since } })

/** Restricts a listing to what is dated at or after a moment, or not at all. */
export const dated = ({ from }: { readonly from: string }) => ({ query: { datedFrom: from } })

/** A resource whose deleted records stay, marked, and are listed when they are asked for. */
export const flagged = (name: string, query: Call.Query = {}) => ({
  ...resource(name, { ...query, includeDeleted: true }),
  deletes: Read.flag((raw: { readonly deleted?: boolean | null | undefined }) => raw.deleted === true)
})

/** A resource whose deleted records are gone; the change feed names them. */
export const announced = (name: string) => ({
  ...resource(name),
  deletes: Read.feed({
    call: ({ since }) => ({ path: "/changes", query: { resource: name, sinceTime: since } }),
    page: Page.cursor({ param: "since", at: "nextSequence", moreAt: "hasMore", size: 200, sizeParam: "limit" }),
    ids: Read.idsOf((body) =>
      Read.requiredArrayAt(body, "items").filter((row) => Call.at(row, "operation") === "delete")
    )
  })
})

/** A resource whose deleted records are gone without a word. It is read as a whole each time, which shows what is missing. */
export const silent = (name: string) => ({ ...resource(name), deletes: Read.fullListing })
/** The same where records are not fetched by an id of their own. */
export const whole = (name: string) => ({ ...listing(name), deletes: Read.fullListing })

/** A resource whose records are never deleted. */
export const lasting = (name: string) => ({
  ...resource(name),
  deletes: Read.never("The sandbox deletes none of them")
})

/** A moment in seconds since 1970. */
export const epoch = Wire.read((value) => Normalize.epochSeconds(value))

/** `unitsPerBase` and its kin are the inverse of ours: units of the currency for one unit of the base currency. */
export const unitsPerBase = Wire.read((value) => Normalize.inverseRate(value))

/** The currency of amounts in minor units. One that is none is not read: nobody knows what amounts in it are. */
export const currency = Wire.read((value) => {
  const code = Normalize.id(value)
  if (code !== null) Normalize.minorDigits(code)
  return code
})
/** Whole minor units of a currency as an amount. */
export const amountIn = (currency: string | null | undefined) => (minor: number | null | undefined) =>
  Normalize.minorUnits(minor, currency)

/** Another record as it is named in one: `{ id, … }`. */
export const Reference = Wire.struct({ id: Wire.id })
export const Ids = Wire.list(Wire.id)

/** `active` and its kin as the status of a record that is in use or put away. */
export const activeStatus = Normalize.word({
  active: "ACTIVE",
  open: "ACTIVE",
  true: "ACTIVE",
  archived: "ARCHIVED",
  closed: "ARCHIVED",
  false: "ARCHIVED"
})
