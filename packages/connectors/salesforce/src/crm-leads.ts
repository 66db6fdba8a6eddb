/** Leads, those that have become a contact among them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { address, addresses, links, phones } from "./reach.ts"
import { binned, deletable } from "./source.ts"
import { userOf } from "./wire.ts"

export const crmLeads = Connector.read("CRM_LEADS", {
  ...binned("Lead", {
    ...deletable,
    Name: Wire.text,
    FirstName: Wire.text,
    LastName: Wire.text,
    Title: Wire.text,
    Company: Wire.text,
    Status: Wire.text,
    LeadSource: Wire.text,
    CurrencyIsoCode: Wire.text,
    OwnerId: Wire.id,
    IsConverted: Wire.boolean,
    ConvertedDate: Wire.text,
    ConvertedAccountId: Wire.id,
    ConvertedContactId: Wire.id,
    ConvertedOpportunityId: Wire.id,
    Email: Wire.text,
    Website: Wire.text,
    Phone: Wire.text,
    MobilePhone: Wire.text,
    Fax: Wire.text,
    ...address("")
  }),
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.Id,
    name: raw.Name ?? Normalize.fullName(raw.FirstName, raw.LastName),
    first_name: raw.FirstName,
    last_name: raw.LastName,
    title: raw.Title,
    company_name: raw.Company,
    // A lead has no amount of its own: AnnualRevenue is that of its company.
    currency: raw.CurrencyIsoCode,
    company_id: raw.ConvertedAccountId,
    contact_id: raw.ConvertedContactId,
    owner_id: userOf(raw.OwnerId),
    source_name: raw.LeadSource,
    status: raw.Status,
    converted_at: raw.ConvertedDate,
    converted_contact_id: raw.ConvertedContactId,
    converted_company_id: raw.ConvertedAccountId,
    converted_deal_id: raw.ConvertedOpportunityId,
    external_links: links(raw),
    phone_numbers: phones(raw),
    addresses: addresses(raw, [""]),
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
