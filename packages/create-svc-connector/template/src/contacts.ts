/** Contacts: numbered pages, changes since a moment, archived ones shown. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const kinds = Normalize.word({ customer: "CUSTOMER", supplier: "VENDOR" })

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
    tax_number: raw.tax_id,
    status: raw.archived === true ? "ARCHIVED" : "ACTIVE",
    contact_type: kinds(raw.kind),
    external_links: raw.email ? [{ link: raw.email, type: "EMAIL" as const }] : [],
    phone_numbers: raw.phone ? [{ number: raw.phone, type: null }] : [],
    updated_at: Normalize.instant(raw.updated_at, "updated_at")
  }),
  // Every other member of the model is shown by a case: the suite sees to it.
  absent: {
    contact_name: "Contacts have one name",
    currency_id: "Contacts have no currency",
    registration_number: "Only the tax number is kept",
    "phone_numbers.type": "Numbers have no kind",
    addresses: "Contacts have no address"
  }
})
