/** Notes on contacts, companies and deals. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { associated, companions } from "./associations.ts"
import { objects, undated } from "./objects.ts"
import { record } from "./wire.ts"

// `hs_timestamp` is the time that a user sets for it on the timeline.
const properties = { hs_note_body: Wire.text, hubspot_owner_id: Wire.id }
const kinds = ["contacts", "companies", "deals"] as const

export const crmNotes = Connector.read("CRM_NOTES", {
  ...objects("notes", { properties: Object.keys(properties), associations: kinds }),
  mapping: 2,
  from: undated,
  item: record(properties),
  companions: companions("notes", kinds),
  map: (raw, { companions: found }) => ({
    platform_id: raw.id,
    note: raw.properties.hs_note_body,
    deal_id: associated(raw, "deals", found),
    company_id: associated(raw, "companies", found),
    contact_id: associated(raw, "contacts", found),
    user_id: raw.properties.hubspot_owner_id,
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
