/** The bytes of files attached to documents: each is below the document that it is attached to. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Normalize from "@svc/core/Normalize"
import { documents } from "./documents.ts"

const collections = {
  INVOICES: "Invoices",
  BILLS: "Invoices",
  INVOICE_CREDIT_NOTES: "CreditNotes",
  BILL_CREDIT_NOTES: "CreditNotes",
  EXPENSES: "BankTransactions",
  PURCHASE_ORDERS: "PurchaseOrders"
} as const
type Model = keyof typeof collections
const collectionOf = (type: string | null) => (type === null ? undefined : collections[type as Model])
const parentOf = ({ document_type, document_type_id }: Files.File) =>
  `/${collectionOf(document_type)}/${Call.segment(document_type_id)}`

export const files = Files.make({
  download: {
    call: ({ document_type, document_type_id, file_type, platform_id }) => {
      const collection = collectionOf(document_type)
      return collection === undefined || document_type_id === null
        ? null
        : {
            path: `/${collection}/${Call.segment(document_type_id)}/Attachments/${Call.segment(platform_id)}`,
            // Quirk: the type is asked for in a header of Xero's own.
            headers: { contenttype: file_type ?? "application/octet-stream" }
          }
    }
  },
  upload: {
    to: Object.keys(collections) as ReadonlyArray<Model>,
    call: (file) => ({
      method: "PUT",
      path: `${parentOf(file)}/Attachments/${Call.segment(file.file_name)}`,
      // Quirk: what kind of file it is is told by its name.
      body: Call.bytes(file.content, "application/octet-stream")
    }),
    id: (body) => Normalize.id(Call.at(body, "Attachments.0.AttachmentID")),
    read: ({ document_type }) => {
      const collection = collectionOf(document_type)
      return documents.find(({ source }) => source === collection) ?? documents[0]!
    },
    shown: (file) => ({ path: parentOf(file) })
  }
})
