/**
 * The lines of bills, invoices, credit notes, expenses and purchase orders. Only goods, services and accounts are lines;
 * discounts, subtotals, shipping sums and taxes stand beside them in the same list and belong to the document.
 */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Links, Ref } from "./wire.ts"

const Detail = Wire.struct({
  ...Wire.all(Ref, "ItemRef", "AccountRef", "ItemAccountRef", "ClassRef", "CustomerRef", "TaxCodeRef"),
  ...Wire.all(Wire.number, "Qty", "UnitPrice", "TaxAmount", "TaxInclusiveAmt")
})
const line = {
  Id: Wire.id,
  Description: Wire.text,
  Amount: Wire.number,
  DetailType: Wire.decisive(Wire.text),
  ProjectRef: Ref,
  LinkedTxn: Links,
  AccountBasedExpenseLineDetail: Detail,
  ItemBasedExpenseLineDetail: Detail,
  SalesItemLineDetail: Detail,
  ReimburseLineDetail: Detail
}
/** The details of lines about goods, services and accounts. */
const details = [
  "AccountBasedExpenseLineDetail",
  "ItemBasedExpenseLineDetail",
  "SalesItemLineDetail",
  "ReimburseLineDetail"
] as const
const Line = Wire.struct(line)
type Line = (typeof Line)["Type"]
const Bundle = Wire.struct({ Line: Wire.decisive(Wire.list(Wire.required(Line))) })
export const Lines = Wire.list(Wire.required(Wire.struct({ ...line, GroupLineDetail: Wire.decisive(Bundle) })))
type Lines = (typeof Lines)["Type"] | null | undefined

/** The members of a document that its lines take part in. */
export const lined = {
  Line: Lines,
  ClassRef: Ref,
  DepartmentRef: Ref,
  ProjectRef: Ref,
  TotalAmt: Wire.number,
  TxnTaxDetail: Wire.struct({ TotalTax: Wire.number, TaxLine: Wire.list(Wire.struct({ Amount: Wire.number })) })
}
type Lined = Wire.Struct<typeof lined>

const kinds = new Set<string>([...details, "DescriptionOnly"])
/** Quirk: a bundle is a line that holds lines. */
const goods = (lines: Lines): ReadonlyArray<Line> =>
  (lines ?? [])
    .flatMap((own) => (own.DetailType === "GroupLineDetail" ? (own.GroupLineDetail?.Line ?? []) : [own]))
    .filter(({ DetailType }) => kinds.has(DetailType ?? ""))

/** What a line's amount is with tax, as far as it is told: by the line, or by a document that has no tax. */
const taxOf = (
  detail: (typeof Detail)["Type"] | null | undefined,
  amount: number | null | undefined,
  documentTax: number
) => {
  if (typeof detail?.TaxInclusiveAmt === "number") {
    return {
      tax: detail.TaxAmount ?? Normalize.difference(detail.TaxInclusiveAmt, amount),
      gross: detail.TaxInclusiveAmt
    }
  }
  if (typeof detail?.TaxAmount === "number" && typeof amount === "number") {
    return { tax: detail.TaxAmount, gross: Normalize.sum([amount, detail.TaxAmount]) }
  }
  return { tax: detail?.TaxAmount, gross: documentTax === 0 ? amount : null }
}

/** A document's tax. Quirk: it is told as a sum, by its parts, or by the totals alone: what they are more than the lines. */
export const taxIn = ({ Line: lines, TotalAmt, TxnTaxDetail }: Lined): number | null => {
  const told = TxnTaxDetail?.TotalTax ?? Normalize.sum((TxnTaxDetail?.TaxLine ?? []).map(({ Amount }) => Amount))
  const net = Normalize.sum(goods(lines).map(({ Amount }) => Amount))
  if (told !== null || net === null) return told
  const rest = Normalize.difference(TotalAmt, Normalize.difference(net, discountOf(lines) ?? 0))
  return rest !== null && rest > 0 ? rest : null
}

/** The unified lines; `sign` is -1 for a document that gives money back. */
export const lineItems = (raw: Lined, sign: 1 | -1 = 1) => {
  const signed = (value: number | null | undefined) => Normalize.product(value, sign)
  const documentTax = taxIn(raw) ?? 0
  return goods(raw.Line).map((own) => {
    const detail = details.map((name) => own[name]).find((one) => one)
    const { gross, tax } = taxOf(detail, own.Amount, documentTax)
    return {
      platform_id: own.Id,
      tracking_category_ids: [
        Normalize.prefixed("class", detail?.ClassRef?.value ?? raw.ClassRef?.value),
        Normalize.prefixed("department", raw.DepartmentRef?.value)
      ].filter((id) => id !== null),
      project_id: own.ProjectRef?.value ?? raw.ProjectRef?.value ?? detail?.CustomerRef?.value,
      item_id: detail?.ItemRef?.value,
      tax_id: detail?.TaxCodeRef?.value,
      account_id: detail?.AccountRef?.value ?? detail?.ItemAccountRef?.value,
      description: own.Description,
      quantity: detail?.Qty,
      unit_amount: signed(detail?.UnitPrice),
      sub_total: signed(own.Amount),
      tax_amount: signed(tax),
      total_amount: signed(gross)
    }
  })
}

/** The sum of a document's discount lines; null where it has none. */
export const discountOf = (lines: Lines) =>
  Normalize.sum((lines ?? []).map(({ Amount, DetailType }) => (DetailType === "DiscountLineDetail" ? Amount : null)))
