/** Credit notes: an invoice or a bill below zero; a new one is put on others by a settlement. */
import * as Take from "@svc/core/Take"
import { dueOf, ofPurchases, ofSales } from "./noting.ts"
import { billCreditNotes } from "./purchases.ts"
import { applied } from "./putting.ts"
import { invoiceCreditNotes } from "./sales.ts"
import { customers, documenting, headed, type Kind, suppliers } from "./write-documents.ts"
import { currencyTo } from "./write-lines.ts"
import { writing } from "./writing.ts"

const credited: Kind = {
  path: ofSales.collection,
  party: "Customer",
  number: "Number",
  lines: { quantity: "ShipQuantity", isTurned: true },
  memo: "memo",
  areNotes: true
}
const debited: Kind = {
  path: ofPurchases.collection,
  party: "Supplier",
  number: "SupplierInvoiceNumber",
  lines: { quantity: "BillQuantity", isTurned: true },
  memo: "memo",
  areNotes: true
}
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  ...documenting(credited),
  isStepped: true,
  record: invoiceCreditNotes,
  lookups: { ...customers, due: dueOf(ofSales) },
  takes: { ...headed(credited), memo: "JournalMemo" },
  creates: { currency_id: currencyTo, invoice_ids: Take.beside },
  clears: ["memo"],
  departs: applied(ofSales)
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  ...documenting(debited),
  isStepped: true,
  record: billCreditNotes,
  lookups: { ...suppliers, due: dueOf(ofPurchases) },
  takes: { ...headed(debited), memo: "JournalMemo" },
  creates: { currency_id: currencyTo, bill_ids: Take.beside },
  clears: ["memo", "document_number"],
  departs: applied(ofPurchases)
})
