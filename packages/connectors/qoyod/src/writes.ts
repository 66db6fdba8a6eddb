/** What can be written to Qoyod. */
import { writeContacts } from "./write-contacts.ts"
import {
  writeBillCreditNotes,
  writeBills,
  writeInvoiceCreditNotes,
  writeInvoices,
  writePurchaseOrders
} from "./write-documents.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  INVOICES: writeInvoices,
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  PURCHASE_ORDERS: writePurchaseOrders
} as const
