/** The company of the connection, the currency that its books are kept in, and how it writes amounts. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { linked, numbered, written } from "./reached.ts"

export const currencyPath = "/companies/get_currency"
export const Own = Wire.struct({
  company_currency: Wire.required(
    Wire.struct({
      ...Wire.all(Wire.text, "code", "symbol", "separator", "delimiter"),
      precision: Wire.number
    })
  )
})
export type Own = (typeof Own)["Type"]["company_currency"]
/** The currency of the books; null where it is not told. */
export const base = Lookup.make({
  call: { path: currencyPath },
  response: Own,
  pick: ({ company_currency }): Own | null => company_currency,
  absent: null
})

export const path = "/companies/active"
export const companyInfo = Connector.read("COMPANY_INFO", {
  path,
  page: Page.single,
  items: (body) => [Call.at(body, "company")],
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "name", "company_tax_number", "address", "phone", "fax", "company_email")
  }),
  lookups: { base },
  deletes: Read.never("There is one company as long as there is the connection"),
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_number: raw.company_tax_number,
    base_currency: lookups.base?.code,
    external_links: linked(raw.company_email),
    phone_numbers: [...numbered(raw.phone, "TELEPHONE"), ...numbered(raw.fax, "FAX")],
    addresses: written(raw.address)
  })
})
