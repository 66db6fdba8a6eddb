/** How contacts, companies and leads are written. */
import * as Places from "@svc/core/Places"
import * as Take from "@svc/core/Take"
import { crmCompanies } from "./crm-companies.ts"
import { crmContacts } from "./crm-contacts.ts"
import { crmLeads } from "./crm-leads.ts"
import { ref, writing } from "./writing.ts"

interface Named {
  readonly name?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
}
/** Quirk: a person has a last name; a whole name alone is taken apart at its last blank. */
const nameOf = ({ first_name, last_name, name }: Named, { isNew, refuse }: Take.At<unknown>): object => {
  if (last_name != null || name == null)
    return isNew && last_name == null ? refuse("is required, or name", "last_name") : {}
  const { first, last } = Places.namesOf(name)
  return { Last_Name: last, ...(first === undefined || first_name !== undefined ? {} : { First_Name: first }) }
}
const take = ["create", "update", "delete"] as const
const { addresses, links, phones } = Places.of("Zoho CRM")
const parts = (pincode: string) => ({ street: "Street", city: "City", state: "State", pincode, country: "Country" })

export const writeContacts = writing("CRM_CONTACTS", take, {
  module: "Contacts",
  alike: { name: "Full_Name", last_name: "Last_Name", first_name: "First_Name", company_id: "Account_Name.id" },
  record: crmContacts,
  takes: {
    name: Take.beside,
    first_name: "First_Name",
    last_name: "Last_Name",
    title: "Title",
    company_id: ref("Account_Name"),
    owner_id: ref("Owner"),
    lead_source: "Lead_Source",
    external_links: links({ EMAIL: ["Email", "Secondary_Email"] }),
    phone_numbers: phones({ TELEPHONE: ["Phone", "Home_Phone", "Other_Phone"], MOBILE: ["Mobile"], FAX: ["Fax"] }),
    addresses: addresses(["Mailing_", "Other_"], parts("Zip"))
  },
  makes: nameOf,
  clears: ["first_name", "title", "company_id", "lead_source", "external_links", "phone_numbers", "addresses"]
})

export const writeCompanies = writing("CRM_COMPANIES", take, {
  module: "Accounts",
  alike: { name: "Account_Name" },
  record: crmCompanies,
  requires: ["name"],
  takes: {
    name: "Account_Name",
    description: "Description",
    industry: "Industry",
    people_count: "Employees",
    annual_revenue: "Annual_Revenue",
    currency: "Currency",
    owner_id: ref("Owner"),
    parent_company_id: ref("Parent_Account"),
    external_links: links({ WEBSITE: ["Website"] }),
    phone_numbers: phones({ TELEPHONE: ["Phone"], FAX: ["Fax"] }),
    addresses: addresses(["Billing_", "Shipping_"], parts("Code"))
  },
  clears: true,
  makes: ({ name }, { refuse }) => (name === null ? refuse("cannot be made empty", "name") : {})
})

export const writeLeads = writing("CRM_LEADS", take, {
  module: "Leads",
  alike: { name: "Full_Name", last_name: "Last_Name", first_name: "First_Name", company_name: "Company" },
  record: crmLeads,
  takes: {
    name: Take.beside,
    first_name: "First_Name",
    last_name: "Last_Name",
    title: "Designation",
    company_name: "Company",
    currency: "Currency",
    owner_id: ref("Owner"),
    source_name: "Lead_Source",
    status: "Lead_Status",
    external_links: links({ EMAIL: ["Email", "Secondary_Email"], WEBSITE: ["Website"] }),
    phone_numbers: phones({ TELEPHONE: ["Phone"], MOBILE: ["Mobile"], FAX: ["Fax"] }),
    addresses: addresses([""], parts("Zip_Code"))
  },
  makes: nameOf,
  clears: ["first_name", "title", "source_name", "status", "external_links", "phone_numbers", "addresses"]
})
