/** Invoices, bills, credit notes and orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { allocated, documentsOf } from "./allocations.ts"
import { document, documentFields, documents, ordered, settled } from "./document-fields.ts"
import { ref } from "./wire.ts"

const due = { ...document, DueDate: Wire.day, FromDocumentId: ref }
export const invoices = Connector.read("INVOICES", {
  ...documents("TaxInvoice"),
  item: Wire.struct(due),
  map: (raw, { lookups }) => ({
    ...documentFields(raw, "customer", lookups.base),
    amount_due: raw.AmountDue,
    due_date: raw.DueDate,
    memo: raw.Message,
    status: settled(raw),
    sales_order_ids: Normalize.distinct(raw.FromDocumentId)
  })
})

export const bills = Connector.read("BILLS", {
  ...documents("SupplierInvoice"),
  item: Wire.struct({ ...due, Inclusive: Wire.boolean }),
  map: (raw, { lookups }) => ({
    ...documentFields(raw, "supplier", lookups.base),
    account_id: null,
    amount_due: raw.AmountDue,
    due_date: raw.DueDate,
    tax_inclusive: raw.Inclusive,
    memo: raw.Message,
    status: settled(raw),
    purchase_order_ids: Normalize.distinct(raw.FromDocumentId)
  })
})

const Note = Wire.struct(document)
export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...documents("CustomerReturn"),
  item: Note,
  companions: { allocated },
  map: (raw, { companions, lookups }) => ({
    ...documentFields(raw, "customer", lookups.base),
    // Quirk: the sign of what is left of a credit is not documented.
    remaining_credit: Normalize.absolute(raw.AmountDue),
    memo: raw.Message,
    status: settled(raw),
    invoice_ids: documentsOf(raw.ID, companions)
  })
})
export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...documents("SupplierReturn"),
  item: Note,
  companions: { allocated },
  map: (raw, { companions, lookups }) => ({
    ...documentFields(raw, "supplier", lookups.base),
    remaining_credit: Normalize.absolute(raw.AmountDue),
    memo: raw.Message,
    status: settled(raw),
    bill_ids: documentsOf(raw.ID, companions)
  })
})

const Order = Wire.struct({ ...document, DeliveryDate: Wire.day, Status: Wire.text })
export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...documents("PurchaseOrder"),
  item: Order,
  map: (raw, { lookups }) => ({
    ...documentFields(raw, "supplier", lookups.base),
    description: raw.Message,
    delivery_date: raw.DeliveryDate,
    status: ordered(raw.Status),
    // The bills that were made of it name it.
    bill_ids: []
  })
})
export const salesOrders = Connector.read("SALES_ORDERS", {
  ...documents("SalesOrder"),
  item: Order,
  map: (raw, { lookups }) => ({
    ...documentFields(raw, "customer", lookups.base),
    description: raw.Message,
    delivery_date: raw.DeliveryDate,
    status: ordered(raw.Status),
    invoice_ids: []
  })
})
