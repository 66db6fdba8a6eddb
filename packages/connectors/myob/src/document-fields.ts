/** What invoices, bills, credit notes and orders have in common: shared members, and the words of their states. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Lines, linesOf, netOrGross, signed } from "./lines.ts"
import { type Books, currencyOf } from "./references.ts"
import { common, rate, Ref } from "./wire.ts"

/** The members of all documents alike. */
export const document = {
  ...common,
  Number: Wire.text,
  Date: Wire.day,
  IsTaxInclusive: Wire.boolean,
  Lines,
  Freight: Wire.number,
  FreightForeign: Wire.number,
  FreightTaxCode: Ref,
  TotalTax: Wire.number,
  TotalTaxForeign: Wire.number,
  TotalAmount: Wire.decisive(Wire.number),
  TotalAmountForeign: Wire.number,
  BalanceDueAmount: Wire.number,
  BalanceDueAmountForeign: Wire.number,
  Status: Wire.decisive(Wire.text),
  Terms: Wire.struct({ DueDate: Wire.day }),
  JournalMemo: Wire.text,
  PromisedDate: Wire.day,
  Category: Ref,
  Order: Ref,
  ForeignCurrency: Ref,
  CurrencyExchangeRate: rate
}
export type Document = Wire.Struct<typeof document>

const statuses = Normalize.word({
  Open: "SUBMITTED",
  Credit: "SUBMITTED",
  Debit: "SUBMITTED",
  Closed: "PAID",
  ConvertedToInvoice: "SUBMITTED",
  ConvertedToBill: "SUBMITTED"
})
type Status = Models.Unified<"BILLS">["status"]
/** A document's state; `open` is what is left to pay or to apply of its `total`. */
const documentStatus = (raw: Document, total?: number | null, open?: number | null): Status => {
  const status = statuses(raw.Status)
  const isPartly = typeof open === "number" && typeof total === "number" && open > 0 && open < total
  return status === "SUBMITTED" && isPartly ? "PARTIALLY_PAID" : status
}

/** The unified fields of the shared members. */
const documentFields = (raw: Document, books: Books, isTurned = false) => {
  const isForeign = Boolean(raw.ForeignCurrency?.UID)
  const of = (own: number | null | undefined, foreign: number | null | undefined) =>
    signed(isForeign ? foreign : own, isTurned)
  const [total, tax] = [of(raw.TotalAmount, raw.TotalAmountForeign), of(raw.TotalTax, raw.TotalTaxForeign)]
  const freight = of(raw.Freight, raw.FreightForeign)
  const lines = linesOf(raw.Lines, {
    id: raw.UID,
    isForeign,
    isTurned,
    isTaxInclusive: raw.IsTaxInclusive,
    category: raw.Category
  })
  return {
    platform_id: raw.UID,
    platform_unique_id: raw.Number,
    posted_date: raw.Date,
    ...currencyOf(raw, books),
    // Quirk: Subtotal holds the tax where prices do.
    sub_total: Normalize.difference(total, tax),
    tax_amount: tax,
    total_amount: total,
    total_discount: Normalize.sum(lines.map((line) => line.total_discount)),
    line_items: [
      ...lines,
      // Quirk: freight is part of the totals and stands beside the lines.
      ...(freight
        ? [
            {
              platform_id: `${raw.UID}/freight`,
              tax_id: raw.FreightTaxCode?.UID,
              ...netOrGross(freight, raw.IsTaxInclusive)
            }
          ]
        : [])
    ],
    updated_at: raw.LastModified
  }
}
/** What is left of a document, in its own currency. */
const openOf = (raw: Document, isTurned = false) =>
  signed(raw.ForeignCurrency?.UID ? raw.BalanceDueAmountForeign : raw.BalanceDueAmount, isTurned)
/** The same of invoices, bills and their credit notes, and what is open of them. */
export const owed = (raw: Document, books: Books, isTurned = false) => {
  const [fields, open] = [documentFields(raw, books, isTurned), openOf(raw, isTurned)]
  return { open, fields: { ...fields, memo: raw.JournalMemo, status: documentStatus(raw, fields.total_amount, open) } }
}
/** The same of orders. */
export const ordered = (raw: Document, books: Books) => ({
  ...documentFields(raw, books),
  document_number: raw.Number,
  description: raw.JournalMemo,
  delivery_date: raw.PromisedDate,
  status: documentStatus(raw)
})
