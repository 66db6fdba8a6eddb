/** Currencies, and the id behind a code where an answer tells the code alone. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { pages } from "./lists.ts"

const Currency = Wire.struct({
  currency_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "currency_code", "currency_name", "currency_symbol"),
  is_base_currency: Wire.boolean,
  exchange_rate: Wire.number
})
const path = "/settings/currencies"

export const currencies = Lookup.make({
  call: Read.pages({ call: { path }, page: pages, items: "currencies" }),
  response: Wire.list(Wire.required(Currency)),
  pick: (all): ReadonlyMap<string, string> =>
    new Map(all.map(({ currency_code, currency_id }) => [currency_code ?? "", currency_id])),
  absent: new Map()
})
/** Quirk: credit notes and payments of customers are described with the code of their currency alone. */
export const currencyOf = (
  raw: { readonly currency_id?: string | null | undefined; readonly currency_code?: string | null | undefined },
  known: ReadonlyMap<string, string>
) => raw.currency_id ?? Normalize.lookUp(known, raw.currency_code) ?? null

export const currencyList = Connector.read("CURRENCIES", {
  path,
  page: pages,
  items: "currencies",
  item: Currency,
  get: `${path}/{id}`,
  getItem: (body: unknown) => Call.at(body, "currency"),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.currency_id,
    name: raw.currency_name,
    code: raw.currency_code,
    symbol: raw.currency_symbol,
    is_base_currency: raw.is_base_currency,
    exchange_rate: raw.exchange_rate
  })
})
