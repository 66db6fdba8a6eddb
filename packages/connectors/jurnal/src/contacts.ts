/** Customers and vendors, and the people who stand for them. A person may be both, and is in both lists then. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { activity } from "./accounts.ts"
import { listing, pages } from "./lists.ts"
import { billedAt, billing, linked, numbered, written } from "./reached.ts"

const person = {
  id: Wire.required(Wire.id),
  title: Wire.text,
  // Whoever has none of them is no person.
  first_name: Wire.decisive(Wire.text),
  middle_name: Wire.decisive(Wire.text),
  last_name: Wire.decisive(Wire.text),
  display_name: Wire.text,
  email: Wire.text,
  phone: Wire.text,
  mobile: Wire.text,
  fax: Wire.text
}
type Person = Wire.Struct<typeof person>
const Contact = Wire.struct({
  ...person,
  ...billing,
  ...Wire.all(Wire.text, "address", "tax_no", "identity_number"),
  ...Wire.all(Wire.boolean, "archive", "is_customer", "is_vendor")
})

const rows = (body: unknown) =>
  Read.requiredArrayAt(body, Call.at(body, "customers") === undefined ? "vendors" : "customers")
const list = {
  ...listing("contacts", "person"),
  query: { include_archive: true },
  // The same people may be in both.
  page: { ...Page.each([{ path: "/customers" }, { path: "/vendors" }], pages), isRepeating: true },
  items: rows
}
const nameOf = (raw: Person) => Normalize.fullName(raw.first_name, raw.middle_name, raw.last_name)
const reachedAt = (raw: Person) => ({
  external_links: linked(raw.email),
  phone_numbers: [...numbered(raw.phone, "TELEPHONE"), ...numbered(raw.mobile, "MOBILE"), ...numbered(raw.fax, "FAX")]
})

/** A row, which lacks what kinds of contact a person is, and the number of identity; or the profile, which has them. */
interface Row {
  readonly id: string
  readonly whole: unknown
  readonly text: string
}
const Known = Wire.struct({ id: Wire.required(Wire.id), is_customer: Wire.unknown })
const row = Wire.read((value): Row => {
  const { id, is_customer } = Wire.decode(Known, value)
  return { id, whole: is_customer === undefined ? undefined : value, text: JSON.stringify(value) }
})
export const contacts = Connector.read("CONTACTS", {
  ...list,
  item: row,
  follow: ({ id, whole }) => (whole === undefined ? [{ path: `/contacts/${Call.segment(id)}` }] : []),
  // No row says when it changed.
  unchanged: { id: ({ id }) => id, stamp: ({ text }) => text },
  map: ({ id, whole }, { followed: [body = { person: whole }] }) => {
    // Null where the contact has gone in the meantime.
    if (body === null) return null
    const raw = Wire.decode(Contact, Call.at(body, "person"))
    return {
      platform_id: id,
      name: raw.display_name,
      contact_name: nameOf(raw),
      tax_number: Normalize.text(raw.tax_no),
      registration_number: Normalize.text(raw.identity_number),
      status: activity(raw.archive),
      contact_type: raw.is_customer === true ? "CUSTOMER" : raw.is_vendor === true ? "VENDOR" : "UNKNOWN",
      ...reachedAt(raw),
      addresses: [...billedAt(raw), ...written(raw.address)]
    }
  }
})

/** Who is named by more than the name of a contact. */
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...list,
  item: Wire.struct(person),
  get: (id: string) => list.get(id.replace(/:person$/, "")),
  owner: ({ id }) => id,
  map: (raw) => {
    const name = nameOf(raw)
    return name === null
      ? []
      : [
          {
            platform_id: `${raw.id}:person`,
            contact_id: raw.id,
            name,
            first_name: raw.first_name,
            last_name: raw.last_name,
            title: raw.title,
            is_primary: true,
            ...reachedAt(raw)
          }
        ]
  }
})
