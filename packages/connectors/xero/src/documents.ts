/** Files attached to documents: each kind of document is a source, and each document that has files costs one more call. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { isGone } from "./bank-transactions.ts"
import { expensesOnly, isExpense } from "./expenses.ts"
import { changed, pages } from "./wire.ts"

const Files = Wire.struct({
  Attachments: Wire.list(
    Wire.struct({
      AttachmentID: Wire.required(Wire.id),
      FileName: Wire.text,
      MimeType: Wire.text,
      ContentLength: Wire.number
    })
  )
})
const parent = { Type: Wire.text, HasAttachments: Wire.boolean, Status: Wire.text }
type Parent = Wire.Struct<typeof parent>
type Model = "BILLS" | "INVOICES" | "BILL_CREDIT_NOTES" | "INVOICE_CREDIT_NOTES" | "EXPENSES" | "PURCHASE_ORDERS"

/** The files of one collection's records; `model` says what a record is, null where it is none that has documents. */
const attachedTo = <Raw extends Parent>(options: {
  readonly collection: string
  readonly id: string & keyof Raw
  readonly item: Wire.Decoder<Raw>
  readonly idOf: (raw: Raw) => string
  readonly model: (raw: Raw) => Model | null
  readonly query?: Call.Query
}) =>
  Connector.read("DOCUMENTS", {
    source: options.collection,
    path: `/${options.collection}`,
    query: { order: `${options.id} ASC`, ...options.query },
    page: pages,
    since: changed,
    items: options.collection,
    item: options.item,
    deletes: Read.flag(isGone),
    owner: options.idOf,
    follow: (raw) =>
      raw.HasAttachments === true && options.model(raw) !== null
        ? [{ path: `/${options.collection}/${Call.segment(options.idOf(raw))}/Attachments` }]
        : [],
    map: (raw, { followed }) =>
      followed.flatMap((body) =>
        // Null where the document has gone in the meantime.
        (body === null ? [] : (Wire.decode(Files, body).Attachments ?? [])).map((file) => ({
          platform_id: file.AttachmentID,
          file_name: file.FileName,
          file_type: file.MimeType,
          file_size: Normalize.text(file.ContentLength),
          document_type: options.model(raw),
          document_type_id: options.idOf(raw),
          document_uploaded: true
        }))
      )
  })

export const documents = [
  attachedTo({
    collection: "Invoices",
    id: "InvoiceID",
    item: Wire.struct({ ...parent, InvoiceID: Wire.required(Wire.id) }),
    idOf: ({ InvoiceID }) => InvoiceID,
    model: ({ Type }) => (Type === "ACCPAY" ? "BILLS" : Type === "ACCREC" ? "INVOICES" : null),
    query: { includeArchived: true }
  }),
  attachedTo({
    collection: "CreditNotes",
    id: "CreditNoteID",
    item: Wire.struct({ ...parent, CreditNoteID: Wire.required(Wire.id) }),
    idOf: ({ CreditNoteID }) => CreditNoteID,
    model: ({ Type }) =>
      Type === "ACCPAYCREDIT" ? "BILL_CREDIT_NOTES" : Type === "ACCRECCREDIT" ? "INVOICE_CREDIT_NOTES" : null
  }),
  attachedTo({
    collection: "BankTransactions",
    id: "BankTransactionID",
    item: Wire.struct({ ...parent, BankTransactionID: Wire.required(Wire.id) }),
    idOf: ({ BankTransactionID }) => BankTransactionID,
    model: (raw) => (isExpense(raw) ? "EXPENSES" : null),
    query: { where: expensesOnly }
  }),
  attachedTo({
    collection: "PurchaseOrders",
    id: "PurchaseOrderID",
    item: Wire.struct({ ...parent, PurchaseOrderID: Wire.required(Wire.id) }),
    idOf: ({ PurchaseOrderID }) => PurchaseOrderID,
    model: () => "PURCHASE_ORDERS"
  })
]
