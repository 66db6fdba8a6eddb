/** Invoices, bills and credit notes created, cancelled and deleted. */
import * as Take from "@svc/core/Take"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { names } from "./entries.ts"
import { isCreditNote, isDebitNote, isPurchase, isSales } from "./families.ts"
import { bills, invoices } from "./invoices.ts"
import { takenNumbers, typed } from "./numbers.ts"
import { issued, received, returnedByCustomer, returnedToVendor, settled, takes } from "./posting.ts"
import { madeBy, pending } from "./references.ts"
import { writing } from "./writing.ts"

const requires = { create: ["contact_id", "posted_date", "line_items"] } as const
const view = "Accounting Voucher View"

const [sales, purchase, creditNote, debitNote] = [
  typed("sales_type", "Sales"),
  typed("purchase_type", "Purchase"),
  typed("credit_note_type", "Credit Note"),
  typed("debit_note_type", "Debit Note")
]
export const createInvoices = writing("INVOICES", ["create"], {
  where: isSales,
  typeOf: sales,
  view,
  record: invoices,
  requires,
  lookups: { ...names, numbers: takenNumbers(sales) },
  takes: { ...takes(issued), due_date: Take.beside }
})
export const writeBills = writing("BILLS", ["create", "delete", "void"], {
  where: isPurchase,
  typeOf: purchase,
  view,
  record: bills,
  requires,
  lookups: { ...names, numbers: takenNumbers(purchase) },
  takes: { ...takes(received), due_date: Take.beside }
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "delete", "void"], {
  where: isCreditNote,
  typeOf: creditNote,
  view,
  record: invoiceCreditNotes,
  requires,
  lookups: { ...names, pending, made: madeBy(isSales), numbers: takenNumbers(creditNote) },
  takes: { ...takes(returnedByCustomer), invoice_ids: settled(returnedByCustomer, "invoice to this customer") }
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "delete", "void"], {
  where: isDebitNote,
  typeOf: debitNote,
  view,
  record: billCreditNotes,
  requires,
  lookups: { ...names, pending, made: madeBy(isPurchase), numbers: takenNumbers(debitNote) },
  takes: { ...takes(returnedToVendor), bill_ids: settled(returnedToVendor, "bill of this vendor") }
})
