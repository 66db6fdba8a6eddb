/** Customers and suppliers made, changed and deleted. */
import * as Take from "@svc/core/Take"
import { customers, type Party, parties, suppliers } from "./contacts.ts"
import { unprefixed } from "./wire.ts"
import { statusTo, ref } from "./references.ts"
import { writing } from "./writing.ts"

const partyOf = (item: Take.Item): Party => {
  const id: string = item["platform_id"] ?? ""
  if (id !== "") return unprefixed("supplier", id) === null ? "customer" : "supplier"
  return item["contact_type"] === "VENDOR" ? "supplier" : "customer"
}
type Rows<A> = ReadonlyArray<A> | null
/** What each kind of row goes into; Sage keeps one of each. */
const byType = <A extends { readonly type?: string | null | undefined }>(
  rows: Rows<A>,
  names: Readonly<Record<string, string>>,
  usual: string,
  textOf: (row: A) => string | null | undefined,
  refuse: Take.At["refuse"]
): object => {
  const found: Record<string, string> = Object.fromEntries(Object.values(names).map((name) => [name, ""]))
  for (const [at, row] of (rows ?? []).entries()) {
    const name = names[row.type ?? usual] ?? refuse("has no place at Sage", `[${at}].type`)
    if (found[name] !== "") refuse("is one more of its type than Sage keeps", `[${at}]`)
    found[name] = textOf(row) ?? ""
  }
  return found
}
/** Quirk: an address is five lines of free text. */
const linesOf = (name: string, row: Readonly<Record<string, string | null | undefined>> = {}) => ({
  [`${name}01`]: row["street"] ?? "",
  [`${name}02`]: row["locality"] ?? "",
  [`${name}03`]: row["city"] ?? "",
  [`${name}04`]: row["state"] ?? "",
  [`${name}05`]: row["pincode"] ?? ""
})

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  service: (item) => parties[partyOf(item)].service,
  prefixOf: partyOf,
  made: { Active: true },
  computed: ["Balance", "Modified", "Created"],
  alike: { name: "Name", tax_number: "TaxReference" },
  record: (item) => (partyOf(item) === "customer" ? customers : suppliers),
  requires: { create: ["name"] },
  takes: {
    name: "Name",
    contact_name: "ContactName",
    email: "Email",
    tax_number: {
      orEmpty: (number, { refuse }) =>
        (number ?? "").length > 30
          ? refuse("is longer than the 30 characters that Sage keeps")
          : { TaxReference: number ?? "" }
    },
    registration_number: "BusinessRegistrationNumber",
    status: statusTo,
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, { item: { email }, refuse }) => {
        const own = byType(rows, { EMAIL: "Email", WEBSITE: "WebAddress" }, "EMAIL", ({ link }) => link, refuse)
        const { Email } = own as { readonly Email: string }
        if (email && Email !== "" && Email !== email) refuse("is another e-mail address than `email`")
        return { ...own, Email: email || Email }
      }
    },
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (rows, { refuse }) =>
        byType(
          rows,
          { TELEPHONE: "Telephone", MOBILE: "Mobile", FAX: "Fax" },
          "TELEPHONE",
          ({ number }) => number,
          refuse
        )
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode"],
      whole: (rows, { refuse }) => {
        if ((rows ?? []).length > 2) refuse("is one more than the two that Sage keeps", "[2]")
        const isDelivery = (id: string | null | undefined) => id?.endsWith("/delivery") === true
        const delivery = rows?.find(({ platform_id: id }) => isDelivery(id)) ?? rows?.[1]
        return {
          ...linesOf(
            "PostalAddress",
            rows?.find((row) => row !== delivery)
          ),
          ...linesOf("DeliveryAddress", delivery)
        }
      }
    }
  },
  creates: { contact_type: Take.beside, currency_id: ref("CurrencyId") },
  clears: ["contact_name", "email", "tax_number", "registration_number", "external_links", "phone_numbers", "addresses"]
})
