/** The bytes of attachments. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Normalize from "@svc/core/Normalize"
import { documents } from "./documents.ts"

const resources = {
  INVOICES: "invoices",
  BILLS: "bills",
  EXPENSES: "expenses",
  PURCHASE_ORDERS: "purchaseOrders",
  SALES_ORDERS: "salesOrders",
  INVOICE_CREDIT_NOTES: "creditNotes",
  BILL_CREDIT_NOTES: "creditNotes"
} as const
type Model = keyof typeof resources

export const files = Files.make({
  download: { call: ({ platform_id }) => ({ path: `/attachments/${Call.segment(platform_id)}/content` }) },
  upload: {
    to: Object.keys(resources) as ReadonlyArray<Model>,
    most: 3_145_728,
    call: ({ content, document_type, document_type_id, file_name, file_type }) => ({
      method: "POST",
      path: "/attachments/content",
      query: { name: file_name, resource: resources[document_type as Model], parent: document_type_id },
      body: Call.bytes(content, file_type)
    }),
    id: (body) => Normalize.id(Call.at(body, "id")),
    read: documents,
    item: (body) => body
  }
})
