/** Journal entries. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { journalEntries } from "./journal-entries.ts"
import { idOf, lineOf } from "./write-lines.ts"
import { anyPartyId, document, writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  type: "journalEntry",
  record: journalEntries,
  requires: ["journal_lines", "journal_lines.account_id", "journal_lines.type", "journal_lines.net_amount"],
  takes: {
    ...document,
    description: "memo",
    journal_lines: {
      of: ["platform_id", "account_id", "contact_id", "tracking_category_ids", "type", "description", "net_amount"],
      whole: (lines, at) => {
        const all = lines ?? []
        const sumOf = (side: string) => Normalize.sum(all.map((own) => (own.type === side ? own.net_amount : 0)))
        if (sumOf("DEBIT") !== sumOf("CREDIT")) at.refuse("must have as much debit as credit")
        const items = all.map((own, index) => {
          const refuse = Take.within(at.refuse, `[${index}]`)
          return Call.present({
            ...lineOf(own, "line", { ...at, refuse }),
            account: idOf(own.account_id),
            [own.type === "DEBIT" ? "debit" : "credit"]: own.net_amount,
            memo: own.description,
            entity: idOf(own.contact_id && anyPartyId(own.contact_id, refuse, ".contact_id"))
          })
        })
        return { line: { items } }
      }
    }
  },
  clears: ["description"],
  makes: (_, { isNew, settings: { subsidiary } }) => (isNew && subsidiary ? { subsidiary: { id: subsidiary } } : {})
})
