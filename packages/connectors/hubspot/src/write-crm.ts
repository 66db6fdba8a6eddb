/** How companies, people, deals and leads are written. */
import * as Take from "@svc/core/Take"
import { writing as scopes } from "./auth.ts"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmDeals } from "./crm-deals.ts"
import { crmLeads } from "./crm-leads.ts"
import { type Links, linking } from "./linking.ts"
import { address, links, phones, sites } from "./write-reach.ts"
import { writing } from "./writing.ts"

const offers = ["create", "update", "delete"] as const
const place = { street: "address", city: "city", state: "state", pincode: "zip", country: "country" }

const ofCompanies = { parent_company_id: { to: "companies", id: 14, isApart: true } } satisfies Links
export const writeCrmCompanies = writing("CRM_COMPANIES", offers, {
  scope: scopes.companies,
  type: "companies",
  record: crmCompanies,
  requires: ["name"],
  links: ofCompanies,
  takes: {
    ...linking(ofCompanies),
    name: "name",
    description: "description",
    industry: "industry",
    people_count: "numberofemployees",
    annual_revenue: "annualrevenue",
    owner_id: "hubspot_owner_id",
    external_links: sites,
    phone_numbers: phones({ TELEPHONE: "phone" }),
    addresses: address({ ...place, locality: "address2" })
  },
  by: ["domain", "name"]
})

const ofContacts = { company_id: { to: "companies", id: 1, isPrimary: true } } satisfies Links
// HubSpot wants one of name, family name and e-mail address, and says so.
export const writeCrmContacts = writing("CRM_CONTACTS", offers, {
  scope: scopes.contacts,
  type: "contacts",
  record: crmContacts,
  links: ofContacts,
  takes: {
    ...linking(ofContacts),
    first_name: "firstname",
    last_name: "lastname",
    title: "jobtitle",
    owner_id: "hubspot_owner_id",
    external_links: links,
    phone_numbers: phones({ TELEPHONE: "phone", MOBILE: "mobilephone", FAX: "fax" }),
    addresses: address(place)
  },
  by: ["email", "lastname", "firstname"]
})

const ofDeals = {
  company_id: { to: "companies", id: 5, isPrimary: true },
  contact_id: { to: "contacts", id: 3 }
} satisfies Links
export const writeCrmDeals = writing("CRM_DEALS", offers, {
  scope: scopes.deals,
  type: "deals",
  record: crmDeals,
  requires: ["name", "stage_id"],
  links: ofDeals,
  takes: {
    ...linking(ofDeals),
    name: "dealname",
    amount: "amount",
    stage_id: "dealstage",
    currency: "deal_currency_code",
    close_date: Take.instant("closedate"),
    pipeline_id: "pipeline",
    owner_id: "hubspot_owner_id",
    description: "description",
    lost_reason: "closed_lost_reason"
  },
  by: ["dealname"]
})

const ofLeads = {
  contact_id: { to: "contacts", id: 578, isPrimary: true },
  company_id: { to: "companies", id: 580, isPrimary: true }
} satisfies Links
export const writeCrmLeads = writing("CRM_LEADS", offers, {
  scope: scopes.leads,
  type: "leads",
  record: crmLeads,
  requires: ["name", "contact_id"],
  links: ofLeads,
  takes: { ...linking(ofLeads), name: "hs_lead_name", owner_id: "hubspot_owner_id", status: "hs_lead_label" },
  by: ["hs_lead_name"]
})
