/** How companies, contacts and leads are written. */
import * as Places from "@svc/core/Places"
import * as Take from "@svc/core/Take"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmLeads } from "./crm-leads.ts"
import { offers, writing } from "./writing.ts"

const { addresses, links, phones } = Places.of("Salesforce")
const parts = { street: "Street", city: "City", state: "State", pincode: "PostalCode", country: "Country" }

interface Named {
  readonly name?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
}
/** Quirk: a person has a last name, and its whole name is made of both. */
const named = ({ first_name, last_name, name }: Named, { isNew, refuse }: Take.At<unknown>): object => {
  if (last_name != null || name == null)
    return isNew && last_name == null ? refuse("is required, or name", "last_name") : {}
  const { first, last } = Places.namesOf(name)
  return { LastName: last, ...(first === undefined || first_name !== undefined ? {} : { FirstName: first }) }
}
const names = { name: Take.beside, first_name: "FirstName", last_name: "LastName", title: "Title" } as const

export const writeCompanies = writing("CRM_COMPANIES", offers, {
  object: "Account",
  alike: { name: "Name" },
  record: crmCompanies,
  requires: ["name"],
  takes: {
    name: "Name",
    description: "Description",
    industry: "Industry",
    people_count: "NumberOfEmployees",
    annual_revenue: "AnnualRevenue",
    currency: "CurrencyIsoCode",
    owner_id: "OwnerId",
    parent_company_id: "ParentId",
    external_links: links({ WEBSITE: ["Website"] }),
    phone_numbers: phones({ TELEPHONE: ["Phone"], FAX: ["Fax"] }),
    addresses: addresses(["Billing", "Shipping"], parts)
  },
  clears: [
    "description",
    "industry",
    "people_count",
    "annual_revenue",
    "parent_company_id",
    "external_links",
    "phone_numbers",
    "addresses"
  ]
})

export const writeContacts = writing("CRM_CONTACTS", offers, {
  object: "Contact",
  alike: { name: "Name", last_name: "LastName", first_name: "FirstName", company_id: "AccountId" },
  record: crmContacts,
  takes: {
    ...names,
    company_id: "AccountId",
    owner_id: "OwnerId",
    lead_source: "LeadSource",
    external_links: links({ EMAIL: ["Email"] }),
    phone_numbers: phones({
      TELEPHONE: ["Phone", "HomePhone", "OtherPhone"],
      MOBILE: ["MobilePhone"],
      FAX: ["Fax"]
    }),
    addresses: addresses(["Mailing", "Other"], parts)
  },
  makes: named,
  clears: ["first_name", "title", "company_id", "lead_source", "external_links", "phone_numbers", "addresses"]
})

export const writeLeads = writing("CRM_LEADS", offers, {
  object: "Lead",
  alike: { name: "Name", last_name: "LastName", first_name: "FirstName", company_name: "Company" },
  record: crmLeads,
  requires: ["company_name"],
  takes: {
    ...names,
    company_name: "Company",
    currency: "CurrencyIsoCode",
    owner_id: "OwnerId",
    source_name: "LeadSource",
    status: "Status",
    external_links: links({ EMAIL: ["Email"], WEBSITE: ["Website"] }),
    phone_numbers: phones({ TELEPHONE: ["Phone"], MOBILE: ["MobilePhone"], FAX: ["Fax"] }),
    addresses: addresses([""], parts)
  },
  makes: named,
  clears: ["first_name", "title", "source_name", "external_links", "phone_numbers", "addresses"]
})
