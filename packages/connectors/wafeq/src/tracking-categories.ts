/** Tracking categories: the cost centres that lines have, and the projects and branches that documents have. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { languages, listed, record, text } from "./lists.ts"

const Category = Wire.struct({
  ...record,
  name: languages,
  name_en: text,
  name_ar: text,
  is_active: Wire.boolean
})
const categories = (collection: string, type: "DEPARTMENT" | "LOCATION" | "OTHER") =>
  Connector.read("TRACKING_CATEGORIES", {
    ...listed(collection),
    item: Category,
    map: (raw) => ({
      platform_id: raw.id,
      name: raw.name ?? raw.name_en ?? raw.name_ar,
      status: raw.is_active === false ? "ARCHIVED" : "ACTIVE",
      has_children: false,
      type,
      updated_at: raw.modified_ts
    })
  })

export const costCenters = categories("cost-centers", "DEPARTMENT")
export const trackingCategories = [costCenters, categories("projects", "OTHER"), categories("branches", "LOCATION")]
