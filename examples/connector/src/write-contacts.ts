/** Contacts made and changed. */
import * as Take from "@svc/core/Take"
import { contacts, kinds } from "./contacts.ts"
import { writing } from "./writing.ts"

export const writeContacts = writing("CONTACTS", ["create", "update"], {
  path: "/parties",
  made: { role: "buyer" },
  record: contacts,
  requires: { create: ["name"], update: ["name"] },
  takes: { name: "title", tax_number: "vat", email: "email" },
  creates: { contact_type: Take.words("role", kinds) }
})
