/** Currencies; their ids are ISO codes. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { baseCurrency } from "./references.ts"
import { pages } from "./wire.ts"

export const currencies = Connector.read("CURRENCIES", {
  path: "/currencies",
  query: { attributes: "all" },
  page: pages,
  items: "$items",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    displayed_as: Wire.text,
    name: Wire.text,
    symbol: Wire.text
  }),
  // Sage names no changes of the list.
  deletes: Read.fullListing,
  get: "/currencies/{id}",
  getItem: (body) => body,
  lookups: { base: baseCurrency },
  map: (raw, { lookups }) => {
    const isBase = lookups.base === null ? null : raw.id === lookups.base
    return {
      platform_id: raw.id,
      platform_unique_id: raw.id,
      name: raw.name ?? raw.displayed_as,
      code: raw.id,
      symbol: raw.symbol,
      is_base_currency: isBase,
      // Quirk: nothing says which way round Sage's exchange rates go, and a list of them has no amounts that would.
      exchange_rate: isBase === true ? 1 : null
    }
  }
})
