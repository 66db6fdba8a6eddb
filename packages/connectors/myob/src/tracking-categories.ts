/** Jobs, which lines are for, and categories, which whole documents are of. */
import { Connector, Wire } from "@svc/core"
import { common, listed, Ref, statusOf } from "./wire.ts"

export const jobs = Connector.read("TRACKING_CATEGORIES", {
  source: "jobs",
  ...listed("/GeneralLedger/Job"),
  item: Wire.struct({
    ...common,
    Number: Wire.text,
    Name: Wire.text,
    IsHeader: Wire.boolean,
    IsActive: Wire.boolean,
    ParentJob: Ref
  }),
  map: (raw) => ({
    platform_id: raw.UID,
    platform_unique_id: raw.Number,
    name: raw.Name,
    status: statusOf(raw.IsActive),
    parent_id: raw.ParentJob?.UID,
    has_children: raw.IsHeader,
    type: "OTHER",
    updated_at: raw.LastModified
  })
})
export const categories = Connector.read("TRACKING_CATEGORIES", {
  source: "categories",
  ...listed("/GeneralLedger/Category"),
  item: Wire.struct({ ...common, DisplayID: Wire.text, Name: Wire.text, IsActive: Wire.boolean }),
  map: (raw) => ({
    platform_id: raw.UID,
    platform_unique_id: raw.DisplayID,
    name: raw.Name,
    status: statusOf(raw.IsActive),
    parent_id: null,
    has_children: false,
    type: "OTHER",
    updated_at: raw.LastModified
  })
})
export const trackingCategories = [jobs, categories]
