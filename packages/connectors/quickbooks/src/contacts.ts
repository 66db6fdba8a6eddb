/** Contacts, from two sources: customers and vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { currencyOf, lookups } from "./document-fields.ts"
import { Address, addresses, Email, links, Phone, phones, Website } from "./people.ts"
import { mixedNames } from "./query.ts"
import { activity, record, Ref, updatedAt } from "./wire.ts"

const Contact = Wire.struct({
  ...record,
  ...Wire.all(Wire.text, "DisplayName", "GivenName", "MiddleName", "FamilyName", "PrimaryTaxIdentifier"),
  ...Wire.all(Wire.text, "TaxIdentifier", "BusinessNumber"),
  CurrencyRef: Ref,
  Active: Wire.boolean,
  PrimaryEmailAddr: Email,
  WebAddr: Website,
  ...Wire.all(Phone, "PrimaryPhone", "AlternatePhone", "Mobile", "Fax"),
  BillAddr: Address,
  ShipAddr: Address
})
interface Seen {
  readonly lookups: { readonly home: string | null }
}
const contact =
  (kind: "CUSTOMER" | "VENDOR") =>
  (raw: (typeof Contact)["Type"], { lookups: found }: Seen) => {
    // Quirk: whether a customer and a vendor may have the same id is not said.
    const id = Normalize.prefixed(kind.toLowerCase(), raw.Id)!
    return {
      platform_id: id,
      name: raw.DisplayName,
      contact_name: Normalize.fullName(raw.GivenName, raw.MiddleName, raw.FamilyName),
      currency_id: currencyOf(raw, found),
      // Quirk: shown with all but its last digits masked.
      tax_number: raw.PrimaryTaxIdentifier || raw.TaxIdentifier,
      registration_number: raw.BusinessNumber,
      status: activity(raw.Active),
      contact_type: kind,
      external_links: links(id, [raw.PrimaryEmailAddr], raw.WebAddr),
      phone_numbers: phones(id, raw),
      addresses: addresses(id, { BillAddr: raw.BillAddr, ShipAddr: raw.ShipAddr }),
      updated_at: updatedAt(raw)
    }
  }

export const customers = Connector.read("CONTACTS", {
  ...mixedNames("Customer"),
  mapping: 2,
  item: Contact,
  lookups,
  map: contact("CUSTOMER")
})
export const vendors = Connector.read("CONTACTS", {
  ...mixedNames("Vendor"),
  mapping: 2,
  item: Contact,
  lookups,
  map: contact("VENDOR")
})
export const contacts = [customers, vendors]
