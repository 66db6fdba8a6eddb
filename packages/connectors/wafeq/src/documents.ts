/** Files attached to documents: each kind of document is a source, and each file that one names costs one more call. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, pathOf } from "./lists.ts"

const File = Wire.struct({
  id: Wire.required(Wire.id),
  original_filename: Wire.text,
  mime_type: Wire.text,
  file_size: Wire.number,
  modified_ts: Wire.instant
})

const attachedTo = (collection: string, model: Models.Unified<"DOCUMENTS">["document_type"]) => {
  const { get: _, getItem: __, ...list } = changing(collection)
  return Connector.read("DOCUMENTS", {
    ...list,
    item: Wire.struct({ id: Wire.required(Wire.id), modified_ts: Wire.text, attachments: Wire.list(Wire.id) }),
    owner: ({ id }) => id,
    follow: ({ attachments }) => (attachments ?? []).map((id) => ({ path: pathOf("files", id ?? "") })),
    unchanged: {
      id: ({ id }) => id,
      stamp: ({ modified_ts }) => modified_ts ?? null
    },
    map: (raw, { followed }) =>
      // Null where the file has gone in the meantime.
      followed.flatMap((body) => {
        if (body === null) return []
        const file = Wire.decode(File, body)
        return [
          {
            // One file may be attached to several documents, such as an order and its bill.
            platform_id: `${raw.id}:${file.id}`,
            file_name: file.original_filename,
            file_type: file.mime_type,
            file_size: Normalize.text(file.file_size),
            document_type: model,
            document_type_id: raw.id,
            document_uploaded: true,
            updated_at: file.modified_ts
          }
        ]
      })
  })
}

export const documents = [
  attachedTo("invoices", "INVOICES"),
  attachedTo("simplified-invoices", "INVOICES"),
  attachedTo("credit-notes", "INVOICE_CREDIT_NOTES"),
  attachedTo("bills", "BILLS"),
  attachedTo("debit-notes", "BILL_CREDIT_NOTES"),
  attachedTo("purchase-orders", "PURCHASE_ORDERS"),
  attachedTo("expenses", "EXPENSES")
]
