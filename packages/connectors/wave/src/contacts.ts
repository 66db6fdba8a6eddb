/** Customers and vendors, and the person that each is spoken to through. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing } from "./asking.ts"
import { addressFields, addressOf, links, phones, reach, reachFields, Shipping } from "./reached.ts"
import { Coded, record, stamps, statusOf, texts } from "./values.ts"

export const customerFields =
  `id name firstName lastName displayId email ${reachFields} internalNotes currency { code } ` +
  `shippingDetails { name phone instructions address ${addressFields} } isArchived ${stamps}`

const parties = {
  CUSTOMER: changing({
    many: "customers",
    one: "customer",
    fields: customerFields,
    takes: { sort: "[CustomerSort!]! = [CREATED_AT_ASC]" }
  }),
  // Quirk: a list that cannot be sorted.
  VENDOR: changing({ many: "vendors", one: "vendor", fields: customerFields })
}
type Party = keyof typeof parties

const contactsOf = (party: Party) =>
  Connector.read("CONTACTS", {
    ...parties[party],
    item: Wire.struct({
      ...record,
      ...reach,
      ...texts("name", "firstName", "lastName", "email"),
      currency: Coded,
      shippingDetails: Shipping,
      isArchived: Wire.boolean
    }),
    map: (raw) => ({
      platform_id: raw.id,
      name: raw.name,
      contact_name: Normalize.fullName(raw.firstName, raw.lastName),
      currency_id: raw.currency?.code,
      status: statusOf(raw),
      contact_type: party,
      external_links: links(raw.id, raw),
      phone_numbers: phones(raw.id, raw),
      addresses: [
        ...addressOf(raw.id, "address", raw.address),
        ...addressOf(raw.id, "shipping", raw.shippingDetails?.address)
      ],
      updated_at: raw.modifiedAt
    })
  })

const personsOf = (party: Party) => {
  const { get, ...list } = parties[party]
  return Connector.read("CONTACT_PERSONS", {
    ...list,
    item: Wire.struct({ ...record, firstName: Wire.decisive(Wire.text), lastName: Wire.decisive(Wire.text) }),
    owner: ({ id }) => id,
    get: (id, context) => get(id.replace(/:person$/, ""), context),
    map: (raw) => {
      const name = Normalize.fullName(raw.firstName, raw.lastName)
      return name === null
        ? []
        : [
            {
              platform_id: `${raw.id}:person`,
              contact_id: raw.id,
              name,
              first_name: raw.firstName,
              last_name: raw.lastName,
              is_primary: true,
              external_links: [],
              phone_numbers: [],
              updated_at: raw.modifiedAt
            }
          ]
    }
  })
}

export const customers = contactsOf("CUSTOMER")
export const contacts = [customers, contactsOf("VENDOR")]
export const contactPersons = [personsOf("CUSTOMER"), personsOf("VENDOR")]
