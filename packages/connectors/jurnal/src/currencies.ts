/** Currencies, known by their codes as documents name them: that of the books, which no list has, and those that are used beside. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { base, currencyPath, Own } from "./company.ts"

const own = Connector.read("CURRENCIES", {
  source: "base",
  path: currencyPath,
  page: Page.single,
  items: (body) => [body],
  item: Own,
  deletes: Read.never("The currency of the books cannot be taken away"),
  map: ({ company_currency: { code, symbol } }) =>
    code == null
      ? null
      : { platform_id: code, name: null, code, symbol, is_base_currency: true, exchange_rate: 1, updated_at: null }
})

const Currency = Wire.struct({ code: Wire.text, symbol: Wire.text })
const Rates = Wire.struct({ currency_rates: Wire.list(Wire.struct({ rate_to_base: Wire.number })) })
const used = Connector.read("CURRENCIES", {
  source: "currency_lists",
  path: "/currency_lists",
  page: Page.single,
  items: "currency_lists",
  item: Wire.struct({
    currency_from: Currency,
    currency_to: Wire.required(Wire.struct({ code: Wire.required(Wire.text), symbol: Wire.text })),
    currency_provider: Wire.struct({ id: Wire.id }),
    updated_at: Wire.instant
  }),
  lookups: { base },
  follow: ({ currency_from, currency_provider, currency_to }) =>
    currency_from?.code && currency_provider?.id
      ? [
          {
            path: "/currency_rates",
            query: {
              currency_from_code: currency_from.code,
              currency_to_code: currency_to.code,
              currency_provider_id: currency_provider.id
            }
          }
        ]
      : [],
  deletes: Read.fullListing,
  map: ({ currency_to, updated_at }, { followed: [rates], lookups }) => {
    const { code, symbol } = currency_to
    if (code === lookups.base?.code) return null
    const found = Call.at(rates, "currency_rates") === undefined ? null : Wire.decode(Rates, rates).currency_rates
    return {
      platform_id: code,
      code,
      symbol,
      is_base_currency: false,
      // Of today, unless another day is asked for.
      exchange_rate: found?.[0]?.rate_to_base,
      updated_at
    }
  }
})
export const currencies = [own, used]
