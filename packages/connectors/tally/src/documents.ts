/**
 * Vouchers as documents: their party, lines and amounts. Entries stand in one list or in two, depending on the view a voucher
 * was entered in; since what is debited is credited, it can be told whether the items are part of the ledgers or beside them.
 */
import * as Normalize from "@svc/core/Normalize"
import { type Found, isCreditor, isDebtor, isTax, ledger } from "./books.ts"
import { entriesOf, type Entry, type Item, type Voucher } from "./voucher.ts"
import { dueOn, key } from "./wire.ts"

/** The party: what is marked as such, else the first customer or vendor, else what the voucher names. */
export const partyOf = (raw: Voucher, own: Found): Entry | undefined => {
  const entries = entriesOf(raw)
  const known = entries.filter(
    ({ LEDGERNAME }) => isDebtor(own, ledger(own, LEDGERNAME)) || isCreditor(own, ledger(own, LEDGERNAME))
  )
  const named = raw.PARTYLEDGERNAME ? key(raw.PARTYLEDGERNAME) : null
  const marked = entries.filter(({ ISPARTYLEDGER }) => ISPARTYLEDGER === true)
  return (
    marked.find((one) => known.includes(one)) ??
    known[0] ??
    marked[0] ??
    entries.find(({ LEDGERNAME }) => named !== null && key(LEDGERNAME ?? "") === named)
  )
}
export const contactOf = (own: Found, name: string | null | undefined) => {
  const found = ledger(own, name)
  return isDebtor(own, found) || isCreditor(own, found) ? found?.GUID : null
}

/** One line of a document: an item or a ledger, on the side opposite the party's. */
export interface Line {
  readonly item: Item | null
  readonly entry: Pick<Entry, "LEDGERNAME" | "AMOUNT" | "NARRATION" | "CATEGORYALLOCATIONS.LIST">
}
const base = (values: ReadonlyArray<{ readonly AMOUNT?: Entry["AMOUNT"] }>) =>
  Normalize.sum(values.map(({ AMOUNT }) => AMOUNT?.base)) ?? 0

const itemLine = (item: Item, fallback: string | null | undefined): Line => {
  const [allocation] = item["ACCOUNTINGALLOCATIONS.LIST"] ?? []
  return {
    item,
    entry: {
      LEDGERNAME: allocation?.LEDGERNAME ?? fallback,
      AMOUNT: item.AMOUNT,
      "CATEGORYALLOCATIONS.LIST": allocation?.["CATEGORYALLOCATIONS.LIST"]
    }
  }
}
const isOf = (entry: Entry) => (item: Item) =>
  key(itemLine(item, null).entry.LEDGERNAME ?? "") === key(entry.LEDGERNAME ?? "")
/** The items that an entry holds already: those of its ledger, or, where others are of that ledger too, those it is the sum of. */
const coveredBy = (entry: Entry, left: ReadonlySet<Item>, others: ReadonlyArray<Entry>): ReadonlyArray<Item> => {
  const own = [...left].filter(isOf(entry))
  const same = others.filter(({ LEDGERNAME }) => key(LEDGERNAME ?? "") === key(entry.LEDGERNAME ?? ""))
  if (same.length < 2) return own
  const amount = entry.AMOUNT?.base ?? 0
  const alone = own.find(({ AMOUNT }) => AMOUNT?.base === amount)
  return alone !== undefined ? [alone] : base(own) === amount ? own : runOf(own, amount)
}
/** The items from the first on that add up to an amount; all of them where none do. */
const runOf = (items: ReadonlyArray<Item>, amount: number): ReadonlyArray<Item> => {
  const end = items.findIndex((_, index) => base(items.slice(0, index + 1)) === amount)
  return end < 0 ? items : items.slice(0, end + 1)
}
/** The lines beside the party, taxes included; each amount once. */
export const linesOf = (raw: Voucher, party: Entry | undefined): ReadonlyArray<Line> => {
  const entries = entriesOf(raw)
  const items = raw["ALLINVENTORYENTRIES.LIST"] ?? []
  const others = entries.filter((entry) => entry !== party)
  // Ledgers that come out even hold the items' amounts already.
  const isWhole = base(entries) === 0
  const lines: Array<Line> = items.map((item) => itemLine(item, null))
  // A ledger may have several entries, and each item is in one of them.
  const left = new Set(isWhole ? items : [])
  for (const entry of others) {
    const nested = (entry["INVENTORYALLOCATIONS.LIST"] ?? []).filter(({ STOCKITEMNAME }) => STOCKITEMNAME)
    const own = items.length > 0 ? [] : nested.map((item) => itemLine(item, entry.LEDGERNAME))
    const covered = coveredBy(entry, left, others)
    for (const item of covered) left.delete(item)
    const rest = Normalize.difference(entry.AMOUNT?.base ?? 0, base([...own.map((one) => one.entry), ...covered]))
    lines.push(...own)
    if (own.length + covered.length === 0) lines.push({ item: null, entry })
    else if (rest !== 0) lines.push({ item: null, entry: { ...entry, AMOUNT: { base: rest ?? 0, foreign: null } } })
  }
  return lines
}
export const isTaxLine = (own: Found, { entry, item }: Line) =>
  item === null && isTax(own, ledger(own, entry.LEDGERNAME))

/** When a document falls due: by the term of its own bill. */
export const dueDate = (raw: Voucher, party: Entry | undefined) => {
  const terms = (party?.["BILLALLOCATIONS.LIST"] ?? []).filter(({ BILLTYPE }) => BILLTYPE !== "Agst Ref")
  const term = terms.find(({ BILLCREDITPERIOD }) => BILLCREDITPERIOD)?.BILLCREDITPERIOD
  return term ? dueOn(term, raw.DATE) : null
}
