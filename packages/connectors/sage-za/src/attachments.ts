/** Files attached to documents: each kind of document is a source, and each document that has some costs one more call. */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, record } from "./wire.ts"

const Files = Wire.list(
  Wire.required(Wire.struct({ AttachmentUID: Wire.required(Wire.id), Name: Wire.text, Size: Wire.number }))
)
/** Quirk: what is attached comes with all of the files' content, which is let go of as soon as it is read. */
export const withoutContent = (body: unknown): unknown =>
  Array.isArray(body) && body.every((own) => Call.at(own, "AttachmentUID") !== undefined)
    ? body.map(({ Data: _data, ...file }: Readonly<Record<string, unknown>>) => file)
    : body

const attachedTo = (service: string, model: Models.Unified<"DOCUMENTS">["document_type"]) => {
  const { get: _, getItem: __, ...list } = changing(service)
  return Connector.read("DOCUMENTS", {
    ...list,
    item: Wire.struct({ ...record, HasAttachments: Wire.decisive(Wire.boolean) }),
    owner: ({ ID }) => `${service}/${ID}`,
    follow: ({ HasAttachments, ID }) =>
      HasAttachments === true ? [{ path: `/${service}Attachment/Get/${Call.segment(ID)}` }] : [],
    map: (raw, { followed: [files] }) =>
      // Null where the service is not there, or the document has gone in the meantime.
      (Wire.decode(Files, files ?? []) ?? []).map((file) => ({
        platform_id: file.AttachmentUID,
        file_name: file.Name,
        file_type: null,
        file_size: Normalize.text(file.Size),
        document_type: model,
        document_type_id: raw.ID,
        document_uploaded: true,
        updated_at: raw.Modified
      }))
  })
}
export const documents = [
  attachedTo("TaxInvoice", "INVOICES"),
  attachedTo("SupplierInvoice", "BILLS"),
  attachedTo("CustomerReturn", "INVOICE_CREDIT_NOTES"),
  attachedTo("SupplierReturn", "BILL_CREDIT_NOTES"),
  attachedTo("PurchaseOrder", "PURCHASE_ORDERS")
]
