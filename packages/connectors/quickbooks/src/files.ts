/**
 * The bytes of attachments. QuickBooks names an address for each, good for some minutes, and takes a file as the second part of a
 * form whose first says what it belongs to.
 */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Form from "@svc/core/Form"
import * as Normalize from "@svc/core/Normalize"
import { documents } from "./documents.ts"
import { minorversion, one } from "./query.ts"

const entities = {
  BILLS: "Bill",
  INVOICES: "Invoice",
  BILL_CREDIT_NOTES: "VendorCredit",
  INVOICE_CREDIT_NOTES: "CreditMemo",
  EXPENSES: "Purchase",
  PURCHASE_ORDERS: "PurchaseOrder"
} as const
type Model = keyof typeof entities
const entityOf = ({ document_type }: Files.File) => entities[document_type as Model]

const attached = (body: unknown) => Call.at(body, "AttachableResponse.0.Attachable")

export const files = Files.make({
  download: {
    call: ({ platform_id }) => one("Attachable", platform_id.split(":", 1)[0] ?? platform_id),
    found: Files.addressAt("Attachable.TempDownloadUri")
  },
  upload: {
    to: Object.keys(entities) as ReadonlyArray<Model>,
    call: (file) => ({
      method: "POST",
      path: "/upload",
      query: { minorversion },
      body: Form.multipart([
        {
          name: "file_metadata_01",
          contentType: "application/json",
          content: JSON.stringify({
            AttachableRef: [{ EntityRef: { type: entityOf(file), value: file.document_type_id } }],
            ContentType: file.file_type,
            FileName: file.file_name
          })
        },
        { name: "file_content_01", contentType: file.file_type, fileName: file.file_name, content: file.content }
      ])
    }),
    id: (body, file) => {
      const id = Normalize.id(Call.at(attached(body), "Id"))
      return id === null ? null : `${id}:${entityOf(file)}:${file.document_type_id}`
    },
    read: documents,
    item: attached
  }
})
