/** Credit notes to customers, and debit notes to vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Document, dueOf, fieldsOf, referencesOf } from "./documents.ts"
import { changedOrOpen, dated, listing, missing } from "./listing.ts"
import { said } from "./wire.ts"

/** What a note is of, and what it was put on. */
const creditedOf = (raw: Document, type: "Bill" | "Invoice"): ReadonlyArray<string> => {
  const own = type === "Bill" ? raw.bill_id : raw.invoice_id
  const put = (raw.allocations ?? []).flatMap((one) => (one?.allocatee_type === type ? [one.allocatee_id] : []))
  return Normalize.distinct(raw.parent_id ?? own, put)
}

const own = (raw: Document, total: number | null) => ({
  remaining_credit: raw.remaining_amount ?? dueOf(raw, total),
  memo: said(raw.notes, raw.description, raw.issuance_reason)
})

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...listing("/credit_notes", ["credit_notes"], ["credit_note"]),
  ...referencesOf("customer"),
  item: Document,
  sincePage: changedOrOpen,
  from: dated("issue_date"),
  deletes: missing("/credit_notes", "credit_notes"),
  map: (raw, context) => {
    const fields = fieldsOf("customer", raw, context)
    return { ...fields, ...own(raw, fields.total_amount), invoice_ids: creditedOf(raw, "Invoice") }
  }
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...listing("/debit_notes", ["debit_notes"], ["debit_note"]),
  ...referencesOf("vendor"),
  item: Document,
  sincePage: changedOrOpen,
  from: dated("issue_date"),
  deletes: missing("/debit_notes", "debit_notes"),
  map: (raw, context) => {
    const fields = fieldsOf("vendor", raw, context)
    return { ...fields, ...own(raw, fields.total_amount), bill_ids: creditedOf(raw, "Bill") }
  }
})
