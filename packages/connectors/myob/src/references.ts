/** What records refer to without saying it: the file's own currency, and what kind an account is of. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { all } from "./wire.ts"

/** The country that a file is of. */
const country = Lookup.make({
  call: { path: "/" },
  response: Wire.struct({ CompanyFile: Wire.struct({ Country: Wire.text }) }),
  pick: ({ CompanyFile }) => CompanyFile?.Country ?? null,
  absent: null,
  emptyStatuses: [404],
  lasting: true
})
const Currencies = Wire.list(Wire.required(Wire.struct({ UID: Wire.required(Wire.id), Code: Wire.id })))
/** Ids of the currencies by their codes. */
const currencies = Lookup.make({
  call: all("/GeneralLedger/Currency"),
  response: Currencies,
  pick: (rows): ReadonlyMap<string, string> => new Map(rows.map(({ Code, UID }) => [Code ?? "", UID])),
  absent: new Map(),
  emptyStatuses: [404],
  lasting: true
})
export const books = { country, currencies }
export interface Books {
  readonly country: string | null
  readonly currencies: ReadonlyMap<string, string>
}

/** The code of a country's own currency: MYOB keeps books in Australia and New Zealand. */
export const homes = Normalize.word({ AU: "AUD", AUS: "AUD", NZ: "NZD", NZL: "NZD" }, null)
/** Quirk: the file's own currency is in no list where it has no other; its code is then its id. */
export const homeOf = (own: Books): string | null => {
  const code = homes(own.country)
  return code === null ? null : (own.currencies.get(code) ?? code)
}
interface Priced {
  readonly ForeignCurrency?: { readonly UID?: string | null | undefined } | null | undefined
  readonly CurrencyExchangeRate?: number | null | undefined
}
/** The currency of a record's amounts, and its rate. */
export const currencyOf = (raw: Priced, own: Books) =>
  raw.ForeignCurrency?.UID
    ? { currency_id: raw.ForeignCurrency.UID, currency_rate: raw.CurrencyExchangeRate }
    : { currency_id: homeOf(own), currency_rate: null }

const Accounts = Wire.list(
  Wire.required(Wire.struct({ UID: Wire.required(Wire.id), Classification: Wire.decisive(Wire.text) }))
)
/** What accounts are classified as, by their ids. */
export const classes = Lookup.make({
  call: all("/GeneralLedger/Account"),
  response: Accounts,
  pick: (rows) => new Map(rows.map(({ Classification, UID }) => [UID, Classification ?? null])),
  absent: new Map<string, string | null>(),
  lasting: true
})
