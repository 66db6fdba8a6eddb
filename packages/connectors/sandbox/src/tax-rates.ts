/** Tax rates with their parts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { silent } from "./wire.ts"

export const taxRates = Connector.read("TAX_RATES", {
  ...silent("taxRates"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    code: Wire.text,
    label: Wire.text,
    appliesTo: Wire.text,
    percent: Wire.number,
    parts: Wire.list(
      Wire.struct({ label: Wire.text, percent: Wire.number, agency: Wire.text, compound: Wire.boolean })
    ),
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.label,
    code: raw.code,
    tax_type: raw.appliesTo,
    effective_tax_rate: raw.percent,
    total_tax_rate: Normalize.sum((raw.parts ?? []).map(({ percent }) => percent)),
    components: (raw.parts ?? []).map(({ agency, compound, label, percent }) => ({
      name: label,
      rate: percent,
      tax_agency: agency,
      is_compound: compound
    })),
    updated_at: raw.updatedAt
  })
})
