/** Files attached to documents, which their rows name; nothing tells how large they are. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { dated } from "./lists.ts"

const File = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, extension: Wire.text, format: Wire.text })
const Attached = Wire.struct({
  id: Wire.required(Wire.id),
  attachments: Wire.list(Wire.required(File)),
  updated_at: Wire.instant
})

const attachedTo = (list: string, document_type: Models.Unified<"DOCUMENTS">["document_type"]) => {
  const { from: _, get: __, getItem: ___, ...listing } = dated(list, "")
  return Connector.read("DOCUMENTS", {
    ...listing,
    item: Attached,
    owner: ({ id }) => `${list}:${id}`,
    map: (raw) =>
      (raw.attachments ?? []).map((file) => ({
        // One file may be attached to several documents, such as an order and its bill.
        platform_id: `${list}:${raw.id}:${file.id}`,
        file_name: file.name,
        file_type: file.extension ?? file.format,
        document_type,
        document_type_id: raw.id,
        document_uploaded: true,
        updated_at: raw.updated_at
      }))
  })
}

export const documents = [
  attachedTo("purchase_invoices", "BILLS"),
  attachedTo("sales_invoices", "INVOICES"),
  attachedTo("expenses", "EXPENSES"),
  attachedTo("purchase_orders", "PURCHASE_ORDERS"),
  attachedTo("sales_orders", "SALES_ORDERS")
]
