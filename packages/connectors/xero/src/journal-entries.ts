/** Journal entries: the journals that users write, and, for apps that Xero grants it, the ledger that all else posts to. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { netAndGross } from "./document-fields.ts"
import { accountCodes, idOf, noCodes, type References, trackingOptions } from "./references.ts"
import { changed, date, listed, Tracking, trackingIds } from "./wire.ts"

const Line = {
  AccountID: Wire.id,
  AccountCode: Wire.text,
  TaxType: Wire.id,
  TaxAmount: Wire.number,
  Description: Wire.text
}
type Line = Wire.Struct<typeof Line>
/** Xero signs amounts, debit positive; `type` carries the sign here. */
const line = (
  raw: Line,
  signed: number | null | undefined,
  tracking: Parameters<typeof trackingIds>[0],
  known: Pick<References, "accounts" | "tracking">
) => ({
  account_id: idOf(raw.AccountID, raw.AccountCode, known.accounts),
  tax_id: raw.TaxType,
  tracking_category_ids: trackingIds(tracking, known.tracking),
  type: signed ? (signed > 0 ? ("DEBIT" as const) : ("CREDIT" as const)) : null,
  description: raw.Description,
  net_amount: Normalize.absolute(signed),
  tax_amount: Normalize.absolute(raw.TaxAmount)
})
const debits = (lines: ReadonlyArray<ReturnType<typeof line>>) =>
  Normalize.sum(lines.map(({ net_amount, type }) => (type === "DEBIT" ? net_amount : null)))

const statuses = Normalize.word({ DRAFT: "DRAFT", POSTED: "SUBMITTED", VOIDED: "VOID", DELETED: "VOID" })

export const manual = Connector.read("JOURNAL_ENTRIES", {
  source: "manual",
  ...listed("ManualJournals", "ManualJournalID"),
  item: Wire.struct({
    ManualJournalID: Wire.required(Wire.id),
    Date: Wire.day,
    ...Wire.all(Wire.text, "Narration", "Status", "LineAmountTypes"),
    JournalLines: Wire.list(Wire.struct({ ...Line, LineAmount: Wire.number, Tracking })),
    UpdatedDateUTC: date
  }),
  mapping: 2,
  lookups: { accounts: accountCodes, tracking: trackingOptions },
  map: (raw, { lookups: known }) => {
    const journal_lines = (raw.JournalLines ?? []).map((own) =>
      line(own, netAndGross(own.LineAmount, own.TaxAmount, raw.LineAmountTypes).net, own.Tracking, known)
    )
    return {
      platform_id: raw.ManualJournalID,
      posted_date: raw.Date,
      journal_entry_type: "MANUAL",
      description: raw.Narration,
      amount: debits(journal_lines),
      status: statuses(raw.Status),
      journal_lines,
      updated_at: raw.UpdatedDateUTC
    }
  }
})

const ledger = Connector.read("JOURNAL_ENTRIES", {
  source: "ledger",
  scope: "accounting.journals.read",
  path: "/Journals",
  page: Page.lastKey({
    param: "offset",
    key: (raw: { readonly JournalNumber?: any } | null) => raw?.JournalNumber,
    sorted: "Xero lists journals by their numbers, and `offset` is a number"
  }),
  since: changed,
  from: Read.byMapping("The ledger is listed by its numbers, and by when it was written, alone"),
  items: "Journals",
  item: Wire.struct({
    JournalID: Wire.required(Wire.id),
    JournalNumber: Wire.number,
    JournalDate: Wire.day,
    CreatedDateUTC: date,
    Reference: Wire.text,
    SourceType: Wire.decisive(Wire.text),
    JournalLines: Wire.list(
      Wire.struct({ ...Line, JournalLineID: Wire.id, NetAmount: Wire.number, TrackingCategories: Tracking })
    )
  }),
  // What is posted stays; it is reversed by another entry.
  deletes: Read.never("The ledger keeps every entry: what is taken back is booked the other way round"),
  get: "/Journals/{id}",
  mapping: 3,
  lookups: { tracking: trackingOptions },
  map: (raw, { lookups }) => {
    const known = { ...lookups, accounts: noCodes }
    // Users' own journals come from the other source, drafts included.
    if (raw.SourceType === "MANJOURNAL") return null
    const journal_lines = (raw.JournalLines ?? []).map((own) => ({
      ...line(own, own.NetAmount, own.TrackingCategories, known),
      platform_id: own.JournalLineID
    }))
    return {
      platform_id: raw.JournalID,
      platform_unique_id: Normalize.text(raw.JournalNumber),
      document_number: Normalize.text(raw.JournalNumber),
      posted_date: raw.JournalDate,
      journal_entry_type: raw.SourceType,
      description: raw.Reference,
      amount: debits(journal_lines),
      status: "SUBMITTED",
      journal_lines,
      updated_at: raw.CreatedDateUTC
    }
  }
})

export const journalEntries = [manual, ledger]
