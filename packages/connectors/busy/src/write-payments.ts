/** Receipts and payments created, and what is paid at once. They settle no bill: they stay on the account of the party. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { type Books, ledger, categoryOfAccount, isCreditor, isDebtor, isMoney } from "./books.ts"
import { on, type Side } from "./documents.ts"
import { accountLines, entries, nameOf, ownCurrency } from "./entries.ts"
import { expenses } from "./expenses.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { writingVouchers } from "./writing-vouchers.ts"

type Payment = Writes.ItemOf<"INVOICE_PAYMENTS"> | Writes.ItemOf<"BILL_PAYMENTS">
type At = Take.At<any, typeof ledger>
const bank = (lookups: Books, id: string | null | undefined, refuse: At["refuse"]): string =>
  isMoney(lookups, id)
    ? nameOf(lookups, id, () => refuse("is no account", "account_id"))
    : refuse("is no account of a bank, nor cash", "account_id")

/** `side` is that of the party. */
const paid =
  (side: Side, isParty: typeof isDebtor, word: string) =>
  ({ account_id, amount, contact_id }: Payment, { lookups, refuse }: At): object => {
    const party = isParty(lookups, contact_id)
      ? nameOf(lookups, contact_id, () => refuse(`is no ${word}`, "contact_id"))
      : refuse(`is no ${word}`, "contact_id")
    const sum =
      amount !== null && amount !== undefined && amount > 0 ? amount : refuse("must be more than nothing", "amount")
    return entries([
      { account: party, amount: on(side, sum) },
      { account: bank(lookups, account_id, refuse), amount: on(side, -sum) }
    ])
  }
const shared = {
  account_id: Take.beside,
  currency_id: ownCurrency,
  document_number: Take.beside,
  memo: Take.beside
}
const takes = { ...shared, contact_id: Take.beside, amount: Take.beside, payment_date: Take.beside }
const requires = ["account_id", "contact_id", "amount", "document_number", "payment_date"] as const

export const writeInvoicePayments = writingVouchers("INVOICE_PAYMENTS", ["create"], {
  voucher: () => "receipt",
  record: invoicePayments,
  requires,
  lookups: ledger,
  takes,
  makes: paid("credit", isDebtor, "customer")
})
export const writeBillPayments = writingVouchers("BILL_PAYMENTS", ["create"], {
  voucher: () => "payment",
  record: billPayments,
  requires,
  lookups: ledger,
  takes,
  makes: paid("debit", isCreditor, "vendor")
})
export const writeExpenses = writingVouchers("EXPENSES", ["create"], {
  voucher: () => "payment",
  record: expenses,
  requires: [
    "account_id",
    "document_number",
    "posted_date",
    "line_items",
    "line_items.account_id",
    "line_items.unit_amount"
  ],
  lookups: ledger,
  takes: {
    ...shared,
    posted_date: Take.beside,
    line_items: accountLines(
      "debit",
      ({ lookups, refuse, root }) => bank(lookups, root["account_id"], (message) => refuse(message)),
      (lookups, id) => categoryOfAccount(lookups, id) === "EXPENSE"
    )
  }
})
