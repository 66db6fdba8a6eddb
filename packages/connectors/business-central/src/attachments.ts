/** Files attached to documents, listed with the documents that they are attached to: what is attached does not change a document's stamp. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { listed, text } from "./lists.ts"

const File = Wire.struct({
  id: Wire.required(Wire.id),
  fileName: text,
  byteSize: Wire.number,
  lastModifiedDateTime: Wire.instant
})

/** What is asked for of a document: its files alone. */
export const withFiles = { $expand: "documentAttachments", $select: "id" }
const attachedTo = (set: string, model: Models.Unified<"DOCUMENTS">["document_type"]) => {
  const { get: _, getItem: __, ...list } = listed(set, { expand: "documentAttachments", size: 100 })
  return Connector.read("DOCUMENTS", {
    ...list,
    query: withFiles,
    item: Wire.struct({
      id: Wire.required(Wire.id),
      documentAttachments: Wire.required(Wire.list(Wire.required(File)))
    }),
    owner: ({ id }) => id,
    map: (raw) =>
      raw.documentAttachments.map((file) => ({
        platform_id: file.id,
        file_name: file.fileName,
        file_type: null,
        file_size: Normalize.text(file.byteSize),
        document_type: model,
        document_type_id: raw.id,
        document_uploaded: true,
        updated_at: file.lastModifiedDateTime
      }))
  })
}

export const documents = [
  attachedTo("purchaseInvoices", "BILLS"),
  attachedTo("purchaseCreditMemos", "BILL_CREDIT_NOTES"),
  attachedTo("purchaseOrders", "PURCHASE_ORDERS"),
  attachedTo("salesInvoices", "INVOICES"),
  attachedTo("salesCreditMemos", "INVOICE_CREDIT_NOTES"),
  attachedTo("salesOrders", "SALES_ORDERS")
]
