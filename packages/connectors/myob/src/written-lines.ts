/** The lines of invoices, bills, credit notes and orders as they are written, by the layout of the document. */
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import type { Members } from "./whole.ts"
import { isForeign, layoutOf, type Root, type Row } from "./write-lines.ts"
import { amountsOf, isEmpty, type Kept, spread } from "./written-amounts.ts"
import { categoryOf, jobOf } from "./write-tracking.ts"

/** How the lines of a kind of document are written. */
export interface Lines {
  readonly quantity: "ShipQuantity" | "BillQuantity"
  readonly isTurned?: true
  readonly isOrder?: true
}
const of = [
  "platform_id",
  "tracking_category_ids",
  "project_id",
  "item_id",
  "tax_id",
  "account_id",
  "description",
  "quantity",
  "unit_amount",
  "total_discount"
] as const
const idOf = ({ platform_id }: Row) => platform_id?.split("/").at(-1)

/** Quirk: lines of items have quantities and prices, and those of services a total alone. Those of credit notes are below zero. */
export const linesTo = (own: Lines) => ({
  of,
  whole: (rows: ReadonlyArray<Row> | null, at: Root): object => {
    const { isNew, raw, refuse, root } = at
    const layout = layoutOf(root, raw)
    if (layout !== "Item" && layout !== "Service") refuse(`of the layout ${layout} can be read only`)
    const [sign, foreign] = [own.isTurned ? -1 : 1, isForeign(at) ? "Foreign" : ""]
    // Freight is read as a line, and stays.
    const written = (rows ?? []).filter((row) => isNew || idOf(row) !== "freight" || !isEmpty(row.unit_amount))
    const before = Read.arrayAt(isNew ? {} : (at.lookups as Members)["whole"]?.get(root["platform_id"]), "Lines")
    const kept = written.map(
      (row): Kept => before.find((line) => String((line as Members)["RowID"]) === idOf(row)) as Kept
    )
    const isSpread = typeof root["total_discount"] === "number"
    const sums = written.map((row, i) => amountsOf(row, kept[i], at, own.quantity, isSpread, `[${i}]`))
    const amounts = spread(sums, root["total_discount"])
    const lines = written.map((row, index) => {
      const [was, place] = [kept[index], `[${index}]`]
      const { count, discount, gross, price } = amounts[index]!
      const percent = gross === 0 ? 0 : Normalize.rounded((100 * discount) / gross, 4)
      const counted = layout === "Item" ? own.quantity : isEmpty(was?.["UnitPrice"]) ? null : "UnitCount"
      const priced = counted && { [counted]: count * sign, [`UnitPrice${foreign}`]: price, DiscountPercent: percent }
      const [item, account] = [row.item_id ?? was?.["Item"]?.UID, row.account_id ?? was?.["Account"]?.UID]
      if (layout === "Service" && row.item_id) refuse("has no place in a document of services", `${place}.item_id`)
      if (layout === "Item" && own.isOrder) {
        if (!item) refuse("is required beside others with items", `${place}.item_id`)
        if (row.account_id) refuse("has no place in an order of items", `${place}.account_id`)
      }
      if (!item && !account) refuse("is required, or an item", `${place}.account_id`)
      if (!row.tax_id && !was?.["TaxCode"]) refuse("is required", `${place}.tax_id`)
      return {
        ...(was === undefined ? {} : { RowID: was["RowID"] }),
        Type: "Transaction",
        ...(was !== undefined && isEmpty(row.description) ? {} : { Description: row.description ?? "" }),
        ...(was !== undefined && !isSpread && [row.quantity, row.unit_amount, row.total_discount].every(isEmpty)
          ? {}
          : { ...priced, [`Total${foreign}`]: Normalize.rounded((gross - discount) * sign) }),
        ...(row.item_id ? { Item: { UID: row.item_id } } : {}),
        ...(row.account_id ? { Account: { UID: row.account_id } } : {}),
        ...(row.tax_id ? { TaxCode: { UID: row.tax_id } } : {}),
        ...jobOf(row, isNew, (message, below) => refuse(message, `${place}.${below}`))
      }
    })
    return {
      Lines: lines,
      ...categoryOf(written, isNew, (message, below) => refuse(message, `${below}.tracking_category_ids`))
    }
  }
})

/** The lines that are there, with a discount that is written without them. */
export const discounted = (own: Lines, at: Root): object => {
  const { isNew, root } = at
  if (isNew || typeof root["total_discount"] !== "number" || root["line_items"]) return {}
  const before = Read.arrayAt((at.lookups as Members)["whole"]?.get(root["platform_id"]), "Lines")
  const rows = before.flatMap((line): ReadonlyArray<Row> => {
    const { RowID, Type } = line as Members
    return Type === "Transaction" ? [{ platform_id: String(RowID) }] : []
  })
  const made = linesTo(own).whole(rows, at) as { readonly Lines: ReadonlyArray<Members> }
  return { Lines: before.map((line) => made.Lines.find(({ RowID }) => RowID === (line as Members)["RowID"]) ?? line) }
}
