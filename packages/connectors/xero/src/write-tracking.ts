/** How tracking categories and their options are written: an option is a record whose parent is its category. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { elements, idempotency } from "./answered.ts"
import { trackingOptions } from "./references.ts"
import { trackingCategories } from "./tracking-categories.ts"

type Known = Take.At<unknown, { readonly tracking: typeof trackingOptions }>["lookups"]
const parentOf = ({ id, isNew, item, lookups }: Writer.Sent): string | null | undefined =>
  isNew ? item["parent_id"] : (lookups as Known).tracking.parents.get(id)
const pathOf = (sent: Writer.Sent) => {
  const parent = parentOf(sent)
  const options = parent ? `/${Call.segment(parent)}/Options` : ""
  return `/TrackingCategories${options}${sent.isNew ? "" : `/${Call.segment(sent.id)}`}`
}
const writing = Writer.make(() => ({
  idempotency,
  // Quirk: an option is answered without the category that it is of.
  answers: (body, [sent]) => {
    const parent = parentOf(sent!)
    if (!parent) return elements("TrackingCategories")(body)
    return elements("Options")(body).map((own) =>
      own._tag === "Accepted" ? Write.accepted({ ...(own.raw as object), TrackingCategoryID: parent }) : own
    )
  },
  create: { call: (sent) => ({ method: "PUT", path: pathOf(sent), body: sent.body }) },
  update: {
    lookups: { tracking: trackingOptions },
    call: (sent) =>
      sent.lookups["tracking"].parents.has(sent.id)
        ? { method: "POST", path: pathOf(sent), body: sent.body }
        : sent.refuse("is not known to Xero", "platform_id")
  },
  delete: {
    idempotency: Write.natural,
    lookups: { tracking: trackingOptions },
    call: (sent) => ({ method: "DELETE", path: pathOf(sent) })
  }
}))

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  record: trackingCategories,
  requires: ["name"],
  takes: { name: "Name" },
  creates: { parent_id: Take.beside },
  updates: { status: Take.words("Status", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" }) }
})
