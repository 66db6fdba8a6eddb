/** Taxes, and groups of them. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { listing } from "./lists.ts"

const tax = { name: Wire.text, rate: Wire.number }

export const taxRates = Connector.read("TAX_RATES", {
  ...listing("taxes", "company_tax"),
  items: "company_taxes",
  item: Wire.struct({ ...tax, id: Wire.required(Wire.id), children: Wire.list(Wire.required(Wire.struct(tax))) }),
  map: (raw) => {
    const members = raw.children ?? []
    return {
      platform_id: raw.id,
      name: raw.name,
      effective_tax_rate: raw.rate,
      total_tax_rate: raw.rate,
      components: (members.length === 0 ? [raw] : members).map(({ name, rate }) => ({
        name,
        rate
      }))
    }
  }
})
