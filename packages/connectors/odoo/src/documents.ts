/** Documents: the files that hang on bills, invoices, orders and expenses. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Domain } from "./ask.ts"
import { listing, ofCompany, rowsOf } from "./listing.ts"
import * as Own from "./wire.ts"

/** What is read of a file. */
export const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "mimetype", "file_size", "res_model"),
  res_id: Wire.nullAs(false, Wire.id),
  write_date: Own.moment
}
const File = Wire.struct(members)
const types = {
  in_invoice: "BILLS",
  in_receipt: "BILLS",
  out_invoice: "INVOICES",
  out_receipt: "INVOICES",
  in_refund: "BILL_CREDIT_NOTES",
  out_refund: "INVOICE_CREDIT_NOTES"
} as const
const moveTypes = Normalize.word(types, null)
const models = Normalize.word(
  { "hr.expense": "EXPENSES", "purchase.order": "PURCHASE_ORDERS", "sale.order": "SALES_ORDERS" },
  null
)

/** A move says only by its type which document it is. */
const moves = Lookup.make({
  of: File,
  call: ({ items, settings }) => {
    const ids = items.flatMap(({ res_id, res_model }) => (res_model === "account.move" ? [Number(res_id)] : []))
    return ids.length === 0 ? null : rowsOf(settings, "account.move", [["id", "in", ids]], ["move_type"])
  },
  response: Wire.list(Wire.struct({ id: Own.id, move_type: Own.text })),
  pick: (rows) => new Map(rows.map(({ id, move_type }) => [id, moveTypes(move_type)])),
  absent: new Map()
})
const attached = (settings: Auth.AuthSettings): Domain => [
  ["res_model", "in", ["account.move", "hr.expense", "purchase.order", "sale.order"]],
  ...ofCompany(settings)
]

export const documents = Connector.read("DOCUMENTS", {
  ...listing({
    model: "ir.attachment",
    fields: Object.keys(members),
    domain: attached
  }),
  item: File,
  companions: { moves },
  map: (raw, { companions }) => ({
    platform_id: raw.id,
    file_name: raw.name,
    file_type: raw.mimetype,
    file_size: raw.file_size,
    document_type_id: raw.res_id,
    document_type:
      raw.res_model === "account.move" ? (companions.moves.get(raw.res_id ?? "") ?? null) : models(raw.res_model),
    document_uploaded: true,
    updated_at: raw.write_date
  })
})
