/** Sales invoices: invoices of the type ACCREC. */
import { Call, Connector, Wire } from "@svc/core"
import { document, documentFields, documentStatus } from "./document-fields.ts"
import { changed, dated, date, deleted, pages } from "./wire.ts"

/** Sales invoices and bills alike. */
export const Invoice = Wire.struct({
  ...document,
  InvoiceID: Wire.required(Wire.id),
  Type: Wire.text,
  InvoiceNumber: Wire.text,
  DueDate: date,
  TotalDiscount: Wire.number,
  AmountDue: Wire.number
})

const where = 'Type=="ACCREC"'

export const invoices = Connector.read("INVOICES", {
  path: "/Invoices",
  query: { where, order: "InvoiceID ASC", includeArchived: true, unitdp: 4 },
  page: pages,
  since: changed,
  from: dated(where),
  items: "Invoices",
  item: Invoice,
  deletes: deleted,
  get: (id) => ({ path: `/Invoices/${Call.segment(id)}`, query: { unitdp: 4 } }),
  map: (raw) =>
    raw.Type !== "ACCREC"
      ? null
      : {
          ...documentFields(raw),
          platform_id: raw.InvoiceID,
          document_number: raw.InvoiceNumber,
          due_date: raw.DueDate,
          total_discount: raw.TotalDiscount,
          amount_due: raw.AmountDue,
          memo: raw.Reference,
          status: documentStatus(raw, raw.AmountDue)
        }
})
