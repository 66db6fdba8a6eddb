/** How contacts are written: customers and vendors. */
import * as Normalize from "@svc/core/Normalize"
import { customers, vendors } from "./contacts.ts"
import { active, refTo, writing } from "./writing.ts"
import { addresses, emptied, isVendor, links, mail, phones } from "./written-reach.ts"

export const writeContacts = writing("CONTACTS", ["create", "update"], {
  entity: ({ item }) => (isVendor(item) ? "Vendor" : "Customer"),
  idOf: (id) => id.replace(/^(customer|vendor)-/, ""),
  record: (item) => (isVendor(item) ? vendors : customers),
  requires: ["name", "contact_type"],
  takes: {
    name: (name, { isNew }) => ({ DisplayName: name, ...(isNew ? { CompanyName: name } : {}) }),
    contact_type: (type, { item, refuse }) =>
      type === (isVendor(item) ? "VENDOR" : "CUSTOMER") ? {} : refuse("cannot be changed"),
    // The last word of a name is the family's.
    contact_name: {
      orEmpty: (name, { raw }) => {
        const words = (Normalize.text(name) ?? "").split(/\s+/).filter((word) => word !== "")
        const FamilyName = words.length > 1 ? words.pop()! : ""
        return emptied({ GivenName: words.join(" "), MiddleName: "", FamilyName }, raw)
      }
    },
    tax_number: {
      orEmpty: (value, { item }) => ({
        [isVendor(item) ? "TaxIdentifier" : "PrimaryTaxIdentifier"]: value ?? ""
      })
    },
    registration_number: "BusinessNumber",
    email: { orEmpty: (email, at) => (at.item.external_links ? {} : mail(email ? [email] : [], at.raw)) },
    external_links: links,
    phone_numbers: phones,
    addresses
  },
  creates: { currency_id: refTo("CurrencyRef") },
  updates: { status: active },
  clears: ["registration_number", "external_links", "phone_numbers", "addresses"],
  sparse: true
})
