/** Persons and organisations. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, instant } from "./lists.ts"

const Value = Wire.struct({ value: Wire.text, label: Wire.text })
const Address = Wire.struct({
  ...Wire.all(Wire.text, "value", "street_number", "route", "sublocality", "locality", "admin_area_level_1", "country"),
  postal_code: Wire.text
})
const addressOf = (raw: (typeof Address)["Type"] | null | undefined) => {
  const address = {
    street: Normalize.fullName(raw?.street_number, raw?.route),
    locality: Normalize.text(raw?.sublocality),
    city: Normalize.text(raw?.locality),
    state: Normalize.text(raw?.admin_area_level_1),
    pincode: Normalize.text(raw?.postal_code),
    country: Normalize.text(raw?.country)
  }
  const written = Normalize.text(raw?.value)
  // What nobody has taken apart is one line.
  if (Object.values(address).every((part) => part === null))
    return written === null ? [] : [{ ...address, street: written }]
  return [address]
}
const common = {
  id: Wire.required(Wire.id),
  name: Wire.text,
  owner_id: Wire.id,
  add_time: instant,
  update_time: instant,
  is_deleted: Wire.boolean
}
const kinds = Normalize.word({ mobile: "MOBILE", fax: "FAX" }, "TELEPHONE")

export const contacts = Connector.read("CRM_CONTACTS", {
  ...changing({ path: "/v2/persons" }),
  item: Wire.struct({
    ...common,
    ...Wire.all(Wire.text, "first_name", "last_name", "job_title"),
    org_id: Wire.id,
    emails: Wire.list(Wire.required(Value)),
    phones: Wire.list(Wire.required(Value)),
    postal_address: Address
  }),
  isDeleted: ({ is_deleted }) => is_deleted === true,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    first_name: raw.first_name,
    last_name: raw.last_name,
    title: raw.job_title,
    company_id: raw.org_id,
    owner_id: raw.owner_id,
    external_links: (raw.emails ?? []).map(({ value }) => ({ link: value, type: "EMAIL" as const })),
    phone_numbers: (raw.phones ?? []).map(({ label, value }) => ({ number: value, type: kinds(label ?? "work") })),
    addresses: addressOf(raw.postal_address),
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})

export const companies = Connector.read("CRM_COMPANIES", {
  ...changing({ path: "/v2/organizations", query: { include_fields: "people_count" } }),
  get: (id: string) => ({ path: `/v2/organizations/${Call.segment(id)}`, query: { include_fields: "people_count" } }),
  item: Wire.struct({
    ...common,
    website: Wire.text,
    industry: Wire.id,
    ...Wire.all(Wire.number, "annual_revenue", "employee_count", "people_count"),
    address: Address
  }),
  isDeleted: ({ is_deleted }) => is_deleted === true,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    industry: raw.industry,
    people_count: raw.employee_count ?? raw.people_count,
    annual_revenue: raw.annual_revenue,
    owner_id: raw.owner_id,
    external_links: Normalize.text(raw.website) === null ? [] : [{ link: raw.website, type: "WEBSITE" as const }],
    phone_numbers: [],
    addresses: addressOf(raw.address),
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})
