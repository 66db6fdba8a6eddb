/** Leads: contacts and companies that the sales team works on before there is a deal. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { associated, companions } from "./associations.ts"
import { scopes } from "./auth.ts"
import { objects } from "./objects.ts"
import { record } from "./wire.ts"

const properties = {
  hs_lead_name: Wire.text,
  hs_lead_label: Wire.text,
  hs_pipeline_stage: Wire.text,
  hs_lead_source: Wire.text,
  hubspot_owner_id: Wire.id
}
const kinds = ["companies", "contacts"] as const

export const crmLeads = Connector.read("CRM_LEADS", {
  ...objects("leads", { properties: Object.keys(properties), associations: kinds }),
  scope: scopes.leads,
  // Quirk: an account whose edition has no leads answers so, whatever it has granted.
  unofferedStatuses: [403],
  mapping: 2,
  item: record(properties),
  companions: companions("leads", kinds),
  map: (raw, { companions: found }) => {
    const own = raw.properties
    return {
      platform_id: raw.id,
      name: own.hs_lead_name,
      company_id: associated(raw, "companies", found),
      contact_id: associated(raw, "contacts", found),
      owner_id: own.hubspot_owner_id,
      source_name: own.hs_lead_source,
      status: Normalize.text(own.hs_lead_label) ?? own.hs_pipeline_stage,
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
