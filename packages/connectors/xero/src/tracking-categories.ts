/** Tracking categories and their options: an option is a record whose parent is its category. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { accountStatus } from "./accounts.ts"
import { categoriesCall } from "./references.ts"

/** Both, each by itself: an option with the category that it is of. */
const categoriesAndOptions = (body: unknown): ReadonlyArray<unknown> => {
  const categories = Call.at(body, "TrackingCategories")
  if (!Array.isArray(categories)) throw new Read.ItemsMissing("TrackingCategories")
  return categories.flatMap((category: unknown) => {
    const TrackingCategoryID = Call.at(category, "TrackingCategoryID")
    const options = Call.at(category, "Options")
    return [category, ...(Array.isArray(options) ? options : []).map((own: object) => ({ ...own, TrackingCategoryID }))]
  })
}

export const trackingCategories = Connector.read("TRACKING_CATEGORIES", {
  ...categoriesCall,
  page: Page.single,
  deletes: Read.fullListing,
  items: categoriesAndOptions,
  item: Wire.struct({
    TrackingCategoryID: Wire.required(Wire.id),
    TrackingOptionID: Wire.id,
    Name: Wire.text,
    Status: Wire.decisive(Wire.text),
    Options: Wire.list(Wire.required(Wire.struct({ Status: Wire.decisive(Wire.text) })))
  }),
  mapping: 3,
  map: ({ Name, Options, Status, TrackingCategoryID, TrackingOptionID }) =>
    Status === "DELETED"
      ? null
      : {
          platform_id: TrackingOptionID ?? TrackingCategoryID,
          name: Name,
          status: accountStatus(Status),
          parent_id: TrackingOptionID ? TrackingCategoryID : null,
          has_children: (Options ?? []).some((own) => own.Status !== "DELETED")
        }
})
