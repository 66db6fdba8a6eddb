/** What invoices, bills, notes and purchase orders have in common: their shared members, their lines, what is settled. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { record } from "./lists.ts"

const Line = Wire.struct({
  ...Wire.all(Wire.id, "id", "account", "item", "tax_rate", "cost_center"),
  description: Wire.text,
  ...Wire.all(Wire.number, "quantity", "unit_amount", "discount", "line_amount", "tax_amount")
})
/** The members of all documents alike. `amount` is with taxes and after discounts. */
export const document = {
  ...record,
  contact: Wire.id,
  currency: Wire.id,
  exchange_rate: Wire.number,
  tax_amount_type: Wire.text,
  notes: Wire.text,
  project: Wire.id,
  status: Wire.text,
  amount: Wire.number,
  tax_amount: Wire.number,
  line_items: Wire.list(Wire.required(Line))
}
type Document = Wire.Struct<typeof document>

/** Net and gross of an amount, which holds the tax or not by what the document says of its amounts. */
export const netAndGross = (amount: unknown, tax: unknown, type: string | null | undefined) => {
  const own = Normalize.money(amount)
  if (own === null || tax === null || tax === undefined) return { net: null, gross: null }
  if (type === "TAX_INCLUSIVE") return { net: Normalize.difference(own, tax), gross: own }
  if (type === "TAX_EXCLUSIVE") return { net: own, gross: Normalize.sum([own, Normalize.money(tax)]) }
  return tax === 0 ? { net: own, gross: own } : { net: null, gross: null }
}

/** A discount in percent is what it takes off the line. */
const discountOf = ({ discount, line_amount, quantity, unit_amount }: (typeof Line)["Type"]) =>
  discount ? Normalize.difference(Normalize.product(quantity, unit_amount), line_amount) : (discount ?? null)

const line =
  ({ project, tax_amount_type }: Document) =>
  (raw: (typeof Line)["Type"]) => {
    const { gross, net } = netAndGross(raw.line_amount, raw.tax_amount, tax_amount_type)
    return {
      platform_id: raw.id,
      tracking_category_ids: Normalize.distinct(raw.cost_center),
      project_id: project,
      item_id: raw.item,
      tax_id: raw.tax_rate,
      account_id: raw.account,
      description: raw.description,
      quantity: raw.quantity,
      unit_amount: raw.unit_amount,
      sub_total: net,
      tax_amount: raw.tax_amount,
      total_amount: gross,
      total_discount: discountOf(raw)
    }
  }

/** The unified fields of the shared members; `discount` is what is taken off the document as a whole. */
export const documentFields = (raw: Document, discount?: number | null) => {
  const lines = (raw.line_items ?? []).map(line(raw))
  return {
    platform_id: raw.id,
    contact_id: raw.contact,
    currency_id: raw.currency,
    currency_rate: raw.exchange_rate,
    sub_total: raw.amount == null || raw.tax_amount == null ? null : Normalize.difference(raw.amount, raw.tax_amount),
    tax_amount: raw.tax_amount,
    total_amount: raw.amount,
    total_discount: Normalize.sum([...lines.map(({ total_discount }) => total_discount), discount]),
    line_items: lines,
    updated_at: raw.modified_ts
  }
}

export const statuses = Normalize.word({
  DRAFT: "DRAFT",
  SENT: "SUBMITTED",
  FINALIZED: "SUBMITTED",
  AUTHORIZED: "SUBMITTED",
  POSTED: "SUBMITTED",
  BILLED: "SUBMITTED",
  PAID: "PAID",
  VOIDED: "VOID"
})
/** The state of a document that is paid off: what is open decides between what was sent and what is paid. */
export const settled = (
  raw: Pick<Document, "amount" | "status">,
  balance: number | null | undefined
): Models.Unified<"INVOICES">["status"] => {
  const status = statuses(raw.status)
  if (status !== "SUBMITTED" || balance == null || raw.amount == null || balance >= raw.amount) return status
  return balance <= 0 ? "PAID" : "PARTIALLY_PAID"
}
