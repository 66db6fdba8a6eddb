/** Tax rates, which can be listed alone. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, pages, pathOf, query, record } from "./lists.ts"

/**
 * Quirk: a rate is written as a part of one (0.05), and the description allows percents (5) as well. Nobody taxes by less
 * than one percent here, and one itself could be either: it is not read.
 */
export const percent = (value: unknown): number | null => {
  const rate = Normalize.number(value, "rate")
  if (rate === 1)
    throw new Normalize.Unreadable("a rate that is a part of one, or a percentage above one", value, "rate")
  return rate !== null && Math.abs(rate) < 1 ? Normalize.fraction(rate, "rate") : rate
}
const TaxRate = Wire.struct({ ...record, name: Wire.text, rate: Wire.read(percent), tax_type: Wire.text })

/** By id, for amounts that are told without their tax. */
export const taxes = Lookup.make({
  call: Read.pages({ call: { path: pathOf("tax-rates"), query }, page: pages, items: "results" }),
  response: Wire.list(Wire.required(TaxRate)),
  pick: (all): ReadonlyMap<string, (typeof TaxRate)["Type"]> => new Map(all.map((own) => [own.id, own])),
  absent: new Map()
})

const { get: _, getItem: __, ...list } = changing("tax-rates")
export const taxRates = Connector.read("TAX_RATES", {
  ...list,
  item: TaxRate,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_type: raw.tax_type,
    effective_tax_rate: raw.rate,
    total_tax_rate: raw.rate,
    components: [{ name: raw.name, rate: raw.rate, tax_agency: null, is_compound: false }],
    updated_at: raw.modified_ts
  })
})
