/** Locations. Reporting tags, of which lines name options, have no documented list. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const trackingCategories = Connector.read("TRACKING_CATEGORIES", {
  path: "/locations",
  page: Page.single,
  items: "locations",
  item: Wire.struct({
    location_id: Wire.required(Wire.id),
    location_name: Wire.text,
    parent_location_id: Wire.id
  }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.location_id,
    name: raw.location_name,
    status: "ACTIVE",
    parent_id: raw.parent_location_id,
    type: "LOCATION"
  })
})
