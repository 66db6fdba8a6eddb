/** Vouchers that are made and changed in Tally alone, cancelled and deleted. */
import { invoiceCreditNotes } from "./credit-notes.ts"
import { expenses } from "./expenses.ts"
import { isCreditNote, isJournal, isPurchase, isSalesOrder, isSpending } from "./families.ts"
import { bills } from "./invoices.ts"
import { journalEntries } from "./journal-entries.ts"
import { salesOrders } from "./orders.ts"
import { writing } from "./writing.ts"

const both = ["delete", "void"] as const
const own = { typeOf: () => "", view: "Accounting Voucher View", takes: {} } as const

export const removals = {
  BILLS: writing("BILLS", both, { ...own, where: isPurchase, record: bills }),
  INVOICE_CREDIT_NOTES: writing("INVOICE_CREDIT_NOTES", both, {
    ...own,
    where: isCreditNote,
    record: invoiceCreditNotes
  }),
  JOURNAL_ENTRIES: writing("JOURNAL_ENTRIES", both, { ...own, where: isJournal, record: journalEntries }),
  SALES_ORDERS: writing("SALES_ORDERS", both, { ...own, where: isSalesOrder, record: salesOrders }),
  // A cancelled one has lost its entries, and is no expense any more.
  EXPENSES: writing("EXPENSES", ["delete"], { ...own, where: isSpending, record: expenses })
}
