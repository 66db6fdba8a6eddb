/** Files that are attached to documents. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, listed, Ref } from "./wire.ts"

/** Sage's words for what files are attached to. */
export const contexts = {
  SALES_INVOICE: "INVOICES",
  SALES_CREDIT_NOTE: "INVOICE_CREDIT_NOTES",
  PURCHASE_INVOICE: "BILLS",
  PURCHASE_CREDIT_NOTE: "BILL_CREDIT_NOTES",
  OTHER_PAYMENT: "EXPENSES"
} as const
const models = Normalize.word(contexts, null)
/** `/sales_invoices/…` is that of a SALES_INVOICE. */
const kindOf = (path: string | null | undefined) => /^\/([a-z_]+)s\//.exec(path ?? "")?.[1]?.toUpperCase()

export const documents = Connector.read("DOCUMENTS", {
  ...listed("attachments"),
  item: Wire.struct({
    ...common,
    file_name: Wire.text,
    file_extension: Wire.text,
    mime_type: Wire.text,
    file_size: Wire.number,
    attachment_context_type: Ref,
    attachment_context: Wire.struct({ id: Wire.id, $path: Wire.text })
  }),
  map: ({ attachment_context: context, ...raw }) => ({
    platform_id: raw.id,
    file_name: raw.file_name,
    file_type: raw.mime_type ?? raw.file_extension,
    file_size: Normalize.text(raw.file_size),
    document_type: models(raw.attachment_context_type?.id) ?? models(kindOf(context?.$path)),
    document_type_id: context?.id,
    document_uploaded: true,
    updated_at: raw.updated_at
  })
})
