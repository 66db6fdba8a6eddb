/** Creating contacts: a customer or a vendor, as the item says. */
import { Call, Connector, Normalize, type Writes } from "@svc/core"
import { customers, vendors } from "./contacts.ts"
import { minorversion } from "./query.ts"
import { answer, idempotency, ref } from "./writing.ts"

type Input = Writes.WriteInput<"CONTACTS", "create">
const entityOf = (item: Input) => (item.contact_type === "VENDOR" ? "Vendor" : "Customer")

/** The last word of a name is the family's. */
const nameParts = (name: string | null | undefined) => {
  const words = (Normalize.text(name) ?? "").split(/\s+/).filter((word) => word !== "")
  return words.length < 2
    ? { GivenName: words[0] }
    : { GivenName: words.slice(0, -1).join(" "), FamilyName: words.at(-1) }
}

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name", "contact_type"],
  unsupported: ["status", "external_links", "phone_numbers", "addresses"],
  call: ([item]) => ({
    method: "POST",
    path: `/${entityOf(item!).toLowerCase()}`,
    query: { minorversion },
    body: Call.present({
      DisplayName: item!.name,
      CompanyName: item!.name,
      ...nameParts(item!.contact_name),
      PrimaryEmailAddr: item!.email ? { Address: item!.email } : null,
      CurrencyRef: ref(item!.currency_id),
      [item!.contact_type === "VENDOR" ? "TaxIdentifier" : "PrimaryTaxIdentifier"]: item!.tax_number,
      BusinessNumber: item!.registration_number
    })
  }),
  answers: (body, [item]) => answer(entityOf(item!))(body),
  record: (item) => (item.contact_type === "VENDOR" ? vendors : customers),
  idempotency
})
