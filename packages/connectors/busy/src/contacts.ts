/** Customers and vendors: accounts below Sundry Debtors and Sundry Creditors, and how they are reached. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"
import { books, chart, isCreditor, isDebtor, Master, states } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { masters } from "./masters.ts"
import { ask, byCode, type Row, rows } from "./query.ts"
import { columns } from "./settings.ts"

const { text } = Wire
const Reached = Wire.struct({
  ...Wire.all(text, "address1", "address2", "address3", "address4", "pincode", "contact", "email", "fax", "gstno"),
  ...Wire.all(text, "itpan", "mobile", "telno"),
  statecodelong: Wire.id
})
type Reached = (typeof Reached)["Type"]
const reached = Lookup.make({
  of: Master,
  call: ({ items, settings }) =>
    ask(settings, {
      table: "MasterAddressInfo",
      columns: columns.MasterAddressInfo,
      where: { MasterCode: items.map(({ code }) => code) }
    }),
  response: Wire.read((body) => byCode(rows(body), "MasterCode")),
  pick: (found) => found,
  absent: new Map<string, ReadonlyArray<Row>>(),
  part: (body, { code }) => ({ rows: byCode(rows(body), "MasterCode").get(code) ?? [] })
})
const reachedOf = (found: (typeof reached)["absent"], code: string): Reached =>
  Wire.decode(Reached, found.get(code)?.[0] ?? {})

const shared = {
  ...masters("account"),
  item: Master,
  owner: ({ code }: Master) => code,
  companions: { reached }
}
const links = (code: string, raw: Reached) => Reach.links(code, { email: "EMAIL" }, raw)
const numbers = { mobile: "MOBILE", phone: "TELEPHONE", fax: "FAX" } as const
const phones = (code: string, raw: Reached) => Reach.phones(code, numbers, { ...raw, phone: raw.telno })

export const contacts = Connector.read("CONTACTS", {
  ...shared,
  lookups: { ...books, states },
  map: (raw, { companions, lookups, settings }) => {
    const type = isDebtor(lookups, raw.code) ? "CUSTOMER" : isCreditor(lookups, raw.code) ? "VENDOR" : null
    if (type === null) return null
    const own = reachedOf(companions.reached, raw.code)
    const street = Normalize.street(own.address1, own.address2, own.address3, own.address4)
    const state = Normalize.lookUp(lookups.states, own.statecodelong, "statecodelong")?.name
    return {
      platform_id: raw.code,
      name: raw.name,
      contact_name: own.contact,
      contact_type: type,
      currency_id: currencyOf(lookups, settings),
      tax_number: own.gstno,
      registration_number: own.itpan,
      status: "ACTIVE",
      external_links: links(raw.code, own),
      phone_numbers: phones(raw.code, own),
      addresses: Reach.part({ platform_id: `${raw.code}:address` }, { street, state, pincode: own.pincode })
    }
  }
})

/** The one person an account names. */
export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...shared,
  lookups: chart,
  map: (raw, { companions, lookups }) => {
    if (!isDebtor(lookups, raw.code) && !isCreditor(lookups, raw.code)) return []
    const own = reachedOf(companions.reached, raw.code)
    return own.contact
      ? [
          {
            platform_id: `${raw.code}:contact`,
            contact_id: raw.code,
            name: own.contact,
            is_primary: true,
            external_links: links(raw.code, own),
            phone_numbers: phones(raw.code, own).filter(({ type }) => type === "MOBILE")
          }
        ]
      : []
  }
})
