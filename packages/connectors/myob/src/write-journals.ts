/** Journals made, changed and deleted. */
import * as Take from "@svc/core/Take"
import { journalEntries, path } from "./journal-entries.ts"
import { currencyTo, isForeign, lineLookups } from "./write-lines.ts"
import { categoryOf, jobOf } from "./write-tracking.ts"
import { dayTo, ref, writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  path,
  // Quirk: MYOB wants to know which side of the tax report a journal is for; what most are for is what was bought.
  made: { GSTReportingMethod: "Purchase", IsTaxInclusive: false },
  alike: { document_number: "DisplayID", posted_date: "DateOccurred", description: "Memo" },
  record: journalEntries,
  requires: {
    create: [
      "posted_date",
      "journal_lines",
      "journal_lines.account_id",
      "journal_lines.type",
      "journal_lines.net_amount",
      "journal_lines.tax_id"
    ]
  },
  lookups: lineLookups,
  takes: {
    document_number: "DisplayID",
    posted_date: dayTo("DateOccurred"),
    description: "Memo",
    currency_rate: "CurrencyExchangeRate",
    journal_lines: {
      list: "Lines",
      of: {
        platform_id: Take.beside,
        account_id: ref("Account"),
        tax_id: ref("TaxCode"),
        description: "Memo",
        tracking_category_ids: (_, { isNew, item, refuse }) => jobOf(item, isNew, (message) => refuse(message)),
        type: (type) => ({ IsCredit: type === "CREDIT" }),
        net_amount: (amount, at) => ({ [isForeign(at as never) ? "AmountForeign" : "Amount"]: amount })
      }
    }
  },
  creates: { currency_id: currencyTo },
  clears: ["description"],
  // Lines that are written say their amounts without tax, whatever those before said.
  makes: ({ journal_lines: lines }, { isNew, refuse }) =>
    lines
      ? {
          IsTaxInclusive: false,
          ...categoryOf(lines, isNew, (message, below) =>
            refuse(message, `journal_lines${below}.tracking_category_ids`)
          )
        }
      : {}
})
