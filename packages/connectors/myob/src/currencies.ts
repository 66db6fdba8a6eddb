/** Currencies: those that the file trades in, and its own where the list lacks it. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { books, homes } from "./references.ts"
import { common, listed } from "./wire.ts"

const listedCurrencies = Connector.read("CURRENCIES", {
  source: "currencies",
  ...listed("/GeneralLedger/Currency"),
  item: Wire.struct({ ...common, Code: Wire.id, CurrencyName: Wire.text, CurrencyRate: Wire.number }),
  lookups: { country: books.country },
  map: (raw, { lookups }) => {
    const home = homes(lookups.country)
    return {
      platform_id: raw.UID,
      platform_unique_id: raw.Code,
      name: raw.CurrencyName,
      code: raw.Code,
      symbol: null,
      is_base_currency: home === null ? null : raw.Code === home,
      exchange_rate: raw.CurrencyRate,
      updated_at: raw.LastModified
    }
  }
})
/** Quirk: a file without other currencies lists none, its own included; the country says which it is. */
const home = Connector.read("CURRENCIES", {
  source: "home",
  path: "/",
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({ CompanyFile: Wire.required(Wire.struct({ Country: Wire.decisive(Wire.text) })) }),
  deletes: Read.never("A file has its own currency as long as it is there"),
  lookups: { currencies: books.currencies },
  map: ({ CompanyFile }, { lookups }) => {
    const code = homes(CompanyFile.Country)
    return code === null || lookups.currencies.has(code)
      ? null
      : {
          platform_id: code,
          platform_unique_id: code,
          name: null,
          code,
          symbol: null,
          is_base_currency: true,
          exchange_rate: null
        }
  }
})
export const currencies = [listedCurrencies, home]
