/** Tags, which are put on documents as a whole. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { listing } from "./lists.ts"

export const trackingCategories = Connector.read("TRACKING_CATEGORIES", {
  ...listing("tags", "tag"),
  page: Page.single,
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    has_children: false,
    type: "OTHER"
  })
})
