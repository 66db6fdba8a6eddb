/** Contacts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { address, addresses, links, phones } from "./reach.ts"
import { binned, deletable } from "./source.ts"
import { userOf } from "./wire.ts"

export const crmContacts = Connector.read("CRM_CONTACTS", {
  ...binned("Contact", {
    ...deletable,
    Name: Wire.text,
    FirstName: Wire.text,
    LastName: Wire.text,
    Title: Wire.text,
    AccountId: Wire.id,
    OwnerId: Wire.id,
    LeadSource: Wire.text,
    Email: Wire.text,
    Phone: Wire.text,
    HomePhone: Wire.text,
    OtherPhone: Wire.text,
    MobilePhone: Wire.text,
    Fax: Wire.text,
    ...address("Mailing"),
    ...address("Other"),
    LastActivityDate: Wire.text
  }),
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.Id,
    name: raw.Name ?? Normalize.fullName(raw.FirstName, raw.LastName) ?? raw.Email,
    first_name: raw.FirstName,
    last_name: raw.LastName,
    title: raw.Title,
    company_id: raw.AccountId,
    owner_id: userOf(raw.OwnerId),
    lead_source: raw.LeadSource,
    external_links: links(raw),
    phone_numbers: phones(raw),
    addresses: addresses(raw, ["Mailing", "Other"]),
    last_activity_at: raw.LastActivityDate,
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
