/** Contacts: partners who buy or sell, with the people and addresses that are kept below them. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import type { Domain } from "./ask.ts"
import { listing, ofCompany, rowsOf } from "./listing.ts"
import { addressesOf, reached, ways } from "./reached.ts"
import * as Own from "./wire.ts"

const traders = (settings: Auth.AuthSettings): Domain => [
  ["parent_id", "=", false],
  "|",
  ["customer_rank", ">", 0],
  ["supplier_rank", ">", 0],
  ...ofCompany(settings)
]
const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "vat", "company_registry"),
  active: Own.boolean,
  customer_rank: Own.number,
  supplier_rank: Own.number,
  property_purchase_currency_id: Own.link,
  write_date: Own.moment,
  ...reached
}
const Partner = Wire.struct(members)
const { mobile: _, ...lasting } = reached
const child = { parent_id: Own.link, name: Own.text, type: Own.text, ...lasting }
const Child = Wire.struct(child)

const children = Lookup.make({
  of: Partner,
  call: ({ items, settings }) =>
    rowsOf(
      settings,
      "res.partner",
      [
        ["parent_id", "in", items.map(({ id }) => Number(id))],
        ["active", "=", true]
      ],
      Object.keys(child)
    ),
  response: Wire.list(Child),
  pick: (rows) => rows,
  absent: [],
  part: (rows, { id }) => Read.arrayAt(rows, "").filter((row) => Wire.decode(Child, row).parent_id === id)
})

export const contacts = Connector.read("CONTACTS", {
  ...listing({ model: "res.partner", fields: Object.keys(members), domain: traders }),
  item: Partner,
  companions: { children },
  map: (raw, { companions }) => {
    const below = companions.children.filter(({ parent_id }) => parent_id === raw.id)
    const isVendor = (raw.supplier_rank ?? 0) > 0 && !((raw.customer_rank ?? 0) > 0)
    return {
      platform_id: raw.id,
      name: raw.name,
      contact_name: below.find(({ type }) => type === "contact")?.name ?? null,
      currency_id: raw.property_purchase_currency_id ?? null,
      tax_number: raw.vat,
      registration_number: raw.company_registry,
      status: raw.active === false ? "ARCHIVED" : "ACTIVE",
      contact_type: isVendor ? "VENDOR" : "CUSTOMER",
      ...ways(raw),
      addresses: [raw, ...below.filter(({ type }) => type !== "contact")].flatMap(addressesOf),
      updated_at: raw.write_date
    }
  }
})

const person = {
  id: Own.id,
  name: Own.text,
  parent_id: Own.link,
  function: Own.text,
  active: Own.boolean,
  write_date: Own.moment,
  ...reached
}

/** People below a partner. An archived one has left. */
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...listing({
    model: "res.partner",
    fields: Object.keys(person),
    domain: (settings) => [["parent_id", "!=", false], ["type", "=", "contact"], ...ofCompany(settings)]
  }),
  item: Wire.struct(person),
  isDeleted: ({ active }) => active === false,
  map: (raw) => ({
    platform_id: raw.id,
    contact_id: raw.parent_id,
    name: raw.name,
    title: raw.function,
    ...ways(raw),
    updated_at: raw.write_date
  })
})
