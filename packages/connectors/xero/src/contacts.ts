/** Customers and suppliers. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Addresses, addresses, links, Phones, phones } from "./people.ts"
import { changed, date, pages } from "./wire.ts"

export const statuses = Normalize.word({ ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", GDPRREQUEST: "ARCHIVED" })

export const contacts = Connector.read("CONTACTS", {
  path: "/Contacts",
  query: { order: "ContactID ASC", includeArchived: true },
  page: pages,
  since: changed,
  items: "Contacts",
  item: Wire.struct({
    ContactID: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "Name", "FirstName", "LastName", "EmailAddress", "Website", "CompanyNumber", "TaxNumber"),
    ...Wire.all(Wire.text, "ContactNumber", "ContactStatus"),
    DefaultCurrency: Wire.id,
    IsCustomer: Wire.boolean,
    IsSupplier: Wire.boolean,
    Phones,
    Addresses,
    UpdatedDateUTC: date
  }),
  // A contact can only be archived.
  deletes: Read.never("Xero archives contacts and deletes none"),
  get: "/Contacts/{id}",
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.ContactID,
    platform_unique_id: raw.ContactNumber,
    name: raw.Name,
    contact_name: Normalize.fullName(raw.FirstName, raw.LastName),
    currency_id: raw.DefaultCurrency,
    tax_number: raw.TaxNumber,
    registration_number: raw.CompanyNumber,
    status: statuses(raw.ContactStatus),
    contact_type: raw.IsCustomer ? "CUSTOMER" : raw.IsSupplier ? "VENDOR" : null,
    external_links: links(raw.ContactID, ["email", "EMAIL", raw.EmailAddress], ["website", "WEBSITE", raw.Website]),
    phone_numbers: phones(raw.ContactID, raw.Phones),
    addresses: addresses(raw.ContactID, raw.Addresses),
    updated_at: raw.UpdatedDateUTC
  })
})
