/** Journals: what is booked by hand. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { books, isTax, ledger } from "./books.ts"
import { amountsOf, tracking } from "./document-fields.ts"
import { contactOf } from "./documents.ts"
import { vouchers } from "./voucher-reads.ts"
import { entriesOf } from "./voucher.ts"
import { isJournal } from "./families.ts"

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...vouchers(isJournal, books),
  map: (raw, { lookups }) => {
    const entries = entriesOf(raw).filter(({ AMOUNT }) => AMOUNT)
    const amounts = amountsOf(
      entries.map(({ AMOUNT }) => AMOUNT),
      lookups
    )
    const debits = entries.flatMap(({ AMOUNT }) => {
      const amount = amounts.read(AMOUNT, "debit") ?? 0
      return amount > 0 ? [amount] : []
    })
    return {
      platform_id: raw.GUID,
      document_number: raw.VOUCHERNUMBER,
      posted_date: raw.DATE,
      journal_entry_type: raw.VOUCHERTYPENAME,
      description: raw.NARRATION,
      amount: Normalize.sum(debits),
      currency_id: amounts.currency_id,
      currency_rate: amounts.currency_rate,
      status: raw.ISCANCELLED ? "VOID" : raw.ISOPTIONAL ? "DRAFT" : "SUBMITTED",
      journal_lines: entries.map((entry, index) => {
        const own = ledger(lookups, entry.LEDGERNAME)
        const amount = amounts.read(entry.AMOUNT, "debit")
        return {
          platform_id: `${raw.GUID}:${index}`,
          account_id: own?.GUID,
          contact_id: contactOf(lookups, entry.LEDGERNAME),
          tax_id: isTax(lookups, own) ? own?.GUID : null,
          tracking_category_ids: tracking(entry, lookups),
          // Negative is a debit.
          type: amount === null ? null : amount > 0 ? "DEBIT" : "CREDIT",
          description: entry.NARRATION,
          net_amount: Normalize.absolute(amount)
        } as const
      })
    }
  }
})
