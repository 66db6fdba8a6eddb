/** Customers and suppliers, each a list of its own, and the people who are named in their places. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { addresses, links, Persons, phones, Places, placesOf } from "./people.ts"
import { common, listed, Ref, statusOf } from "./wire.ts"

const Details = Wire.struct({ ABN: Wire.text, TaxIdNumber: Wire.text })
export const Card = Wire.struct({
  ...common,
  CompanyName: Wire.text,
  FirstName: Wire.text,
  LastName: Wire.text,
  Type: Wire.text,
  IsIndividual: Wire.boolean,
  DisplayID: Wire.text,
  IsActive: Wire.boolean,
  ForeignCurrency: Ref,
  SellingDetails: Details,
  BuyingDetails: Details,
  Addresses: Places
})
type Card = (typeof Card)["Type"]

export const customersPath = "/Contact/Customer"
export const suppliersPath = "/Contact/Supplier"
const sources = [
  ["customers", customersPath, "CUSTOMER"],
  ["suppliers", suppliersPath, "VENDOR"]
] as const

/** Quirk: a card without an id of the user's own says `*None`. */
const cardId = (id: string | null | undefined) => (id === "*None" ? null : Normalize.text(id))
const nameOf = (raw: Card) =>
  raw.IsIndividual === true ? Normalize.fullName(raw.FirstName, raw.LastName) : Normalize.text(raw.CompanyName)

export const contactOf = (raw: Card, type: "CUSTOMER" | "VENDOR"): Models.Unified<"CONTACTS"> => {
  const places = placesOf(raw.UID, raw.Addresses)
  const details = type === "CUSTOMER" ? raw.SellingDetails : raw.BuyingDetails
  return {
    platform_id: raw.UID,
    platform_unique_id: cardId(raw.DisplayID),
    name: nameOf(raw),
    contact_name: places[0] === undefined ? null : Normalize.text(places[0].ContactName),
    currency_id: raw.ForeignCurrency?.UID,
    tax_number: Normalize.text(details?.ABN) ?? Normalize.text(details?.TaxIdNumber),
    registration_number: null,
    status: statusOf(raw.IsActive),
    contact_type: type,
    external_links: links(places),
    phone_numbers: phones(places),
    addresses: addresses(places),
    updated_at: raw.LastModified
  }
}
export const contacts = sources.map(([source, path, type]) =>
  Connector.read("CONTACTS", { source, ...listed(path), item: Card, map: (raw) => contactOf(raw, type) })
)

export const contactPersons = sources.map(([source, path]) => {
  const { get: _, getItem: __, ...list } = listed(path)
  return Connector.read("CONTACT_PERSONS", {
    source,
    ...list,
    item: Wire.struct({ ...common, Addresses: Wire.decisive(Persons) }),
    owner: (raw) => raw.UID,
    map: (raw) =>
      placesOf(raw.UID, raw.Addresses).flatMap((place, position) => {
        const name = Normalize.text(place.ContactName)
        return name === null
          ? []
          : [
              {
                platform_id: place.id,
                contact_id: raw.UID,
                name,
                is_primary: position === 0,
                external_links: links([place]),
                phone_numbers: phones([place]),
                updated_at: raw.LastModified
              }
            ]
      })
  })
})
