/** Contacts: pages behind a cursor, changes since a moment, deleted ones marked. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const kinds = Normalize.word({ buyer: "CUSTOMER", supplier: "VENDOR" })
const emails = (link: string | null | undefined) => (link ? [{ link, type: "EMAIL" as const }] : [])

export const contacts = Connector.read("CONTACTS", {
  path: "/parties",
  query: { removed: "include" },
  since: ({ since }) => ({ query: { changed_after: since } }),
  page: Page.cursor({ param: "after", at: "next" }),
  items: "parties",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    role: Wire.text,
    vat: Wire.text,
    email: Wire.text,
    removed: Wire.boolean,
    changed: Wire.instant
  }),
  get: "/parties/{id}",
  getItem: (body) => body,
  deletes: Read.flag((raw: { readonly removed?: boolean | null | undefined }) => raw.removed === true),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    tax_number: raw.vat,
    status: raw.removed === true ? "ARCHIVED" : "ACTIVE",
    contact_type: kinds(raw.role),
    external_links: emails(raw.email),
    updated_at: raw.changed
  }),
  absent: {
    contact_name: "A party has one name",
    currency_id: "Parties have no currency",
    registration_number: "Only the VAT number is kept",
    phone_numbers: "Ledgerly keeps e-mail addresses alone",
    addresses: "Ledgerly keeps e-mail addresses alone"
  }
})
