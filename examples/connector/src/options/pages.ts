/** Pages: each strategy, and one of one's own. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"

/** The whole list is one answer. */
export const all = Page.single
export const numbered = Page.numbered({
  size: 50,
  in: "body",
  param: "variables.page",
  sizeParam: "variables.pageSize",
  first: 1,
  pageCountAt: "pages.total",
  until: "empty"
})
export const offset = Page.offset({ param: "$skip", size: 100, sizeParam: "$top", mayIgnore: true })
export const cursor = Page.cursor({
  param: "after",
  at: "paging.next",
  moreAt: "paging.more",
  size: 100,
  sizeParam: "limit"
})
/**
 * The key of the last item; `after` where it is part of a query of the platform's own, a whole new list in the body. `sorted`
 * says why the list comes in the key's order where the call does not ask for it.
 */
export const lastKey = Page.lastKey({
  key: (row: { readonly id: number }) => row.id,
  after: (key, call) => ({ body: { domain: [...(Call.at(call.body, "domain") as Array<unknown>), ["id", ">", key]] } }),
  moreAt: "more",
  in: "body",
  size: 200,
  sizeParam: "limit",
  sorted: "by id, unless another order is asked for"
})
/** `Link: <…>; rel="next"`; a link in the body; a path in the body. The host stays the connection's. */
export const link = Page.link({ size: 100, sizeParam: "per_page" })
export const nextLink = Page.nextLink({
  at: (body) => (body as { readonly "@odata.nextLink"?: string })["@odata.nextLink"]
})
export const nextPath = Page.nextPath({ at: "nextRecordsUrl" })
export const relay = Page.relay({
  at: "data.orders",
  variable: "cursor",
  restart: {
    every: 25_000,
    key: (node: { readonly id: string }) => node.id,
    beyond: (id) => ({ query: { after: id } })
  }
})
/** A search that shows its first 10 000 results alone. */
export const windows = Page.windows({
  page: Page.offset({ param: "start", size: 100, sizeParam: "count" }),
  limit: 10_000,
  size: 100,
  key: (row: { readonly id: number }) => row.id,
  after: (id) => ({ query: { where: `id > ${id}` } })
})
/** Several lists as one. */
export const each = Page.each([{ query: { archived: false } }, { query: { archived: true } }], offset)
export const months = Page.months(({ end, start }) => ({ query: { start, end } }))
export const days = Page.days({
  days: 31,
  ahead: 366,
  first: "2000-01-01",
  call: ({ end, start }) => ({ query: { start, end } })
})
/** Spans with pages inside; `end` lags, and `narrow` tells a refusal that means "too much at once". */
export const spans = Page.spans({
  days: 31,
  first: (now) => Normalize.before(now, 3 * 365 * 86_400),
  end: (now) => Normalize.before(now, 3 * 3600),
  page: Page.numbered({ size: 500, sizeParam: "page_size" }),
  call: ({ end, start }) => ({ query: { start_date: start, end_date: end } }),
  narrow: ({ body }) => Call.at(body, "name") === "RESULTSET_TOO_LARGE"
})
/** As `sincePage`, of records that go on changing: a run since a moment looks at the month before it again. */
export const again = Page.earlier(31, spans)
/** Walks of different ways, one after the other: here lists that go back to different days. */
export const inTurn = Page.inTurn([again, Page.each([{ query: { status: "reversed" } }], Page.earlier(180, spans))])
/** A platform that refuses a page of which it has nothing, the first of an empty list and the one behind the last. */
export const refused = Page.emptyWhere(
  ({ message, status }) => status === 404 && message === "Nothing found.",
  Page.numbered({ size: 100 })
)
/** As `sincePage`: what changed last comes first, and a run ends where what is older begins. */
export const newestFirst = Page.newestFirst({ at: "updated_at", page: numbered })

/**
 * One of your own. The state is JSON, since a run goes on from it after a crash. `next` answers null only where the platform
 * says that there is no more, and throws where it says that there is more and not where.
 */
export const own: Page.Page<number> = {
  start: ({ from, isChanges, now }) => (isChanges === true ? 1 : from === null ? 0 : Number(now > from)),
  apply: (state, call) => ({ path: `${call.path}/${state}` }),
  next: (state, { body, items }) => (items.length > 0 && Page.hasMore(body, "more") ? state + 1 : null),
  part: (state) => state % 2,
  isEmpty: ({ message }) => message === "Nothing found.",
  isRepeating: true
}
