/**
 * The report of transactions, which nearly everything that has happened is read from: windows of 31 days with pages inside, of
 * the last three years, up to three hours ago.
 */
import { Call, Normalize, Page, Read, Wire } from "@svc/core"
import { Address, Payer, Sum, text } from "./wire.ts"

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

export const Info = Wire.struct({
  transaction_id: Wire.required(Wire.id),
  transaction_event_code: Wire.required(Wire.text),
  paypal_reference_id: Wire.id,
  paypal_reference_id_type: Wire.decisive(Wire.id),
  transaction_initiation_date: Wire.instant,
  transaction_updated_date: Wire.instant,
  transaction_amount: Wire.required(Sum),
  // Quirk: fees are below zero, and those that are given back above.
  fee_amount: Wire.decisive(Sum),
  transaction_status: Wire.decisive(Wire.id),
  transaction_subject: text,
  transaction_note: text,
  bank_reference_id: text,
  invoice_id: text,
  custom_field: text,
  instrument_type: text
})
export type Info = (typeof Info)["Type"]
export const Row = Wire.struct({
  transaction_info: Wire.required(Info),
  payer_info: Payer,
  cart_info: Wire.struct({ paypal_invoice_id: Wire.id }),
  shipping_info: Wire.struct({ address: Address }),
  /** Of a capture that was asked for by its id. */
  captured: Wire.boolean
})
/** A record that was asked for by its id, read as the row of the report that it is or will be. */
export const asRow = (rowOf: (body: unknown) => object): Wire.Decoder<(typeof Row)["Type"]> =>
  Wire.read((value) => Row.read(Call.at(value, "transaction_info") === undefined ? rowOf(value) : value))

/** What kind of record a row is of: a payment that was received, a refund that was given, or money taken to a bank. */
export const kindOf = ({ transaction_amount: { value }, transaction_event_code: code }: Info) =>
  code.startsWith("T00") && value > 0
    ? "payment"
    : /^T110[67]$/.test(code) && value < 0
      ? "refund"
      : code.startsWith("T04") && value < 0
        ? "payout"
        : null
/** What a row refers to, by the type of the reference; PayPal leaves that of a transaction out at times. */
export const referred = (info: Info, type: "ODR" | "TXN"): string | null =>
  (info.paypal_reference_id_type ?? "TXN") === type ? (info.paypal_reference_id ?? null) : null
