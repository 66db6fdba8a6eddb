/** Invoices of the payment side. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { PaymentLines, paymentLines } from "./payment-lines.ts"
import { amountIn, announced, changed, dated, epoch } from "./wire.ts"

const statuses = Normalize.word({
  draft: "DRAFT",
  open: "SUBMITTED",
  paid: "PAID",
  void: "VOID",
  uncollectible: "UNKNOWN"
})

export const paymentInvoices = Connector.read("PAYMENT_INVOICES", {
  ...announced("payInvoices"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    number: Wire.text,
    customer: Wire.id,
    currency: Wire.id,
    issued: epoch,
    dueBy: epoch,
    lines: PaymentLines,
    discount: Wire.number,
    subtotal: Wire.number,
    tax: Wire.number,
    total: Wire.number,
    paid: Wire.number,
    due: Wire.number,
    memo: Wire.text,
    status: Wire.text,
    hostedUrl: Wire.text,
    updated: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      contact_id: raw.customer,
      currency_id: raw.currency,
      document_number: raw.number,
      posted_date: raw.issued,
      due_date: raw.dueBy,
      status: raw.status === "open" && raw.paid ? "PARTIALLY_PAID" : statuses(raw.status),
      total_discount: amount(raw.discount),
      sub_total: amount(raw.subtotal),
      tax_amount: amount(raw.tax),
      total_amount: amount(raw.total),
      amount_due: amount(raw.due),
      memo: raw.memo,
      payment_link: raw.hostedUrl,
      line_items: paymentLines(raw.lines, amount),
      updated_at: raw.updated
    }
  }
})
