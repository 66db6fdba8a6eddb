/** Currencies. Documents name them by code, so the code is their id here. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { unitsPerBase, whole } from "./wire.ts"

export const currencies = Connector.read("CURRENCIES", {
  ...whole("currencies"),
  item: Wire.struct({
    id: Wire.id,
    code: Wire.required(Wire.id),
    label: Wire.text,
    symbol: Wire.text,
    unitsPerBase,
    isBase: Wire.boolean,
    updatedAt: Wire.instant
  }),
  get: (code) => ({ path: "/currencies", query: { code } }),
  map: (raw) => ({
    platform_id: raw.code,
    platform_unique_id: raw.id,
    name: raw.label,
    code: raw.code,
    symbol: raw.symbol,
    is_base_currency: raw.isBase,
    exchange_rate: raw.unitsPerBase,
    updated_at: raw.updatedAt
  })
})
