/** Companies. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { objects } from "./objects.ts"
import { addresses, links, phones } from "./reach.ts"
import { moment, record } from "./wire.ts"

const properties = {
  name: Wire.text,
  description: Wire.text,
  industry: Wire.text,
  numberofemployees: Wire.number,
  annualrevenue: Wire.number,
  hs_annual_revenue_currency_code: Wire.text,
  hs_parent_company_id: Wire.id,
  hubspot_owner_id: Wire.id,
  domain: Wire.text,
  website: Wire.text,
  phone: Wire.text,
  address: Wire.text,
  address2: Wire.text,
  city: Wire.text,
  state: Wire.text,
  zip: Wire.text,
  country: Wire.text,
  notes_last_updated: moment
}

export const crmCompanies = Connector.read("CRM_COMPANIES", {
  ...objects("companies", { properties: Object.keys(properties) }),
  mapping: 2,
  item: record(properties),
  map: (raw) => {
    const own = raw.properties
    return {
      platform_id: raw.id,
      platform_unique_id: own.domain,
      name: own.name,
      description: own.description,
      industry: own.industry,
      people_count: own.numberofemployees,
      annual_revenue: own.annualrevenue,
      currency: own.hs_annual_revenue_currency_code,
      owner_id: own.hubspot_owner_id,
      parent_company_id: own.hs_parent_company_id,
      external_links: links(raw.id, own),
      phone_numbers: phones(raw.id, own),
      addresses: addresses(raw.id, own),
      last_activity_at: own.notes_last_updated,
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
