/** The company itself. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { resource } from "../Resource.ts"

export const address = F.object({
  label: F.otherwise(F.oneOf("billing", "delivery", "office"), "billing"),
  line1: F.optional(F.text()),
  line2: F.optional(F.text()),
  district: F.optional(F.text()),
  town: F.optional(F.text()),
  region: F.optional(F.text()),
  postcode: F.optional(F.text(20)),
  countryCode: F.optional(F.country)
})

export const company = resource({
  name: "company",
  ids: "org",
  stamps: "iso",
  removal: "flag",
  verbs: ["update"],
  fields: {
    tradingName: F.text(),
    legalName: F.text(),
    vatId: F.optional(F.text(30)),
    registryNumber: F.optional(F.text(30)),
    baseCurrency: F.text(3),
    fiscalYear: F.object({ startMonth: F.whole(1, 12), startDay: F.whole(1, 31) }),
    foundedOn: F.optional(F.day),
    email: F.optional(F.email),
    website: F.optional(F.url),
    phone: F.optional(F.text(30)),
    address: F.optional(address),
    timezone: F.text(40)
  },
  build: ({ draft, before }) => {
    if (before !== null && draft.baseCurrency !== before.baseCurrency) {
      throw new Failure("rule_violation", "The base currency cannot be changed.", "baseCurrency")
    }
    return draft
  }
})
