/** The organisation of the connection. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { linked, numbered, placed } from "./reached.ts"

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december"
]
/** Quirk: an answer counts the month from 0, a request names it. */
const month = Wire.read((value) => {
  const index = typeof value === "string" ? months.indexOf(value.trim().toLowerCase()) : -1
  const found = index >= 0 ? index : Normalize.number(value)
  return typeof found === "number" && months[found] !== undefined ? `${String(found + 1).padStart(2, "0")}-01` : null
})
const Organization = Wire.struct({
  organization_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "currency_code", "company_id_value", "tax_id_value", "phone", "fax", "website"),
  email: Wire.text,
  account_created_date: Wire.instant,
  fiscal_year_start_month: month,
  address: Wire.struct(Wire.all(Wire.text, "street_address1", "street_address2", "city", "state", "country", "zip"))
})
const path = ({ organization }: Readonly<Record<string, string | undefined>>) =>
  `/organizations/${Call.segment(organization ?? "")}`

export const companyInfo = Connector.read("COMPANY_INFO", {
  path: ({ settings }) => path(settings),
  page: Page.single,
  items: (body) => [Call.at(body, "organization")],
  item: Organization,
  deletes: Read.never("There is one organisation as long as there is the connection"),
  map: (raw) => {
    const there = raw.address
    const addresses = placed({
      street: Normalize.street(there?.street_address1, there?.street_address2),
      city: there?.city,
      state: there?.state,
      pincode: there?.zip,
      country: there?.country
    })
    return {
      platform_id: raw.organization_id,
      name: raw.name,
      tax_number: Normalize.text(raw.tax_id_value),
      registration_number: Normalize.text(raw.company_id_value),
      base_currency: raw.currency_code,
      fiscal_start_at: raw.fiscal_year_start_month,
      org_created_at: raw.account_created_date,
      country: Normalize.text(there?.country),
      external_links: [...linked(raw.email, "EMAIL"), ...linked(raw.website, "WEBSITE")],
      phone_numbers: [...numbered(raw.phone, "TELEPHONE"), ...numbered(raw.fax, "FAX")],
      addresses
    }
  }
})
