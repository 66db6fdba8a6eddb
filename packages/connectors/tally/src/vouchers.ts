/** What is read of vouchers: documents, payments, journals, and what moves on accounts. */
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { expenses } from "./expenses.ts"
import { bills, invoices } from "./invoices.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { billPayments, invoicePayments } from "./payments.ts"

export const reads = {
  BANK_TRANSACTIONS: bankTransactions,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  EXPENSES: expenses,
  INVOICES: invoices,
  INVOICE_CREDIT_NOTES: invoiceCreditNotes,
  INVOICE_PAYMENTS: invoicePayments,
  JOURNAL_ENTRIES: journalEntries,
  PURCHASE_ORDERS: purchaseOrders,
  SALES_ORDERS: salesOrders
}
