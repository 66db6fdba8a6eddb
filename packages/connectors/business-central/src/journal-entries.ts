/**
 * Journal entries: the posted lines of the ledger by their document and day. No list has the documents, so the lines are listed and those of a
 * page asked for whole. The first line of a document makes the entry, and so does the one that changed last, which every run since a moment sees.
 */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { lineOf } from "./journal-drafts.ts"
import { changing, chunked, latest, none, pages, quoted, record, reference, sized, text, word } from "./lists.ts"

const Entry = Wire.struct({
  ...record,
  entryNumber: Wire.required(Wire.number),
  postingDate: Wire.required(Wire.day),
  documentNumber: Wire.decisive(text),
  documentType: word,
  accountId: reference,
  description: text,
  debitAmount: Wire.required(Wire.number),
  creditAmount: Wire.required(Wire.number),
  lastModifiedDateTime: Wire.decisive(Wire.instant),
  dimensionSetLines: Wire.list(Wire.struct({ valueId: reference }))
})
type Entry = (typeof Entry)["Type"]

const shown = { $expand: "dimensionSetLines" }
const keyOf = ({ documentNumber, postingDate }: Pick<Entry, "documentNumber" | "postingDate">) =>
  `${postingDate} ${documentNumber ?? ""}`

const documentsOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Read.Further> =>
  chunked([...new Set(entries.map(({ documentNumber }) => documentNumber ?? ""))]).map((numbers) =>
    Read.pages({
      call: {
        path: "/generalLedgerEntries",
        query: { $filter: numbers.map((number) => `documentNumber eq ${quoted(number)}`).join(" or "), ...shown },
        headers: sized(1000)
      },
      page: pages,
      items: "value"
    })
  )

const stampOf = ({ entryNumber, lastModifiedDateTime }: Entry): string =>
  `${lastModifiedDateTime ?? ""} ${String(entryNumber).padStart(12, "0")}`
/** Ids of the lines that make the entry of a document: the first, and the one that changed last. */
const makersOf = (all: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const [first] = all.toSorted((a, b) => a.entryNumber - b.entryNumber)
  const newest = all.toSorted((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)).at(-1)
  return [first, newest].flatMap((own) => own?.id ?? [])
}

const lines = Lookup.make({
  of: Entry,
  call: ({ items }) => documentsOf(items),
  response: Wire.list(Wire.list(Wire.required(Entry))),
  pick: (answers): ReadonlyMap<string, ReadonlyArray<Entry>> => Map.groupBy((answers ?? []).flat(), keyOf),
  absent: new Map<string, ReadonlyArray<Entry>>(),
  // Whole where the line makes the entry; else what shows that it does not.
  part: (body, item) =>
    Read.arrayAt(body, "").map((answer) => {
      const own = Read.arrayAt(answer, "").flatMap((row) => {
        const entry = Wire.decode(Entry, row)
        return keyOf(entry) === keyOf(item) ? [{ entry, row }] : []
      })
      const makers = makersOf(own.map(({ entry }) => entry))
      const isMaker = makers.includes(item.id)
      return own.flatMap(({ entry, row }) =>
        isMaker || makers.includes(entry.id) || entry.id === item.id ? [row] : []
      )
    })
})

/** Quirk: what corrects a booking may be a debit below zero, which is a credit. */
const amountOf = ({ creditAmount, debitAmount }: Entry): number => Normalize.difference(debitAmount, creditAmount) ?? 0

const { deletes: _, get, ...ledger } = changing("generalLedgerEntries", { expand: "dimensionSetLines", size: 100 })
export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...ledger,
  // Drafts are found among journals.
  get: (id) => (lineOf(id) === null ? get(id) : null),
  from: ({ from }) => ({ query: { $filter: `postingDate ge ${from.slice(0, 10)}` } }),
  item: Entry,
  companions: { lines },
  derived: true,
  deletes: Read.never("Nothing is taken out of the ledger: what is wrong is booked back"),
  map: (raw, { companions }) => {
    const all = [...(companions.lines.get(keyOf(raw)) ?? [])].toSorted((a, b) => a.entryNumber - b.entryNumber)
    const first = all[0]
    if (first === undefined)
      throw new Normalize.Unreadable("the lines of the document", raw.documentNumber, "journal_lines")
    if (!makersOf(all).includes(raw.id)) return null
    return {
      platform_id: first.id,
      document_number: first.documentNumber,
      posted_date: first.postingDate,
      journal_entry_type: first.documentType,
      description: first.description,
      amount: Normalize.sum(all.map((own) => Math.max(amountOf(own), 0))),
      account_id: null,
      currency_id: none,
      currency_rate: null,
      status: "SUBMITTED",
      journal_lines: all.map((own) => ({
        platform_id: own.id,
        account_id: own.accountId,
        contact_id: null,
        tax_id: null,
        tracking_category_ids: Normalize.distinct((own.dimensionSetLines ?? []).map((line) => line?.valueId)),
        type: amountOf(own) < 0 ? ("CREDIT" as const) : ("DEBIT" as const),
        description: own.description,
        net_amount: Normalize.absolute(amountOf(own)),
        tax_amount: null
      })),
      updated_at: latest(all)
    }
  }
})
