/** Analysis types and their categories: a category is a record whose parent is its type. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { common, kept, Ref, Refs } from "./wire.ts"

const types = Connector.read("TRACKING_CATEGORIES", {
  source: "types",
  ...kept("analysis_types"),
  item: Wire.struct({ ...common, name: Wire.text, analysis_type_categories: Refs }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name ?? raw.displayed_as,
    status: "ACTIVE",
    has_children: Array.isArray(raw.analysis_type_categories) ? raw.analysis_type_categories.length > 0 : null,
    updated_at: raw.updated_at
  })
})
export const categories = Connector.read("TRACKING_CATEGORIES", {
  source: "categories",
  ...kept("analysis_type_categories"),
  item: Wire.struct({ ...common, name: Wire.text, analysis_type: Ref }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name ?? raw.displayed_as,
    status: "ACTIVE",
    parent_id: raw.analysis_type?.id,
    has_children: false,
    updated_at: raw.updated_at
  })
})
export const trackingCategories = [types, categories]
