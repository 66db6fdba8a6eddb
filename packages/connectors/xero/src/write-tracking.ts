/** How tracking categories and their options are written: an option is a record whose parent is its category. */
import { Call, Connector, Write, Writes } from "@svc/core"
import { trackingOptions } from "./references.ts"
import { bodyOf, type Table, untaken, words } from "./taking.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { elements, idempotency } from "./answered.ts"

const path = (parent: string | null | undefined, id?: string) => {
  const options = parent ? `/${Call.segment(parent)}/Options` : ""
  return `/TrackingCategories${options}${id === undefined ? "" : `/${Call.segment(id)}`}`
}
/** Quirk: an option is answered without the category that it is of. */
const answers = (parent: string | null | undefined) => (body: unknown) =>
  parent
    ? elements("Options")(body).map((own) =>
        own._tag === "Accepted" ? Write.accepted({ ...(own.raw as object), TrackingCategoryID: parent }) : own
      )
    : elements("TrackingCategories")(body)

const takes = { name: "Name" } satisfies Table
const changes = { ...takes, status: words("Status", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" }) } satisfies Table
const record = trackingCategories
const lookups = { tracking: trackingOptions }

export const writeTrackingCategories = {
  create: Connector.create("TRACKING_CATEGORIES", {
    record,
    idempotency,
    requires: ["name"],
    unsupported: untaken(Writes.get("TRACKING_CATEGORIES", "create")!.fields, { ...takes, parent_id: "" }),
    call: ([item]) => ({ method: "PUT", path: path(item?.parent_id), body: { Name: item?.name } }),
    answers: (body, [item]) => answers(item?.parent_id)(body)
  }),
  update: Connector.update("TRACKING_CATEGORIES", {
    record,
    idempotency,
    requires: [],
    unsupported: untaken(Writes.get("TRACKING_CATEGORIES", "update")!.fields, changes),
    lookups,
    refuse: (item, { lookups: { tracking } }) =>
      tracking.parents.has(item.platform_id)
        ? (bodyOf(changes, item, { lookups: {}, current: {} }).faults[0] ?? null)
        : { field: "platform_id", message: "is not known to Xero" },
    call: ([item], { lookups: { tracking } }) => ({
      method: "POST",
      path: path(tracking.parents.get(item!.platform_id), item!.platform_id),
      body: bodyOf(changes, item!, { lookups: {}, current: {} }).body
    }),
    answers: (body, [item], _, { lookups: { tracking } }) => answers(tracking.parents.get(item!.platform_id))(body)
  }),
  delete: Connector.delete("TRACKING_CATEGORIES", {
    record,
    lookups,
    call: ([item], { lookups: { tracking } }) => ({
      method: "DELETE",
      path: path(tracking.parents.get(item!.platform_id), item!.platform_id)
    })
  })
}
