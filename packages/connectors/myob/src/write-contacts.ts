/** Customers and suppliers made, changed and deleted. A card is found among all of them, and is whole among its own kind. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { Card, contactOf, customersPath, suppliersPath } from "./contacts.ts"
import { taxCodes, usualOf } from "./tax-codes.ts"
import { currencyTo, lineLookups } from "./write-lines.ts"
import { writing } from "./writing.ts"

const path = "/Contact"
const kinds = ["Customer", "Supplier"]
/** A card of either kind. */
const card = Connector.read("CONTACTS", {
  path,
  page: Page.single,
  items: "Items",
  item: Card,
  get: `${path}/{id}`,
  getItem: (body) => body,
  deletes: Read.never("It is for what is written; customers and suppliers are listed apart"),
  follow: ({ Type, UID }) => (kinds.includes(Type ?? "") ? [{ path: `${path}/${Type}/${Call.segment(UID)}` }] : []),
  map: ({ Type }, { followed: [own] }) =>
    own === undefined || own === null
      ? null
      : contactOf(Wire.decode(Card, own), Type === "Supplier" ? "VENDOR" : "CUSTOMER")
})

const isVendor = (item: Take.Item, raw: Take.Item | undefined): boolean =>
  raw === undefined ? item["contact_type"] === "VENDOR" : raw["Type"] === "Supplier"
const pathOf = (vendor: boolean) => (vendor ? suppliersPath : customersPath)
/** The first place of a card, with what is written of it. */
const place = (item: Take.Item, raw: Take.Item | undefined): object => {
  const given = { Email: item["email"], ContactName: item["contact_name"] }
  if (given.Email === undefined && given.ContactName === undefined) return {}
  const [first, ...more] = Read.arrayAt(raw ?? {}, "Addresses") as ReadonlyArray<Take.Item>
  const said = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? ""]]))
  )
  return { Addresses: [{ Location: 1, ...first, ...said }, ...more] }
}

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  path,
  listOf: (item) => pathOf(item["contact_type"] === "VENDOR"),
  placeOf: ({ item, raw }: Writer.Sent) => pathOf(isVendor(item, raw)),
  wholes: [customersPath, suppliersPath],
  made: { IsIndividual: false },
  alike: { name: "CompanyName", tax_number: "SellingDetails.ABN" },
  record: card,
  requires: { create: ["name"] },
  lookups: { ...lineLookups, codes: taxCodes },
  takes: {
    name: "CompanyName",
    contact_name: Take.beside,
    email: Take.beside,
    tax_number: Take.beside,
    status: (status) => ({ IsActive: status === "ACTIVE" })
  },
  creates: { contact_type: Take.beside, currency_id: currencyTo },
  clears: ["contact_name", "email", "tax_number"],
  makes: (item, { isNew, lookups, raw, refuse }) => {
    // Quirk: a card wants the tax of goods and that of freight.
    const tax = isNew ? (usualOf(lookups.codes) ?? refuse("needs a tax code, and the file has none")) : null
    const abn = item.tax_number
    return {
      ...place(item, raw),
      ...(isNew || abn !== undefined
        ? {
            [isVendor(item, raw) ? "BuyingDetails" : "SellingDetails"]: {
              ...(abn === undefined ? {} : { ABN: abn ?? "" }),
              ...(isNew ? { TaxCode: { UID: tax }, FreightTaxCode: { UID: tax } } : {})
            }
          }
        : {})
    }
  }
})
