/** Journal entries: their first line is the account of the bank that Wave's transaction is anchored in. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { copy, lineOf, total, writing } from "./money.ts"

const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...copy,
  map: ({ anchor, id, lineItems, ...raw }) => {
    const lines = [{ ...anchor, balance: anchor.direction === "DEPOSIT" ? "DEBIT" : "CREDIT" }, ...lineItems].map(
      (own) => ({
        account_id: own.accountId,
        contact_id: own.customerId,
        type: own.balance === "DEBIT" ? ("DEBIT" as const) : ("CREDIT" as const),
        description: own.description,
        net_amount: own.amount
      })
    )
    const debits = lines.filter(({ type }) => type === "DEBIT").map(({ net_amount }) => net_amount)
    return {
      platform_id: id,
      posted_date: raw.date,
      description: raw.description,
      amount: Normalize.sum(debits),
      journal_lines: lines
    }
  }
})

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create"], {
  record: journalEntries,
  requires: [
    "posted_date",
    "description",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.type",
    "journal_lines.net_amount"
  ],
  takes: {
    posted_date: Take.day("date"),
    description: "description",
    journal_lines: {
      of: ["platform_id", "account_id", "contact_id", "type", "description", "net_amount"],
      whole: (lines, { refuse }) => {
        const [first, ...rest] = lines ?? []
        if (first === undefined || rest.length === 0) return refuse("must be two lines at least")
        const sumOf = (side: string) =>
          total((lines ?? []).map((own) => (own.type === side ? (own.net_amount ?? 0) : 0)))
        if (sumOf("DEBIT") !== sumOf("CREDIT")) return refuse("must have debits that are equal to the credits")
        if (first.contact_id) return refuse("has no place on the first line", "[0].contact_id")
        if (first.description) return refuse("has no place on the first line", "[0].description")
        return {
          anchor: {
            accountId: first.account_id,
            amount: String(first.net_amount),
            direction: first.type === "DEBIT" ? "DEPOSIT" : "WITHDRAWAL"
          },
          lineItems: rest.map((line) => lineOf(line, line.net_amount, line.type))
        }
      }
    }
  }
})
