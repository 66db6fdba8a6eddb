/** How journal entries are written. */
import { Call, Normalize } from "@svc/core"
import { journalEntries } from "./journal-entries.ts"
import { status } from "./posting.ts"
import { day, entityOf, type Item, ref, refTo, refuse } from "./taking.ts"
import { writing } from "./writing.ts"
import { checkTracking, classOf, departmentOf } from "./written-lines.ts"

const journalLine = (own: Item, at: string) => {
  checkTracking(own, `${at}.tracking_category_ids`)
  const entity = own["contact_id"] ? entityOf(own["contact_id"], `${at}.contact_id`) : null
  return Call.present({
    Id: own["platform_id"],
    Description: own["description"],
    Amount: own["net_amount"],
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: Call.present({
      PostingType: own["type"] === "DEBIT" ? "Debit" : "Credit",
      AccountRef: ref(own["account_id"]),
      Entity: entity && { Type: entity.type, EntityRef: { value: entity.value } },
      ClassRef: classOf(own),
      DepartmentRef: departmentOf(own)
    })
  })
}
const amounts = (lines: ReadonlyArray<Item>, type: string) =>
  Normalize.sum(lines.map((own) => (own["type"] === type ? own["net_amount"] : 0)))
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  entity: "JournalEntry",
  record: journalEntries,
  requires: ["journal_lines", "journal_lines.account_id", "journal_lines.type", "journal_lines.net_amount"],
  takes: {
    document_number: "DocNumber",
    posted_date: day("TxnDate"),
    description: "PrivateNote",
    currency_id: refTo("CurrencyRef"),
    currency_rate: "ExchangeRate",
    status: status(() => "SUBMITTED"),
    journal_lines: {
      members: ["account_id", "contact_id", "tracking_category_ids", "type", "description", "net_amount"],
      take: (lines: ReadonlyArray<Item>, { place }) =>
        amounts(lines, "DEBIT") === amounts(lines, "CREDIT")
          ? { Line: lines.map((own, index) => journalLine(own, `${place}[${index}]`)) }
          : refuse(place, "must have as much debit as credit")
    }
  },
  clears: ["description"],
  sparse: true
})
