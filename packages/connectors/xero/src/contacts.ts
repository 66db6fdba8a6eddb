/** Customers and suppliers, read and created. */
import { Call, Connector, Normalize, Read, Wire, Write } from "@svc/core"
import { Addresses, addresses, links, Phones, phones } from "./people.ts"
import { changed, date, pages } from "./wire.ts"
import { batch, elements } from "./writing.ts"

const statuses = Normalize.word({ ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", GDPRREQUEST: "ARCHIVED" })

export const contacts = Connector.read("CONTACTS", {
  path: "/Contacts",
  query: { order: "ContactID ASC", includeArchived: true },
  page: pages,
  since: changed,
  items: "Contacts",
  item: Wire.struct({
    ContactID: Wire.required(Wire.id),
    Name: Wire.text,
    FirstName: Wire.text,
    LastName: Wire.text,
    EmailAddress: Wire.text,
    Website: Wire.text,
    CompanyNumber: Wire.text,
    TaxNumber: Wire.text,
    DefaultCurrency: Wire.id,
    ContactStatus: Wire.text,
    IsCustomer: Wire.boolean,
    IsSupplier: Wire.boolean,
    Phones,
    Addresses,
    UpdatedDateUTC: date
  }),
  // A contact can only be archived.
  deletes: Read.never,
  get: "/Contacts/{id}",
  map: (raw) => ({
    platform_id: raw.ContactID,
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

export const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: ["status", "external_links", "phone_numbers", "addresses"],
  batch,
  call: (items) => ({
    method: "PUT",
    path: "/Contacts",
    query: { summarizeErrors: false },
    body: {
      Contacts: items.map((item) => {
        const [first, ...rest] = Normalize.text(item.contact_name)?.split(/\s+/) ?? []
        // Quirk: contact_type is taken and not sent: Xero sets it itself with the first invoice or bill.
        return Call.present({
          Name: item.name,
          FirstName: first,
          LastName: rest.length === 0 ? null : rest.join(" "),
          EmailAddress: item.email,
          TaxNumber: item.tax_number,
          CompanyNumber: item.registration_number,
          DefaultCurrency: item.currency_id
        })
      })
    }
  }),
  answers: elements("Contacts"),
  record: contacts,
  idempotency: Write.key("Idempotency-Key")
})
