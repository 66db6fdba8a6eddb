/** What a company has decided on: its home currency, and whether it uses others. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { minorversion } from "./query.ts"
import { Ref } from "./wire.ts"

export const Preferences = Wire.struct({
  CurrencyPrefs: Wire.struct({ HomeCurrency: Ref, MultiCurrencyEnabled: Wire.boolean })
})
export const preferences = { path: "/preferences", query: { minorversion } }

/** Quirk: a record without currency is in the company's home currency. Its ISO code, or null where it is not told. */
export const homeCurrency = Lookup.make({
  call: preferences,
  response: Wire.struct({ Preferences: Wire.required(Preferences) }),
  pick: ({ Preferences: own }) => own.CurrencyPrefs?.HomeCurrency?.value ?? null,
  absent: null
})
