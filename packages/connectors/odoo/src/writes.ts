/** What is written: the data models by their names. */
import { createContacts, deleteContacts, updateContacts } from "./write-contacts.ts"
import * as Credits from "./write-credits.ts"
import { createItems, deleteItems, updateItems } from "./write-items.ts"
import * as Entries from "./write-journal-entries.ts"
import * as Lists from "./write-lists.ts"
import * as Moves from "./write-moves.ts"
import { purchaseOrderWrites, salesOrderWrites } from "./write-orders.ts"
import { createBillPayments, createInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: { create: Lists.createAccounts, update: Lists.updateAccounts, delete: Lists.deleteAccounts },
  BILLS: { create: Moves.createBills, update: Moves.updateBills, void: Moves.voidBills, delete: Moves.deleteBills },
  BILL_CREDIT_NOTES: {
    create: Credits.createBillCreditNotes,
    void: Credits.voidBillCreditNotes,
    delete: Credits.deleteBillCreditNotes
  },
  BILL_PAYMENTS: { create: createBillPayments },
  CONTACTS: { create: createContacts, update: updateContacts, delete: deleteContacts },
  INVOICES: {
    create: Moves.createInvoices,
    update: Moves.updateInvoices,
    void: Moves.voidInvoices,
    delete: Moves.deleteInvoices
  },
  INVOICE_CREDIT_NOTES: {
    create: Credits.createInvoiceCreditNotes,
    void: Credits.voidInvoiceCreditNotes,
    delete: Credits.deleteInvoiceCreditNotes
  },
  INVOICE_PAYMENTS: { create: createInvoicePayments },
  ITEMS: { create: createItems, update: updateItems, delete: deleteItems },
  JOURNAL_ENTRIES: {
    create: Entries.createJournalEntries,
    void: Entries.voidJournalEntries,
    delete: Entries.deleteJournalEntries
  },
  PURCHASE_ORDERS: purchaseOrderWrites,
  SALES_ORDERS: salesOrderWrites,
  TAX_RATES: { create: Lists.createTaxRates, update: Lists.updateTaxRates },
  TRACKING_CATEGORIES: { create: Lists.createTrackingCategories, update: Lists.updateTrackingCategories }
}
