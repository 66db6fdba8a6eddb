/** The currencies a company uses, from two sources: its home currency, and the foreign ones it has added. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { homeCurrency, preferences, Preferences } from "./preferences.ts"
import { minorversion, names } from "./query.ts"
import { record, updatedAt } from "./wire.ts"

const home = Connector.read("CURRENCIES", {
  source: "home",
  ...preferences,
  page: Page.single,
  items: (body) => [Preferences_(body)],
  item: Preferences,
  deletes: Read.never("The home currency cannot be deleted"),
  map: (raw) => {
    const code = raw.CurrencyPrefs?.HomeCurrency?.value
    return code ? { platform_id: code, code, is_base_currency: true, exchange_rate: 1 } : null
  }
})
const Preferences_ = (body: unknown) =>
  Wire.decode(Wire.struct({ Preferences: Wire.required(Wire.unknown) }), body).Preferences

const Rate = Wire.struct({ ExchangeRate: Wire.struct({ Rate: Wire.number }) })
const { get: _, getItem: __, ...company } = names("CompanyCurrency")

const foreign = Connector.read("CURRENCIES", {
  source: "company",
  ...company,
  // Quirk: a company that uses one currency may be answered that there are no others to ask for.
  emptyStatuses: [400],
  item: Wire.struct({ ...record, Code: Wire.required(Wire.id), Name: Wire.text, Active: Wire.boolean }),
  lookups: { home: homeCurrency },
  // A currency that is no longer used has no rate.
  follow: ({ Active, Code }) =>
    Active === false ? [] : [{ path: "/exchangerate", query: { sourcecurrencycode: Code, minorversion } }],
  map: (raw, { followed, lookups }) =>
    raw.Code === lookups.home
      ? null
      : {
          platform_id: raw.Code,
          name: Normalize.text(raw.Name),
          code: raw.Code,
          is_base_currency: false,
          exchange_rate: followed[0] ? Wire.decode(Rate, followed[0]).ExchangeRate?.Rate : null,
          updated_at: updatedAt(raw)
        }
})

export const currencies = [home, foreign]
