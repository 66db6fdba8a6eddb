/** How contacts are written. */
import { Normalize } from "@svc/core"
import { contacts } from "./contacts.ts"
import { beside, type Table, type Taken, text, words } from "./taking.ts"
import { writing } from "./writing.ts"

type Row = Readonly<Record<string, any>>
/**
 * Quirk: there is one telephone and one address of each kind. What is sent keeps the kind that its id names, else it is of
 * the first that is free and fits; in a change, the kinds that are left over are emptied.
 */
const byKind = (
  name: string,
  member: string,
  kinds: ReadonlyArray<string>,
  fits: (row: Row) => ReadonlyArray<string>,
  table: Table
): Taken => ({
  table: { platform_id: beside, ...table },
  as: (made: ReadonlyArray<Row>, { current, refuse, sent }) => {
    const free = new Set(kinds)
    const isNew = current === null
    const blank = isNew ? {} : Object.fromEntries(members[name]!.map((own) => [own, ""]))
    const placed = made.map((row, index) => {
      const own = sent[index] as Row
      const kind = [String(own["platform_id"]).split(":").at(-1)!, ...fits(own)].find((one) => free.has(one))
      free.delete(kind ?? "")
      return kind === undefined ? null : { [member]: kind, ...blank, ...row }
    })
    const over = placed.indexOf(null)
    if (over !== -1) return refuse("is one more of its kind than Xero keeps", `[${over}]`)
    return { [name]: isNew ? placed : [...placed, ...[...free].map((kind) => ({ [member]: kind, ...blank }))] }
  }
})
const members: Readonly<Record<string, ReadonlyArray<string>>> = {
  Phones: ["PhoneNumber", "PhoneAreaCode", "PhoneCountryCode"],
  Addresses: [...["1", "2", "3", "4"].map((line) => `AddressLine${line}`), "City", "Region", "PostalCode", "Country"]
}
const telephones: Readonly<Record<string, ReadonlyArray<string>>> = { MOBILE: ["MOBILE"], FAX: ["FAX"] }

export const writeContacts = writing("CONTACTS", {
  offers: ["create", "update"],
  record: contacts,
  collection: "Contacts",
  id: "ContactID",
  requires: ["name"],
  takes: {
    name: "Name",
    contact_name: {
      orEmpty: (value) => {
        const [first, ...rest] = Normalize.text(value)?.split(/\s+/) ?? []
        return { FirstName: first, LastName: rest.join(" ") || null }
      }
    },
    tax_number: text("TaxNumber"),
    registration_number: text("CompanyNumber"),
    currency_id: "DefaultCurrency",
    status: words("ContactStatus", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" }),
    external_links: (links: ReadonlyArray<Row>, { item: { email }, refuse }) => {
      const site = links.findIndex(({ type }) => type === "WEBSITE")
      if (site !== -1) return refuse("is a website, which Xero lets nobody set", `[${site}].type`)
      if (links.length > 1) return refuse("is one more than Xero keeps", "[1]")
      const link = links[0]?.["link"] ?? ""
      return email && link && email !== link ? refuse("is another than `email`", "[0].link") : { EmailAddress: link }
    },
    email: text("EmailAddress"),
    phone_numbers: byKind(
      "Phones",
      "PhoneType",
      ["DEFAULT", "DDI", "OFFICE", "MOBILE", "FAX"],
      ({ type }) => telephones[type] ?? ["DEFAULT", "DDI", "OFFICE"],
      { number: "PhoneNumber", type: beside }
    ),
    addresses: byKind("Addresses", "AddressType", ["STREET", "POBOX"], () => ["STREET", "POBOX"], {
      street: "AddressLine1",
      city: "City",
      state: "Region",
      pincode: "PostalCode",
      country: "Country"
    })
  },
  // Quirk: Xero sets it itself with the first invoice or bill.
  creates: { contact_type: beside }
})
