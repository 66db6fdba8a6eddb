/** How Qoyod's lists are asked for: by page, by what changed, by date, and for ids alone. */
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { itemOf, type Names, rowsOf } from "./wire.ts"

export const size = 100

/**
 * Quirk: an empty list is refused with 404, and so is the page behind the last. What is said tells it from a list that is not
 * there. https://github.com/Repzo/repzo-qoyod
 */
const isNothing = ({ message, status }: Page.Refused): boolean => status === 404 && /found nothing/i.test(message ?? "")

/** Quirk: some lists are answered whole, whatever page is asked for, and some say how many pages there are. */
export const pages = Page.emptyWhere(
  isNothing,
  Page.numbered({ size, sizeParam: "per_page", pageCountAt: "pagination.totalPages", mayIgnore: true })
)
/** Pages of ids: a list that is longer than a page is whole. */
const idPages: Page.Page<number> = Page.emptyWhere(isNothing, {
  ...Page.numbered({ size, sizeParam: "per_page" }),
  next: (page, { items }) => (items.length === size ? page + 1 : null)
})
/** Quirk: nothing tells of what was deleted; the list of what is left does. */
export const missing = (path: string, ...names: Names): Read.Deletes =>
  Read.idListing({
    call: () => ({ path }),
    page: idPages,
    ids: Read.idsOf(rowsOf(...names))
  })

type Since = { readonly since: string }
/** Every list can be searched by any member. */
const changed = ({ since }: Since) => ({ query: { "q[updated_at_gteq]": since } })
/** Every document has its day. */
export const dated =
  (member: "date" | "issue_date") =>
  ({ from }: { readonly from: string }) => ({ query: { [`q[${member}_gteq]`]: from.slice(0, 10) } })

/**
 * What changed, and what is open: whether a payment changes the moment of the document that it pays is not documented, and a
 * document that is paid in full changes its status.
 */
export const changedOrOpen = Page.emptyWhere(
  isNothing,
  Page.each([{}, { query: { "q[updated_at_gteq]": undefined, "q[status_eq]": "Approved" } }], pages)
)

export interface Listing {
  readonly path: string
  readonly page: Page.Page<number>
  readonly items: (body: unknown) => ReadonlyArray<unknown>
  readonly since: (context: Since) => { readonly query: Readonly<Record<string, string>> }
  readonly get: string
  readonly getItem: (body: unknown) => unknown
}
/** What all listings have in common: `list` wraps the rows, `item` one record. */
export const listing = (path: string, list: Names, item: Names): Listing => ({
  path,
  page: pages,
  items: rowsOf(...list),
  since: changed,
  get: `${path}/{id}`,
  getItem: itemOf(...item)
})
