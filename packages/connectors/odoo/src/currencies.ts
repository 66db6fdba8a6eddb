/** Currencies in use. The rate is that of today, in units of the company's currency for one of it. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { base, listing } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "full_name", "symbol"),
  inverse_rate: Own.number,
  write_date: Own.moment
}
const own = listing({
  model: "res.currency",
  fields: Object.keys(members),
  domain: () => [["active", "=", true]]
})

/** The rates change without the currency: it is read whole with every run. */
export const currencies = Connector.read("CURRENCIES", {
  method: own.method,
  path: own.path,
  body: own.body,
  page: own.page,
  items: own.items,
  get: own.get,
  getItem: own.getItem,
  lookups: { ...own.lookups, base },
  deletes: Read.fullListing,
  item: Wire.struct(members),
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    platform_unique_id: raw.name,
    name: raw.full_name ?? raw.name,
    code: raw.name,
    symbol: raw.symbol,
    is_base_currency: lookups.base.currency === null ? null : raw.id === lookups.base.currency,
    exchange_rate: raw.inverse_rate,
    updated_at: raw.write_date
  })
})
