/** Credit notes: memos, which are booked on accounts, and returns of what an invoice or a bill was for. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { booking, type Line, lineFields } from "./account-lines.ts"
import type { Side } from "./items.ts"
import { dated } from "./lists.ts"
import { returnsOfBills, returnsOfInvoices } from "./returns.ts"
import { stated, statusOf } from "./statuses.ts"

const Memo = Wire.struct({
  ...booking,
  ...stated,
  remaining: Wire.number
})
type Memo = (typeof Memo)["Type"]
const Profile = Wire.struct({ person: Wire.struct({ is_customer: Wire.boolean, is_vendor: Wire.boolean }) })

/** Quirk: no member says whose a memo is. A vendor's credits the accounts of what was bought, a customer's debits those of what was sold. */
const bookedSide = ({ transaction_account_lines_attributes: lines }: Memo): Side | null => {
  const on = (side: "debit" | "credit") => (lines ?? []).some((line: Line) => (line[side] ?? 0) > 0)
  return on("credit") === on("debit") ? null : on("credit") ? "bought" : "sold"
}
/** Where the lines do not tell, who the person is does, unless that is both. */
const sideOf = (raw: Memo, profile: unknown): Side | null => {
  const booked = bookedSide(raw)
  if (booked !== null || profile === undefined || profile === null) return booked
  const { person } = Wire.decode(Profile, profile)
  const [customer, vendor] = [person?.is_customer === true, person?.is_vendor === true]
  return customer === vendor ? null : customer ? "sold" : "bought"
}

const memos = {
  ...dated("credit_memos", "credit_memo"),
  item: Memo,
  follow: (raw: Memo) =>
    bookedSide(raw) === null && raw.person?.id ? [{ path: `/contacts/${Call.segment(raw.person.id)}` }] : []
}
const fieldsOf = (raw: Memo, side: Side) => ({
  platform_id: raw.id,
  contact_id: raw.person?.id,
  document_number: raw.transaction_no,
  posted_date: raw.transaction_date,
  currency_id: raw.currency_code,
  currency_rate: raw.currency_rate,
  total_amount: raw.original_amount,
  sub_total: Normalize.difference(raw.original_amount, raw.tax_amount),
  tax_amount: raw.tax_amount,
  remaining_credit: raw.remaining,
  memo: raw.memo,
  status: statusOf(raw, "notes"),
  line_items: (raw.transaction_account_lines_attributes ?? []).map((line) =>
    lineFields(raw, line, line[side === "sold" ? "debit" : "credit"])
  ),
  updated_at: raw.updated_at
})

export const memosOfVendors = Connector.read("BILL_CREDIT_NOTES", {
  ...memos,
  map: (raw, { followed: [profile] }) =>
    sideOf(raw, profile) === "bought" ? { ...fieldsOf(raw, "bought"), bill_ids: [] } : null
})
export const memosOfCustomers = Connector.read("INVOICE_CREDIT_NOTES", {
  ...memos,
  map: (raw, { followed: [profile] }) => {
    const side = sideOf(raw, profile)
    if (side === null)
      return Read.untaken("a credit memo of which nothing tells whether it is a customer's or a vendor's")
    return side === "sold" ? { ...fieldsOf(raw, "sold"), invoice_ids: [] } : null
  }
})
export const billCreditNotes = [memosOfVendors, returnsOfBills]
export const invoiceCreditNotes = [memosOfCustomers, returnsOfInvoices]
