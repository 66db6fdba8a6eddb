/** How customers and vendors are written. */
import * as Take from "@svc/core/Take"
import { customers, kindOf, vendors } from "./contacts.ts"
import { withPerson } from "./write-persons.ts"
import { sole, writing } from "./writing.ts"

const kindIn = (item: Take.Item, refuse: Take.At["refuse"]) => {
  const id = item["platform_id"]
  if (typeof id === "string") return kindOf(id) ?? refuse("names neither a customer nor a vendor", "platform_id")
  const type = item["contact_type"]
  if (type !== "CUSTOMER" && type !== "VENDOR") return refuse("must be CUSTOMER or VENDOR", "contact_type")
  return { kind: type === "CUSTOMER" ? ("customer" as const) : ("vendor" as const), id: "" }
}
export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: ({ contact_type, platform_id }) =>
    (platform_id ? platform_id.startsWith("vendor-") : contact_type === "VENDOR") ? vendors : customers,
  placeOf: (item, refuse) => {
    const { id, kind } = kindIn(item, refuse)
    return { set: `${kind}s`, id }
  },
  alike: ["displayName", "email", "taxRegistrationNumber"],
  requires: { create: ["name", "contact_type"] },
  takes: {
    name: "displayName",
    tax_number: "taxRegistrationNumber",
    currency_id: "currencyId",
    email: "email",
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, { item: { email }, refuse }) => {
        const emails = (rows ?? []).filter(({ type }) => type !== "WEBSITE")
        const sites = (rows ?? []).filter(({ type }) => type === "WEBSITE")
        const [own, site] = [sole(emails, refuse)?.link, sole(sites, refuse)?.link]
        if (email && own && email !== own) refuse("is another than `email`", "[0].link")
        return { ...(email ? {} : { email: own ?? "" }), website: site ?? "" }
      }
    },
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (rows, { refuse }) => {
        const own = sole(rows, refuse)
        return own?.type === "FAX" || own?.type === "MOBILE"
          ? refuse("has no place: a contact has one telephone", "[0].type")
          : { phoneNumber: own?.number ?? "" }
      }
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"],
      whole: (rows, { refuse }) => {
        const own = sole(rows, refuse)
        return {
          addressLine1: own?.street ?? "",
          addressLine2: own?.locality ?? "",
          city: own?.city ?? "",
          state: own?.state ?? "",
          postalCode: own?.pincode ?? "",
          country: own?.country ?? ""
        }
      }
    }
  },
  creates: { contact_type: Take.beside, contact_name: Take.beside },
  updates: { status: Take.words("blocked", { ACTIVE: "_x0020_", ARCHIVED: "All" }) },
  clears: ["tax_number", "email", "external_links", "phone_numbers", "addresses"],
  departs: withPerson
})
