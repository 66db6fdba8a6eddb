/** Contacts: partners and the person who is asked for. */
import { Connector, type Writes } from "@svc/core"
import { contacts } from "./contacts.ts"
import { activeOf, change, creation, removal, vals } from "./write.ts"

type Input = Writes.WriteInput<"CONTACTS", "create" | "update">
const linkOf = ({ email, external_links }: Input, type: "EMAIL" | "WEBSITE") => {
  if (type === "EMAIL" && email !== undefined) return email
  return external_links === undefined ? undefined : (external_links?.find((own) => own.type === type)?.link ?? null)
}
const membersOf = (input: Input) => ({
  name: input.name,
  vat: input.tax_number,
  company_registry: input.registration_number,
  active: activeOf(input.status),
  email: linkOf(input, "EMAIL"),
  website: linkOf(input, "WEBSITE"),
  phone: input.phone_numbers === undefined ? undefined : (input.phone_numbers?.[0]?.number ?? null)
})
const rankOf = (type: Input["contact_type"]) => (type === "VENDOR" ? { supplier_rank: 1 } : { customer_rank: 1 })

/** There is one place for each: what would be dropped is refused. */
const refuse = ({ external_links, phone_numbers }: Input) => {
  if ((phone_numbers?.length ?? 0) > 1) return { field: "phone_numbers", message: "A contact has one phone number." }
  const types = (external_links ?? []).map(({ type }) => type)
  return types.some((type) => type == null) || new Set(types).size < types.length
    ? { field: "external_links", message: "A contact has one e-mail address and one website." }
    : null
}
// The currency of purchases comes with a module, and regions are records of their own.
const unsupported = ["currency_id", "addresses"]

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported,
  refuse,
  ...creation(
    "res.partner",
    (input: Writes.WriteInput<"CONTACTS", "create">) =>
      vals({
        ...membersOf(input),
        is_company: true,
        ...rankOf(input.contact_type),
        child_ids: input.contact_name == null ? undefined : [[0, 0, { name: input.contact_name, type: "contact" }]]
      }),
    ({ name }) => [
      ["name", "=", name],
      ["parent_id", "=", false]
    ]
  ),
  record: contacts
})

export const updateContacts = Connector.update("CONTACTS", {
  requires: [],
  unsupported: [...unsupported, "contact_name"],
  refuse,
  ...change("res.partner", (input: Writes.WriteInput<"CONTACTS", "update">) =>
    vals({ ...membersOf(input), ...(input.contact_type == null ? {} : rankOf(input.contact_type)) })
  ),
  record: contacts
})

export const deleteContacts = Connector.delete("CONTACTS", { ...removal("res.partner"), record: contacts })
