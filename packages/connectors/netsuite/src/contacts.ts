/** Contacts, from two sources: customers and vendors, each with its address book. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { address, links, phones, place, reach } from "./people.ts"
import { source } from "./query.ts"
import { featured, type Settings, time } from "./statement.ts"
import { activity, headOf, keyed, recordOf } from "./wire.ts"

const Row = Wire.struct({
  ...keyed,
  part: Wire.id,
  ...Wire.all(Wire.text, "entityid", "companyname", "firstname", "middlename", "lastname", "isinactive"),
  isperson: Wire.boolean,
  currency: Wire.id,
  ...reach,
  ...place
})
const Contact = recordOf(Row)

const columns = [
  "entityid",
  "companyname",
  "isperson",
  "firstname",
  "middlename",
  "lastname",
  "isinactive",
  "email",
  "altemail",
  "url",
  "phone",
  "altphone",
  "homephone",
  "mobilephone",
  "fax"
]
const of = (table: string, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, `${table}.${name}`]))

/** Quirk: somebody who is customer and vendor has one id for both, so that ids say which is meant. */
const contactsOf = (kind: "customer" | "vendor") =>
  source({
    mapping: 2,
    kind,
    table: kind,
    changed: "c.lastmodifieddate",
    statement: (settings: Settings) => ({
      id: "c.id",
      part: "NVL(b.internalid, 0)",
      select: {
        ...of("c", columns),
        ...of("a", Object.keys(place)),
        ...featured(settings, { currency: ["currency", "c.currency"] }),
        modified: time("c.lastmodifieddate")
      },
      from:
        `${kind} c LEFT JOIN ${kind}addressbook b ON b.entity = c.id ` +
        `LEFT JOIN ${kind}addressbookentityaddress a ON a.nkey = b.addressbookaddress`
    })
  })

const contact = (kind: "customer" | "vendor") => (raw: (typeof Contact)["Type"]) => {
  const row = headOf(raw)
  const id = Normalize.prefixed(kind, raw.id)!
  const person = Normalize.fullName(row.firstname, row.middlename, row.lastname)
  return {
    platform_id: id,
    platform_unique_id: row.entityid,
    // Quirk: somebody who is a person may have a company's name too, that of where they work.
    name: (row.isperson ? person : null) ?? Normalize.text(row.companyname) ?? person ?? row.entityid,
    contact_name: person,
    currency_id: row.currency,
    status: activity(row.isinactive),
    contact_type: kind === "vendor" ? ("VENDOR" as const) : ("CUSTOMER" as const),
    external_links: links(id, row),
    phone_numbers: phones(id, row),
    addresses: raw.rows.flatMap((own) => address(`${id}:addresses:${own.part}`, own))
  }
}

export const customers = Connector.read("CONTACTS", {
  ...contactsOf("customer"),
  item: Contact,
  map: contact("customer")
})
export const vendors = Connector.read("CONTACTS", {
  ...contactsOf("vendor"),
  item: Contact,
  map: contact("vendor")
})
export const contacts = [customers, vendors]
