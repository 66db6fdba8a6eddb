/** Jobs and categories made, changed and deleted: an id says which list it is of, and of a new one its type. */
import type { Take } from "@svc/core"
import { categories, categoryId, categoryIn, categoryPath, isCategory, jobPath, jobs } from "./tracking-categories.ts"
import { writing } from "./writing.ts"

const isOfDocuments = ({ platform_id: id, type }: Take.Item): boolean => (id ? isCategory(id) : type === "CLASS")
const pathOf = (item: Take.Item): string => (isOfDocuments(item) ? categoryPath : jobPath)

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  path: jobPath,
  listOf: pathOf,
  placeOf: ({ id, item }) => pathOf({ ...item, platform_id: id }),
  made: { IsActive: true },
  idOf: (uid, item) => (isOfDocuments(item) ? String(categoryId(uid)) : uid),
  uidOf: (id) => categoryIn(id) ?? id,
  alike: { name: "Name" },
  record: (item: Take.Item) => (isOfDocuments(item) ? categories : jobs),
  requires: { create: ["name"] },
  takes: {
    name: "Name",
    status: (status) => ({ IsActive: status === "ACTIVE" }),
    parent_id: (id, at) =>
      isOfDocuments(at.item) || isCategory(id) ? at.refuse("must be a job, of a job") : { ParentJob: { UID: id } }
  },
  creates: {
    type: (type, { refuse }) => (type === "CLASS" || type === "OTHER" ? {} : refuse("must be CLASS or OTHER"))
  },
  // Quirk: both have a short name of the user's own; the first letters of the name are one.
  makes: (item, { isNew }) => {
    const short = item.name?.slice(0, 15)
    return !isNew ? {} : isOfDocuments(item) ? { DisplayID: short } : { IsHeader: false, Number: short }
  }
})
