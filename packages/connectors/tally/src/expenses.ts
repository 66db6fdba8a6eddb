/** What is paid at once, without a bill: expenses debited, bank or cash credited. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { books, isTax, ledger } from "./books.ts"
import { amountsOf, tracking } from "./document-fields.ts"
import { contactOf } from "./documents.ts"
import { mode, moneyEntries, spentOf } from "./payments.ts"
import { owner, vouchers } from "./voucher-reads.ts"
import { entriesOf } from "./voucher.ts"
import { isSpending } from "./families.ts"

export const expenses = Connector.read("EXPENSES", {
  ...vouchers(isSpending, books),
  owner,
  map: (raw, { lookups }) => {
    const entries = entriesOf(raw)
    const from = moneyEntries(raw, lookups).filter(({ AMOUNT }) => (AMOUNT?.base ?? 0) > 0)
    const spent = spentOf(raw, lookups)
    // A cancelled voucher has lost its entries: it is no expense any more.
    if (from.length === 0 || spent.length === 0 || raw.ISCANCELLED || raw.ISOPTIONAL) return null
    const taxes = entries.filter(({ LEDGERNAME }) => isTax(lookups, ledger(lookups, LEDGERNAME)))
    // What else was paid with it, such as a vendor's bill or a rounding, is a line too: the lines are what the money was for.
    const lines = entries.filter((entry) => entry.AMOUNT && !from.includes(entry) && !taxes.includes(entry))
    const amounts = amountsOf(
      [...from, ...taxes, ...lines].map(({ AMOUNT }) => AMOUNT),
      lookups
    )
    const total = Normalize.sum(from.map(({ AMOUNT }) => amounts.read(AMOUNT, "credit")))
    const tax = Normalize.sum(taxes.map(({ AMOUNT }) => amounts.read(AMOUNT, "debit")))
    return {
      platform_id: raw.GUID,
      contact_id: entries.map(({ LEDGERNAME }) => contactOf(lookups, LEDGERNAME)).find((id) => id),
      account_id: from.length === 1 ? ledger(lookups, from[0]!.LEDGERNAME)?.GUID : null,
      document_number: raw.VOUCHERNUMBER,
      posted_date: raw.DATE,
      payment_mode: mode(from, lookups),
      currency_id: amounts.currency_id,
      currency_rate: amounts.currency_rate,
      total_amount: total,
      sub_total: Normalize.difference(total, tax ?? 0),
      tax_amount: tax ?? 0,
      memo: raw.NARRATION,
      line_items: lines.map((entry, index) => ({
        platform_id: `${raw.GUID}:${index}`,
        tracking_category_ids: tracking(entry, lookups),
        account_id: ledger(lookups, entry.LEDGERNAME)?.GUID,
        description: entry.NARRATION,
        sub_total: amounts.read(entry.AMOUNT, "debit"),
        total_amount: amounts.read(entry.AMOUNT, "debit")
      }))
    }
  }
})
