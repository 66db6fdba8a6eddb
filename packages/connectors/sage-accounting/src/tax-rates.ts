/** Tax rates; their ids are words, such as GB_STANDARD. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { common, kept } from "./wire.ts"

const Component = Wire.struct({ name: Wire.text, displayed_as: Wire.text, percentage: Wire.number, agency: Wire.text })

export const taxRates = Connector.read("TAX_RATES", {
  ...kept("tax_rates"),
  item: Wire.struct({
    ...common,
    name: Wire.text,
    agency: Wire.text,
    percentage: Wire.number,
    is_combined_rate: Wire.boolean,
    component_tax_rates: Wire.list(Component)
  }),
  map: (raw) => {
    const parts = raw.component_tax_rates ?? []
    return {
      platform_id: raw.id,
      platform_unique_id: raw.id,
      name: raw.name ?? raw.displayed_as,
      code: raw.id,
      effective_tax_rate: raw.percentage,
      total_tax_rate: raw.percentage,
      components: (parts.length > 0 ? parts : [raw]).map((part) => ({
        name: part?.name ?? part?.displayed_as,
        rate: part?.percentage,
        tax_agency: part?.agency
      })),
      updated_at: raw.updated_at
    }
  }
})
