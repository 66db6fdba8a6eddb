/** What invoices, bills, credit notes and orders have in common: shared members, and the words of their states. */
import { Normalize, Wire } from "@svc/core"
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
/** A document's state; `open` is what is left to pay or to apply of its `total`. */
export const documentStatus = (raw: Document, total?: number | null, open?: number | null) => {
  const status = statuses(raw.Status)
  const isPartly = typeof open === "number" && typeof total === "number" && open > 0 && open < total
  return status === "SUBMITTED" && isPartly ? "PARTIALLY_PAID" : status
}

/** The unified fields of the shared members. */
export const documentFields = (raw: Document, books: Books, isTurned = false) => {
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
export const openOf = (raw: Document, isTurned = false) =>
  signed(raw.ForeignCurrency?.UID ? raw.BalanceDueAmountForeign : raw.BalanceDueAmount, isTurned)
