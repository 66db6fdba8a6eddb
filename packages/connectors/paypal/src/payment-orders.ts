/** Orders of the checkout. No call lists them: the rows of the report that name one do, and webhooks. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { all, dated, kept } from "./report.ts"
import { Info, referred } from "./rows.ts"
import { Sum, text } from "./wire.ts"

const Paid = Wire.list(Wire.required(Wire.struct({ status: Wire.decisive(text), amount: Wire.required(Sum) })))
const Unit = Wire.struct({
  reference_id: Wire.decisive(text),
  amount: Wire.required(Sum),
  invoice_id: text,
  custom_id: text,
  payments: Wire.decisive(Wire.struct({ captures: Paid }))
})
export const Order = Wire.struct({
  id: Wire.required(Wire.id),
  status: Wire.decisive(text),
  purchase_units: Wire.list(Wire.required(Unit)),
  create_time: Wire.instant,
  update_time: Wire.instant
})
type Order = (typeof Order)["Type"]

/** A row that names an order, or an order itself. */
const Named = Wire.read((value): { readonly id: string | null; readonly stamp: string; readonly order?: Order } => {
  const told = Call.at(value, "transaction_info")
  if (told === undefined) {
    const order = Order.read(value)
    return { id: order.id, stamp: "", order }
  }
  const info = Info.read(told)
  const { transaction_status: status, transaction_updated_date: changed } = info
  return { id: referred(info, "ODR"), stamp: [status, changed].join(" ") }
})
/** What counts as paid: also what was given back since. */
const paid = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"])
const statuses = Normalize.word(
  {
    CREATED: "CREATED",
    SAVED: "CREATED",
    PAYER_ACTION_REQUIRED: "CREATED",
    APPROVED: "ATTEMPTED",
    COMPLETED: "ATTEMPTED",
    VOIDED: "CANCELLED"
  },
  null
)

export const paymentOrders = Connector.read("PAYMENT_ORDERS", {
  ...dated([all({})]),
  get: "/v2/checkout/orders/{id}",
  getItem: (body) => body,
  derived: true,
  deletes: kept,
  item: Named,
  follow: ({ id, order }) =>
    id === null || order !== undefined ? [] : [{ path: `/v2/checkout/orders/${Call.segment(id)}` }],
  unchanged: { id: ({ id }) => id ?? "", stamp: ({ stamp }) => stamp },
  map: ({ id, order: whole }, { followed: [body] }) => {
    if (id === null) return null
    if (whole === undefined && body == null) return Read.untaken("an order that PayPal does not show any more")
    const order = whole ?? Wire.decode(Order, body)
    const units = order.purchase_units ?? []
    const amount = Normalize.sum(units.map((unit) => unit.amount.value))
    const captures = units.flatMap(({ payments }) => payments?.captures ?? [])
    const taken = captures.filter(({ status }) => paid.has(status ?? "")).map((own) => own.amount.value)
    // Quirk: an order that is only authorised is COMPLETED as well.
    const isPaid = amount !== null && taken.length > 0 && (Normalize.sum(taken) ?? 0) >= amount
    const [first] = units
    return {
      platform_id: order.id,
      created_at: order.create_time,
      reference:
        first?.invoice_id ?? first?.custom_id ?? (first?.reference_id === "default" ? null : first?.reference_id),
      amount,
      amount_due: isPaid ? 0 : Normalize.difference(amount, taken.length === 0 ? 0 : Normalize.sum(taken)),
      status: isPaid ? "PAID" : statuses(order.status),
      currency_id: first?.amount.currency_code,
      updated_at: order.update_time ?? order.create_time
    }
  }
})
