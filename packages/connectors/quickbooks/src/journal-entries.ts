/** Journal entries. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { currencyOf, lookups } from "./document-fields.ts"
import { transactions } from "./query.ts"
import { rate, record, Ref, updatedAt } from "./wire.ts"

const Detail = Wire.struct({
  PostingType: Wire.text,
  ...Wire.all(Ref, "AccountRef", "TaxCodeRef", "ClassRef", "DepartmentRef"),
  Entity: Wire.struct({ Type: Wire.text, EntityRef: Ref }),
  TaxAmount: Wire.number
})
const Line = Wire.struct({
  Id: Wire.id,
  Description: Wire.text,
  Amount: Wire.number,
  DetailType: Wire.decisive(Wire.text),
  JournalEntryLineDetail: Detail
})
const sides = Normalize.word({ Debit: "DEBIT", Credit: "CREDIT" }, null)
const others = { DEBIT: "CREDIT", CREDIT: "DEBIT" } as const
/** Quirk: less than nothing on one side is on the other. */
const sideOf = (posting: unknown, amount: number | null | undefined) => {
  const side = sides(posting)
  return side !== null && (amount ?? 0) < 0 ? others[side] : side
}

const line = ({ Amount, Description, Id, JournalEntryLineDetail: detail }: (typeof Line)["Type"]) => ({
  platform_id: Id,
  account_id: detail?.AccountRef?.value,
  contact_id: detail?.Entity?.Type
    ? Normalize.prefixed(detail.Entity.Type.toLowerCase(), detail.Entity.EntityRef?.value)
    : null,
  tax_id: detail?.TaxCodeRef?.value,
  tracking_category_ids: [
    Normalize.prefixed("class", detail?.ClassRef?.value),
    Normalize.prefixed("department", detail?.DepartmentRef?.value)
  ].filter((id) => id !== null),
  type: sideOf(detail?.PostingType, Amount),
  description: Description,
  net_amount: Normalize.absolute(Amount),
  tax_amount: detail?.TaxAmount
})

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...transactions("JournalEntry"),
  mapping: 3,
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "DocNumber", "TxnDate", "PrivateNote"),
    CurrencyRef: Ref,
    ExchangeRate: rate,
    Line: Wire.list(Wire.required(Line))
  }),
  lookups,
  map: (raw, { lookups: found }) => {
    // Quirk: a line may be a mere description.
    const journal_lines = (raw.Line ?? []).filter(({ DetailType }) => DetailType === "JournalEntryLineDetail").map(line)
    return {
      platform_id: raw.Id,
      platform_unique_id: raw.DocNumber,
      document_number: raw.DocNumber,
      posted_date: Normalize.day(raw.TxnDate, "TxnDate"),
      journal_entry_type: "MANUAL",
      description: raw.PrivateNote,
      amount: Normalize.sum(journal_lines.map(({ net_amount, type }) => (type === "DEBIT" ? net_amount : null))),
      currency_id: currencyOf(raw, found),
      currency_rate: raw.ExchangeRate,
      status: "SUBMITTED",
      journal_lines,
      updated_at: updatedAt(raw)
    }
  }
})
