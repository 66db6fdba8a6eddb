/**
 * How WooCommerce lists: by id, so many rows after so many others. What is deleted meanwhile moves the others forward, so pages
 * overlap, and one that does not begin with rows of the page before ends the run: what it left out would be taken for deleted.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"

const size = 100
const overlap = 10

interface State {
  readonly offset: number
  /** The first and the last id of the page before. */
  readonly first: number | null
  readonly last: number | null
}

const idOf = (row: unknown): number | null => {
  try {
    const id = Normalize.id(Call.at(row, "id"))
    return id === null || !/^\d+$/.test(id) ? null : Number(id)
  } catch {
    return null
  }
}
/** Quirk: `X-WP-Total` counts all rows; caches and proxies may keep it back. */
const totalOf = (headers: Call.Headers): number | null => {
  const said = headers["x-wp-total"]?.trim()
  return said !== undefined && /^\d+$/.test(said) ? Number(said) : null
}

const isTrash = (status: unknown): boolean => typeof status !== "string" || status.trim() === "" || status === "trash"

/** The rows of a page that the pages before have not shown. */
export const rows = (body: unknown, state: State | Page.EachState<State>): ReadonlyArray<unknown> => {
  const all = Read.requiredArrayAt(body, "")
  const { last } = "page" in state ? state.page : state
  // A shop that does not heed what is asked for lists everything twice, and nothing that is in the trash.
  if ("list" in state && state.list === 1 && all.some((row) => !isTrash(Call.at(row, "status"))))
    throw new Error("what is listed is not in the trash")
  return last === null ? all : all.filter((row) => (idOf(row) ?? Infinity) > last)
}

/** Quirk: a page may hold fewer rows than it was asked for, since those that the key may not see are left out of it. */
export const byId: Page.Page<State> = {
  start: () => ({ offset: 0, first: null, last: null }),
  apply: ({ offset }) => ({ query: { orderby: "id", order: "asc", per_page: size, offset } }),
  next: ({ first, last, offset }, { body, headers }) => {
    // A list that the shop does not have.
    if (!Array.isArray(body)) return null
    const all: ReadonlyArray<unknown> = body
    const ids = all.flatMap((row) => idOf(row) ?? [])
    const [from, to] = [ids[0] ?? null, ids.at(-1) ?? null]
    if (ids.some((id, at) => at > 0 && id < ids[at - 1]!)) throw new Error("the list is not in the order of its ids")
    if (last !== null && from !== null) {
      if (from === first) throw new Page.Circular("the page before came again")
      if (from > last) throw new Error("the list has become shorter while it was read")
    }
    const total = totalOf(headers)
    const step = total === null ? all.length - overlap : size - overlap
    // Without a total, the end is a page that shows nothing new.
    const isOver = total === null ? step <= 0 || (to ?? 0) <= (last ?? -1) : offset + size >= total
    if (isOver) return null
    if (to === null) throw new Error("a page is empty before the end of the list")
    return { offset: offset + step, first: from, last: to }
  }
}

/**
 * Quirk: `any` leaves out what is in the trash, which has to be asked for by itself. Old shops do not know the trash of products:
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#list-all-orders
 */
export const withTrash = Page.emptyWhere(
  ({ body, status }) =>
    status === 400 &&
    Call.at(body, "code") === "rest_invalid_param" &&
    Call.at(body, "data.params.status") !== undefined,
  Page.each([{ query: { status: "any" } }, { query: { status: "trash" } }], byId)
)

/** The ids of what is there and not in the trash. */
export const idsAt = (path: string): Read.Deletes =>
  Read.idListing({ call: () => ({ path, query: { status: "any", _fields: "id" } }), page: byId, ids: Read.idsOf("") })
