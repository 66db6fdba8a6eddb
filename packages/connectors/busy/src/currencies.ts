/** Currencies. Amounts are in that of the books: of others the tables hold what they came to. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { type Books, Master } from "./books.ts"
import { file } from "./open-file.ts"
import { listing } from "./query.ts"
import { numberOf } from "./settings.ts"

/** Signs and names that leave no doubt. A dollar alone is that of several countries. */
const codes: Readonly<Record<string, string>> = {
  "rs.": "INR",
  rs: "INR",
  "₹": "INR",
  "indian rupee": "INR",
  "indian rupees": "INR",
  us$: "USD",
  "us dollar": "USD",
  "us dollars": "USD",
  "€": "EUR",
  euro: "EUR",
  "£": "GBP",
  "pound sterling": "GBP",
  "uae dirham": "AED"
}
const codeOf = (name: string | null | undefined): string | null =>
  /^[A-Z]{3}$/.test(name ?? "") ? name! : (codes[(name ?? "").toLowerCase()] ?? null)
const isBase = (settings: Auth.AuthSettings, name: string | null | undefined) =>
  codeOf(name) === (settings["base_currency"] ?? "INR")
/** The currency of the books; null where none, or more than one, is called so. */
export const currencyOf = ({ currencies }: Pick<Books, "currencies">, settings: Auth.AuthSettings): string | null => {
  const found = [...currencies.values()].filter(({ name }) => isBase(settings, name))
  return found.length === 1 ? found[0]!.code : null
}

export const currenciesRead = Connector.read("CURRENCIES", {
  ...listing(
    (settings) => ({
      table: "Master1",
      columns: ["Code", "Name"],
      where: { MasterType: [numberOf(settings, "currency")] }
    }),
    "Code"
  ),
  item: Master,
  lookups: { file },
  map: (raw, { settings }) => ({
    platform_id: raw.code,
    name: raw.name,
    code: codeOf(raw.name),
    symbol: raw.name,
    is_base_currency: isBase(settings, raw.name)
  })
})
