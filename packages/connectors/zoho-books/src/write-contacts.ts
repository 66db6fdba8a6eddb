/** How contacts are written. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { contacts, kind as contact } from "./contacts.ts"
import { personOf, withPeople } from "./people.ts"
import { listed, shelf } from "./states.ts"
import { writing } from "./writing.ts"

/** Quirk: each edition has a member of its own for the number, and the organisation's country alone says which it is. */
const editions: ReadonlyArray<readonly [RegExp, (value: string) => object]> = [
  [/^india$/i, (gst_no) => ({ gst_no, gst_treatment: "business_gst" })],
  [/^(?:u\.?k\.?|united kingdom)$/i, (vat_reg_no) => ({ vat_reg_no })],
  [/^(?:u\.?s\.?a?\.?|united states(?: of america)?)$/i, (tax_id_value) => ({ tax_id_value, tax_id_type: "EIN" })],
  [
    /^(?:u\.?a\.?e\.?|united arab emirates|saudi arabia|bahrain|kuwait|oman|qatar|m[eé]xico)$/i,
    (tax_reg_no) => ({ tax_reg_no })
  ]
]
const country = Lookup.make({
  call: ({ items: all, settings }: Lookup.LookupContext<{ readonly tax_number?: string | null | undefined }>) =>
    all.some(({ tax_number }) => tax_number != null)
      ? { path: `/organizations/${Call.segment(settings["organization"] ?? "")}` }
      : null,
  response: Wire.struct({ organization: Wire.struct({ address: Wire.struct({ country: Wire.text }) }) }),
  pick: ({ organization }) => organization?.address?.country?.trim() ?? "",
  absent: "",
  lasting: true
})

type Contact = Writes.ItemOf<"CONTACTS">
type Address = NonNullable<Contact["addresses"]>[number]
const address = ({ city, country: land, locality, pincode, state, street }: Address = {}) => ({
  address: street ?? "",
  street2: locality ?? "",
  city: city ?? "",
  state: state ?? "",
  zip: pincode ?? "",
  country: land ?? ""
})
export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  ...listed,
  kind: contact,
  alike: { name: "contact_name", contact_type: "contact_type", email: "email" },
  whole: withPeople,
  record: contacts,
  requires: ["name"],
  lookups: { country },
  takes: {
    name: (name) => ({ contact_name: name, company_name: name }),
    currency_id: "currency_id",
    status: shelf,
    tax_number: (value, { lookups, refuse }) =>
      editions.find(([own]) => own.test(lookups.country))?.[1](value) ??
      refuse("has no place in the edition of the organisation's country"),
    contact_name: Take.beside,
    email: Take.beside,
    external_links: Take.beside,
    phone_numbers: Take.beside,
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"],
      whole: (rows, { refuse }) =>
        rows?.[2] === undefined
          ? { billing_address: address(rows?.[0]), shipping_address: address(rows?.[1]) }
          : refuse("is one more than Zoho Books keeps", "[2]")
    }
  },
  creates: { contact_type: Take.words("contact_type", { CUSTOMER: "customer", VENDOR: "vendor" }) },
  makes: personOf,
  clears: ["addresses"]
})
