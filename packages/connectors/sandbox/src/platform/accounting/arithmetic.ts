/** The one arithmetic of document lines, for both sides: prices, discounts, taxes and totals in whole minor units. */
import { Failure } from "../Failure.ts"
import type { Decimal } from "../Money.ts"
import { decimal, share, times, toMinor } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"

/** A line as either side wrote it, before anything is computed. */
export interface Wanted {
  readonly id: string | null
  readonly item: Id | null
  readonly account: Id | null
  readonly taxRate: Id | null
  readonly tracking: ReadonlyArray<string>
  readonly project: string | null
  readonly description: string | null
  readonly quantity: string
  readonly price: Decimal | null
  readonly discount: string
}

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
  line: Wanted,
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
  const price = line.price ?? decimal(trade?.price ?? "0")
  const quantity = decimal(line.quantity)
  const gross = toMinor(times(quantity, price), document.currency)
  const discount = toMinor(decimal(line.discount), document.currency)
  if (discount > gross)
    throw new Failure("rule_violation", `${place}: the discount is higher than the line.`, `${place}.discount`)
  const taxRate: Id | null = line.taxRate ?? trade?.taxRate?.id ?? null
  const description = line.description ?? trade?.text ?? item?.title ?? null
  return { ...line, account: account as Id, taxRate, description, quantity, price, discount, weight: gross - discount }
}

/** Computes the lines of a document; `earlier` are those it had before. */
export const compute = (
  tx: Transaction,
  document: Document,
  drafts: ReadonlyArray<Wanted>,
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
    const { weight: _, ...rest } = line
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
