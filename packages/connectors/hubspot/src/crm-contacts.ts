/** People. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { associated, companions } from "./associations.ts"
import { objects } from "./objects.ts"
import { addresses, firstEmail, links, phones } from "./reach.ts"
import { moment, record } from "./wire.ts"

const properties = {
  firstname: Wire.text,
  lastname: Wire.text,
  email: Wire.text,
  hs_additional_emails: Wire.text,
  website: Wire.text,
  phone: Wire.text,
  mobilephone: Wire.text,
  fax: Wire.text,
  address: Wire.text,
  city: Wire.text,
  state: Wire.text,
  zip: Wire.text,
  country: Wire.text,
  jobtitle: Wire.text,
  // Quirk: the property `company` is free text; this one is the primary company.
  associatedcompanyid: Wire.id,
  hubspot_owner_id: Wire.id,
  hs_analytics_source: Wire.text,
  notes_last_updated: moment
}

export const crmContacts = Connector.read("CRM_CONTACTS", {
  ...objects("contacts", {
    properties: Object.keys(properties),
    associations: ["companies"],
    // Quirk: of all objects only contacts call it so.
    changedBy: "lastmodifieddate"
  }),
  mapping: 2,
  item: record(properties),
  companions: companions("contacts", ["companies"], ({ properties: own }) => own.associatedcompanyid),
  map: (raw, { companions: found }) => {
    const own = raw.properties
    return {
      platform_id: raw.id,
      platform_unique_id: firstEmail(own.email),
      name: Normalize.fullName(own.firstname, own.lastname) ?? firstEmail(own.email),
      first_name: own.firstname,
      last_name: own.lastname,
      title: own.jobtitle,
      company_id: own.associatedcompanyid ?? associated(raw, "companies", found),
      owner_id: own.hubspot_owner_id,
      lead_source: own.hs_analytics_source,
      external_links: links(raw.id, own),
      phone_numbers: phones(raw.id, own),
      addresses: addresses(raw.id, own),
      last_activity_at: own.notes_last_updated,
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
