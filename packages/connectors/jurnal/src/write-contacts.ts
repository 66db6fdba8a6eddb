/** How contacts are written. */
import * as Take from "@svc/core/Take"
import { contacts } from "./contacts.ts"
import { making } from "./making-contacts.ts"
import { writing } from "./writing.ts"

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: contacts,
  list: "contacts",
  one: "person",
  kept: ({ id }) => ({ id }),
  departs: (usual) => ({ ...usual, create: making }),
  requires: ["name", "contact_type"],
  takes: {
    name: "display_name",
    contact_name: {
      orEmpty: (name, { isNew }) => ({ first_name: name ?? "", ...(isNew ? {} : { middle_name: "", last_name: "" }) })
    },
    tax_number: "tax_no",
    status: Take.words("archive", { ACTIVE: false, ARCHIVED: true }),
    registration_number: "identity_number",
    email: "email",
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, { item: { email }, refuse }) => {
        const [own, more] = rows ?? []
        if (more !== undefined) refuse("is one more than Jurnal keeps", "[1]")
        if (own?.type === "WEBSITE") refuse("is a website, for which Jurnal has no place", "[0].type")
        if (email && own?.link && own.link !== email) refuse("is another than `email`", "[0].link")
        return { email: own?.link ?? email ?? "" }
      }
    },
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (rows, { isNew, refuse }) => {
        const made: Record<string, string> = isNew ? {} : { phone: "", mobile: "", fax: "" }
        for (const [index, { number, type }] of (rows ?? []).entries()) {
          const name = type === "MOBILE" ? "mobile" : type === "FAX" ? "fax" : "phone"
          if (made[name]) refuse("is one more of its type than Jurnal keeps", `[${index}]`)
          made[name] = number ?? ""
        }
        return made
      }
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode"],
      whole: (rows, { refuse }) => {
        const [billing, other, more] = rows ?? []
        if (more !== undefined) refuse("is one more than Jurnal keeps", "[2]")
        for (const name of ["locality", "city", "state", "pincode"] as const)
          if (other?.[name]) refuse("has no place at Jurnal in a second address", `[1].${name}`)
        return {
          billing_address: billing?.street ?? "",
          address: other?.street ?? "",
          billing_address_no: "",
          billing_address_rt: "",
          billing_address_rw: "",
          billing_address_kelurahan: billing?.locality ?? "",
          billing_address_kecamatan: "",
          billing_address_kabupaten: billing?.city ?? "",
          billing_address_provinsi: billing?.state ?? "",
          billing_address_post_code: billing?.pincode ?? ""
        }
      }
    }
  },
  creates: { contact_type: Take.beside },
  clears: [
    "contact_name",
    "tax_number",
    "registration_number",
    "email",
    "external_links",
    "phone_numbers",
    "addresses"
  ],
  kinds: { customer: {}, vendor: {} },
  kindOf: ({ contact_type, platform_id }) =>
    platform_id || contact_type === "CUSTOMER" ? "customer" : contact_type === "VENDOR" ? "vendor" : null
})
