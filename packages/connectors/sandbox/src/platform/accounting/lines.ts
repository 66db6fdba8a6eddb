/**
 * Lines of documents in their two shapes: sales lines are written with decimal text and nested references, purchase lines
 * with whole minor units and bare ids.
 */
import * as F from "../Field.ts"
import { decimal, fromMinor, showDecimal, showMinor, times } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
import type { Document, Wanted } from "./arithmetic.ts"
import { compute } from "./arithmetic.ts"
import { dimensionValue, nested } from "./references.ts"

export const salesLine = F.object({
  id: F.optional(F.text(40)),
  item: F.optional(F.ref("items")),
  account: F.optional(F.ref("accounts")),
  taxRate: F.optional(F.ref("taxRates")),
  tracking: F.list(dimensionValue, { max: 4 }),
  project: F.optional(F.text(40)),
  description: F.optional(F.text(1000)),
  quantity: F.otherwise(F.amount(0, 0), "1"),
  unitPrice: F.optional(F.amount(0)),
  discount: F.otherwise(F.amount(0), "0.00")
})
export const purchaseLine = F.object({
  lineId: F.optional(F.text(40)),
  itemId: F.optional(F.ref("items")),
  accountId: F.optional(F.ref("accounts")),
  taxRateId: F.optional(F.ref("taxRates")),
  dimensionIds: F.list(dimensionValue, { max: 4 }),
  projectCode: F.optional(F.text(40)),
  text: F.optional(F.text(1000)),
  qty: F.otherwise(F.number(0), 1),
  unitMinor: F.optional(F.number(0)),
  discountMinor: F.otherwise(F.whole(0), 0)
})
type SalesLine = typeof salesLine extends F.Field<infer A> ? A : never
type PurchaseLine = typeof purchaseLine extends F.Field<infer A> ? A : never

const fromPurchase = (line: PurchaseLine, currency: string): Wanted => ({
  id: line.lineId,
  item: line.itemId,
  account: line.accountId,
  taxRate: line.taxRateId,
  tracking: line.dimensionIds,
  project: line.projectCode,
  description: line.text,
  quantity: showDecimal(decimal(line.qty)),
  price: line.unitMinor === null ? null : times(decimal(line.unitMinor), fromMinor(1, currency)),
  discount: showMinor(line.discountMinor, currency)
})

/** Lines and totals as the sales side writes them. */
export const salesLines = (
  tx: Transaction,
  document: Omit<Document, "side">,
  drafts: ReadonlyArray<SalesLine>,
  id: Id,
  before: Row | null,
  side: Document["side"] = "sales"
) => {
  const common = drafts.map(({ unitPrice, ...line }) => ({
    ...line,
    price: unitPrice === null ? null : decimal(unitPrice)
  }))
  const { lines, totals } = compute(tx, { ...document, side }, common, id, before?.lines ?? [])
  const money = (minor: number) => showMinor(minor, document.currency)
  return {
    totals,
    lines: lines.map((line) => ({
      id: line.id,
      item: nested(tx, "items", line.item, "sku", "title"),
      account: nested(tx, "accounts", line.account, "code"),
      taxRate: nested(tx, "taxRates", line.taxRate, "code", "percent"),
      tracking: line.tracking,
      project: line.project,
      description: line.description,
      quantity: showDecimal(line.quantity),
      unitPrice: showDecimal(line.price, 2),
      discount: money(line.discount),
      net: money(line.net),
      tax: money(line.tax),
      total: money(line.total)
    })),
    shownTotals: {
      discount: money(totals.discount),
      net: money(totals.net),
      tax: money(totals.tax),
      total: money(totals.total)
    }
  }
}

/** Lines and totals as the purchase side writes them. */
export const purchaseLines = (
  tx: Transaction,
  document: Omit<Document, "side">,
  drafts: ReadonlyArray<PurchaseLine>,
  id: Id,
  before: Row | null
) => {
  const common = drafts.map((line) => fromPurchase(line, document.currency))
  const { lines, totals } = compute(tx, { ...document, side: "purchase" }, common, id, before?.lines ?? [])
  const unit = fromMinor(1, document.currency)
  return {
    totals,
    lines: lines.map((line) => ({
      lineId: line.id,
      itemId: line.item,
      accountId: line.account,
      taxRateId: line.taxRate,
      dimensionIds: line.tracking,
      projectCode: line.project,
      text: line.description,
      qty: Number(showDecimal(line.quantity)),
      unitMinor: Number(showDecimal((line.price * 1_000_000n) / unit)),
      discountMinor: line.discount,
      netMinor: line.net,
      taxMinor: line.tax,
      totalMinor: line.total
    })),
    shownTotals: {
      discountMinor: totals.discount,
      netMinor: totals.net,
      taxMinor: totals.tax,
      totalMinor: totals.total
    }
  }
}
