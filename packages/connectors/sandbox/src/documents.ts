/** Attachments of the accounting documents. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { announced, changed } from "./wire.ts"

const types = Normalize.word(
  {
    invoices: "INVOICES",
    bills: "BILLS",
    expenses: "EXPENSES",
    purchaseOrders: "PURCHASE_ORDERS",
    salesOrders: "SALES_ORDERS"
  },
  null
)
const sides = Normalize.word({ customer: "INVOICE_CREDIT_NOTES", vendor: "BILL_CREDIT_NOTES" }, null)

export const documents = Connector.read("DOCUMENTS", {
  ...announced("attachments"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    mimeType: Wire.text,
    bytes: Wire.number,
    parent: Wire.struct({ resource: Wire.text, id: Wire.id }),
    uploaded: Wire.boolean,
    updatedAt: Wire.instant
  }),
  // Quirk: an attachment does not say on which side the credit note is that it belongs to; the note does.
  follow: ({ parent }) =>
    parent?.resource === "creditNotes" && parent.id ? [{ path: `/creditNotes/${Call.segment(parent.id)}` }] : [],
  map: (raw, { followed }) => ({
    platform_id: raw.id,
    file_name: raw.name,
    file_type: raw.mimeType,
    file_size: Normalize.text(raw.bytes),
    document_type: types(raw.parent?.resource) ?? sides(Call.at(followed[0], "side")),
    document_type_id: raw.parent?.id,
    document_uploaded: raw.uploaded,
    updated_at: raw.updatedAt
  })
})
