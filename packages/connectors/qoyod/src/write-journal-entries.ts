/** How journal entries are written: made, and neither changed nor deleted. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { idOf, partyOf } from "./contacts.ts"
import { journalEntries } from "./journal-entries.ts"
import { id, writing } from "./writing.ts"

const Amounts = Wire.list(Wire.required(Wire.struct({ account_id: Wire.id, amount: Wire.number })))
const Entry = Wire.struct({ description: Wire.text, debit_amounts: Amounts, credit_amounts: Amounts })
const print = (rows: ReadonlyArray<readonly [string, unknown, unknown]>) =>
  JSON.stringify(rows.map(([type, account, amount]) => `${type} ${String(account)} ${Number(amount)}`).toSorted())
/** Quirk: an entry has no number, so it is known by its day, its text and its lines. */
const isEntry = (row: unknown, item: Take.Item): boolean => {
  const { credit_amounts, debit_amounts, description } = Wire.decode(Entry, row)
  const own = [
    ...(debit_amounts ?? []).map(({ account_id, amount }) => ["DEBIT", account_id, amount] as const),
    ...(credit_amounts ?? []).map(({ account_id, amount }) => ["CREDIT", account_id, amount] as const)
  ]
  const lines = (item["journal_lines"] ?? []) as ReadonlyArray<Take.Item>
  const sent = lines.map(({ account_id, net_amount, type }) => [String(type), account_id, net_amount] as const)
  return description === item["description"] && print(own) === print(sent)
}
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create"], {
  path: () => "/journal_entries",
  wrap: "journal_entry",
  item: ["journal_entry"],
  list: ["journal_entries"],
  search: ({ posted_date }) => ({
    "q[date_gteq]": Normalize.day(posted_date),
    "q[date_lteq]": Normalize.day(posted_date)
  }),
  isIt: isEntry,
  record: journalEntries,
  requires: [
    "description",
    "posted_date",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.net_amount",
    "journal_lines.type"
  ],
  takes: {
    description: "description",
    posted_date: Take.day("date"),
    journal_lines: {
      list: (made, _, sent) => ({
        debit_amounts: made.filter((__, at) => sent[at]?.type === "DEBIT"),
        credit_amounts: made.filter((__, at) => sent[at]?.type === "CREDIT")
      }),
      of: {
        type: Take.beside,
        account_id: id("account_id"),
        net_amount: "amount",
        description: "comment",
        contact_id: (contact, { refuse }) => {
          const party = partyOf(contact) ?? refuse("is no contact at Qoyod")
          return { contact_id: Number(idOf(party, contact)) }
        }
      }
    }
  }
})
