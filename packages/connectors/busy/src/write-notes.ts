/** Credit notes of both kinds created: of goods that come back, or of accounts alone. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { billCreditNotes } from "./bills.ts"
import { type Books, isCreditor, isDebtor } from "./books.ts"
import { accountLines, nameOf, ownCurrency } from "./entries.ts"
import { invoiceCreditNotes } from "./invoices.ts"
import { centre, stockLines, typed } from "./stock.ts"
import { stocked } from "./stocked.ts"
import { writingVouchers } from "./writing-vouchers.ts"

type Note = Writes.ItemOf<"INVOICE_CREDIT_NOTES"> | Writes.ItemOf<"BILL_CREDIT_NOTES">
type At = Take.At<any, typeof stocked>
const isOfGoods = ({ line_items }: Note): boolean => (line_items ?? []).some(({ item_id }) => item_id)
const kindOf = (item: Note) => (isOfGoods(item) ? ("goods" as const) : ("accounts" as const))
const party = ({ lookups, root }: At): string => (lookups as Books).accounts.get(root["contact_id"])?.name ?? ""

/** Quirk: a note to the other side is no credit, and is shown nowhere. */
const headed = (isParty: typeof isDebtor, word: string) => (id: string, at: At) => {
  const name = isParty(at.lookups, id)
    ? nameOf(at.lookups, id, () => at.refuse(`is no ${word}`))
    : at.refuse(`is no ${word}`)
  return at.item["line_items"] && isOfGoods(at.item)
    ? { ...typed(at), MasterName1: name, MasterName2: centre(at) }
    : { MasterName1: name }
}
const shared = {
  currency_id: ownCurrency,
  document_number: Take.beside,
  memo: Take.beside,
  posted_date: Take.beside
}
const requires = ["contact_id", "document_number", "posted_date", "line_items", "line_items.unit_amount"] as const

export const writeInvoiceCreditNotes = writingVouchers("INVOICE_CREDIT_NOTES", ["create"], {
  voucher: (item: Note) => (isOfGoods(item) ? "sale_return" : "credit_note"),
  record: invoiceCreditNotes,
  requires,
  lookups: stocked,
  takes: { ...shared, contact_id: headed(isDebtor, "customer") },
  kinds: { goods: { line_items: stockLines() }, accounts: { line_items: accountLines("debit", party) } },
  kindOf
})
export const writeBillCreditNotes = writingVouchers("BILL_CREDIT_NOTES", ["create"], {
  voucher: (item: Note) => (isOfGoods(item) ? "purchase_return" : "debit_note"),
  record: billCreditNotes,
  requires,
  lookups: stocked,
  takes: { ...shared, contact_id: headed(isCreditor, "vendor") },
  kinds: { goods: { line_items: stockLines() }, accounts: { line_items: accountLines("credit", party) } },
  kindOf
})
