/**
 * What invoices, bills, credit notes, purchase orders and bank transactions have in common: their shared members, their
 * lines, and the words of their states.
 */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { idOf, type References } from "./references.ts"
import { Contact, date, rate, Tracking, trackingIds } from "./wire.ts"

const Line = Wire.struct({
  ...Wire.all(Wire.id, "LineItemID", "TaxType", "AccountID"),
  ...Wire.all(Wire.text, "Description", "AccountCode", "ItemCode"),
  ...Wire.all(Wire.number, "Quantity", "UnitAmount", "LineAmount", "TaxAmount", "DiscountAmount", "DiscountRate"),
  Item: Wire.struct({ ItemID: Wire.id }),
  Tracking
})
/** The members of invoices, bills, credit notes, purchase orders and bank transactions alike. */
export const document = {
  Type: Wire.text,
  Contact,
  Date: Wire.day,
  CurrencyCode: Wire.id,
  CurrencyRate: rate,
  LineAmountTypes: Wire.text,
  LineItems: Wire.list(Line),
  SubTotal: Wire.number,
  TotalTax: Wire.number,
  Total: Wire.number,
  Reference: Wire.text,
  Status: Wire.text,
  UpdatedDateUTC: date
}
type Document = Wire.Struct<typeof document>

/** Net and gross of a line's amount, which holds the tax or not by the document's `LineAmountTypes`. */
export const netAndGross = (amount: unknown, tax: unknown, types: string | null | undefined) => {
  if (types === "NoTax") return { net: Normalize.money(amount), gross: Normalize.money(amount) }
  if (types === "Exclusive") return { net: Normalize.money(amount), gross: plus(amount, tax) }
  if (types === "Inclusive") return { net: Normalize.difference(amount, tax), gross: Normalize.money(amount) }
  return { net: null, gross: null }
}
const plus = (a: unknown, b: unknown) => (typeof a === "number" && typeof b === "number" ? Normalize.sum([a, b]) : null)

const line = (types: string | null | undefined, known: References) => (raw: (typeof Line)["Type"]) => {
  const { gross, net } = netAndGross(raw.LineAmount, raw.TaxAmount, types)
  return {
    platform_id: raw.LineItemID,
    tracking_category_ids: trackingIds(raw.Tracking, known.tracking),
    item_id: idOf(raw.Item?.ItemID, raw.ItemCode, known.items),
    tax_id: raw.TaxType,
    account_id: idOf(raw.AccountID, raw.AccountCode, known.accounts),
    description: raw.Description,
    quantity: raw.Quantity,
    unit_amount: raw.UnitAmount,
    sub_total: net,
    tax_amount: raw.TaxAmount,
    total_amount: gross,
    total_discount: discount(raw)
  }
}
/** A discount in percent is what it takes off the line. */
const discount = ({ DiscountAmount, DiscountRate, LineAmount, Quantity, UnitAmount }: (typeof Line)["Type"]) =>
  DiscountAmount ??
  (DiscountRate ? Normalize.difference(Normalize.product(Quantity, UnitAmount), LineAmount) : (DiscountRate ?? null))

/** The unified fields of the shared members. */
export const documentFields = (raw: Document, known: References) => ({
  contact_id: raw.Contact?.ContactID,
  posted_date: raw.Date,
  currency_id: raw.CurrencyCode,
  currency_rate: raw.CurrencyRate,
  sub_total: raw.SubTotal,
  tax_amount: raw.TotalTax,
  total_amount: raw.Total,
  line_items: (raw.LineItems ?? []).map(line(raw.LineAmountTypes, known)),
  updated_at: raw.UpdatedDateUTC
})

const statuses = Normalize.word({
  DRAFT: "DRAFT",
  SUBMITTED: "SUBMITTED",
  AUTHORISED: "SUBMITTED",
  BILLED: "SUBMITTED",
  PAID: "PAID",
  VOIDED: "VOID",
  DELETED: "VOID"
})
/** A document's state; `open` is what is left to pay or to apply of its total. */
export const documentStatus = (
  raw: Pick<Document, "Status" | "Total">,
  open?: number | null
): Models.Unified<"INVOICES">["status"] => {
  const status = statuses(raw.Status)
  const isPartly = typeof open === "number" && typeof raw.Total === "number" && open > 0 && open < raw.Total
  return status === "SUBMITTED" && isPartly ? "PARTIALLY_PAID" : status
}
