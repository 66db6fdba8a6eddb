/** What can be written. */
import { writeBillCreditNotes } from "./write-bill-credit-notes.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writePurchaseOrders } from "./write-purchase-orders.ts"
import { removals } from "./write-removals.ts"

export const writes = {
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  CONTACTS: writeContacts,
  INVOICES: writeInvoices,
  PURCHASE_ORDERS: writePurchaseOrders,
  ...removals
}
