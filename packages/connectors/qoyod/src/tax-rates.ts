/** Taxes: a list that the documentation leaves out, and which lines name by their percentage. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { pages } from "./listing.ts"
import { rowsOf, said } from "./wire.ts"

/** Quirk: what the members are called is not documented. */
const Tax = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "name_en", "name_ar"),
  ...Wire.all(Wire.number, "percentage", "percent", "tax_percent", "rate", "value"),
  updated_at: Wire.instant
})
type Tax = (typeof Tax)["Type"]

const percentOf = ({ percent, percentage, rate, tax_percent, value }: Tax) =>
  percentage ?? percent ?? tax_percent ?? rate ?? value ?? null

export const taxRates = Connector.read("TAX_RATES", {
  path: "/taxes",
  page: pages,
  items: rowsOf("taxes"),
  item: Tax,
  deletes: Read.fullListing,
  unofferedStatuses: [404],
  map: (raw) => ({
    platform_id: raw.id,
    name: said(raw.name, raw.name_en, raw.name_ar),
    effective_tax_rate: percentOf(raw),
    total_tax_rate: percentOf(raw),
    components: [],
    updated_at: raw.updated_at
  })
})

/** Percentages by the tax's id, and the tax of a percentage, where there is one alone. */
export interface Taxes {
  readonly percents: ReadonlyMap<string, number>
  readonly ids: ReadonlyMap<number, string>
}
const known = (all: ReadonlyArray<readonly [string, number]>): Taxes => {
  const alone = [...Map.groupBy(all, ([, percent]) => percent)].flatMap(([percent, [own, another]]) =>
    own === undefined || another !== undefined ? [] : [[percent, own[0]] as const]
  )
  return { percents: new Map(all), ids: new Map(alone) }
}
/** Those that every company has, as the documentation names them: 15 %, 0 % and exempt. */
const usual = known([
  ["1", 15],
  ["2", 0],
  ["3", 0]
])
export const taxes = Lookup.make({
  call: Read.pages({ call: { path: "/taxes" }, page: pages, items: "taxes" }),
  response: Wire.list(Wire.required(Tax)),
  pick: (rows) => {
    const all = rows.flatMap((row) => {
      const percent = percentOf(row)
      return typeof percent === "number" ? [[row.id, percent] as const] : []
    })
    return all.length === 0 ? usual : known(all)
  },
  absent: usual,
  emptyStatuses: [404],
  lasting: true
})
