/** Currencies: the list has those of others, and the setup of the ledger that of the books. */
import { Call, Connector, Normalize, Read, Wire } from "@svc/core"
import { changing, day, listed, none, quoted, record, sized, text } from "./lists.ts"

const Rate = Wire.struct({
  startingDate: day,
  exchangeRateAmount: Wire.number,
  relationalCurrencyCode: text,
  relationalExchangeRateAmount: Wire.number
})

/** Units of the books' currency for one of another; none where a third currency stands between. */
const rateIn = (body: unknown): number | null => {
  const [newest] = Read.arrayAt(body, "value")
  if (newest === undefined) return null
  const rate = Wire.decode(Rate, newest)
  if (rate.relationalCurrencyCode) return null
  const { exchangeRateAmount: amount, relationalExchangeRateAmount: own } = rate
  return amount === null || amount === undefined || amount === 0 || own === null || own === undefined ? null : Normalize.rate(own / amount)
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
    exchange_rate: rates === undefined ? null : rateIn(rates),
    updated_at: raw.lastModifiedDateTime
  })
})

const { get: _, getItem: __, ...setup } = listed("generalLedgerSetup")
const base = Connector.read("CURRENCIES", {
  ...setup,
  get: (id) => (id === none ? { path: "/generalLedgerSetup" } : null),
  item: Wire.struct({ ...record, localCurrencyCode: Wire.required(text), localCurrencySymbol: text }),
  deletes: Read.never("The currency of the books cannot be taken away"),
  map: (raw) => ({
    platform_id: none,
    name: null,
    code: raw.localCurrencyCode,
    symbol: raw.localCurrencySymbol,
    is_base_currency: true,
    exchange_rate: 1,
    updated_at: raw.lastModifiedDateTime
  })
})
export const currencies = [foreign, base]
