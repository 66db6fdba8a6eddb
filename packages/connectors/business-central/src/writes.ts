/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeBankAccounts, writeCurrencies, writeItems, writeTaxRates } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"
import { writeBillCreditNotes, writeBills, writeExpenses, writePurchaseOrders } from "./write-purchases.ts"
import { writeInvoiceCreditNotes, writeInvoices, writeSalesOrders } from "./write-sales.ts"

export { files } from "./files.ts"

export const writes = {
  BANK_ACCOUNTS: writeBankAccounts,
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  CURRENCIES: writeCurrencies,
  EXPENSES: writeExpenses,
  INVOICES: writeInvoices,
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  ITEMS: writeItems,
  JOURNAL_ENTRIES: writeJournalEntries,
  PURCHASE_ORDERS: writePurchaseOrders,
  SALES_ORDERS: writeSalesOrders,
  TAX_RATES: writeTaxRates
}
