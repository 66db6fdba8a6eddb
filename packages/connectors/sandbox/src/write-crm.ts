/** How the companies, people, deals and leads of the CRM are written. */
import * as Take from "@svc/core/Take"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmDeals } from "./crm-deals.ts"
import { crmLeads } from "./crm-leads.ts"
import { address, linksOf, phonesOf } from "./write-reach.ts"
import { usual, writing } from "./writing.ts"

const reach = (hasSite: boolean) => ({
  external_links: linksOf((value) => ({ value }), hasSite),
  phone_numbers: phonesOf("value", { MOBILE: "mobile", TELEPHONE: "work", FAX: "fax" }),
  addresses: address("region")
})

export const writeCrmCompanies = writing("CRM_COMPANIES", usual, {
  resource: "companies",
  record: crmCompanies,
  requires: ["name"],
  takes: {
    name: "name",
    description: "about",
    industry: "industry",
    people_count: "employees",
    annual_revenue: "annualRevenue",
    currency: "currency",
    owner_id: "owner",
    parent_company_id: "parent",
    ...reach(true)
  }
})

export const writeCrmContacts = writing("CRM_CONTACTS", usual, {
  resource: "people",
  record: crmContacts,
  requires: [],
  takes: {
    first_name: "firstName",
    last_name: "lastName",
    title: "jobTitle",
    company_id: "org",
    owner_id: "owner",
    lead_source: "source",
    ...reach(false)
  }
})

export const writeCrmDeals = writing("CRM_DEALS", usual, {
  resource: "deals",
  record: crmDeals,
  requires: ["name", "stage_id"],
  takes: {
    name: "title",
    amount: "value",
    company_id: "org",
    contact_id: "person",
    stage_id: "stage",
    currency: "currency",
    close_date: Take.day("expectedClose"),
    owner_id: "owner",
    description: "text",
    lost_reason: "lostReason",
    source_name: "source"
  }
})

export const writeCrmLeads = writing("CRM_LEADS", usual, {
  resource: "leads",
  record: crmLeads,
  requires: ["name"],
  takes: {
    name: "title",
    first_name: "firstName",
    last_name: "lastName",
    title: "jobTitle",
    company_name: "companyName",
    amount: {
      to: "worth",
      by: (amount, { item: { currency }, refuse }) =>
        currency ? { amount, currency } : refuse("needs a currency beside it")
    },
    currency: Take.beside,
    company_id: "org",
    contact_id: "person",
    owner_id: "owner",
    source_name: "source",
    status: "state",
    ...reach(false)
  }
})
