/** Contacts: the holders of berths, behind a cursor, with changes since a moment. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const contacts = Connector.read("CONTACTS", {
  path: "/holders",
  since: ({ since }) => ({ query: { changed_since: since } }),
  page: Page.cursor({ param: "after", at: "after" }),
  items: "holders",
  item: Wire.struct({
    no: Wire.required(Wire.id),
    firm: Wire.text,
    vat: Wire.text,
    changed: Wire.text
  }),
  deletes: Read.never("Quayside deletes no holders"),
  map: (raw) => ({
    platform_id: raw.no,
    name: raw.firm,
    contact_name: null,
    currency_id: null,
    tax_number: raw.vat,
    registration_number: null,
    status: "ACTIVE",
    contact_type: "CUSTOMER",
    external_links: [],
    phone_numbers: [],
    addresses: [],
    updated_at: Normalize.instant(raw.changed, "changed")
  })
})
