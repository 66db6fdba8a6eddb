/** Movements of the balance: what settlements are made of, month by month. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, kept } from "./wire.ts"

interface State {
  readonly month: string
  readonly last: string
  readonly skip: number
}
const size = 1000
const monthAfter = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7)

/** The months from that of `from` to the present one, which begins in India before it does in Greenwich, each in pages. */
const months: Page.Page<State> = {
  start: ({ from, now }) => ({
    month: (from ?? "2014-01").slice(0, 7),
    last: Normalize.before(now, -6 * 3600).slice(0, 7),
    skip: 0
  }),
  apply: ({ month, skip }) => ({
    query: { year: month.slice(0, 4), month: month.slice(5), count: size, skip }
  }),
  next: (state, { items }) =>
    items.length >= size
      ? { ...state, skip: state.skip + items.length }
      : state.month >= state.last
        ? null
        : { ...state, month: monthAfter(state.month), skip: 0 },
  part: ({ month }) => month,
  isRepeating: true
}

const statuses = Normalize.word({ true: "settled", false: "pending" }, null)

export const paymentTransactions = Connector.read("PAYMENT_TRANSACTIONS", {
  path: "/v1/settlements/recon/combined",
  page: months,
  since: () => ({}),
  // A month's movements may be completed when the next has begun.
  sincePage: Page.earlier(7, months),
  from: "page",
  items: "items",
  deletes: kept,
  item: Wire.struct({
    entity_id: Wire.required(Wire.id),
    type: Wire.required(Wire.text),
    debit: Wire.required(Wire.number),
    credit: Wire.required(Wire.number),
    fee: Wire.decisive(Wire.number),
    currency,
    description: Wire.text,
    settled: Wire.boolean,
    settlement_id: Wire.id,
    created_at: epoch,
    settled_at: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    const net = Normalize.difference(raw.credit, raw.debit)
    return {
      // A movement has no id of its own.
      platform_id: `${raw.entity_id}:${raw.type}`,
      // Quirk: `amount` has no sign. What came or went is what is left of it, and the fee.
      amount: amount(Normalize.sum([net, raw.fee])),
      fee_amount: amount(raw.fee),
      net_amount: amount(net),
      type: raw.type,
      description: raw.description,
      currency_id: raw.currency,
      status: statuses(raw.settled),
      source: raw.entity_id,
      payout_id: raw.settlement_id,
      created_at: raw.created_at,
      updated_at: raw.settled_at ?? raw.created_at
    }
  }
})
