/** Contacts, from two lists: customers and vendors. Their ids say which list they are of. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, none, record, text, word } from "./lists.ts"
import { reach, reached } from "./people.ts"

export type Kind = "customer" | "vendor"
/** The id of a contact, by that of a customer or a vendor. */
export const contactId = (kind: Kind, id: string): string => Normalize.prefixed(kind, id)
/** What names a contact by the platform's own id. */
export const contact = (kind: Kind) =>
  Wire.read((value) => {
    const id = Normalize.id(value)
    return id === null || id === none ? null : contactId(kind, id)
  })
/** The kind that an id says, and the platform's own id; null for one that says none. */
export const kindOf = (id: string): { readonly kind: Kind; readonly id: string } | null => {
  for (const kind of ["customer", "vendor"] as const) {
    const own = Normalize.unprefixed(kind, id)
    if (own !== null) return { kind, id: own }
  }
  return null
}

// Who is not delivered to or not paid is in use all the same.
const states = Normalize.word({ All: "ARCHIVED" }, "ACTIVE")

const of = (kind: Kind) => {
  const { get, ...list } = changing(`${kind}s`, { called: (id) => contactId(kind, id) })
  return Connector.read("CONTACTS", {
    ...list,
    get: (id) => {
      const own = kindOf(id)
      return own?.kind === kind ? get(own.id) : null
    },
    item: Wire.struct({
      ...record,
      ...reach,
      displayName: text,
      taxRegistrationNumber: text,
      currencyId: Wire.id,
      blocked: word
    }),
    map: (raw) => ({
      platform_id: contactId(kind, raw.id),
      name: raw.displayName,
      contact_name: null,
      currency_id: raw.currencyId,
      tax_number: raw.taxRegistrationNumber,
      registration_number: null,
      status: raw.blocked === null ? "ACTIVE" : states(raw.blocked),
      contact_type: kind === "customer" ? "CUSTOMER" : "VENDOR",
      ...reached(raw),
      updated_at: raw.lastModifiedDateTime
    })
  })
}
export const customers = of("customer")
export const vendors = of("vendor")
export const contacts = [customers, vendors]
