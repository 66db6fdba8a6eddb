/** The bytes of attachments, which a record holds in base64 and shows where they are asked for. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Normalize from "@svc/core/Normalize"
import { ask } from "./ask.ts"
import { documents, members } from "./documents.ts"

const models = {
  BILLS: "account.move",
  INVOICES: "account.move",
  BILL_CREDIT_NOTES: "account.move",
  INVOICE_CREDIT_NOTES: "account.move",
  EXPENSES: "hr.expense",
  PURCHASE_ORDERS: "purchase.order",
  SALES_ORDERS: "sale.order"
} as const
type Model = keyof typeof models

export const files = Files.make({
  download: {
    call: ({ platform_id }, { settings }) =>
      ask(settings, "ir.attachment", "read", { ids: [Number(platform_id)], fields: ["datas"] }),
    found: Files.base64At("0.datas")
  },
  upload: {
    to: Object.keys(models) as ReadonlyArray<Model>,
    call: (file, { settings }) =>
      ask(settings, "ir.attachment", "create", {
        vals_list: [
          {
            name: file.file_name,
            mimetype: file.file_type,
            datas: Files.base64(file),
            res_model: models[file.document_type as Model],
            res_id: Number(file.document_type_id)
          }
        ]
      }),
    id: (body) => Normalize.id(Call.at(body, "0")),
    read: documents,
    shown: (_, { id, settings }) =>
      ask(settings, "ir.attachment", "search_read", {
        domain: [["id", "=", Number(id)]],
        fields: Object.keys(members)
      })
  }
})
