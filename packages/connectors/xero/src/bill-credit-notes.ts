/** Credit notes of suppliers: those of the type ACCPAYCREDIT, read, and created and applied to bills. */
import { Call, Connector, Lookup, Normalize, Wire, Write } from "@svc/core"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, dated, date, deleted, pages } from "./wire.ts"
import { day, elements, itemCodes, line, refuseLines } from "./writing.ts"

const where = 'Type=="ACCPAYCREDIT"'

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  path: "/CreditNotes",
  query: { where, order: "CreditNoteID ASC", unitdp: 4 },
  page: pages,
  since: changed,
  from: dated(where),
  items: "CreditNotes",
  item: CreditNote,
  deletes: deleted,
  get: (id) => ({ path: `/CreditNotes/${Call.segment(id)}`, query: { unitdp: 4 } }),
  map: (raw) => (raw.Type !== "ACCPAYCREDIT" ? null : { ...creditNoteFields(raw), bill_ids: appliedTo(raw) })
})

/** What is left to pay on each of the bills that the notes are to be applied to, by id. */
const billsDue = Lookup.make({
  call: ({ items }: Lookup.LookupContext<{ readonly bill_ids?: ReadonlyArray<string> | null | undefined }>) => {
    const wanted = [...new Set(items.flatMap(({ bill_ids }) => bill_ids ?? []))]
    return wanted.length === 0 ? null : { path: "/Invoices", query: { IDs: wanted.join(","), page: 1, pageSize: 1000 } }
  },
  response: Wire.struct({
    Invoices: Wire.list(
      Wire.struct({ InvoiceID: Wire.required(Wire.id), Type: Wire.text, Status: Wire.text, AmountDue: Wire.number })
    )
  }),
  pick: ({ Invoices }): ReadonlyMap<string, number> =>
    new Map(
      (Invoices ?? []).flatMap(({ AmountDue, InvoiceID, Status, Type }) =>
        Type === "ACCPAY" && Status === "AUTHORISED" && AmountDue ? [[InvoiceID, AmountDue]] : []
      )
    ),
  absent: new Map()
})

const Accepted = Wire.struct({
  CreditNoteID: Wire.required(Wire.id),
  Date: date,
  Total: Wire.number,
  RemainingCredit: Wire.number
})

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["contact_id", "line_items"],
  // Quirk: Reference, where a memo would go, exists on sales credit notes only.
  unsupported: [
    "memo",
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { codes: itemCodes, due: billsDue },
  refuse: (item, { lookups }) => {
    const unpayable = (item.bill_ids ?? []).findIndex((id) => !lookups.due.has(id))
    return unpayable === -1
      ? refuseLines(item.line_items, lookups.codes, 4)
      : { field: `bill_ids[${unpayable}]`, message: "is no bill with an amount left to pay" }
  },
  // The bills' ids travel in the address of the lookup.
  batch: 20,
  call: (items, { lookups }) => ({
    method: "PUT",
    path: "/CreditNotes",
    query: { summarizeErrors: false, unitdp: 4 },
    body: {
      CreditNotes: items.map((item) =>
        Call.present({
          Type: "ACCPAYCREDIT",
          Contact: { ContactID: item.contact_id },
          CreditNoteNumber: item.document_number,
          Date: day(item.posted_date),
          CurrencyCode: item.currency_id,
          LineAmountTypes: "Exclusive",
          // Only an authorised note can be applied to bills.
          Status: "AUTHORISED",
          LineItems: (item.line_items ?? []).map((own) => line(own, lookups.codes, 4))
        })
      )
    }
  }),
  answers: elements("CreditNotes"),
  follow: (raw, item, { lookups }) => {
    const note = Wire.decode(Accepted, raw)
    let left = note.RemainingCredit ?? note.Total ?? 0
    const Allocations = [...new Set(item.bill_ids)].flatMap((InvoiceID) => {
      const Amount = Math.min(left, lookups.due.get(InvoiceID) ?? 0)
      left = Normalize.difference(left, Amount) ?? 0
      return Amount > 0 ? [{ Invoice: { InvoiceID }, Amount, Date: day(note.Date) }] : []
    })
    return Allocations.length === 0
      ? []
      : [{ method: "PUT", path: `/CreditNotes/${Call.segment(note.CreditNoteID)}/Allocations`, body: { Allocations } }]
  },
  record: billCreditNotes,
  idempotency: Write.key("Idempotency-Key")
})
