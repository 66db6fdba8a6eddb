/** Tax types, which every company has of its own, and analysis categories with the types that they are of. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, listed, prefixed, record, ref, statusOf } from "./wire.ts"

export const taxRates = Connector.read("TAX_RATES", {
  ...changing("TaxType"),
  item: Wire.struct({ ...record, Name: Wire.text, Percentage: Wire.number }),
  map: (raw) => ({
    platform_id: raw.ID,
    name: raw.Name,
    code: null,
    tax_type: null,
    effective_tax_rate: raw.Percentage,
    total_tax_rate: raw.Percentage,
    components: [{ name: raw.Name, rate: raw.Percentage, tax_agency: null, is_compound: false }],
    updated_at: raw.Modified
  })
})

export const typePrefix = "type"
const types = Connector.read("TRACKING_CATEGORIES", {
  ...listed("AnalysisType", { prefix: typePrefix }),
  item: Wire.struct({ ID: Wire.required(Wire.id), Description: Wire.text, Active: Wire.boolean }),
  map: (raw) => ({
    platform_id: `${typePrefix}:${raw.ID}`,
    name: raw.Description,
    status: statusOf(raw.Active),
    parent_id: null,
    has_children: null,
    type: "OTHER"
  })
})
export const analysisCategories = Connector.read("TRACKING_CATEGORIES", {
  ...listed("AnalysisCategory"),
  item: Wire.struct({
    ID: Wire.required(Wire.id),
    AnalysisTypeId: ref,
    Description: Wire.text,
    Active: Wire.boolean
  }),
  map: (raw) => ({
    platform_id: raw.ID,
    name: raw.Description,
    status: statusOf(raw.Active),
    parent_id: prefixed(typePrefix, raw.AnalysisTypeId),
    has_children: false,
    type: "OTHER"
  })
})
export const trackingCategories = [types, analysisCategories]
