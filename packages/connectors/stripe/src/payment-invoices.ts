/** Invoices of Stripe Billing, with all their lines. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { InvoiceLine, invoiceLine, Shipping, shippingLine } from "./lines.ts"
import {
  amountIn,
  beforeTax,
  changing,
  Credits,
  currency,
  epoch,
  newest,
  pages,
  reference,
  takenOff,
  totalOf
} from "./wire.ts"

const statuses = Normalize.word({ draft: "DRAFT", open: "SUBMITTED", paid: "PAID", void: "VOID" })
const Amounts = Wire.list(Wire.struct({ amount: Wire.number }))
const Lines = Wire.list(InvoiceLine)

export const paymentInvoices = Connector.read("PAYMENT_INVOICES", {
  ...changing("PAYMENT_INVOICES", "/v1/invoices"),
  mapping: 2,
  // Only drafts can be deleted.
  deletes: Read.fullListing,
  from: Read.byMapping("Lists begin at when an invoice was drafted, which may be long before the day it bears"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    number: Wire.text,
    customer: reference,
    currency,
    status: Wire.text,
    description: Wire.text,
    subtotal: Wire.number,
    total: Wire.number,
    total_excluding_tax: Wire.number,
    amount_paid: Wire.number,
    amount_remaining: Wire.number,
    total_taxes: Amounts,
    total_discount_amounts: Amounts,
    total_pretax_credit_amounts: Credits,
    shipping_cost: Shipping,
    hosted_invoice_url: Wire.text,
    lines: Wire.struct({ data: Lines, has_more: Wire.boolean }),
    created: epoch,
    effective_at: epoch,
    due_date: epoch,
    status_transitions: Wire.struct({
      finalized_at: epoch,
      paid_at: epoch,
      voided_at: epoch,
      marked_uncollectible_at: epoch
    })
  }),
  // Quirk: an invoice shows its first ten lines.
  follow: ({ id, lines }) =>
    lines?.has_more
      ? [Read.pages({ call: { path: `/v1/invoices/${Call.segment(id)}/lines` }, page: pages, items: "data" })]
      : [],
  map: (raw, { followed }) => {
    const amount = amountIn(raw.currency)
    const steps = raw.status_transitions
    const tax = totalOf(raw.total_taxes) ?? Normalize.difference(raw.total, raw.total_excluding_tax)
    const discount = takenOff(raw.total_discount_amounts, raw.total_pretax_credit_amounts)
    const lines = followed[0] == null ? raw.lines?.data : Wire.decode(Lines, followed[0])
    return {
      platform_id: raw.id,
      platform_unique_id: raw.number,
      contact_id: raw.customer,
      currency_id: raw.currency,
      document_number: raw.number,
      posted_date: raw.effective_at ?? steps?.finalized_at ?? raw.created,
      due_date: raw.due_date,
      status: raw.status === "open" && raw.amount_paid ? "PARTIALLY_PAID" : statuses(raw.status),
      total_discount: amount(discount),
      sub_total: amount(beforeTax(raw.total, tax, discount) ?? raw.subtotal),
      tax_amount: amount(tax),
      total_amount: amount(raw.total),
      // Quirk: Stripe's amount_due stays what it was when the invoice was finalized.
      amount_due: amount(raw.amount_remaining),
      memo: raw.description,
      payment_link: raw.hosted_invoice_url,
      line_items: [...(lines ?? []).map(invoiceLine(amount)), ...shippingLine(raw.id, amount, raw.shipping_cost)],
      updated_at: newest(
        raw.created,
        steps?.finalized_at,
        steps?.paid_at,
        steps?.voided_at,
        steps?.marked_uncollectible_at
      )
    }
  }
})
