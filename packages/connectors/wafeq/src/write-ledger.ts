/** How expenses and manual journals are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { expenses } from "./expenses.ts"
import { journalEntries } from "./journal-entries.ts"
import { baseCurrency } from "./organization.ts"
import { costCenter, rate, ref, writing } from "./writing.ts"

export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  record: expenses,
  collection: "expenses",
  made: { tax_amount_type: "TAX_INCLUSIVE" },
  requires: {
    create: [
      "account_id",
      "posted_date",
      "currency_id",
      "memo",
      "line_items",
      "line_items.account_id",
      "line_items.unit_amount"
    ]
  },
  takes: {
    account_id: ref("paid_through_account"),
    contact_id: ref("contact"),
    document_number: "reference",
    posted_date: Take.day("date"),
    currency_id: "currency",
    currency_rate: rate,
    memo: "description",
    // Quirk: an expense has one line, which is the expense itself; its amount holds the tax.
    line_items: {
      of: {
        platform_id: Take.beside,
        account_id: "account",
        description: (text, { refuse, root }) =>
          text === root["memo"] ? {} : refuse("is that of the expense: say it as `memo`"),
        quantity: Take.beside,
        unit_amount: (amount, { item: { quantity } }) => ({
          amount: Normalize.rounded(amount * (quantity ?? 1))
        }),
        tax_id: "tax_rate",
        tracking_category_ids: costCenter,
        project_id: ref("project")
      },
      list: ([line, more], { refuse }) =>
        more === undefined ? { ...line } : refuse("is one more than Wafeq keeps", "[1]")
    }
  },
  clears: ["document_number"]
})

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  record: journalEntries,
  collection: "manual-journals",
  made: { tax_amount_type: "TAX_EXCLUSIVE" },
  lookups: { base: baseCurrency },
  requires: {
    create: [
      "posted_date",
      "journal_lines",
      "journal_lines.account_id",
      "journal_lines.type",
      "journal_lines.net_amount",
      "journal_lines.description"
    ]
  },
  takes: {
    posted_date: Take.day("date"),
    description: "notes",
    currency_id: Take.beside,
    currency_rate: Take.beside,
    journal_lines: {
      list: "line_items",
      of: {
        platform_id: Take.beside,
        account_id: "account",
        contact_id: ref("contact"),
        description: "description",
        tax_id: "tax_rate",
        tracking_category_ids: costCenter,
        type: Take.beside,
        // Quirk: debits are above zero and credits below, in the line's currency and in that of the books.
        net_amount: (value, { item: { type }, lookups, refuse, root }) => {
          const amount = type ? (type === "CREDIT" ? -value : value) : refuse("needs a type beside it")
          const base = lookups.base
          const currency: string | null = root["currency_id"] ?? base
          if (currency === null) return refuse("needs a currency")
          const isBase = currency === base
          const own: unknown = isBase ? 1 : root["currency_rate"]
          return typeof own === "number"
            ? {
                amount,
                currency,
                amount_to_bcy: Normalize.rounded(amount * own),
                ...(isBase ? {} : { exchange_rate: own })
              }
            : refuse("is in another currency than the books, and needs a `currency_rate`")
        }
      }
    }
  },
  clears: ["description"]
})
