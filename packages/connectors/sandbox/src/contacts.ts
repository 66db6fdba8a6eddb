/** Customers and vendors, read and created. */
import { Call, Connector, Normalize, Wire, Write } from "@svc/core"
import { Address, addresses, links, Phones, phones } from "./reach.ts"
import { activeStatus, changed, flagged, instant } from "./wire.ts"

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
    updatedAt: instant
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

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name", "contact_type"],
  call: ([item]) => ({
    method: "POST",
    path: "/contacts",
    body: Call.present({
      name: item?.name,
      kind: item?.contact_type?.toLowerCase(),
      people: person(item?.contact_name),
      emails: item?.email ? [{ address: item.email }] : null,
      currency: item?.currency_id,
      vatId: item?.tax_number,
      registryNo: item?.registration_number
    })
  }),
  answers: (body) => [Write.accepted(body)],
  record: contacts,
  idempotency: Write.key("Idempotency-Key")
})

const person = (name: string | null | undefined) => {
  const [given, ...family] = Normalize.text(name)?.split(/\s+/) ?? []
  return given === undefined ? null : [{ given, family: family.join(" ") || null, primary: true }]
}
