/** Journal entries that are not posted yet: the lines of the general journal, by their document and day. Their ids say that they are drafts. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { drafts } from "./drafts.ts"
import { latest, one, pages, quoted, record, reference, sized, text, word } from "./lists.ts"
import { taxes } from "./tax-rates.ts"

const line = {
  ...record,
  journalId: reference,
  lineNumber: Wire.decisive(Wire.number),
  accountType: Wire.decisive(word),
  accountId: reference,
  postingDate: Wire.decisive(Wire.day),
  documentNumber: Wire.decisive(text),
  amount: Wire.required(Wire.number),
  description: text,
  taxCode: text,
  balanceAccountType: Wire.decisive(word),
  balancingAccountId: Wire.decisive(reference)
}
const Line = Wire.struct(line)
type Line = (typeof Line)["Type"]
const Lines = Wire.list(Wire.required(Line))

/** What is alike in all lines of an entry. */
export const nameOf = (own: unknown): string =>
  `${Normalize.day(Call.at(own, "postingDate"))?.slice(0, 10) ?? ""} ${Normalize.text(Call.at(own, "documentNumber")) ?? ""}`
/** The first line of each entry, with all of them. */
const entriesOf = (all: ReadonlyArray<unknown>): ReadonlyArray<object> =>
  [...Map.groupBy(all, nameOf).values()].map((lines) => ({ ...(lines[0] as object), lines }))

const kind = "draft"
export const draftId = (id: string): string => Normalize.prefixed(kind, id)
/** The line that an entry is called by; null for what is posted. */
export const lineOf = (id: string): string | null => Normalize.unprefixed(kind, id)
/** The lines of the entry that a line is of. */
export const entryOf = (row: unknown): Read.Further => {
  const [journal = "", number = "", date = ""] = ["journalId", "documentNumber", "postingDate"].map(
    (name) => Normalize.text(Call.at(row, name)) ?? ""
  )
  return Read.pages({
    call: {
      path: `${one("journals", journal)}/journalLines`,
      query: { $filter: `documentNumber eq ${quoted(number)} and postingDate eq ${date}` },
      headers: sized(500)
    },
    page: pages,
    items: "value"
  })
}

// What a bank account is booked on is decided by its posting group.
const ledger = (type: string | null | undefined, id: string | null | undefined) => (type === "Bank Account" ? null : id)
const side = (amount: number) => ({
  contact_id: null,
  tax_id: null,
  tracking_category_ids: [],
  type: amount < 0 ? ("CREDIT" as const) : ("DEBIT" as const),
  net_amount: Normalize.absolute(amount),
  tax_amount: null
})
/** Quirk: a line may name the account of its other side, which has no line of its own then. */
const sidesOf =
  (taxes: ReadonlyMap<string, string>) =>
  ({ amount, description, id, ...own }: Line) => [
    {
      platform_id: id,
      account_id: ledger(own.accountType, own.accountId),
      description,
      ...side(amount),
      tax_id: own.taxCode ? (Normalize.lookUp(taxes, own.taxCode) ?? null) : null
    },
    ...(own.balancingAccountId
      ? [
          {
            platform_id: `${id}:balance`,
            account_id: ledger(own.balanceAccountType, own.balancingAccountId),
            description,
            ...side(0 - amount)
          }
        ]
      : [])
  ]

const { get, ...listed } = drafts("journals", "journalLines", entriesOf)
export const draftEntries = Connector.read("JOURNAL_ENTRIES", {
  ...listed,
  lookups: { taxes },
  get: (id) => (lineOf(id) === null ? null : get(lineOf(id)!)),
  item: Wire.struct({ ...line, documentNumber: text, postingDate: Wire.unknown, lines: Lines }),
  follow: (raw) => (raw.lines == null ? [entryOf(raw)] : []),
  map: (raw, { followed, lookups }) => {
    const all = raw.lines ?? Wire.decode(Lines, followed[0]) ?? []
    const lines = all.toSorted((a, b) => (a.lineNumber ?? 0) - (b.lineNumber ?? 0))
    const first = lines[0]
    return {
      platform_id: draftId(first?.id ?? raw.id),
      document_number: first?.documentNumber,
      posted_date: first?.postingDate,
      journal_entry_type: null,
      description: first?.description,
      amount: Normalize.sum(
        lines.flatMap(({ amount, balancingAccountId: other }) => (other ? [Math.abs(amount)] : [Math.max(amount, 0)]))
      ),
      account_id: null,
      // A line does not say the currency of its amount.
      currency_id: null,
      currency_rate: null,
      status: "DRAFT",
      journal_lines: lines.flatMap(sidesOf(lookups.taxes)),
      updated_at: latest(lines)
    }
  }
})
