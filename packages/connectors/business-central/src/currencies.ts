/** Currencies: the list has those of others, and the company itself says that of its books. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, listed, none, quoted, record, sized, text, values } from "./lists.ts"

const Rate = Wire.struct({
  startingDate: Wire.day,
  exchangeRateAmount: Wire.number,
  relationalCurrencyCode: text,
  relationalExchangeRateAmount: Wire.number
})

/** Units of the books' currency for one of another; none where a third currency stands between. */
const rateIn = (body: unknown): number | null => {
  const [newest] = values(body)
  if (newest === undefined) return null
  const rate = Wire.decode(Rate, newest)
  if (rate.relationalCurrencyCode) return null
  const { exchangeRateAmount: amount, relationalExchangeRateAmount: own } = rate
  return Normalize.rate(Normalize.product(own, Normalize.inverseRate(amount)))
}

const { get: find, ...others } = changing("currencies")
const foreign = Connector.read("CURRENCIES", {
  ...others,
  // The books' own currency is asked for at the other list.
  get: (id) => (id === none ? null : find(id)),
  item: Wire.struct({ ...record, code: text, displayName: text, symbol: text }),
  follow: ({ code }): ReadonlyArray<Call.Call> =>
    code
      ? [
          {
            path: "/currencyExchangeRates",
            query: { $filter: `currencyCode eq ${quoted(code)}`, $orderby: "startingDate desc", $top: 1 },
            headers: sized(1)
          }
        ]
      : [],
  map: (raw, { followed: [rates] }) => ({
    platform_id: raw.id,
    name: raw.displayName,
    code: raw.code,
    symbol: raw.symbol,
    is_base_currency: false,
    exchange_rate: rates === undefined || rates === null ? null : rateIn(rates),
    updated_at: raw.lastModifiedDateTime
  })
})

const { get: _, getItem: __, ...company } = listed("companyInformation")
const base = Connector.read("CURRENCIES", {
  ...company,
  get: (id) => (id === none ? { path: company.path } : null),
  item: Wire.struct({ ...record, currencyCode: Wire.required(text) }),
  deletes: Read.never("The currency of the books cannot be taken away"),
  map: (raw) => ({
    platform_id: none,
    name: null,
    code: raw.currencyCode,
    symbol: null,
    is_base_currency: true,
    exchange_rate: 1,
    updated_at: raw.lastModifiedDateTime
  })
})
export const currencies = [foreign, base]
