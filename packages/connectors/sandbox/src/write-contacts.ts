/** How contacts are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { contacts } from "./contacts.ts"
import { linksOf, phonesOf } from "./write-reach.ts"
import { usual, writing } from "./writing.ts"

export const writeContacts = writing("CONTACTS", usual, {
  resource: "contacts",
  record: contacts,
  requires: ["name", "contact_type"],
  takes: {
    name: "name",
    contact_type: Take.words("kind", { CUSTOMER: "customer", VENDOR: "vendor" }),
    currency_id: "currency",
    tax_number: "vatId",
    registration_number: "registryNo",
    status: Take.words("state", { ACTIVE: "active", ARCHIVED: "archived" }),
    external_links: linksOf((link) => ({ address: link }), true),
    phone_numbers: phonesOf("number", { MOBILE: "mobile", TELEPHONE: "office", FAX: "fax" }),
    addresses: {
      list: "addresses",
      of: {
        street: "line1",
        locality: "district",
        city: "town",
        state: "region",
        pincode: "postcode",
        country: "countryCode"
      }
    },
    email: {
      orEmpty: (value, { item }) => (item.external_links ? {} : { emails: value === null ? [] : [{ address: value }] })
    }
  },
  // Quirk: a contact has many persons, and a change would have to name them all.
  creates: { contact_name: { to: "people", by: (name: string) => person(name) } }
})
const person = (name: string) => {
  const [given, ...family] = Normalize.text(name)?.split(/\s+/) ?? []
  return given === undefined ? null : [{ given, family: family.join(" ") || null, primary: true }]
}
