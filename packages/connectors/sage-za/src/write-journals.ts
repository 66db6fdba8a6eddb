/** Journals made, changed and deleted. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { shows } from "./found-again.ts"
import { journalEntries } from "./journal-entries.ts"
import { analysedBy, numberOf } from "./references.ts"
import { taxLookups, type Taxed, taxOf } from "./write-lines.ts"
import { writing } from "./writing.ts"

type Entry = NonNullable<Writes.ItemOf<"JOURNAL_ENTRIES">["journal_lines"]>[number]
/** Quirk: a journal is one account, which bears the tax, against another, which has all of it. */
const against = (rows: ReadonlyArray<Entry> | null, { lookups, refuse }: Take.At<any, Taxed>): object => {
  const [one, other, more] = rows ?? []
  if (one === undefined || other === undefined) return refuse("must be two: an account, and the one against it")
  if (more !== undefined) return refuse("is one more than the two that Sage keeps", "[2]")
  if (one.type === other.type) return refuse("must be of the other side", "[1].type")
  const at = other.tax_id ? 1 : 0
  const [main, contra] = at === 0 ? [one, other] : [other, one]
  const [inMain, inContra] = [Take.within(refuse, `[${at}]`), Take.within(refuse, `[${1 - at}]`)]
  if (contra.tax_id) return inContra("is one more than Sage keeps", ".tax_id")
  const exclusive = main.net_amount ?? inMain("is required", ".net_amount")
  const tax = taxOf(exclusive, main.tax_id, { lookups, refuse: inMain })
  const total = Normalize.sum([exclusive, tax])
  if (contra.net_amount !== total) return inContra(`must be ${total}, which is the other with its tax`, ".net_amount")
  const accountOf = ({ account_id: id }: Entry, inLine: Take.At["refuse"]) =>
    numberOf(id ?? inLine("is required", ".account_id"), Take.within(inLine, ".account_id"))
  return {
    Effect: main.type === "DEBIT" ? 1 : 2,
    AccountId: accountOf(main, inMain),
    ContraAccountId: accountOf(contra, inContra),
    ...(main.description === undefined ? {} : { Description: main.description ?? "" }),
    TaxTypeId: main.tax_id ? numberOf(main.tax_id, Take.within(inMain, ".tax_id")) : 0,
    Exclusive: exclusive,
    Tax: tax,
    Total: total,
    ...(main.tracking_category_ids
      ? analysedBy(main.tracking_category_ids, { refuse: Take.within(inMain, ".tracking_category_ids") } as never)
      : {})
  }
}
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  service: "JournalEntry",
  computed: ["Debit", "Credit"],
  alike: { posted_date: "Date", document_number: "Reference", description: "Memo" },
  // Quirk: journals do not say when they were made.
  among: ({ posted_date: day }) => `Date eq DateTime'${String(day).slice(0, 10)}T00:00:00'`,
  matches: ({ journal_lines: lines = [] }: Take.Item, row) =>
    (lines as ReadonlyArray<Entry>).every(({ account_id: id, net_amount: amount, type }) => {
      const isDebit = shows(row, "Effect", 1)
      return (
        (shows(row, "AccountId", Number(id)) && shows(row, "Exclusive", amount) && isDebit === (type === "DEBIT")) ||
        (shows(row, "ContraAccountId", Number(id)) && shows(row, "Total", amount) && isDebit === (type === "CREDIT"))
      )
    }),
  record: journalEntries,
  lookups: taxLookups,
  requires: {
    create: [
      "posted_date",
      "journal_lines",
      "journal_lines.account_id",
      "journal_lines.type",
      "journal_lines.net_amount"
    ]
  },
  takes: {
    posted_date: Take.day("Date"),
    document_number: "Reference",
    description: "Memo",
    journal_lines: {
      of: ["platform_id", "account_id", "type", "net_amount", "tax_id", "description", "tracking_category_ids"],
      whole: against
    }
  },
  clears: ["document_number", "description"]
})
