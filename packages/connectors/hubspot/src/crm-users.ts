/** Owners: the users that records belong to. Those who were removed are a list of their own. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { archival } from "./crm-pipelines.ts"
import { pages } from "./objects.ts"
import { times } from "./wire.ts"

export const crmUsers = Connector.read("CRM_USERS", {
  path: "/crm/v3/owners",
  page: Page.each([{ query: { archived: false } }, { query: { archived: true } }], pages),
  items: "results",
  item: Wire.struct({
    // Quirk: what records name as their owner is this id, not `userId`.
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "firstName", "lastName", "email"),
    archived: Wire.boolean,
    ...times
  }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.fullName(raw.firstName, raw.lastName),
    email: raw.email,
    status: archival(raw.archived),
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
