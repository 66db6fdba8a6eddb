/** How journal entries are written. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { journalEntries } from "./journal-entries.ts"
import { entityOf, ref, refTo, status, writing } from "./writing.ts"
import { classOf, departmentOf, refuseTracking } from "./written-lines.ts"

type Line = NonNullable<Writes.ItemOf<"JOURNAL_ENTRIES">["journal_lines"]>[number]
const journalLine = (own: Line, refuse: Take.At["refuse"]) => {
  refuseTracking(own, refuse)
  const entity = own.contact_id ? entityOf(own.contact_id, refuse, ".contact_id") : null
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    Amount: own.net_amount,
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: Call.present({
      PostingType: own.type === "DEBIT" ? "Debit" : "Credit",
      AccountRef: ref(own.account_id),
      Entity: entity && { Type: entity.type, EntityRef: { value: entity.value } },
      ClassRef: classOf(own),
      DepartmentRef: departmentOf(own)
    })
  })
}
const amounts = (lines: ReadonlyArray<Line>, side: string) =>
  Normalize.sum(lines.map(({ net_amount, type }) => (type === side ? net_amount : 0)))
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  entity: "JournalEntry",
  record: journalEntries,
  requires: ["journal_lines", "journal_lines.account_id", "journal_lines.type", "journal_lines.net_amount"],
  takes: {
    document_number: "DocNumber",
    posted_date: Take.day("TxnDate"),
    description: "PrivateNote",
    currency_id: refTo("CurrencyRef"),
    currency_rate: "ExchangeRate",
    status: status(() => "SUBMITTED"),
    journal_lines: {
      of: ["platform_id", "account_id", "contact_id", "tracking_category_ids", "type", "description", "net_amount"],
      whole: (lines, { refuse }) =>
        amounts(lines ?? [], "DEBIT") === amounts(lines ?? [], "CREDIT")
          ? { Line: (lines ?? []).map((own, index) => journalLine(own, Take.within(refuse, `[${index}]`))) }
          : refuse("must have as much debit as credit")
    }
  },
  clears: ["description"],
  sparse: true
})
