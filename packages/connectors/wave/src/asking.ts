/** How Wave is asked: every call is a query to one address, and every list hangs below the business of the connection. */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const path = "/graphql/public"
export const ask = (query: string, variables: Readonly<Record<string, unknown>>) =>
  ({ method: "POST", path, body: Call.graphql(query, variables) }) as const

/** The place of a list in an answer, whatever the list is called at Wave. */
const at = "data.business.list"
const PageInfo = Wire.struct({
  currentPage: Wire.required(Wire.number),
  totalPages: Wire.decisive(Wire.number),
  totalCount: Wire.decisive(Wire.number)
})
export interface Place {
  readonly page: number
  /** How many records there were on the page before; null on the first. */
  readonly total: number | null
}
/**
 * Quirk: pages are counted and know no cursor. Where a record goes while they are read, the next page begins one too late: the
 * count tells, and what was not read must not look deleted.
 */
export const pagesOf = (list: string): Page.Page<Place> => ({
  start: () => ({ page: 1, total: null }),
  apply: ({ page }) => ({ body: { variables: { page } } }),
  next: ({ page, total }, { body, items }) => {
    const { currentPage, totalCount, totalPages } = Wire.decode(PageInfo, Call.at(body, `${list}.pageInfo`))
    if (currentPage !== page) throw new Error(`page ${currentPage} came in place of page ${page}`)
    if (total !== null && totalCount != null && totalCount < total)
      throw new Error("a record went while the list was read")
    const isLast = totalPages == null ? items.length === 0 : page >= totalPages
    return isLast ? null : { page: page + 1, total: totalCount ?? null }
  }
})
export const pages = pagesOf(at)
/** What is in use, then what is archived: nothing says whether a list that is asked for neither shows both. */
export const archivedToo = Page.each(
  [false, true].map((isArchived) => ({ body: { variables: { isArchived } } })),
  pages
)

export interface Listing {
  /** What the list and one record of it are called: `customers`, `customer`. */
  readonly many: string
  readonly one: string
  readonly fields: string
  /** Arguments that are variables, with their types. */
  readonly takes?: Readonly<Record<string, string>>
  /** Arguments that are always the same. */
  readonly only?: string
  readonly page?: Page.Page
}
export interface Known {
  readonly settings: Readonly<Record<string, string | undefined>>
}
export const titled = (name: string): string => name[0]!.toUpperCase() + name.slice(1)
const listQuery = ({ many, only, takes = {} }: Listing, title: string, fields: string): string => {
  const declared = Object.entries(takes).map(([name, type]) => `, $${name}: ${type}`)
  const given = [...Object.keys(takes).map((name) => `${name}: $${name}`), ...(only === undefined ? [] : [only])]
  return (
    `query ${title}($business: ID!, $page: Int${declared.join("")}) { business(id: $business) { id ` +
    `list: ${many}(page: $page, pageSize: 50${given.map((own) => `, ${own}`).join("")}) ` +
    `{ pageInfo { currentPage totalPages totalCount } edges { node { ${fields} } } } } }`
  )
}
const nodesIn = (body: unknown): ReadonlyArray<unknown> =>
  Read.requiredArrayAt(body, `${at}.edges`).map((edge) => Call.at(edge, "node"))
const idIn = (node: unknown): string => {
  const id = Call.at(node, "id")
  if (typeof id !== "string" || id === "") throw new Read.ItemsMissing(`${at}.edges.node.id`)
  return id
}

/** The query for one record. */
export const one = (name: string, fields: string) => {
  const query = `query ${titled(name)}($business: ID!, $id: ID!) { business(id: $business) { id item: ${name}(id: $id) { ${fields} } } }`
  return (id: string, { settings }: Known) => ask(query, { business: settings["business"], id })
}

/** A list that cannot be asked for changes: it is read whole, and what it lacks is gone. */
export const listed = (own: Listing) => {
  const query = listQuery(own, titled(own.many), own.fields)
  return {
    source: own.many,
    method: "POST" as const,
    path,
    body: ({ settings }: Known) => Call.graphql(query, { business: settings["business"] }),
    page: own.page ?? pages,
    items: nodesIn,
    get: one(own.one, own.fields),
    getItem: (body: unknown) => Call.at(body, "data.business.item"),
    deletes: Read.fullListing
  }
}
/** A list that can be asked for changes. Nothing tells of deletions, so the ids that are left do. */
export const changing = ({ takes, ...own }: Listing) => {
  const listing = { ...own, takes: { ...takes, modifiedAtAfter: "DateTime" } }
  const ids = listQuery(listing, `${titled(own.one)}Ids`, "id")
  return {
    ...listed(listing),
    since: ({ since }: { readonly since: string }) => ({ body: { variables: { modifiedAtAfter: since } } }),
    deletes: Read.idListing({
      call: ({ settings }) => ask(ids, { business: settings["business"] }),
      page: own.page ?? pages,
      ids: (body) => nodesIn(body).map(idIn)
    })
  }
}
