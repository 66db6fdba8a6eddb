/** Tracking categories: dimensions, and below each its values, which are what lines name. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, record, reference, text } from "./lists.ts"

const Category = Wire.struct({ ...record, code: text, displayName: text, dimensionId: reference })
const categories = (set: string, isValue: boolean) =>
  Connector.read("TRACKING_CATEGORIES", {
    ...changing(set),
    item: Category,
    map: (raw) => ({
      platform_id: raw.id,
      name: raw.displayName ?? raw.code,
      status: "ACTIVE",
      parent_id: isValue ? raw.dimensionId : null,
      has_children: isValue ? false : null,
      type: "OTHER",
      updated_at: raw.lastModifiedDateTime
    })
  })
export const trackingCategories = [categories("dimensions", false), categories("dimensionValues", true)]
