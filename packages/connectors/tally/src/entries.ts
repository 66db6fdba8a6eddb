/** What entries of a voucher are made of: names behind ids, lines with their sides, and the taxes that come of them. */
import type { Writes, Xml } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { books, type Found, nameOf } from "./books.ts"
import { lookup } from "./objects.ts"
import { compact } from "./request.ts"
import { text } from "./wire.ts"

const Stock = Wire.struct({ "@NAME": text, NAME: text, GUID: Wire.required(Wire.id), BASEUNITS: text })
const stock = lookup("StockItem", "Guid,Name,BaseUnits", Stock, (all) => new Map(all.map((one) => [one.GUID, one])))
const { company, currencies, groups, ledgers } = books
export const names = { company, currencies, groups, ledgers, stock }
export type Names = Pick<Found, "company" | "currencies" | "groups" | "ledgers"> & {
  readonly stock: (typeof stock)["absent"]
}

export type LineInput = Writes.LineInput

export const byId = (own: Pick<Names, "ledgers">, id: string | null | undefined) =>
  id ? [...own.ledgers.values()].find(({ GUID }) => GUID === id) : undefined
export const nameById = (own: Pick<Names, "ledgers">, id: string | null | undefined, fallback?: string): string => {
  const found = byId(own, id)
  return found === undefined ? (fallback ?? "") : nameOf(found)
}

/** The day, as Tally takes it. */
export const day = (value: string | null | undefined) => {
  const found = Normalize.day(value)
  return found === null ? undefined : compact(found)
}
/** An amount with two decimals: Tally's own form. */
export const fixed = (amount: number): string => Normalize.rounded(amount).toFixed(2)

/** The taxes of all lines, by ledger. */
export const taxesOf = (lines: ReadonlyArray<LineInput>, own: Names) => {
  const found = new Map<string, number>()
  for (const line of lines) {
    const rate = byId(own, line.tax_id)?.RATEOFTAXCALCULATION
    if (line.tax_id && typeof rate === "number") {
      found.set(line.tax_id, (found.get(line.tax_id) ?? 0) + (Take.amountOf(line) * rate) / 100)
    }
  }
  return [...found].map(([id, amount]) => ({ name: nameById(own, id), amount: Normalize.rounded(amount) }))
}

/** What a document comes to with its taxes. */
export const totalOf = (lines: ReadonlyArray<LineInput>, taxes: ReturnType<typeof taxesOf>): number =>
  Normalize.rounded(Normalize.sum([...lines.map(Take.amountOf), ...taxes.map(({ amount }) => amount)]) ?? 0)

/** Yes and negative for a debit, No and positive for a credit: both must say the same. */
export const side = (amount: number, isDebit: boolean) => ({
  ISDEEMEDPOSITIVE: isDebit ? "Yes" : "No",
  AMOUNT: fixed(isDebit ? -amount : amount)
})

/** The members of an item's line that both views of a voucher have. */
export const itemMembers = (
  line: LineInput,
  own: Names,
  isDebit: boolean,
  batch: Readonly<Record<string, Xml.Writable>>
) => {
  const item = own.stock.get(line.item_id ?? "")
  const unit = item?.BASEUNITS ?? ""
  const amount = fixed(isDebit ? -Take.amountOf(line) : Take.amountOf(line))
  const quantity = { ACTUALQTY: ` ${line.quantity} ${unit}`, BILLEDQTY: ` ${line.quantity} ${unit}` }
  return {
    STOCKITEMNAME: item === undefined ? "" : nameOf(item),
    "BASICUSERDESCRIPTION.LIST": line.description
      ? { "@TYPE": "String", BASICUSERDESCRIPTION: line.description }
      : undefined,
    ISDEEMEDPOSITIVE: isDebit ? "Yes" : "No",
    RATE: `${line.unit_amount}/${unit}`,
    DISCOUNT: line.total_discount ? (Take.percentOf(line, 6) ?? undefined) : undefined,
    AMOUNT: amount,
    ...quantity,
    "BATCHALLOCATIONS.LIST": { BATCHNAME: "Primary Batch", AMOUNT: amount, ...quantity, ...batch }
  }
}
