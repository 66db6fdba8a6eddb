/** Journals: what is booked by hand. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { ledger, contactOf, isTax } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { companions, entriesOf, infoOf, vouchers } from "./voucher.ts"

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...vouchers("journal"),
  lookups: ledger,
  companions,
  map: (raw, { companions: found, lookups, settings }) => {
    const { entries } = entriesOf(found, raw)
    return {
      platform_id: raw.vchcode,
      document_number: raw.vchno,
      posted_date: raw.date,
      description: infoOf(found, raw).narration1,
      // Negative is a debit.
      amount: Normalize.sum(entries.map(({ value1 }) => Math.max(-value1, 0))),
      currency_id: currencyOf(lookups, settings),
      status: "SUBMITTED",
      journal_lines: entries.map(({ mastercode1, shortnar, srno, value1 }) => ({
        platform_id: `${raw.vchcode}:${srno}`,
        account_id: mastercode1,
        contact_id: contactOf(lookups, mastercode1),
        tax_id: isTax(lookups, mastercode1) ? mastercode1 : null,
        type: value1 < 0 ? ("DEBIT" as const) : ("CREDIT" as const),
        description: shortnar,
        net_amount: Math.abs(value1)
      }))
    }
  }
})
