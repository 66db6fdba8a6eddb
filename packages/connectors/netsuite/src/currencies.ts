/** Currencies. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { records } from "./records.ts"

const Currency = Wire.struct({
  ...Wire.all(Wire.text, "name", "symbol", "displaySymbol", "lastModifiedDate"),
  isBaseCurrency: Wire.boolean,
  exchangeRate: Wire.number
})

export const currencies = Connector.read("CURRENCIES", {
  ...records("currency"),
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  map: (raw, { followed: [found] }) => {
    // It is gone since it was listed.
    if (found === null || found === undefined) return null
    const own = Wire.decode(Currency, found)
    return {
      platform_id: raw.id,
      name: own.name,
      // Quirk: what is called the symbol is the ISO code.
      code: own.symbol,
      symbol: own.displaySymbol,
      is_base_currency: own.isBaseCurrency,
      exchange_rate: own.exchangeRate,
      updated_at: Normalize.instant(own.lastModifiedDate, "lastModifiedDate")
    }
  }
})
