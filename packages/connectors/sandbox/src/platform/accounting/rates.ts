/** Exchange rates on documents: the sales side says base per unit, the purchase side units per base. */
import type { Decimal } from "../Money.ts"
import { decimal, inverse, showDecimal } from "../Money.ts"
import type { Lookup } from "../Resource.ts"
import { baseCurrency } from "./references.ts"

const unitsPerBase = (lookup: Lookup, currency: string): Decimal =>
  decimal(lookup.find("currencies", ({ code }) => code === currency)?.unitsPerBase ?? "1")

/** Base units for one unit of the currency: the given rate, else the currency's present one. */
export const fxRate = (lookup: Lookup, currency: string, given: string | null): string => {
  if (currency === baseCurrency(lookup)) return "1.000000"
  return given ?? showDecimal(inverse(unitsPerBase(lookup, currency)), 6)
}

/** Units of the currency for one base unit. */
export const unitsRate = (lookup: Lookup, currency: string, given: string | null): string => {
  if (currency === baseCurrency(lookup)) return "1.000000"
  return given ?? showDecimal(unitsPerBase(lookup, currency), 6)
}
