/** Notes on contacts, companies and deals. */
import { Connector, Wire } from "@svc/core"
import { associated, companions } from "./associations.ts"
import { objects } from "./objects.ts"
import { moment, record } from "./wire.ts"

const properties = { hs_note_body: Wire.text, hs_timestamp: moment, hubspot_owner_id: Wire.id }
const kinds = ["contacts", "companies", "deals"] as const

export const crmNotes = Connector.read("CRM_NOTES", {
  ...objects("notes", { properties: Object.keys(properties), associations: kinds }),
  from: "mapping",
  item: record(properties),
  companions: companions("notes", kinds),
  map: (raw, { companions: found }) => ({
    platform_id: raw.id,
    note: raw.properties.hs_note_body,
    deal_id: associated(raw, "deals", found),
    company_id: associated(raw, "companies", found),
    contact_id: associated(raw, "contacts", found),
    user_id: raw.properties.hubspot_owner_id,
    // The time of the note, which may have been written down later.
    created_at: raw.properties.hs_timestamp ?? raw.createdAt,
    updated_at: raw.updatedAt
  })
})
