/** Expenses: money spent without a bill. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { linesOf, money } from "./money.ts"
import { books, currencyOf } from "./references.ts"
import { dated, listed } from "./wire.ts"

export const spendPath = "/Banking/SpendMoneyTxn"
export const Spent = Wire.struct({
  ...money,
  PayFrom: Wire.text,
  PaymentNumber: Wire.text,
  AmountPaid: Wire.number
})

export const expenses = Connector.read("EXPENSES", {
  ...listed(spendPath),
  mapping: 2,
  from: dated("Date"),
  item: Spent,
  lookups: books,
  map: (raw, { lookups }) => ({
    platform_id: raw.UID,
    platform_unique_id: raw.PaymentNumber,
    contact_id: raw.Contact?.UID,
    account_id: raw.Account?.UID,
    document_number: raw.PaymentNumber,
    posted_date: raw.Date,
    payment_mode: raw.PayFrom,
    ...currencyOf(raw, lookups),
    total_amount: raw.AmountPaid,
    sub_total: Normalize.difference(raw.AmountPaid, raw.TotalTax),
    tax_amount: raw.TotalTax,
    total_discount: null,
    memo: raw.Memo,
    line_items: linesOf(raw),
    updated_at: raw.LastModified
  })
})
