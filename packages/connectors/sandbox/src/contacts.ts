/** Customers and vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Address, addresses, links, Phones, phones } from "./reach.ts"
import { activeStatus, changed, flagged } from "./wire.ts"

const kinds = Normalize.word({ customer: "CUSTOMER", vendor: "VENDOR" })

export const contacts = Connector.read("CONTACTS", {
  ...flagged("contacts"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    name: Wire.text,
    kind: Wire.text,
    contactPerson: Wire.text,
    emails: Wire.list(Wire.struct({ address: Wire.text })),
    phones: Phones,
    addresses: Wire.list(Address),
    website: Wire.text,
    currency: Wire.id,
    vatId: Wire.text,
    registryNo: Wire.text,
    state: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    contact_name: raw.contactPerson,
    currency_id: raw.currency,
    tax_number: raw.vatId,
    registration_number: raw.registryNo,
    status: activeStatus(raw.state),
    contact_type: kinds(raw.kind),
    external_links: links(
      (raw.emails ?? []).map(({ address }) => address),
      [raw.website]
    ),
    phone_numbers: phones(raw.phones ?? []),
    addresses: addresses(raw.addresses ?? []),
    updated_at: raw.updatedAt
  })
})
