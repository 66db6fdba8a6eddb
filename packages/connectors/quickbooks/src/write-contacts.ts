/** How contacts are written: customers and vendors. */
import { Normalize } from "@svc/core"
import { customers, vendors } from "./contacts.ts"
import { unprefixed } from "./ids.ts"
import { active, type At, type Item, refTo, refuse } from "./taking.ts"
import { writing } from "./writing.ts"
import { addresses, emptied, isVendor, links, mail, phones } from "./written-reach.ts"

const entityOf = (item: Item) => (isVendor(item) ? "Vendor" : "Customer")

/** The last word of a name is the family's. */
const nameParts = (name: string | null, { raw }: At) => {
  const words = (Normalize.text(name) ?? "").split(/\s+/).filter((word) => word !== "")
  const FamilyName = words.length > 1 ? words.pop()! : ""
  return emptied({ GivenName: words.join(" "), MiddleName: "", FamilyName }, raw)
}

export const writeContacts = writing("CONTACTS", ["create", "update"], {
  entity: entityOf,
  id: (item) => unprefixed(entityOf(item), item["platform_id"]) ?? "",
  record: (item: Item) => (isVendor(item) ? vendors : customers),
  requires: ["name", "contact_type"],
  takes: {
    name: (name, { raw }) => ({ DisplayName: name, ...(raw ? {} : { CompanyName: name }) }),
    contact_type: (type, { item, place }) =>
      type === entityOf(item).toUpperCase() ? {} : refuse(place, "cannot be changed"),
    contact_name: nameParts,
    tax_number: (value, { item }) => ({ [isVendor(item) ? "TaxIdentifier" : "PrimaryTaxIdentifier"]: value ?? "" }),
    registration_number: "BusinessNumber",
    email: (email, at) => (at.item["external_links"] ? {} : mail(email ? [email] : [], at)),
    external_links: links,
    phone_numbers: phones,
    addresses
  },
  creates: { currency_id: refTo("CurrencyRef") },
  updates: { status: active },
  clears: [
    "contact_name",
    "tax_number",
    "registration_number",
    "email",
    "external_links",
    "phone_numbers",
    "addresses"
  ],
  sparse: true
})
