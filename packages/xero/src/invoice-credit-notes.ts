/** Credit notes to customers: those of the type ACCRECCREDIT. */
import { Call, Connector } from "@svc/core"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, deleted, pages } from "./wire.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  path: "/CreditNotes",
  query: { where: 'Type=="ACCRECCREDIT"', order: "CreditNoteID ASC", unitdp: 4 },
  page: pages,
  since: changed,
  items: "CreditNotes",
  item: CreditNote,
  deletes: deleted,
  get: (id) => ({ path: `/CreditNotes/${Call.segment(id)}`, query: { unitdp: 4 } }),
  map: (raw) => (raw.Type !== "ACCRECCREDIT" ? null : { ...creditNoteFields(raw), invoice_ids: appliedTo(raw) })
})
