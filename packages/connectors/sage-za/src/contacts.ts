/** Customers and suppliers, each counted apart, and the people who are named for them. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { addressOf, linksOf, phonesOf, Reached } from "./people.ts"
import { changing, listed, prefixed, record, ref, statusOf } from "./wire.ts"

export const parties = {
  customer: { service: "Customer", type: "CUSTOMER" },
  supplier: { service: "Supplier", type: "VENDOR" }
} as const
export type Party = keyof typeof parties
const contact = {
  ...record,
  ...Reached,
  Name: Wire.text,
  ContactName: Wire.text,
  TaxReference: Wire.text,
  BusinessRegistrationNumber: Wire.text,
  CurrencyId: ref,
  Active: Wire.boolean
}

const contactsOf = (party: Party) =>
  Connector.read("CONTACTS", {
    ...changing(parties[party].service, { prefix: party }),
    item: Wire.struct(contact),
    map: (raw) => {
      const id = `${party}:${raw.ID}`
      return {
        platform_id: id,
        name: raw.Name,
        contact_name: raw.ContactName,
        currency_id: raw.CurrencyId,
        tax_number: raw.TaxReference,
        registration_number: raw.BusinessRegistrationNumber,
        status: statusOf(raw.Active),
        contact_type: parties[party].type,
        external_links: linksOf(id, raw),
        phone_numbers: phonesOf(id, raw),
        addresses: [...addressOf(id, "postal", raw), ...addressOf(id, "delivery", raw)],
        updated_at: raw.Modified
      }
    }
  })
export const customers = contactsOf("customer")
export const suppliers = contactsOf("supplier")

/** The person who stands in the record itself; one without a name is none. */
const personOf = (party: Party) =>
  Connector.read("CONTACT_PERSONS", {
    ...changing(parties[party].service, { prefix: party }),
    item: Wire.struct({ ...contact, ContactName: Wire.decisive(Wire.text) }),
    map: (raw) => {
      const id = `${party}:${raw.ID}`
      return raw.ContactName
        ? {
            platform_id: id,
            contact_id: id,
            name: raw.ContactName,
            first_name: null,
            last_name: null,
            title: null,
            is_primary: true,
            // How the company is reached is told by the contact.
            external_links: [],
            phone_numbers: [],
            updated_at: raw.Modified
          }
        : null
    }
  })
/** Those besides. */
const furtherOf = (party: Party) =>
  Connector.read("CONTACT_PERSONS", {
    ...listed(`${parties[party].service}AdditionalContactDetail`, { prefix: `${party}-person` }),
    item: Wire.struct({
      ID: Wire.required(Wire.id),
      CustomerId: ref,
      SupplierId: ref,
      ContactName: Wire.text,
      Designation: Wire.text,
      Telephone: Wire.text,
      Mobile: Wire.text,
      Fax: Wire.text,
      Email: Wire.text
    }),
    map: (raw) => {
      const id = `${party}-person:${raw.ID}`
      return {
        platform_id: id,
        contact_id: prefixed(party, party === "customer" ? raw.CustomerId : raw.SupplierId),
        name: raw.ContactName,
        first_name: null,
        last_name: null,
        title: raw.Designation,
        is_primary: false,
        external_links: linksOf(id, raw),
        phone_numbers: phonesOf(id, raw)
      }
    }
  })
export const contacts = [customers, suppliers]
export const contactPersons = [personOf("customer"), personOf("supplier"), furtherOf("customer"), furtherOf("supplier")]
