/** What can be written. */
import { writeAccounts } from "./write-accounts.ts"
import { writeContacts } from "./write-contacts.ts"
import { createInvoices, writeBillCreditNotes, writeBills, writeInvoiceCreditNotes } from "./write-documents.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writeExpenses, writeJournalEntries } from "./write-journals.ts"
import { writePurchaseOrders } from "./write-purchase-orders.ts"
import { writeSalesOrders } from "./write-sales-orders.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: { ...createInvoices, ...writeInvoices },
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  JOURNAL_ENTRIES: writeJournalEntries,
  PURCHASE_ORDERS: writePurchaseOrders,
  SALES_ORDERS: writeSalesOrders
}
