/** Customers and vendors: which of them a new contact is, its type says. */
import * as Normalize from "@svc/core/Normalize"
import * as Places from "@svc/core/Places"
import { customers, vendors } from "./contacts.ts"
import { kindId, ref, status, writing } from "./writing.ts"

const { links, phones } = Places.of("NetSuite")
const linked = links({ EMAIL: ["email", "altEmail"], WEBSITE: ["url"] })
const called = phones({ TELEPHONE: ["phone", "altPhone", "homePhone"], MOBILE: ["mobilePhone"], FAX: ["fax"] })
/** Quirk: what is made empty is an empty text. */
const texts = (made: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(made).map(([name, text]) => [name, text ?? ""]))

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: ({ contact_type, platform_id }) =>
    platform_id == null
      ? contact_type === "VENDOR"
        ? vendors
        : customers
      : Normalize.unprefixed("vendor", platform_id) === null
        ? customers
        : vendors,
  requires: ["name", "contact_type"],
  // Persons are records of their own, and tax numbers are kept in one way with SuiteTax and in another without.
  takes: {
    name: "companyName",
    email: "email",
    external_links: {
      ...linked,
      whole: (rows, at) => {
        const made = texts(linked.whole(rows, at))
        const { email } = at.item
        if (email && made["email"] && made["email"] !== email) at.refuse("is another e-mail address than `email`")
        return email ? { ...made, email } : made
      }
    },
    phone_numbers: { ...called, whole: (rows, at) => texts(called.whole(rows, at)) },
    status
  },
  creates: { currency_id: ref("currency"), contact_type: () => ({}) },
  clears: ["email", "external_links", "phone_numbers"],
  idOf: kindId,
  kinds: { customer: {}, vendor: {} },
  kindOf: ({ contact_type, platform_id }) =>
    platform_id == null
      ? contact_type === "VENDOR"
        ? "vendor"
        : "customer"
      : (["customer", "vendor"] as const).find((kind) => Normalize.unprefixed(kind, platform_id) !== null),
  // Quirk: with OneWorld nobody is without a subsidiary.
  makes: (_, { isNew, settings: { subsidiary } }) =>
    isNew ? { isPerson: false, ...(subsidiary ? { subsidiary: { id: subsidiary } } : {}) } : {}
})
