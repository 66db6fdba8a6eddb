/** Exchange rates of documents and payments. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Ref } from "./wire.ts"

export const rated = {
  currency: Ref,
  exchange_rate: Wire.number,
  total_amount: Wire.number,
  base_currency_total_amount: Wire.number
}
type Rated = Wire.Struct<typeof rated>

/**
 * Units of the business's currency for one of the document's. Quirk: nothing says which way round `exchange_rate` goes, so
 * that the amounts in both currencies decide between it and its inverse.
 */
export const rateOf = (raw: Rated, base: string | null): number | null => {
  if (base !== null && raw.currency?.id === base) return 1
  const { base_currency_total_amount: own, exchange_rate, total_amount } = raw
  if (!own || !total_amount) return null
  const wanted = Math.abs(own / total_amount)
  const rates = [exchange_rate, Normalize.inverseRate(exchange_rate || null)]
  const off = (rate: number) => Math.abs(Math.log(rate / wanted))
  return rates.reduce<number | null>(
    (best, rate) => (rate && rate > 0 && (best === null || off(rate) < off(best)) ? rate : best),
    null
  )
}
