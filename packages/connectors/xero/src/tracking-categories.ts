/** Tracking categories and their options: an option is a record whose parent is its category. */
import { Connector, Lookup, Page, Read, Wire } from "@svc/core"
import { accountStatus } from "./accounts.ts"

const path = "/TrackingCategories"
const query = { includeArchived: true }
const Category = Wire.struct({
  TrackingCategoryID: Wire.required(Wire.id),
  Name: Wire.text,
  Status: Wire.text,
  Options: Wire.list(Wire.struct({ TrackingOptionID: Wire.required(Wire.id), Name: Wire.text, Status: Wire.text }))
})

export const trackingCategories = Connector.read("TRACKING_CATEGORIES", {
  path,
  query,
  page: Page.single,
  deletes: Read.fullListing,
  items: "TrackingCategories",
  item: Category,
  owner: (raw) => raw.TrackingCategoryID,
  map: (raw) => {
    if (raw.Status === "DELETED") return []
    const options = (raw.Options ?? []).filter(({ Status }) => Status !== "DELETED")
    return [
      {
        platform_id: raw.TrackingCategoryID,
        name: raw.Name,
        status: accountStatus(raw.Status),
        has_children: options.length > 0
      },
      ...options.map(({ Name, Status, TrackingOptionID }) => ({
        platform_id: TrackingOptionID,
        name: Name,
        status: accountStatus(Status),
        parent_id: raw.TrackingCategoryID,
        has_children: false
      }))
    ]
  }
})

/** The category of each option, by the option's id, for writes whose lines name any. */
export const optionCategories = Lookup.make({
  call: ({
    items
  }: Lookup.LookupContext<{
    readonly line_items?:
      | ReadonlyArray<{ readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined }>
      | null
      | undefined
  }>) =>
    items.some(({ line_items }) => (line_items ?? []).some((line) => (line.tracking_category_ids ?? []).length > 0))
      ? { path, query }
      : null,
  response: Wire.struct({ TrackingCategories: Wire.list(Category) }),
  pick: ({ TrackingCategories }): ReadonlyMap<string, string> =>
    new Map(
      (TrackingCategories ?? []).flatMap(({ Options, TrackingCategoryID }) =>
        (Options ?? []).map(({ TrackingOptionID }) => [TrackingOptionID, TrackingCategoryID] as const)
      )
    ),
  absent: new Map()
})
