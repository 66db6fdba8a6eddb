/** What bills, invoices, notes and orders have in common. */
import type { Auth } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { contactId, type Party } from "./contacts.ts"
import { Line, lineItemOf, taxWithin } from "./lines.ts"
import { accountsOf, contactOf, contactsOf, currencyOf } from "./references.ts"
import { type Taxes, taxes } from "./tax-rates.ts"

const Allocation = Wire.struct({
  id: Wire.id,
  allocatee_type: Wire.decisive(Wire.text),
  allocatee_id: Wire.id,
  amount: Wire.number
})
export const Document = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "reference", "status", "description", "notes", "issuance_reason"),
  ...Wire.all(Wire.id, "contact_id", "discount_tax_id", "parent_id", "invoice_id", "bill_id"),
  contact: Wire.struct({ id: Wire.id }),
  ...Wire.all(Wire.day, "issue_date", "due_date", "expiry_date"),
  ...Wire.all(Wire.number, "total", "total_amount", "due_amount", "paid_amount", "remaining_amount"),
  inclusive_cd_discount: Wire.number,
  allocations: Wire.list(Allocation),
  line_items: Wire.list(Wire.required(Line)),
  updated_at: Wire.instant
})
export type Document = (typeof Document)["Type"]
type Amount = number | null

const words = Normalize.meaning({
  DRAFT: ["Draft"],
  SUBMITTED: ["Approved", "Billed", "Invoiced"],
  PAID: ["Paid"],
  PARTIALLY_PAID: ["Partially Paid", "PartiallyPaid"],
  OVERDUE: ["Overdue"],
  VOID: ["Void", "Voided", "Cancelled", "Canceled"]
})
/** Quirk: what is approved may be paid, in part or whole, without another word. */
export const statusOf = (status: string | null | undefined, total: Amount, due: Amount) => {
  const said = words(status)
  if (said !== "SUBMITTED" || typeof total !== "number" || typeof due !== "number" || total <= 0) return said
  return due <= 0 ? "PAID" : due < total ? "PARTIALLY_PAID" : said
}

export const referencesOf = (party: Party) => ({
  lookups: { taxes },
  companions: {
    contacts: contactsOf(party),
    accounts: accountsOf(party === "customer" ? "sales_account_id" : "expense_account_id")
  }
})
interface Context {
  readonly settings: Auth.AuthSettings
  readonly lookups: { readonly taxes: Taxes }
  readonly companions: {
    readonly contacts: ReadonlyMap<string, string | null | undefined>
    readonly accounts: ReadonlyMap<string, string | null>
  }
}

export const fieldsOf = (party: Party, raw: Document, { companions, lookups, settings }: Context) => {
  const contact = contactOf(raw)
  const lines = raw.line_items ?? []
  const context = { owner: raw.id, taxes: lookups.taxes, accounts: companions.accounts }
  const line_items = lines.map((line, index) => lineItemOf(context, line, index))
  const off = raw.inclusive_cd_discount ?? null
  /** A discount of the whole document holds a tax of its own. */
  const offTax =
    off === null || off === 0
      ? 0
      : taxWithin(off, Normalize.lookUp(lookups.taxes.percents, raw.discount_tax_id) ?? null)
  const whole = (values: ReadonlyArray<Amount>) => (values.includes(null) ? null : Normalize.sum(values))
  const ofLines = whole(line_items.map(({ total_amount }) => total_amount))
  const total = raw.total ?? raw.total_amount ?? (off === null ? ofLines : Normalize.difference(ofLines, off))
  const tax_amount = Normalize.difference(whole(line_items.map((own) => own.tax_amount)), offTax)
  const due = raw.due_amount ?? Normalize.difference(total, raw.paid_amount)
  return {
    platform_id: raw.id,
    document_number: raw.reference,
    contact_id: contactId(party, contact),
    posted_date: raw.issue_date,
    currency_id: currencyOf(companions.contacts, contact, settings),
    total_amount: total,
    sub_total: Normalize.difference(total, tax_amount),
    tax_amount,
    total_discount: Normalize.sum([...line_items.map((own) => own.total_discount), off]),
    status: statusOf(raw.status, total, due),
    line_items,
    updated_at: raw.updated_at
  }
}
/** What a document has left to pay. */
export const dueOf = (raw: Document, total: Amount): Amount =>
  raw.due_amount ?? Normalize.difference(total, raw.paid_amount)
