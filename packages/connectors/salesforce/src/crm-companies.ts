/** Companies: accounts, those of single persons among them. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { address, addresses, links, phones } from "./reach.ts"
import { binned, deletable } from "./source.ts"
import { orgCurrency, userOf } from "./wire.ts"

const accounts = binned("Account", {
  ...deletable,
  AccountNumber: Wire.text,
  Name: Wire.text,
  Description: Wire.text,
  Industry: Wire.text,
  NumberOfEmployees: Wire.number,
  AnnualRevenue: Wire.number,
  CurrencyIsoCode: Wire.text,
  OwnerId: Wire.id,
  ParentId: Wire.id,
  Website: Wire.text,
  Phone: Wire.text,
  Fax: Wire.text,
  ...address("Billing"),
  ...address("Shipping"),
  LastActivityDate: Wire.text
})

export const crmCompanies = Connector.read("CRM_COMPANIES", {
  ...accounts,
  mapping: 2,
  lookups: { ...accounts.lookups, currency: orgCurrency },
  map: (raw, { lookups }) => ({
    platform_id: raw.Id,
    platform_unique_id: raw.AccountNumber,
    name: raw.Name,
    description: raw.Description,
    industry: raw.Industry,
    people_count: raw.NumberOfEmployees,
    annual_revenue: raw.AnnualRevenue,
    currency: raw.CurrencyIsoCode ?? lookups.currency,
    owner_id: userOf(raw.OwnerId),
    parent_company_id: raw.ParentId,
    external_links: links(raw),
    phone_numbers: phones(raw),
    addresses: addresses(raw, ["Billing", "Shipping"]),
    last_activity_at: raw.LastActivityDate,
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
