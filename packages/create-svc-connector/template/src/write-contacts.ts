/** Contacts are created. What the table does not take is refused. */
import * as Take from "@svc/core/Take"
import { contacts, kinds } from "./contacts.ts"
import { writing } from "./writing.ts"

export const writeContacts = writing("CONTACTS", ["create"], {
  collection: "contacts",
  made: { kind: "customer" },
  record: contacts,
  requires: ["name"],
  takes: {
    name: "display_name",
    contact_type: Take.words("kind", kinds),
    tax_number: "tax_id",
    email: "email"
  }
})
