/** The lines of invoices, bills, credit notes and orders, whatever layout they are of. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { trackedBy } from "./tracking-categories.ts"
import { Ref } from "./wire.ts"

const Line = Wire.struct({
  RowID: Wire.id,
  Type: Wire.decisive(Wire.text),
  Description: Wire.text,
  Total: Wire.number,
  TotalForeign: Wire.number,
  ShipQuantity: Wire.number,
  BillQuantity: Wire.number,
  Units: Wire.number,
  Hours: Wire.number,
  UnitCount: Wire.number,
  UnitPrice: Wire.number,
  UnitPriceForeign: Wire.number,
  Rate: Wire.number,
  DiscountPercent: Wire.number,
  Item: Ref,
  Account: Ref,
  Job: Ref,
  TaxCode: Ref
})
type Line = (typeof Line)["Type"]
export const Lines = Wire.list(Wire.required(Line))

/** How the amounts of a document are to be read. */
export interface Reading {
  readonly id: string
  /** Amounts are in another currency than the file's, and stand in members of their own. */
  readonly isForeign: boolean
  /** Quirk: a credit note is an invoice or a bill below zero. */
  readonly isTurned: boolean
  readonly isTaxInclusive: boolean | null | undefined
  readonly category: { readonly UID?: string | null | undefined } | null | undefined
}
export const signed = (amount: number | null | undefined, isTurned: boolean) =>
  isTurned ? Normalize.difference(0, amount) : amount

/** An amount of a line, which holds the tax or not as the document says. */
export const netOrGross = (amount: number | null | undefined, isTaxInclusive: boolean | null | undefined) => ({
  sub_total: isTaxInclusive === false ? amount : null,
  total_amount: isTaxInclusive === true ? amount : null
})

const discountOf = (
  percent: number | null | undefined,
  ...[quantity, price, amount]: ReadonlyArray<number | null | undefined>
) => (percent ? Normalize.difference(Normalize.product(quantity, price), amount) : (percent ?? null))

const line = (raw: Line, { category, id, isForeign, isTaxInclusive, isTurned }: Reading) => {
  const given = raw.ShipQuantity ?? raw.BillQuantity ?? raw.Units ?? raw.Hours ?? raw.UnitCount
  // What turns the amount of a line is its quantity or its price.
  const isBelow = (given ?? 0) < 0
  const quantity = signed(given, isTurned && isBelow)
  const price = signed(isForeign ? raw.UnitPriceForeign : (raw.UnitPrice ?? raw.Rate), isTurned && !isBelow)
  const amount = signed(isForeign ? raw.TotalForeign : raw.Total, isTurned)
  return {
    platform_id: raw.RowID ? `${id}/${raw.RowID}` : null,
    tracking_category_ids: trackedBy(raw.Job, category),
    project_id: raw.Job?.UID,
    item_id: raw.Item?.UID,
    tax_id: raw.TaxCode?.UID,
    account_id: raw.Account?.UID,
    description: raw.Description,
    quantity,
    unit_amount: price,
    ...netOrGross(amount, isTaxInclusive),
    total_discount: discountOf(raw.DiscountPercent, quantity, price, amount)
  }
}
/** Headings and sums between the lines are none. */
export const linesOf = (all: ReadonlyArray<Line> | null | undefined, reading: Reading) =>
  (all ?? []).filter(({ Type }) => (Type ?? "Transaction") === "Transaction").map((raw) => line(raw, reading))
