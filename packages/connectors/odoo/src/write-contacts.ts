/** Contacts: partners and the person who is asked for. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { contacts } from "./contacts.ts"
import { active, writing } from "./writing.ts"

type Links = Writes.ItemOf<"CONTACTS">["external_links"]
const linkOf = (links: Links, type: "EMAIL" | "WEBSITE") => links?.find((own) => own.type === type)?.link ?? null

// The currency of purchases comes with a module, and regions are records of their own.
export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  model: "res.partner",
  record: contacts,
  requires: ["name"],
  takes: {
    name: "name",
    tax_number: "vat",
    registration_number: "company_registry",
    status: active,
    // There is one place for each: what would be dropped is refused.
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (links, { item, refuse }) => {
        const types = (links ?? []).map(({ type }) => type)
        if (types.some((type) => type == null) || new Set(types).size < types.length)
          refuse("can be one e-mail address and one website")
        return {
          ...(item.email === undefined ? { email: linkOf(links, "EMAIL") } : {}),
          website: linkOf(links, "WEBSITE")
        }
      }
    },
    email: "email",
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (phones, { refuse }) =>
        (phones ?? []).length > 1 ? refuse("can be one") : { phone: phones?.[0]?.number ?? null }
    },
    contact_type: Take.beside
  },
  creates: { contact_name: (name) => ({ child_ids: [[0, 0, { name, type: "contact" }]] }) },
  makes: ({ contact_type }, { isNew }) =>
    contact_type === "VENDOR" ? { supplier_rank: 1 } : isNew || contact_type ? { customer_rank: 1 } : {},
  made: { is_company: true },
  by: ({ name }) => [
    ["name", "=", name],
    ["parent_id", "=", false]
  ]
})
