/** Credit notes to customers: those of the type ACCRECCREDIT. */
import { Call, Connector } from "@svc/core"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, dated, deleted, pages } from "./wire.ts"

const where = 'Type=="ACCRECCREDIT"'

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  path: "/CreditNotes",
  query: { where, order: "CreditNoteID ASC", unitdp: 4 },
  page: pages,
  since: changed,
  from: dated(where),
  items: "CreditNotes",
  item: CreditNote,
  deletes: deleted,
  get: (id) => ({ path: `/CreditNotes/${Call.segment(id)}`, query: { unitdp: 4 } }),
  map: (raw) => (raw.Type !== "ACCRECCREDIT" ? null : { ...creditNoteFields(raw), invoice_ids: appliedTo(raw) })
})
