/** What is sold: invoices, credit memos and orders of customers. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { contact } from "./contacts.ts"
import { document, documentFields, documents, Lines, rest } from "./document-fields.ts"
import { reference, text } from "./lists.ts"
import { taxes } from "./tax-rates.ts"
import { statuses, statusOf } from "./statuses.ts"

const sale = { ...document, customerId: contact("customer") }
const Invoice = Wire.struct({
  ...sale,
  invoiceDate: Wire.day,
  dueDate: Wire.day,
  orderId: reference,
  remainingAmount: Wire.number,
  salesInvoiceLines: Lines,
  "salesInvoiceLines@odata.nextLink": text
})

/** An open invoice of which less is due than it is of is paid in part. */
const settled = (raw: (typeof Invoice)["Type"]): Models.Unified<"INVOICES">["status"] => {
  const status = statusOf(raw)
  const { remainingAmount: due, totalAmountIncludingTax: total } = raw
  return raw.status === "Open" && due != null && total != null && due > 0 && due < total ? "PARTIALLY_PAID" : status
}

export const invoices = Connector.read("INVOICES", {
  ...documents("salesInvoices", "salesInvoiceLines", "invoiceDate"),
  lookups: { taxes },
  item: Invoice,
  follow: (raw) => rest("salesInvoices", "salesInvoiceLines", raw.id, raw["salesInvoiceLines@odata.nextLink"]),
  map: (raw, context) => ({
    ...documentFields(raw, raw.salesInvoiceLines, context),
    contact_id: raw.customerId,
    // Nothing says what remains of an invoice that is not posted yet.
    amount_due: statusOf(raw) === "DRAFT" ? null : raw.remainingAmount,
    document_number: raw.number,
    posted_date: raw.invoiceDate,
    due_date: raw.dueDate,
    memo: null,
    status: settled(raw),
    sales_order_ids: Normalize.distinct(raw.orderId)
  })
})

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...documents("salesCreditMemos", "salesCreditMemoLines", "creditMemoDate"),
  lookups: { taxes },
  item: Wire.struct({
    ...sale,
    creditMemoDate: Wire.day,
    invoiceId: reference,
    salesCreditMemoLines: Lines,
    "salesCreditMemoLines@odata.nextLink": text
  }),
  follow: (raw) => rest("salesCreditMemos", "salesCreditMemoLines", raw.id, raw["salesCreditMemoLines@odata.nextLink"]),
  map: (raw, context) => ({
    ...documentFields(raw, raw.salesCreditMemoLines, context),
    contact_id: raw.customerId,
    document_number: raw.number,
    posted_date: raw.creditMemoDate,
    remaining_credit: raw.status === "Paid" ? 0 : null,
    memo: null,
    status: statusOf(raw),
    invoice_ids: Normalize.distinct(raw.invoiceId)
  })
})

export const salesOrders = Connector.read("SALES_ORDERS", {
  ...documents("salesOrders", "salesOrderLines", "orderDate"),
  lookups: { taxes },
  item: Wire.struct({
    ...sale,
    orderDate: Wire.day,
    requestedDeliveryDate: Wire.day,
    salesOrderLines: Lines,
    "salesOrderLines@odata.nextLink": text
  }),
  follow: (raw) => rest("salesOrders", "salesOrderLines", raw.id, raw["salesOrderLines@odata.nextLink"]),
  map: (raw, context) => ({
    ...documentFields(raw, raw.salesOrderLines, context),
    contact_id: raw.customerId,
    document_number: raw.number,
    description: null,
    posted_date: raw.orderDate,
    delivery_date: raw.requestedDeliveryDate,
    status: statuses(raw.status),
    invoice_ids: []
  })
})
