/** Customers and vendors, and the people behind them. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Address, addresses, emails, phones, reach } from "./people.ts"
import { all, common, listed, Ref } from "./wire.ts"

export const contacts = Connector.read("CONTACTS", {
  ...listed("contacts", { nested_attributes: "all" }),
  item: Wire.struct({
    ...common,
    name: Wire.text,
    reference: Wire.text,
    contact_types: Wire.list(Wire.required(Wire.struct({ id: Wire.decisive(Wire.id) }))),
    tax_number: Wire.text,
    registered_number: Wire.text,
    currency: Ref,
    email: Wire.text,
    is_active: Wire.boolean,
    main_address: Address,
    delivery_address: Address,
    main_contact_person: Wire.struct({ name: Wire.text, ...reach })
  }),
  map: ({ main_contact_person: person, ...raw }) => {
    const types = (raw.contact_types ?? []).map((type) => type?.id)
    return {
      platform_id: raw.id,
      platform_unique_id: raw.reference || null,
      name: raw.name,
      contact_name: person?.name,
      currency_id: raw.currency?.id,
      tax_number: raw.tax_number,
      registration_number: raw.registered_number,
      status: raw.is_active === false ? "ARCHIVED" : "ACTIVE",
      // Who is both is a customer here.
      contact_type: types.includes("CUSTOMER") ? "CUSTOMER" : types.includes("VENDOR") ? "VENDOR" : null,
      external_links: emails(raw.id, raw.email, person?.email),
      phone_numbers: phones(raw.id, person),
      addresses: addresses(raw.main_address, raw.delivery_address),
      updated_at: raw.updated_at
    }
  }
})

/** Quirk: a person names an address, and the address the contact that both are of. */
const owners = Lookup.make({
  call: all("/addresses", { attributes: "contact" }),
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), contact: Ref })),
  pick: (rows) => new Map(rows.map(({ contact, id }) => [id, contact?.id ?? null])),
  absent: new Map()
})
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...listed("contact_persons"),
  item: Wire.struct({
    ...common,
    name: Wire.text,
    job_title: Wire.text,
    is_main_contact: Wire.boolean,
    address: Ref,
    ...reach
  }),
  lookups: { owners },
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    contact_id: Normalize.lookUp(lookups.owners, raw.address?.id),
    name: raw.name,
    title: raw.job_title,
    is_primary: raw.is_main_contact,
    external_links: emails(raw.id, raw.email),
    phone_numbers: phones(raw.id, raw),
    updated_at: raw.updated_at
  })
})
