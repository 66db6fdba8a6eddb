/** Invoices, with their lines. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, changedBy, currency, daysBefore, epoch, resource, seconds, taxed, taxOf } from "./wire.ts"

const statuses = Normalize.word({
  draft: "DRAFT",
  issued: "SUBMITTED",
  partially_paid: "PARTIALLY_PAID",
  paid: "PAID",
  cancelled: "VOID",
  expired: "VOID",
  deleted: "VOID"
})

const Line = Wire.struct({
  id: Wire.id,
  item_id: Wire.id,
  name: Wire.text,
  description: Wire.text,
  ...Wire.all(Wire.number, "quantity", "unit_amount", "net_amount", "tax_amount"),
  ...taxed
})
/** The newest of the moments that an invoice shows itself: Razorpay does not say when it changed. */
const newest = (...moments: ReadonlyArray<string | null | undefined>): string | null => {
  const shown = moments.flatMap((moment) => moment ?? [])
  return shown.find((moment) => typeof moment !== "string") ?? shown.toSorted().at(-1) ?? null
}

export const paymentInvoices = Connector.read("PAYMENT_INVOICES", {
  ...resource("/v1/invoices"),
  // Quirk: links to pay and to register are invoices of other types.
  query: { type: "invoice" },
  since: ({ since }) => ({ query: { from: seconds(daysBefore(since, 180)) } }),
  from: Read.byMapping("Lists begin at when an invoice was drafted, which may be long before the day it bears"),
  // An invoice that is older changes by a payment.
  changes: changedBy("/v1/payments", 7, (entry) => Normalize.id(Call.at(entry, "invoice_id"))),
  deletes: Read.byFullListing("Only drafts can be deleted, and no event tells of it"),
  isDeleted: ({ status }) => status === "deleted",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    type: Wire.decisive(Wire.text),
    status: Wire.decisive(Wire.text),
    ...Wire.all(Wire.text, "invoice_number", "receipt", "description", "short_url"),
    customer_id: Wire.id,
    currency,
    ...Wire.all(Wire.number, "amount", "tax_amount", "amount_due"),
    line_items: Wire.list(Wire.required(Line)),
    ...Wire.all(epoch, "date", "expire_by", "created_at", "issued_at", "paid_at", "cancelled_at", "expired_at")
  }),
  map: (raw) => {
    if (raw.type != null && raw.type !== "invoice") return null
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      contact_id: raw.customer_id,
      currency_id: raw.currency,
      document_number: raw.invoice_number ?? raw.receipt,
      posted_date: raw.date ?? raw.issued_at ?? raw.created_at,
      due_date: raw.expire_by,
      status: statuses(raw.status),
      // What is left of the total without its tax, whether the prices hold it or not.
      sub_total: amount(Normalize.difference(raw.amount, raw.tax_amount)),
      tax_amount: amount(raw.tax_amount),
      total_amount: amount(raw.amount),
      amount_due: amount(raw.amount_due),
      memo: raw.description,
      payment_link: raw.short_url,
      line_items: (raw.line_items ?? []).map((line) => ({
        platform_id: line.id,
        item_id: line.item_id,
        tax_id: taxOf(line),
        description: line.description ?? line.name,
        quantity: line.quantity,
        unit_amount: amount(line.unit_amount),
        sub_total: amount(Normalize.difference(line.net_amount, line.tax_amount)),
        tax_amount: amount(line.tax_amount),
        total_amount: amount(line.net_amount)
      })),
      updated_at: newest(raw.created_at, raw.issued_at, raw.paid_at, raw.cancelled_at, raw.expired_at)
    }
  }
})
