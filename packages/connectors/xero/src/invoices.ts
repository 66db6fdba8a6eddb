/** Sales invoices: invoices of the type ACCREC. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, documentStatus } from "./document-fields.ts"
import { references, type References } from "./references.ts"
import { listed } from "./wire.ts"

/** Sales invoices and bills alike. */
export const Invoice = Wire.struct({
  ...document,
  InvoiceID: Wire.required(Wire.id),
  InvoiceNumber: Wire.text,
  DueDate: Wire.day,
  TotalDiscount: Wire.number,
  AmountDue: Wire.number
})
export const invoiceQuery = { includeArchived: true, unitdp: 4 }
export const invoiceFields = (raw: (typeof Invoice)["Type"], known: References) => ({
  ...documentFields(raw, known),
  platform_id: raw.InvoiceID,
  platform_unique_id: raw.InvoiceNumber,
  document_number: raw.InvoiceNumber,
  due_date: raw.DueDate,
  total_discount: raw.TotalDiscount,
  amount_due: raw.AmountDue,
  memo: raw.Reference,
  status: documentStatus(raw, raw.AmountDue)
})

export const invoices = Connector.read("INVOICES", {
  ...listed("Invoices", "InvoiceID", 'Type=="ACCREC"', invoiceQuery),
  item: Invoice,
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) => (raw.Type === "ACCREC" ? invoiceFields(raw, lookups) : null)
})
