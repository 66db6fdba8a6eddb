/** Customers and vendors, and the people who stand for their organisations. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import { listing } from "./listing.ts"
import { addressOf, Contact, linksOf, personOf, phonesOf } from "./reached.ts"
import { said, statuses } from "./wire.ts"

export type Party = "customer" | "vendor"

/** Quirk: customers and vendors are counted apart, so an id says which it is of. */
export const contactId = (party: Party, id: string | null | undefined) => Normalize.prefixed(party, id, ":")
/** The id at Qoyod behind one of ours; null where it is of the other kind. */
export const idOf = (party: Party, id: string): string | null => Normalize.unprefixed(party, id, ":")
export const partyOf = (id: string): Party | null =>
  idOf("customer", id) === null ? (idOf("vendor", id) === null ? null : "vendor") : "customer"

const of = (party: Party) => ({
  source: `${party}s`,
  ...listing(`/${party}s`, [`${party}s`, "contacts"], [party, "contact"]),
  item: Contact,
  deletes: Read.byFullListing("The interface deletes none and names none that people delete; most are made inactive")
})

export const contacts = (party: Party) =>
  Connector.read("CONTACTS", {
    ...of(party),
    get: (id: string) => {
      const own = idOf(party, id)
      return own === null ? null : { path: `/${party}s/${Call.segment(own)}` }
    },
    map: (raw) => {
      const id = Normalize.prefixed(party, raw.id, ":")
      return {
        platform_id: id,
        name: said(raw.organization, raw.name),
        contact_name: personOf(raw),
        currency_id: said(raw.currency_code),
        tax_number: raw.tax_number,
        status: statuses(raw.status),
        contact_type: party === "customer" ? "CUSTOMER" : "VENDOR",
        external_links: linksOf(id, raw),
        phone_numbers: phonesOf(id, raw),
        addresses: [
          ...addressOf(id, "billing", raw.billing_address),
          ...addressOf(id, "shipping", raw.shipping_address)
        ],
        updated_at: raw.updated_at
      }
    }
  })

/** The people of organisations. */
export const contactPersons = (party: Party) =>
  Connector.read("CONTACT_PERSONS", {
    ...of(party),
    get: (id: string) => {
      const own = idOf(party, id.replace(/:person$/, ""))
      return own === null ? null : { path: `/${party}s/${Call.segment(own)}` }
    },
    owner: ({ id }) => `${party}:${id}`,
    map: (raw) => {
      const contact = `${party}:${raw.id}`
      const id = `${contact}:person`
      const name = personOf(raw)
      if (name === null) return []
      return [
        {
          platform_id: id,
          contact_id: contact,
          name,
          is_primary: true,
          external_links: linksOf(id, raw),
          phone_numbers: phonesOf(id, raw),
          updated_at: raw.updated_at
        }
      ]
    }
  })
