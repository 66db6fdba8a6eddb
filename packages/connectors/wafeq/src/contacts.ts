/** Contacts: customers, suppliers and others, who are told apart by tags. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, record } from "./lists.ts"
import { addressOf, registrationOf } from "./organization.ts"

/** Whoever buys is a customer, also where it sells as well; a contact without a tag is not known to be either. */
const typeOf = (tags: ReadonlyArray<unknown> | null | undefined): Models.Unified<"CONTACTS">["contact_type"] => {
  const words = (tags ?? []).flatMap((tag) => (typeof tag === "string" ? [tag.trim().toLowerCase()] : []))
  if (words.includes("customer")) return "CUSTOMER"
  if (words.includes("supplier")) return "VENDOR"
  return words.length > 0 ? "UNKNOWN" : null
}

export const contacts = Connector.read("CONTACTS", {
  ...changing("contacts"),
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "name", "email", "phone", "address", "city", "district", "postal_code", "country"),
    tax_registration_number: Wire.text,
    relationship: Wire.list(Wire.unknown),
    company_identification: Wire.list(Wire.struct({ type: Wire.text, value: Wire.text }))
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_number: raw.tax_registration_number,
    registration_number: registrationOf(raw.company_identification),
    status: "ACTIVE",
    contact_type: typeOf(raw.relationship),
    external_links: Normalize.text(raw.email) === null ? [] : [{ link: raw.email, type: "EMAIL" as const }],
    phone_numbers: Normalize.text(raw.phone) === null ? [] : [{ number: raw.phone, type: null }],
    addresses: addressOf({
      street: raw.address,
      locality: raw.district,
      city: raw.city,
      pincode: raw.postal_code,
      country: raw.country
    }),
    updated_at: raw.modified_ts
  })
})
