/** How contacts are written. */
import * as Take from "@svc/core/Take"
import { contacts } from "./contacts.ts"
import { writing } from "./writing.ts"

/** Wafeq keeps one of each. */
const sole = <A>(rows: ReadonlyArray<A> | null, refuse: Take.At["refuse"]): A | undefined =>
  rows?.[1] === undefined ? rows?.[0] : refuse("is one more than Wafeq keeps", "[1]")

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: contacts,
  collection: "contacts",
  current: true,
  requires: ["name"],
  takes: {
    name: "name",
    tax_number: "tax_registration_number",
    // The other numbers that a contact is known by stay.
    registration_number: {
      orEmpty: (value, { raw }) => {
        const all = (raw?.["company_identification"] ?? []) as ReadonlyArray<{
          readonly type?: string
        }>
        const others = all.filter(({ type }) => type !== "CRN")
        return { company_identification: value ? [...others, { type: "CRN", value }] : others }
      }
    },
    email: "email",
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, { item: { email }, refuse }) => {
        const own = sole(rows, refuse)
        if (own?.type === "WEBSITE") refuse("is a website, for which Wafeq has no place", "[0].type")
        return email && own?.link && email !== own.link
          ? refuse("is another than `email`", "[0].link")
          : { email: own?.link ?? "" }
      }
    },
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (rows, { refuse }) => ({ phone: sole(rows, refuse)?.number ?? "" })
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "pincode", "country"],
      whole: (rows, { refuse }) => {
        const own = sole(rows, refuse)
        return {
          address: own?.street ?? "",
          district: own?.locality ?? "",
          city: own?.city ?? "",
          postal_code: own?.pincode ?? "",
          ...(own?.country ? { country: own.country } : {})
        }
      }
    }
  },
  creates: {
    contact_type: {
      to: "relationship",
      by: (value) => [value === "CUSTOMER" ? "Customer" : "Supplier"]
    }
  },
  clears: ["tax_number", "registration_number", "email", "external_links", "phone_numbers", "addresses"]
})
