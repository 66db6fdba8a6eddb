/** What bills, invoices, credit notes, expenses and purchase orders have in common: their shared members, and their states. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { discountOf, lined, lineItems, taxIn } from "./document-lines.ts"
import { homeCurrency } from "./preferences.ts"
import { Links, Memo, rate, record, Ref, updatedAt } from "./wire.ts"

/** The members of all documents. */
export const document = {
  ...record,
  ...lined,
  DocNumber: Wire.text,
  TxnDate: Wire.text,
  CurrencyRef: Ref,
  ExchangeRate: rate,
  TotalAmt: Wire.number,
  PrivateNote: Wire.text,
  CustomerMemo: Memo,
  LinkedTxn: Links
}
type Document = Wire.Struct<typeof document>

/** Documents of vendors and of customers. */
export const purchase = { ...document, VendorRef: Ref, APAccountRef: Ref }
export const sale = { ...document, CustomerRef: Ref }

export const lookups = { home: homeCurrency }
/** A record without currency is in the company's home currency. */
export const currencyOf = (raw: Pick<Document, "CurrencyRef">, { home }: { readonly home: string | null }) =>
  raw.CurrencyRef?.value ?? home

/** The unified fields of the shared members; `sign` is -1 for a document that gives money back. */
export const documentFields = (
  raw: Document & {
    readonly VendorRef?: (typeof Ref)["Type"] | null | undefined
    readonly CustomerRef?: (typeof Ref)["Type"] | null | undefined
  },
  found: { readonly home: string | null },
  sign: 1 | -1 = 1
) => {
  const signed = (value: number | null | undefined) => Normalize.product(value, sign)
  const tax = taxIn(raw)
  const discount = discountOf(raw.Line)
  return {
    platform_id: raw.Id,
    platform_unique_id: raw.DocNumber,
    contact_id:
      Normalize.prefixed("vendor", raw.VendorRef?.value) ?? Normalize.prefixed("customer", raw.CustomerRef?.value),
    document_number: raw.DocNumber,
    posted_date: Normalize.day(raw.TxnDate, "TxnDate"),
    currency_id: currencyOf(raw, found),
    currency_rate: raw.ExchangeRate,
    total_amount: signed(raw.TotalAmt),
    // Quirk: a document without tax may have no tax detail. The total is what is left after tax and discount.
    sub_total: signed(Normalize.sum([Normalize.difference(raw.TotalAmt, tax ?? 0), discount])),
    tax_amount: signed(tax),
    total_discount: signed(discount),
    memo: raw.PrivateNote || raw.CustomerMemo,
    line_items: lineItems(raw, sign),
    updated_at: updatedAt(raw)
  }
}

/**
 * Quirk: documents have no state of their own. It follows from what is left to pay or to apply of the total; a voided one
 * keeps its id, has no amounts, and says so at the beginning of its note.
 */
export const documentStatus = (
  raw: Pick<Document, "TotalAmt" | "PrivateNote">,
  open: number | null | undefined
): Models.Unified<"INVOICES">["status"] => {
  const total = raw.TotalAmt
  if (typeof total !== "number") return null
  if (total === 0 && /^voided/i.test(raw.PrivateNote ?? "")) return "VOID"
  if (typeof open !== "number" || total === 0) return "SUBMITTED"
  return open === 0 ? "PAID" : open < total ? "PARTIALLY_PAID" : "SUBMITTED"
}
