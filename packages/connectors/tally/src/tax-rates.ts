/** Ledgers of duties and taxes. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { books, isTax, ledgerMembers, nameOf } from "./books.ts"
import { masterCount } from "./company.ts"
import { masters } from "./reads.ts"
import { text } from "./wire.ts"

export const taxRates = Connector.read("TAX_RATES", {
  ...masters({
    type: "Ledger",
    fetch: "Guid,AlterId,Name,Parent,_PrimaryGroup,RateOfTaxCalculation,TaxType,GSTDutyHead,OnlyAlias"
  }),
  sequence: masterCount,
  item: Wire.struct({ ...ledgerMembers, TAXTYPE: text, GSTDUTYHEAD: text, ONLYALIAS: text }),
  owner: ({ GUID }) => GUID,
  lookups: { groups: books.groups, ledgers: books.ledgers },
  map: (raw, { lookups }) =>
    isTax(lookups, raw)
      ? {
          platform_id: raw.GUID,
          name: nameOf(raw),
          code: raw.ONLYALIAS,
          tax_type: raw.GSTDUTYHEAD ?? raw.TAXTYPE,
          effective_tax_rate: raw.RATEOFTAXCALCULATION,
          total_tax_rate: raw.RATEOFTAXCALCULATION,
          components: [{ name: nameOf(raw), rate: raw.RATEOFTAXCALCULATION }]
        }
      : null
})
