/** Creating contacts: a customer or a vendor, as the item says. */
import { Connector, Normalize, type Writes } from "@svc/core"
import { customers, vendors } from "./contacts.ts"
import { idempotency, put, ref, taken } from "./writing.ts"

type Input = Writes.WriteInput<"CONTACTS", "create">
const kindOf = (item: Input) => (item.contact_type === "VENDOR" ? "vendor" : "customer")

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name", "contact_type"],
  // Persons are records of their own, and tax numbers are kept in one way with SuiteTax and in another without.
  unsupported: [
    "contact_name",
    "tax_number",
    "registration_number",
    "status",
    "external_links",
    "phone_numbers",
    "addresses"
  ],
  call: ([item], { settings }) =>
    put(kindOf(item!), {
      isPerson: false,
      companyName: item!.name,
      email: item!.email,
      currency: ref(item!.currency_id),
      // Quirk: with OneWorld nobody is without a subsidiary.
      subsidiary: ref(settings["subsidiary"])
    }),
  answers: (body, items, headers) => taken((id) => Normalize.prefixed(kindOf(items[0]!), id))(body, items, headers),
  record: (item) => (item.contact_type === "VENDOR" ? vendors : customers),
  idempotency
})
