/** Invoices with their lines. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { sales } from "./sales.ts"
import { Coded, money, moneyFields, Named, record, texts } from "./values.ts"

const amounts = ["subtotal", "taxTotal", "discountTotal", "total", "amountPaid"].map((name) => `${name} ${moneyFields}`)
export const fields =
  "status title poNumber invoiceNumber invoiceDate dueDate exchangeRate memo footer lastSentAt lastSentVia " +
  `customer { id } currency { code } ${amounts.join(" ")} ` +
  `items { id product { id } account { id } description quantity unitPrice subtotal ${moneyFields} total ${moneyFields} ` +
  `taxes { amount ${moneyFields} salesTax { id } } }`

const Line = Wire.struct({
  id: Wire.id,
  product: Named,
  account: Named,
  description: Wire.text,
  quantity: Wire.number,
  unitPrice: Wire.number,
  subtotal: money,
  total: money,
  taxes: Wire.list(Wire.required(Wire.struct({ amount: money, salesTax: Named })))
})
const line = (raw: (typeof Line)["Type"]) => ({
  platform_id: raw.id,
  item_id: raw.product?.id,
  tax_id: raw.taxes?.[0]?.salesTax?.id,
  account_id: raw.account?.id,
  description: raw.description,
  quantity: raw.quantity,
  unit_amount: raw.unitPrice,
  sub_total: raw.subtotal,
  tax_amount:
    raw.taxes == null ? null : raw.taxes.length === 0 ? 0 : Normalize.sum(raw.taxes.map(({ amount }) => amount)),
  total_amount: raw.total,
  // A discount is one of the whole invoice.
  total_discount: 0
})

export const statuses = Normalize.word({
  DRAFT: "DRAFT",
  SAVED: "SUBMITTED",
  UNPAID: "SUBMITTED",
  SENT: "SUBMITTED",
  VIEWED: "SUBMITTED",
  PARTIAL: "PARTIALLY_PAID",
  PAID: "PAID",
  OVERPAID: "PAID",
  OVERDUE: "OVERDUE"
})

export const invoices = Connector.read("INVOICES", {
  ...sales(fields, { invoiceDateStart: "Date" }),
  from: ({ from }) => ({ body: { variables: { invoiceDateStart: from.slice(0, 10) } } }),
  item: Wire.struct({
    ...record,
    ...texts("status", "invoiceNumber", "memo"),
    invoiceDate: Wire.day,
    dueDate: Wire.day,
    exchangeRate: Wire.number,
    customer: Named,
    currency: Coded,
    subtotal: money,
    taxTotal: money,
    discountTotal: money,
    total: money,
    amountDue: money,
    items: Wire.list(Wire.required(Line))
  }),
  map: (raw) => ({
    platform_id: raw.id,
    contact_id: raw.customer?.id,
    document_number: raw.invoiceNumber,
    posted_date: raw.invoiceDate,
    due_date: raw.dueDate,
    currency_id: raw.currency?.code,
    currency_rate: Normalize.rate(raw.exchangeRate),
    sub_total: raw.subtotal,
    tax_amount: raw.taxTotal,
    total_discount: raw.discountTotal,
    total_amount: raw.total,
    amount_due: raw.amountDue,
    memo: raw.memo,
    status: statuses(raw.status),
    line_items: (raw.items ?? []).map(line),
    updated_at: raw.modifiedAt
  })
})
