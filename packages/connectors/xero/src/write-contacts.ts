/** How contacts are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { contacts, statuses } from "./contacts.ts"
import { writing } from "./writing.ts"

interface Kinds {
  /** Xero's name of the list, and the member that says an element's kind. */
  readonly name: string
  readonly member: string
  readonly all: ReadonlyArray<string>
  readonly members: ReadonlyArray<string>
}
/**
 * Quirk: there is one telephone and one address of each kind. What is sent keeps the kind that its id names, else it is of
 * the first that is free and fits; in a change, the kinds that are left over are emptied.
 */
const byKind =
  ({ all, member, members, name }: Kinds, fits: (row: Take.Item) => ReadonlyArray<string>) =>
  (made: ReadonlyArray<Take.Item>, { isNew, refuse }: Take.At, sent: ReadonlyArray<Take.Item>) => {
    const free = new Set(all)
    const blank = isNew ? {} : Object.fromEntries(members.map((own) => [own, ""]))
    const placed = made.map((row, index) => {
      const own = sent[index]!
      const kind = [String(own["platform_id"]).split(":").at(-1)!, ...fits(own)].find((one) => free.has(one))
      free.delete(kind ?? "")
      return kind === undefined
        ? refuse("is one more of its kind than Xero keeps", `[${index}]`)
        : { [member]: kind, ...blank, ...row }
    })
    return { [name]: isNew ? placed : [...placed, ...[...free].map((kind) => ({ [member]: kind, ...blank }))] }
  }
const phones: Kinds = {
  name: "Phones",
  member: "PhoneType",
  all: ["DEFAULT", "DDI", "OFFICE", "MOBILE", "FAX"],
  members: ["PhoneNumber", "PhoneAreaCode", "PhoneCountryCode"]
}
const addresses: Kinds = {
  name: "Addresses",
  member: "AddressType",
  all: ["STREET", "POBOX"],
  members: [...["1", "2", "3", "4"].map((line) => `AddressLine${line}`), "City", "Region", "PostalCode", "Country"]
}

export const writeContacts = writing("CONTACTS", ["create", "update"], {
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
    tax_number: "TaxNumber",
    registration_number: "CompanyNumber",
    currency_id: "DefaultCurrency",
    status: Take.words("ContactStatus", statuses),
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (links, { item: { email }, refuse }) => {
        const site = links?.findIndex(({ type }) => type === "WEBSITE") ?? -1
        if (site !== -1) refuse("is a website, which Xero lets nobody set", `[${site}].type`)
        if (links?.[1] !== undefined) refuse("is one more than Xero keeps", "[1]")
        const link = links?.[0]?.link ?? ""
        return email && link && email !== link ? refuse("is another than `email`", "[0].link") : { EmailAddress: link }
      }
    },
    email: "EmailAddress",
    phone_numbers: {
      of: { platform_id: Take.beside, number: "PhoneNumber", type: Take.beside },
      list: byKind(phones, ({ type }) => (phones.all.slice(3).includes(type) ? [type] : phones.all.slice(0, 3)))
    },
    addresses: {
      of: {
        platform_id: Take.beside,
        street: "AddressLine1",
        city: "City",
        state: "Region",
        pincode: "PostalCode",
        country: "Country"
      },
      list: byKind(addresses, () => addresses.all)
    }
  },
  // Quirk: Xero sets it itself with the first invoice or bill.
  creates: { contact_type: Take.beside },
  clears: ["tax_number", "registration_number", "email", "external_links", "phone_numbers", "addresses"]
})
