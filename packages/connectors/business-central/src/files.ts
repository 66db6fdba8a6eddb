/** The bytes of files attached to documents: each is a stream of its own, and a new one comes with its record. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Normalize from "@svc/core/Normalize"
import { documents, withFiles } from "./attachments.ts"
import { one } from "./lists.ts"

/** Quirk: the words for documents that files are attached to leave out some that have files. */
const parents = {
  BILLS: { set: "purchaseInvoices", type: "Purchase Invoice" },
  INVOICES: { set: "salesInvoices", type: "Sales Invoice" },
  INVOICE_CREDIT_NOTES: { set: "salesCreditMemos", type: "Sales Credit Memo" },
  SALES_ORDERS: { set: "salesOrders", type: "Sales Order" }
} as const
type Model = keyof typeof parents
const parentOf = ({ document_type }: Files.File) => parents[document_type as Model]

export const files = Files.make({
  download: { call: ({ platform_id }) => ({ path: `${one("documentAttachments", platform_id)}/attachmentContent` }) },
  upload: {
    to: Object.keys(parents) as ReadonlyArray<Model>,
    call: (file) => ({
      method: "POST",
      path: "/documentAttachments",
      body: {
        fileName: file.file_name,
        byteSize: file.content.length,
        attachmentContent: Files.base64(file),
        parentType: parentOf(file).type,
        parentId: file.document_type_id
      }
    }),
    id: (body) => Normalize.id(Call.at(body, "id")),
    read: (file) => documents.find(({ source }) => source === parentOf(file).set) ?? documents[0]!,
    shown: (file) => ({ path: one(parentOf(file).set, file.document_type_id), query: withFiles }),
    item: (body) => body
  }
})
