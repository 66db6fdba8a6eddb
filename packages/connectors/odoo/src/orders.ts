/** Purchase and sales orders, where their modules are installed. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { itemsOf, type Line, orderLines } from "./lines.ts"
import { dated, listing, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  name: Own.text,
  state: Own.text,
  partner_id: Own.link,
  currency_id: Own.link,
  ...Wire.all(Own.number, "currency_rate", "amount_untaxed", "amount_tax", "amount_total"),
  ...Wire.all(Own.moment, "date_order", "date_planned", "commitment_date", "write_date"),
  note: Own.html,
  notes: Own.html,
  invoice_ids: Own.links
}
const Order = Wire.struct(members)
type Order = (typeof Order)["Type"]

/** Drafts are quotations until somebody confirms them; one that is locked or billed is an order all the same. */
const status = Normalize.word({
  draft: "DRAFT",
  sent: "DRAFT",
  "to approve": "SUBMITTED",
  purchase: "SUBMITTED",
  sale: "SUBMITTED",
  done: "SUBMITTED",
  cancel: "VOID"
})

/** Odoo keeps how many units of the order's currency one of the company's is. */
const rateOf = ({ currency_rate }: Order) => (currency_rate ? Normalize.inverseRate(currency_rate) : null)

const orderOf = (raw: Order, lines: ReadonlyArray<Line>) => ({
  platform_id: raw.id,
  platform_unique_id: raw.name ?? null,
  contact_id: raw.partner_id ?? null,
  document_number: raw.name ?? null,
  description: raw.note ?? raw.notes ?? null,
  posted_date: raw.date_order ?? null,
  currency_id: raw.currency_id ?? null,
  currency_rate: rateOf(raw),
  sub_total: raw.amount_untaxed ?? null,
  tax_amount: raw.amount_tax ?? null,
  total_amount: raw.amount_total ?? null,
  status: status(raw.state),
  ...itemsOf(lines),
  updated_at: raw.write_date ?? null
})

const ordersOf = (model: "purchase.order" | "sale.order") =>
  ({
    ...listing({
      model,
      fields: Object.keys(members),
      domain: (settings: Auth.AuthSettings) => ofCompany(settings)
    }),
    from: dated(ofCompany, "date_order"),
    companions: { lines: orderLines(`${model}.line`) },
    item: Order
  }) as const

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...ordersOf("purchase.order"),
  map: (raw, { companions }) => ({
    ...orderOf(raw, companions.lines.get(raw.id) ?? []),
    delivery_date: raw.date_planned,
    bill_ids: Normalize.distinct(raw.invoice_ids)
  })
})

export const salesOrders = Connector.read("SALES_ORDERS", {
  ...ordersOf("sale.order"),
  map: (raw, { companions }) => ({
    ...orderOf(raw, companions.lines.get(raw.id) ?? []),
    delivery_date: raw.commitment_date,
    invoice_ids: Normalize.distinct(raw.invoice_ids)
  })
})
