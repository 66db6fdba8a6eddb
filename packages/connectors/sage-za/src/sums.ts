/** What accounts come to: rows summed by account, proven to be whole, and told apart by their sides. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { bankPrefix, categories } from "./accounts.ts"

const Row = Wire.struct({
  ID: Wire.required(Wire.id),
  Type: Wire.decisive(Wire.number),
  Description: Wire.text,
  CategoryDescription: Wire.decisive(Wire.text),
  Debit: Wire.decisive(Wire.number),
  Credit: Wire.decisive(Wire.number)
})
export const Rows = Wire.list(Wire.required(Row))
const rowsIn = (further: unknown): (typeof Rows)["Type"] => (further === undefined ? [] : Wire.decode(Rows, further))

const earned = Normalize.word(
  { Sales: "REVENUE", "Cost of Sales": "COST", "Other Income": "OTHER", Expenses: "OPERATING", "Income Tax": "TAXES" },
  null
)
interface Sum {
  readonly name: string | null
  readonly category: string | null
  readonly debit: number
}
/** What each account comes to, above zero for a debit: an account has a row for each category that it is analysed by. */
const summed = (rows: (typeof Rows)["Type"]): ReadonlyMap<string, Sum> => {
  const found = new Map<string, Sum>()
  for (const { CategoryDescription, Credit, Debit, Description, ID, Type } of rows ?? []) {
    const key = Type === 4 ? `${bankPrefix}:${ID}` : ID
    const debit = Normalize.sum([found.get(key)?.debit ?? 0, Debit ?? 0, -(Credit ?? 0)]) ?? 0
    found.set(key, { name: Description ?? null, category: CategoryDescription ?? null, debit })
  }
  // Quirk: a hundred rows may be all that is answered. What is whole has debits that are equal to the credits.
  if (Normalize.sum([0, ...[...found.values()].map(({ debit }) => debit)]) !== 0) {
    throw new Normalize.Unreadable("debits that are equal to the credits", undefined, "Results")
  }
  return found
}
/** Quirk: nothing says whether the first day counts. Then a month and all before it come to what is there at its end. */
const provenBy = (
  month: ReadonlyMap<string, Sum>,
  before: ReadonlyMap<string, Sum>,
  until: ReadonlyMap<string, Sum>
) => {
  const of = (sums: ReadonlyMap<string, Sum>, key: string) => sums.get(key)?.debit ?? 0
  const odd = [...month.keys(), ...until.keys()].find(
    (key) => Normalize.sum([of(month, key), of(before, key)]) !== of(until, key)
  )
  if (odd !== undefined) throw new Normalize.Unreadable("balances of the month alone", odd, "Results")
}

type Names = ReadonlyMap<string, string | null | undefined>
/** The accounts with something on them, by their sides. One that stands on no side is not passed over. */
export const sidesOf = (
  raw: { readonly rows: (typeof Rows)["Type"] },
  followed: ReadonlyArray<unknown>,
  names: Names,
  of: "its end" | "the month"
) => {
  const [before, until] = of === "the month" ? followed.slice(0, 2) : []
  const rest = followed[of === "the month" ? 2 : 0]
  const sums = summed([...raw.rows, ...rowsIn(rest)])
  if (of === "the month") provenBy(sums, summed(rowsIn(before)), summed(rowsIn(until)))
  const booked = [...sums]
    .filter(([, { debit }]) => debit !== 0)
    .map(([key, own]) => ({
      ...own,
      key,
      side: earned(own.category) ?? (key.startsWith(`${bankPrefix}:`) ? "ASSET" : categories(own.category))
    }))
  const odd = booked.find(({ side }) => side === null || side === "UNKNOWN")
  if (odd !== undefined) throw new Normalize.Unreadable("an account of a known group", odd.category, "Results")
  return (sign: 1 | -1, ...wanted: ReadonlyArray<(typeof booked)[number]["side"]>) => {
    const rows = booked
      .filter(({ side }) => wanted.includes(side))
      .map(({ debit, key, name }) => ({
        name,
        value: debit * sign,
        account_id: name !== null && names.get(key) === name ? key : null,
        line_items: []
      }))
    return { rows, total: Normalize.sum([0, ...rows.map(({ value }) => value)]) }
  }
}
