/** Business Central's lists: entity sets of OData, whose pages link to the next one and which can be asked for what changed since a moment. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** The id of nothing; as a currency it is that of the books, which no list has. */
export const none = "00000000-0000-0000-0000-000000000000"

export const member = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
export const pages = Page.nextLink({ at: (body) => member(body, "@odata.nextLink") })
export const values = (body: unknown): ReadonlyArray<unknown> => Read.requiredArrayAt(body, "value")

export const sized = (size: number): Call.Headers => ({ prefer: `odata.maxpagesize=${size}` })
export const one = (set: string, id: string): string => `/${set}(${Call.segment(id)})`
/** A text as OData writes it in a filter. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** The same of whatever value. Quirk: ids, days and moments stand in a filter without quotes. */
export const literal = (value: string): string =>
  /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/i.test(value) ? value : quoted(value)

/** As many of a list as an address holds. */
export const chunked = <A>(all: ReadonlyArray<A>, size = 20): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
/** Filters that let the records of some ids pass. Quirk: an id stands in a filter without quotes. */
export const withIds = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  chunked([...new Set(ids)]).map((some) => some.map((id) => `id eq ${id}`).join(" or "))

interface Options {
  /** What of each record is shown with it. */
  readonly expand?: string
  /** Records of a page: fewer where each holds lists of its own. */
  readonly size?: number
  /** What an id is called here, where it says which list it is of. */
  readonly called?: (id: string) => string
}
/** A list that is read whole. */
export const listed = (set: string, { expand, size = 500 }: Options = {}) => {
  const query = expand === undefined ? {} : { $expand: expand }
  return {
    source: set,
    path: `/${set}`,
    query,
    headers: sized(size),
    page: pages,
    items: values,
    get: (id: string): Call.Call | null => ({ path: one(set, id), query }),
    getItem: (body: unknown) => body,
    deletes: Read.fullListing
  }
}
/** A list that can be asked for changes. Webhooks tell of some deletions alone, so the ids that are left do. */
export const changing = (set: string, { called = (id) => id, ...options }: Options = {}) => ({
  ...listed(set, options),
  since: ({ since }: { readonly since: string }) => ({ query: { $filter: `lastModifiedDateTime ge ${since}` } }),
  deletes: Read.idListing({
    call: () => ({ path: `/${set}`, query: { $select: "id" }, headers: sized(5000) }),
    page: pages,
    ids: Read.idsOf(values, "id", called)
  })
})

export const text = Wire.read((value) => Normalize.text(value))
/** The id of another record; that of nothing is none. */
export const reference = Wire.read((value) => {
  const id = Normalize.id(value)
  return id === none ? null : id
})
/** Quirk: a word of a closed list is named as XML names are, in which a blank is `_x0020_`. */
export const named = (value: unknown): string | null => {
  const own = Normalize.text(value)
  return own === null
    ? null
    : Normalize.text(
        own.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      )
}
export const word = Wire.read(named)
export const record = { id: Wire.required(Wire.id), lastModifiedDateTime: Wire.instant }

/** When the last of several lines changed; null where none says. */
export const latest = (
  lines: ReadonlyArray<{ readonly lastModifiedDateTime?: string | null | undefined }>
): string | null => {
  const changes = lines.map((own) => own.lastModifiedDateTime ?? "")
  return changes.toSorted().at(-1) || null
}
