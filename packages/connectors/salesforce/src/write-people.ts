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
/** Quirk: a person has a last name, and its whole name is made of both. What is said of them goes before a whole name. */
const namesOf = ({ first_name, last_name, name }: Named) => {
  if (last_name != null || name == null) return { FirstName: first_name, LastName: last_name ?? undefined }
  const { first, last } = Places.namesOf(name)
  return { FirstName: first_name === undefined ? first : first_name, LastName: last }
}
const named = (item: Named, { isNew, refuse }: Take.At<unknown>): object => {
  if (item.last_name != null || item.name == null)
    return isNew && item.last_name == null ? refuse("is required, or name", "last_name") : {}
  const { FirstName, LastName } = namesOf(item)
  return { LastName, ...(FirstName === undefined || item.first_name !== undefined ? {} : { FirstName }) }
}
/** What a person is found again by: somebody of the same last name and another first name is another. */
const alike = (item: Named) => ({ ...namesOf(item), FirstName: namesOf(item).FirstName ?? null })
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
  alike: (item) => ({ ...alike(item), AccountId: item["company_id"] ?? undefined }),
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
  alike: (item) => ({ ...alike(item), Company: item["company_name"] ?? undefined }),
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
