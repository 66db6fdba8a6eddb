/** How companies, people, deals and leads are written. */
import { writing as scopes } from "./auth.ts"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmDeals } from "./crm-deals.ts"
import { crmLeads } from "./crm-leads.ts"
import { address, links, moment, phones, sites } from "./taking.ts"
import { writing } from "./writing.ts"

const place = { street: "address", city: "city", state: "state", pincode: "zip", country: "country" }

export const writeCrmCompanies = writing("CRM_COMPANIES", {
  scope: scopes.companies,
  requires: ["name"],
  kinds: [
    {
      type: "companies",
      record: crmCompanies,
      takes: {
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
      links: { parent_company_id: { to: "companies", id: 14, isApart: true } },
      by: ["domain", "name"]
    }
  ]
})

export const writeCrmContacts = writing("CRM_CONTACTS", {
  scope: scopes.contacts,
  // HubSpot wants one of name, family name and e-mail address, and says so.
  requires: [],
  lacks: ["addresses.locality"],
  kinds: [
    {
      type: "contacts",
      record: crmContacts,
      takes: {
        first_name: "firstname",
        last_name: "lastname",
        title: "jobtitle",
        owner_id: "hubspot_owner_id",
        external_links: links,
        phone_numbers: phones({ TELEPHONE: "phone", MOBILE: "mobilephone", FAX: "fax" }),
        addresses: address(place)
      },
      links: { company_id: { to: "companies", id: 1, isPrimary: true } },
      by: ["email", "lastname", "firstname"]
    }
  ]
})

export const writeCrmDeals = writing("CRM_DEALS", {
  scope: scopes.deals,
  requires: ["name", "stage_id"],
  kinds: [
    {
      type: "deals",
      record: crmDeals,
      takes: {
        name: "dealname",
        amount: "amount",
        stage_id: "dealstage",
        currency: "deal_currency_code",
        close_date: moment("closedate"),
        pipeline_id: "pipeline",
        owner_id: "hubspot_owner_id",
        description: "description",
        lost_reason: "closed_lost_reason"
      },
      links: {
        company_id: { to: "companies", id: 5, isPrimary: true },
        contact_id: { to: "contacts", id: 3 }
      },
      by: ["dealname"]
    }
  ]
})

export const writeCrmLeads = writing("CRM_LEADS", {
  scope: scopes.leads,
  requires: ["name", "contact_id"],
  kinds: [
    {
      type: "leads",
      record: crmLeads,
      takes: { name: "hs_lead_name", owner_id: "hubspot_owner_id", status: "hs_lead_label" },
      links: {
        contact_id: { to: "contacts", id: 578, isPrimary: true },
        company_id: { to: "companies", id: 580, isPrimary: true }
      },
      by: ["hs_lead_name"]
    }
  ]
})
