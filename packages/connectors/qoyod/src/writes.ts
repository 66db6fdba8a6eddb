/** What can be written to Qoyod. */
import { writeContacts } from "./write-contacts.ts"
import {
  writeBillCreditNotes,
  writeBills,
  writeInvoiceCreditNotes,
  writeInvoices,
  writePurchaseOrders
} from "./write-documents.ts"
import { writeExpenses } from "./write-expenses.ts"
import { writeJournalEntries } from "./write-journal-entries.ts"
import { writeAccounts, writeItems } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: writeInvoices,
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  ITEMS: writeItems,
  JOURNAL_ENTRIES: writeJournalEntries,
  PURCHASE_ORDERS: writePurchaseOrders
} as const
