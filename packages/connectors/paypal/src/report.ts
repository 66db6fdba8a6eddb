/**
 * The report of transactions, which nearly everything that has happened is read from: windows of 31 days with pages inside, of
 * the last three years, up to three hours ago.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"

const day = 86_400
const lag = 3 * 3600

const spans = Page.emptyWhere(
  // Quirk: what was done just now is refused instead of left out.
  ({ body, message, status }) =>
    (status === 400 || status === 404) &&
    [message, Call.at(body, "message")].some((said) => /start date is not available/i.test(String(said))),
  Page.spans({
    days: 31,
    first: (now) => Normalize.before(now, 3 * 365 * day),
    end: (now) => Normalize.before(now, lag),
    page: Page.numbered({ size: 500, sizeParam: "page_size", pageCountAt: "total_pages" }),
    call: ({ end, start }) => ({ query: { start_date: start, end_date: end } }),
    narrow: ({ body }) => Call.at(body, "name") === "RESULTSET_TOO_LARGE"
  })
)
type Filter = Readonly<Record<string, string>>
const listsOf = (filters: ReadonlyArray<Filter>) =>
  Page.each(
    filters.map((query) => ({ query })),
    spans
  )

/**
 * Rows by the lists that filters make. A run since a moment looks at the month before it again: it is not said whether a
 * window holds what was made in it or what changed in it. `late` are lists of rows that change much later.
 */
export const reported = (filters: ReadonlyArray<Filter>, late?: { readonly days: number; readonly filter: Filter }) => {
  const page = listsOf(filters)
  const again = Page.earlier(31, page)
  return {
    path: "/v1/reporting/transactions",
    query: { fields: "all" },
    page,
    since: () => ({}),
    sincePage: late === undefined ? again : Page.inTurn([again, Page.earlier(late.days, listsOf([late.filter]))]),
    items: "transaction_details"
  }
}
/** The same for what is dated. */
export const dated = (...[filters, late]: Parameters<typeof reported>) => ({
  ...reported(filters, late),
  from: "page" as const
})
/** What has moved the balance. */
export const moved: Filter = { balance_affecting_records_only: "Y" }
/** What has not, or not yet, is listed only beside it. */
export const all = (filter: Filter): Filter => ({ balance_affecting_records_only: "N", ...filter })
export const kept = Read.never("PayPal keeps what has happened")
