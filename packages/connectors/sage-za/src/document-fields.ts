/** What invoices, credit notes and orders have in common: their members, their lines, and how they are listed. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { base, currencyOf } from "./company.ts"
import type { Party } from "./contacts.ts"
import { analysedBy, analysis, type Changing, changing, dated, prefixed, record, ref } from "./wire.ts"

const Line = Wire.struct({
  ...analysis,
  ID: ref,
  LineType: Wire.decisive(Wire.number),
  SelectionId: ref,
  TaxTypeId: ref,
  Description: Wire.text,
  Quantity: Wire.number,
  UnitPriceExclusive: Wire.number,
  Discount: Wire.number,
  Exclusive: Wire.number,
  Tax: Wire.number,
  Total: Wire.number
})
const zeroRate = Wire.nullAs(0, Wire.number)
export const document = {
  ...record,
  CustomerId: ref,
  SupplierId: ref,
  Date: Wire.day,
  DocumentNumber: Wire.text,
  Reference: Wire.text,
  Message: Wire.text,
  Discount: Wire.number,
  Tax: Wire.number,
  Total: Wire.number,
  AmountDue: Wire.number,
  CurrencyId: ref,
  ExchangeRate: zeroRate,
  Customer_CurrencyId: ref,
  Customer_ExchangeRate: zeroRate,
  Supplier_CurrencyId: ref,
  Supplier_ExchangeRate: zeroRate,
  UseForeignCurrency: Wire.boolean,
  // A list that shows documents without their lines is not what was asked for.
  Lines: Wire.required(Wire.list(Wire.required(Line)))
}
export type Document = Wire.Struct<typeof document>

/** Quirk: an item and an account are both a selection; what the other types of lines are, clients do not agree on. */
const selected = { 0: "item", 1: "account" } as const
const line = (owner: string) => (raw: (typeof Line)["Type"]) => {
  const kind = selected[raw.LineType as keyof typeof selected] ?? null
  return {
    platform_id: raw.ID ? `${owner}/${raw.ID}` : null,
    tracking_category_ids: analysedBy(raw),
    project_id: null,
    item_id: kind === "item" ? raw.SelectionId : null,
    tax_id: raw.TaxTypeId,
    account_id: kind === "account" ? raw.SelectionId : null,
    description: raw.Description,
    quantity: raw.Quantity,
    unit_amount: raw.UnitPriceExclusive,
    sub_total: raw.Exclusive,
    tax_amount: raw.Tax,
    total_amount: raw.Total,
    total_discount: raw.Discount
  }
}

export const documentFields = (raw: Document, party: Party, books: string | null) => ({
  platform_id: raw.ID,
  contact_id: prefixed(party, party === "customer" ? raw.CustomerId : raw.SupplierId),
  document_number: raw.DocumentNumber,
  posted_date: raw.Date,
  ...currencyOf(
    {
      ...raw,
      partyCurrency: party === "customer" ? raw.Customer_CurrencyId : raw.Supplier_CurrencyId,
      partyRate: party === "customer" ? raw.Customer_ExchangeRate : raw.Supplier_ExchangeRate
    },
    books
  ),
  // Whether the total without tax is before a discount of the document or after it, Sage does not say: this is after it.
  sub_total: Normalize.difference(raw.Total, raw.Tax),
  tax_amount: raw.Tax,
  total_amount: raw.Total,
  total_discount: raw.Discount,
  line_items: raw.Lines?.map(line(raw.ID)) ?? [],
  updated_at: raw.Modified
})

/** Quirk: the words of a state are not listed anywhere, so what is left to pay decides. */
export const settled = ({ AmountDue: left, Total: total }: Document): Models.Unified<"INVOICES">["status"] => {
  const [open, whole] = [Normalize.number(left), Normalize.number(total)]
  if (open === null || whole === null) return null
  return open === 0 ? "PAID" : Math.abs(open) < Math.abs(whole) ? "PARTIALLY_PAID" : "SUBMITTED"
}
/** Of orders, which are not paid, a word for what was called off is known. */
export const ordered = Normalize.word({ Cancelled: "VOID", Canceled: "VOID", Draft: "DRAFT" }, "SUBMITTED")

interface Documents extends Changing {
  readonly from: typeof dated
  readonly lookups: { readonly base: typeof base }
}
/** Where documents of a kind are listed, with their lines. */
export const documents = (service: string): Documents => ({
  ...changing(service, { query: { includeDetail: true } }),
  from: dated,
  lookups: { base }
})
