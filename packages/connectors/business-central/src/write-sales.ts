/** Invoices, credit notes and orders of customers made, posted, changed, deleted and voided. */
import { documenting } from "./documenting.ts"
import { invoiceCreditNotes, invoices, salesOrders } from "./sales.ts"
import { contactTo, datedBy, dayTo, linesTo, noteOf, posting, shared } from "./write-lines.ts"

const sale = { ...shared, party: "customer", key: "externalDocumentNumber", still: "externalDocumentNumber" } as const
const head = { currency_id: "currencyId", contact_id: contactTo("customer"), document_number: "number" } as const

export const writeInvoices = documenting("INVOICES", ["create", "update", "delete", "void"], {
  ...sale,
  set: "salesInvoices",
  lines: "salesInvoiceLines",
  posts: true,
  record: invoices,
  takes: {
    ...head,
    posted_date: datedBy("invoiceDate"),
    due_date: dayTo("dueDate"),
    status: posting,
    line_items: linesTo("salesInvoiceLines", "unitPrice")
  }
})
export const writeInvoiceCreditNotes = documenting("INVOICE_CREDIT_NOTES", ["create", "update", "delete", "void"], {
  ...sale,
  set: "salesCreditMemos",
  lines: "salesCreditMemoLines",
  posts: true,
  record: invoiceCreditNotes,
  takes: {
    ...head,
    posted_date: datedBy("creditMemoDate"),
    invoice_ids: noteOf,
    status: posting,
    line_items: linesTo("salesCreditMemoLines", "unitPrice")
  }
})
export const writeSalesOrders = documenting("SALES_ORDERS", ["create", "update", "delete"], {
  ...sale,
  set: "salesOrders",
  lines: "salesOrderLines",
  record: salesOrders,
  takes: {
    ...head,
    posted_date: datedBy("orderDate"),
    delivery_date: dayTo("requestedDeliveryDate"),
    line_items: linesTo("salesOrderLines", "unitPrice")
  }
})
