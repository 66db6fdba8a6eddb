/** Files attached to documents: what has one says so in its row, and names it in the call for all of it. */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { kind as bills } from "./bills.ts"
import { taken } from "./credit-notes.ts"
import { kind as expenses } from "./expenses.ts"
import { kind as invoices } from "./invoices.ts"
import { changing, idOf, type Kind, listed, wholeOf } from "./lists.ts"
import { purchases, sales } from "./orders.ts"

type DocumentType = Models.Unified<"DOCUMENTS">["document_type"]
const Attached = Wire.struct({
  documents: Wire.list(
    Wire.required(
      Wire.struct({
        document_id: Wire.required(Wire.id),
        file_name: Wire.text,
        file_type: Wire.text,
        file_size: Wire.number
      })
    )
  )
})

const attachedTo = (kind: Kind, document_type: DocumentType) => {
  const { get: _, getItem: __, ...listing } = changing(kind)
  return Connector.read("DOCUMENTS", {
    source: kind.path,
    ...listing,
    owner: (row) => idOf(row, kind.id),
    follow: (row) =>
      row["has_attachment"] === false ? [] : [{ path: `/${kind.path}/${Call.segment(idOf(row, kind.id))}` }],
    map: (row, context) => {
      if (context.followed.length === 0) return []
      const raw = wholeOf(kind, Attached, row, context)
      const id = idOf(row, kind.id)
      return (raw?.documents ?? []).map((own) => ({
        // One file may be attached to several documents, such as an order and its bill.
        platform_id: `${id}:${own.document_id}`,
        file_name: own.file_name,
        file_type: own.file_type,
        file_size: Normalize.text(own.file_size),
        document_type,
        document_type_id: id,
        document_uploaded: true
      }))
    }
  })
}

/** The receipt of an expense is in its row. */
const { follow: _, get: __, getItem: ___, unchanged: ____, ...ofExpenses } = listed(expenses)
const receipts = Connector.read("DOCUMENTS", {
  source: "expenses",
  ...ofExpenses,
  item: Wire.struct({ expense_id: Wire.required(Wire.id), expense_receipt_name: Wire.decisive(Wire.text) }),
  owner: ({ expense_id }) => expense_id,
  map: ({ expense_id: id, expense_receipt_name }) => {
    const file_name = Normalize.text(expense_receipt_name)
    return file_name === null
      ? []
      : [
          {
            platform_id: `${id}:receipt`,
            file_name,
            document_type: "EXPENSES" as const,
            document_type_id: id,
            document_uploaded: true
          }
        ]
  }
})

export const documents = [
  attachedTo(bills, "BILLS"),
  attachedTo(invoices, "INVOICES"),
  attachedTo(purchases, "PURCHASE_ORDERS"),
  attachedTo(sales, "SALES_ORDERS"),
  attachedTo(taken, "BILL_CREDIT_NOTES"),
  receipts
]
