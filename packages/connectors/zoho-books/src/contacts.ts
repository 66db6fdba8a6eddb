/** Customers and vendors, and the people who stand for them: both are read of a contact as a whole. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { idOf, listed, pages, remaining, wholeOf } from "./lists.ts"
import { Address, addressOf, linked, numbered } from "./reached.ts"

export const kind = {
  path: "contacts",
  list: "contacts",
  one: "contact",
  id: "contact_id",
  within: "contact_persons",
  query: { filter_by: "Status.All" }
}
const Person = Wire.struct({
  contact_person_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "first_name", "last_name", "email", "phone", "mobile", "designation"),
  is_primary_contact: Wire.boolean
})
const Contact = Wire.struct({
  contact_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "contact_name", "company_name", "contact_type", "status", "gst_no", "vat_reg_no"),
  ...Wire.all(Wire.text, "tax_reg_no", "tax_id_value", "website"),
  currency_id: Wire.id,
  primary_contact_id: Wire.decisive(Wire.id),
  billing_address: Address,
  shipping_address: Address,
  contact_persons: Wire.list(Wire.required(Person)),
  last_modified_time: Wire.instant
})
const types = Normalize.word({ customer: "CUSTOMER", vendor: "VENDOR" })
export const statuses = Normalize.word({ active: "ACTIVE", inactive: "ARCHIVED" })
const nameOf = (person: (typeof Person)["Type"] | undefined) =>
  Normalize.fullName(person?.first_name, person?.last_name)
const reachedAt = (people: ReadonlyArray<(typeof Person)["Type"]>) => ({
  external_links: people.flatMap(({ email }) => linked(email, "EMAIL")),
  phone_numbers: people.flatMap(({ mobile, phone }) => [...numbered(phone, "TELEPHONE"), ...numbered(mobile, "MOBILE")])
})

/** What changed last can be listed first, and nothing else tells of changes. */
const sorted: typeof pages = {
  ...pages,
  apply: (page, call) => ({
    query: { ...pages.apply(page, call).query, sort_column: "last_modified_time", sort_order: "D" }
  })
}
const newest = {
  ...listed(kind),
  sincePage: Page.newestFirst({ at: "last_modified_time", page: sorted }),
  deletes: remaining(kind)
}

export const contacts = Connector.read("CONTACTS", {
  ...newest,
  map: (row, context) => {
    const raw = wholeOf(kind, Contact, row, context)
    if (raw === null) return null
    const people = raw.contact_persons ?? []
    const reached = reachedAt(people)
    const { billing_address: billing, shipping_address: shipping } = raw
    return {
      platform_id: raw.contact_id,
      name: Normalize.text(raw.contact_name) ?? raw.company_name,
      contact_name: nameOf(people.find((own) => own.contact_person_id === raw.primary_contact_id)),
      currency_id: raw.currency_id,
      // Each edition has a member of its own.
      tax_number:
        Normalize.text(raw.gst_no) ??
        Normalize.text(raw.vat_reg_no) ??
        Normalize.text(raw.tax_reg_no) ??
        Normalize.text(raw.tax_id_value),
      status: statuses(raw.status),
      contact_type: types(raw.contact_type),
      external_links: [...reached.external_links, ...linked(raw.website, "WEBSITE")],
      phone_numbers: [
        ...reached.phone_numbers,
        ...numbered(billing?.phone, "TELEPHONE"),
        ...numbered(billing?.fax, "FAX")
      ],
      addresses: [...addressOf(billing), ...addressOf(shipping)],
      updated_at: raw.last_modified_time
    }
  }
})

const { get: _, getItem: __, ...ofContacts } = newest
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...ofContacts,
  owner: (row) => idOf(row, kind.id),
  map: (row, context) => {
    const raw = wholeOf(kind, Contact, row, context)
    if (raw === null) return []
    return (raw.contact_persons ?? []).map((person) => ({
      platform_id: person.contact_person_id,
      contact_id: raw.contact_id,
      name: nameOf(person),
      first_name: person.first_name,
      last_name: person.last_name,
      title: person.designation,
      is_primary: person.is_primary_contact,
      ...reachedAt([person]),
      updated_at: raw.last_modified_time
    }))
  }
})
