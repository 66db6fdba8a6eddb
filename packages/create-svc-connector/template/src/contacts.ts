/** Contacts: numbered pages, changes since a moment, archived ones shown; created one by one. */
import { Call, Connector, Normalize, Page, Read, Wire, Write } from "@svc/core"

const kinds = Normalize.word({ customer: "CUSTOMER", supplier: "VENDOR" })

export const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  query: { archived: "include" },
  since: ({ since }) => ({ query: { updated_since: since } }),
  page: Page.numbered({ size: 50, sizeParam: "per_page", pageCountAt: "pages" }),
  items: "contacts",
  get: "/contacts/{id}",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    display_name: Wire.text,
    kind: Wire.text,
    tax_id: Wire.text,
    email: Wire.text,
    phone: Wire.text,
    archived: Wire.boolean,
    updated_at: Wire.text
  }),
  deletes: Read.flag((raw: { readonly archived?: boolean | null | undefined }) => raw.archived === true),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.display_name,
    contact_name: null,
    currency_id: null,
    tax_number: raw.tax_id,
    registration_number: null,
    status: raw.archived === true ? "ARCHIVED" : "ACTIVE",
    contact_type: kinds(raw.kind),
    external_links: raw.email ? [{ link: raw.email, type: "EMAIL" as const }] : [],
    phone_numbers: raw.phone ? [{ number: raw.phone, type: null }] : [],
    addresses: [],
    updated_at: Normalize.instant(raw.updated_at, "updated_at")
  })
})

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: [
    "contact_name",
    "currency_id",
    "registration_number",
    "status",
    "external_links",
    "phone_numbers",
    "addresses"
  ],
  call: ([item]) => ({
    method: "POST",
    path: "/contacts",
    body: Call.present({
      display_name: item?.name,
      kind: item?.contact_type === "VENDOR" ? "supplier" : "customer",
      tax_id: item?.tax_number,
      email: item?.email
    })
  }),
  answers: (body) => [Write.accepted(Call.at(body, "contacts.0"))],
  record: contacts,
  idempotency: Write.key("idempotency-key")
})
