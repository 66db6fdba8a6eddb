/**
 * What records refer to by name: ledgers and their groups, currencies, items, cost centres. Names change, so links are made
 * of GUIDs; everything that is needed to find them is asked for once in a run.
 */
import type { Lookup } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { company, currencies } from "./currencies.ts"
import { lookup } from "./objects.ts"
import { key, rate, text, yes } from "./wire.ts"

const master = {
  // Everything refers to masters by their names, and what is below what decides what it is.
  "@NAME": Wire.decisive(text),
  NAME: Wire.decisive(text),
  GUID: Wire.required(Wire.id),
  PARENT: Wire.decisive(text)
}
/** Quirk: the name stands in an attribute, in an element, or among the names of each language. */
interface Named {
  readonly "@NAME"?: string | null | undefined
  readonly NAME?: string | null | undefined
}
export const nameOf = (raw: Named): string => raw["@NAME"] ?? raw.NAME ?? ""

export const Group = Wire.struct({ ...master, ISREVENUE: yes, ISDEEMEDPOSITIVE: yes })
/** The members of a ledger that tell what it is. */
export const ledgerMembers = {
  ...master,
  _PRIMARYGROUP: Wire.decisive(text),
  ISREVENUE: yes,
  ISDEEMEDPOSITIVE: yes,
  CURRENCYNAME: text,
  RATEOFTAXCALCULATION: rate
}
const Ledger = Wire.struct(ledgerMembers)
type Raw = (typeof Ledger)["Type"]
export interface Ledger extends Raw {}
type RawGroup = (typeof Group)["Type"]

const groups = lookup("Group", "Guid,Name,Parent,IsRevenue,IsDeemedPositive", Group, byKey)
const ledgers = lookup(
  "Ledger",
  "Guid,Name,Parent,_PrimaryGroup,IsRevenue,IsDeemedPositive,CurrencyName,RateOfTaxCalculation",
  Ledger,
  byKey
)
const Master = Wire.struct(master)
const items = lookup("StockItem", "Guid,Name", Master, byKey)
const centres = lookup("CostCentre", "Guid,Name", Master, byKey)
function byKey<A extends Named>(all: ReadonlyArray<A>): ReadonlyMap<string, A> {
  return new Map(all.map((one) => [key(nameOf(one)), one]))
}

/** For records that name ledgers. */
export const chart = { ledgers, groups }
/** For documents, which name everything. */
export const books = { ...chart, currencies, company, items, centres }
export type Chart = Lookup.Found<typeof chart>
export type Found = Lookup.Found<typeof books>

/** The groups above a ledger or group, the nearest first. */
export const above = (
  { groups: all }: Pick<Chart, "groups">,
  parent: string | null | undefined
): ReadonlyArray<RawGroup> => {
  const found: Array<RawGroup> = []
  let group = parent ? all.get(key(parent)) : undefined
  while (group !== undefined && !found.includes(group)) {
    found.push(group)
    group = group.PARENT ? all.get(key(group.PARENT)) : undefined
  }
  return found
}
/** Whether a ledger is in one of these groups, at any depth. */
export const isIn = (own: Chart, raw: Raw | undefined, ...names: ReadonlyArray<string>): boolean =>
  raw !== undefined &&
  [raw._PRIMARYGROUP ?? "", ...above(own, raw.PARENT).map(nameOf)].some((name) => names.includes(key(name)))
/** The id of what a name stands for; null for none, such as the root of all groups. */
export const idBehind = (
  all: ReadonlyMap<string, { readonly GUID: string }>,
  name: string | null | undefined
): string | null => Normalize.lookUp(all, name?.trim().toLowerCase())?.GUID ?? null
export const ledger = (own: Pick<Chart, "ledgers">, name: string | null | undefined): Raw | undefined =>
  name ? own.ledgers.get(key(name)) : undefined
export const isDebtor = (own: Chart, raw: Raw | undefined) => isIn(own, raw, "sundry debtors")
export const isCreditor = (own: Chart, raw: Raw | undefined) => isIn(own, raw, "sundry creditors")
export const isTax = (own: Chart, raw: Raw | undefined) => isIn(own, raw, "duties & taxes")
export const isBank = (own: Chart, raw: Raw | undefined) =>
  isIn(own, raw, "bank accounts", "bank od a/c", "bank occ a/c")
export const isMoney = (own: Chart, raw: Raw | undefined) => isBank(own, raw) || isIn(own, raw, "cash-in-hand")
