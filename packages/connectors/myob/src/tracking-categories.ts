/** Jobs, which lines are for, and categories, which whole documents are of. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, listed, Ref, statusOf } from "./wire.ts"

type Linked = { readonly UID?: string | null | undefined } | null | undefined
/** Ids of categories say which list they are of. */
export const categoryId = (uid: string | null | undefined) => Normalize.prefixed("category", uid, ":")
export const categoryIn = (id: string): string | null => Normalize.unprefixed("category", id, ":")
export const isCategory = (id: string | null | undefined): boolean => Boolean(id && categoryIn(id) !== null)
export const jobPath = "/GeneralLedger/Job"
export const categoryPath = "/GeneralLedger/Category"
/** What a line is for: its job, and the category of its document. */
export const trackedBy = (job: Linked, category: Linked) => Normalize.distinct(job?.UID, categoryId(category?.UID))

export const jobs = Connector.read("TRACKING_CATEGORIES", {
  source: "jobs",
  ...listed(jobPath),
  get: (id) => (isCategory(id) ? null : { path: `${jobPath}/${Call.segment(id)}` }),
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
  mapping: 2,
  ...listed(categoryPath),
  owner: ({ UID }) => UID,
  get: (id) => {
    const uid = categoryIn(id)
    return uid === null ? null : { path: `${categoryPath}/${Call.segment(uid)}` }
  },
  item: Wire.struct({ ...common, DisplayID: Wire.text, Name: Wire.text, IsActive: Wire.boolean }),
  map: (raw) => ({
    platform_id: Normalize.prefixed("category", raw.UID, ":"),
    platform_unique_id: raw.DisplayID,
    name: raw.Name,
    status: statusOf(raw.IsActive),
    parent_id: null,
    has_children: false,
    type: "CLASS",
    updated_at: raw.LastModified
  })
})
export const trackingCategories = [jobs, categories]
