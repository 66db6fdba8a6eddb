/** What is bought: bills, credit memos of vendors and purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { contact } from "./contacts.ts"
import { document, documentFields, documents, Lines, rest } from "./document-fields.ts"
import { reference, text } from "./lists.ts"
import { taxes } from "./tax-rates.ts"
import { statuses, statusOf } from "./statuses.ts"

const purchase = { ...document, vendorId: contact("vendor") }

const invoices = {
  ...documents("purchaseInvoices", "purchaseInvoiceLines", "invoiceDate"),
  lookups: { taxes },
  item: Wire.struct({
    ...purchase,
    vendorInvoiceNumber: text,
    invoiceDate: Wire.day,
    dueDate: Wire.day,
    orderId: reference,
    pricesIncludeTax: Wire.boolean,
    purchaseInvoiceLines: Lines,
    "purchaseInvoiceLines@odata.nextLink": text
  }),
  follow: (raw: { readonly id: string; readonly "purchaseInvoiceLines@odata.nextLink"?: string | null | undefined }) =>
    rest("purchaseInvoices", "purchaseInvoiceLines", raw.id, raw["purchaseInvoiceLines@odata.nextLink"])
}
export const bills = Connector.read("BILLS", {
  ...invoices,
  map: (raw, context) => ({
    ...documentFields(raw, raw.purchaseInvoiceLines, context),
    contact_id: raw.vendorId,
    account_id: null,
    document_number: raw.vendorInvoiceNumber ?? raw.number,
    posted_date: raw.invoiceDate,
    due_date: raw.dueDate,
    // What is open of a bill is told by nothing but its state.
    amount_due: raw.status === "Paid" ? 0 : null,
    tax_inclusive: raw.pricesIncludeTax,
    memo: null,
    status: statusOf(raw),
    purchase_order_ids: Normalize.distinct(raw.orderId)
  })
})
/** Bills whose lines are all on accounts. A line of no amount is a comment. */
export const expenses = Connector.read("EXPENSES", {
  ...invoices,
  map: (raw, context) => {
    const fields = documentFields(raw, raw.purchaseInvoiceLines, context)
    const booked = fields.line_items.filter((own) => own.account_id || own.item_id || own.quantity || own.total_amount)
    return booked.length === 0 || !booked.every(({ account_id }) => account_id)
      ? null
      : {
          ...fields,
          contact_id: raw.vendorId,
          account_id: null,
          document_number: raw.vendorInvoiceNumber ?? raw.number,
          posted_date: raw.invoiceDate,
          payment_mode: null,
          memo: null
        }
  }
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...documents("purchaseCreditMemos", "purchaseCreditMemoLines", "creditMemoDate"),
  lookups: { taxes },
  item: Wire.struct({
    ...purchase,
    vendorCreditMemoNumber: text,
    creditMemoDate: Wire.day,
    invoiceId: reference,
    purchaseCreditMemoLines: Lines,
    "purchaseCreditMemoLines@odata.nextLink": text
  }),
  follow: (raw) =>
    rest("purchaseCreditMemos", "purchaseCreditMemoLines", raw.id, raw["purchaseCreditMemoLines@odata.nextLink"]),
  map: (raw, context) => ({
    ...documentFields(raw, raw.purchaseCreditMemoLines, context),
    contact_id: raw.vendorId,
    document_number: raw.vendorCreditMemoNumber ?? raw.number,
    posted_date: raw.creditMemoDate,
    remaining_credit: raw.status === "Paid" ? 0 : null,
    memo: null,
    status: statusOf(raw),
    bill_ids: Normalize.distinct(raw.invoiceId)
  })
})

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...documents("purchaseOrders", "purchaseOrderLines", "orderDate"),
  lookups: { taxes },
  item: Wire.struct({
    ...purchase,
    orderDate: Wire.day,
    requestedReceiptDate: Wire.day,
    purchaseOrderLines: Lines,
    "purchaseOrderLines@odata.nextLink": text
  }),
  follow: (raw) => rest("purchaseOrders", "purchaseOrderLines", raw.id, raw["purchaseOrderLines@odata.nextLink"]),
  map: (raw, context) => ({
    ...documentFields(raw, raw.purchaseOrderLines, context),
    contact_id: raw.vendorId,
    document_number: raw.number,
    description: null,
    posted_date: raw.orderDate,
    delivery_date: raw.requestedReceiptDate,
    status: statuses(raw.status),
    bill_ids: []
  })
})
