/** Pipelines of deals. How likely a deal is hangs on its stage. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { times } from "./wire.ts"

export const archival = Normalize.word({ false: "ACTIVE", true: "ARCHIVED" })

/** All pipelines with their stages, in one answer. */
export const pipelines = {
  path: "/crm/v3/pipelines/deals",
  page: Page.single,
  items: "results",
  deletes: Read.fullListing,
  get: "/crm/v3/pipelines/deals/{id}",
  getItem: (body: unknown) => body
}

export const crmPipelines = Connector.read("CRM_PIPELINES", {
  ...pipelines,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    label: Wire.text,
    displayOrder: Wire.number,
    archived: Wire.boolean,
    ...times
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.label,
    status: archival(raw.archived),
    display_order: raw.displayOrder,
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
