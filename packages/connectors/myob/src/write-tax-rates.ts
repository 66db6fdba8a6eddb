/** Tax codes made, changed and deleted. */
import { taxCodes, accountsLike } from "./tax-codes.ts"
import { taxRates } from "./tax-rates.ts"
import { writing } from "./writing.ts"

export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  path: "/GeneralLedger/TaxCode",
  alike: { code: "Code", name: "Description" },
  record: taxRates,
  requires: { create: ["code", "name", "tax_type", "total_tax_rate"] },
  lookups: { codes: taxCodes },
  takes: {
    // Quirk: a code has three characters.
    code: (code, { refuse }) => (code.length > 3 ? refuse("must not be longer than three characters") : { Code: code }),
    name: "Description",
    // What withholds is below zero here, and says so in a member of its own at MYOB.
    total_tax_rate: (rate) => ({ Rate: Math.abs(rate), IsRateNegative: rate < 0 })
  },
  creates: {
    tax_type: (type, { lookups, refuse }) => ({
      Type: type,
      ...(accountsLike(lookups.codes, type) ?? refuse("must be of a kind that the file has a tax code of"))
    })
  }
})
