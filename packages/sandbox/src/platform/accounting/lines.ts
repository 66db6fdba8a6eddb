/**
 * Lines of documents: one arithmetic for both sides, two shapes. Sales lines are written with decimal text and nested
 * references, purchase lines with whole minor units and bare ids.
 */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import type { Decimal } from "../Money.ts"
import { decimal, fromMinor, share, showDecimal, showMinor, times, toMinor } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
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

/** A line in the platform's own arithmetic. */
export interface Line {
  readonly id: string
  readonly item: Id | null
  readonly account: Id
  readonly taxRate: Id | null
  readonly tracking: ReadonlyArray<string>
  readonly project: string | null
  readonly description: string | null
  readonly quantity: Decimal
  readonly price: Decimal
  /** Minor units from here on; `discount` holds the line's share of the document's discount too. */
  readonly discount: number
  readonly net: number
  readonly tax: number
  readonly total: number
}
export interface Totals {
  readonly discount: number
  readonly net: number
  readonly tax: number
  readonly total: number
}
export interface Document {
  readonly side: "sales" | "purchase"
  readonly currency: string
  readonly pricesIncludeTax?: boolean
  /** A discount on the whole document, minor units, spread over the lines by their weight. */
  readonly discount?: number
}

type Common = SalesLine & { readonly priced: Decimal | null }

const fromPurchase = (line: PurchaseLine, currency: string): Common => ({
  id: line.lineId,
  item: line.itemId,
  account: line.accountId,
  taxRate: line.taxRateId,
  tracking: line.dimensionIds,
  project: line.projectCode,
  description: line.text,
  quantity: showDecimal(decimal(line.qty)),
  unitPrice: null,
  priced: line.unitMinor === null ? null : times(decimal(line.unitMinor), fromMinor(1, currency)),
  discount: showMinor(line.discountMinor, currency)
})

const spread = (weights: ReadonlyArray<number>, discount: number): ReadonlyArray<number> => {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (discount > sum) throw new Failure("rule_violation", "The discount is higher than the lines.", "discount")
  let left = discount
  return weights.map((weight, index) => {
    const part = sum === 0 ? 0 : index === weights.length - 1 ? left : share(weight, BigInt(discount), BigInt(sum))
    left -= part
    return part
  })
}

const resolve = (
  tx: Transaction,
  document: Document,
  line: Common,
  place: string,
  before: ReadonlyMap<string, Row>
) => {
  const item = line.item === null ? undefined : tx.get("items", line.item)
  const earlier = line.id === null ? undefined : before.get(line.id)
  if (item?.state === "archived" && (earlier?.item?.id ?? earlier?.itemId) !== item.id) {
    throw new Failure(
      "rule_violation",
      `${item.title} is archived.`,
      `${place}.${document.side === "sales" ? "item" : "itemId"}`
    )
  }
  const trade = document.side === "sales" ? item?.sales : item?.purchase
  const account = line.account ?? trade?.account?.id
  if (account === undefined) {
    const member = document.side === "sales" ? "account" : "accountId"
    throw new Failure("invalid_request", `${place} needs an account or an item that has one.`, `${place}.${member}`)
  }
  const price = line.priced ?? decimal(line.unitPrice ?? trade?.price ?? "0")
  const quantity = decimal(line.quantity)
  const gross = toMinor(times(quantity, price), document.currency)
  const discount = toMinor(decimal(line.discount), document.currency)
  if (discount > gross)
    throw new Failure("rule_violation", `${place}: the discount is higher than the line.`, `${place}.discount`)
  const taxRate: Id | null = line.taxRate ?? trade?.taxRate?.id ?? null
  const description = line.description ?? trade?.text ?? item?.title ?? null
  return { ...line, account: account as Id, taxRate, description, quantity, price, discount, weight: gross - discount }
}

const compute = (
  tx: Transaction,
  document: Document,
  drafts: ReadonlyArray<Common>,
  id: Id,
  earlier: ReadonlyArray<Row>
): { readonly lines: ReadonlyArray<Line>; readonly totals: Totals } => {
  const keyOf = (line: Row): string => String(line.id ?? line.lineId)
  const before = new Map(earlier.map((line) => [keyOf(line), line]))
  const places = drafts.map((_, index) => `lines[${index}]`)
  const resolved = drafts.map((line, index) => resolve(tx, document, line, places[index]!, before))
  const shares = spread(
    resolved.map(({ weight }) => weight),
    document.discount ?? 0
  )
  let last = Math.max(0, ...[...before.keys()].map((key) => Number(key.split("-")[1])))
  const lines = resolved.map((line, index): Line => {
    if (line.id !== null && !before.has(line.id)) {
      throw new Failure("unknown_reference", `There is no line ${line.id}.`, places[index]!)
    }
    const weight = line.weight - shares[index]!
    const percent = line.taxRate === null ? 0n : decimal(tx.get("taxRates", line.taxRate)?.percent ?? "0")
    const hundred = decimal(100)
    const tax = share(weight, percent, document.pricesIncludeTax === true ? hundred + percent : hundred)
    const net = document.pricesIncludeTax === true ? weight - tax : weight
    const { weight: _, priced: __, unitPrice: ___, ...rest } = line
    return {
      ...rest,
      id: line.id ?? `${id}-${++last}`,
      discount: line.discount + shares[index]!,
      net,
      tax,
      total: net + tax
    }
  })
  const sum = (member: keyof Totals) => lines.reduce((total, line) => total + line[member], 0)
  return { lines, totals: { discount: sum("discount"), net: sum("net"), tax: sum("tax"), total: sum("total") } }
}

/** Lines and totals as the sales side writes them. */
export const salesLines = (
  tx: Transaction,
  document: Omit<Document, "side">,
  drafts: ReadonlyArray<SalesLine>,
  id: Id,
  before: Row | null,
  side: Document["side"] = "sales"
) => {
  const common = drafts.map((line) => ({ ...line, priced: line.unitPrice === null ? null : decimal(line.unitPrice) }))
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
