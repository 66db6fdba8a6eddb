/** Contacts made, changed and deleted. */
import * as Take from "@svc/core/Take"
import { contacts } from "./contacts.ts"
import { writing } from "./writing.ts"

const types = { CUSTOMER: "CUSTOMER", VENDOR: "VENDOR" } as const

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  path: "contacts",
  name: "contact",
  record: contacts,
  alike: { name: "name" },
  requires: { create: ["name"] },
  takes: {
    name: "name",
    tax_number: "tax_number",
    registration_number: "registered_number",
    currency_id: "currency_id",
    contact_name: Take.beside,
    email: Take.beside
  },
  creates: { contact_type: Take.beside },
  // Quirk: the person who is asked for is an object of its own, whose members are sent together.
  makes: ({ contact_name, contact_type, email, name }, { isNew, raw }) => ({
    ...(isNew ? { contact_type_ids: [types[contact_type === "VENDOR" ? "VENDOR" : "CUSTOMER"]] } : {}),
    ...(contact_name || email
      ? {
          main_contact_person: {
            name: contact_name ?? raw?.["main_contact_person"]?.name ?? name ?? raw?.["name"],
            ...(email ? { email } : {})
          }
        }
      : {})
  }),
  departs: ({ update, ...usual }) => ({ ...usual, update: { ...update, current: true } })
})
