/** Tax codes. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, listed } from "./wire.ts"

export const taxRates = Connector.read("TAX_RATES", {
  ...listed("/GeneralLedger/TaxCode"),
  item: Wire.struct({
    ...common,
    Code: Wire.id,
    Description: Wire.text,
    Type: Wire.decisive(Wire.text),
    Rate: Wire.number,
    IsRateNegative: Wire.boolean,
    LinkedSupplier: Wire.struct({ Name: Wire.text })
  }),
  map: (raw) => {
    // What withholds, such as NoABN_TFN, is taken off.
    const rate = raw.IsRateNegative === true ? Normalize.difference(0, raw.Rate) : raw.Rate
    return {
      platform_id: raw.UID,
      platform_unique_id: raw.Code,
      name: raw.Description,
      code: raw.Code,
      tax_type: raw.Type,
      effective_tax_rate: rate,
      total_tax_rate: rate,
      // Of which codes a consolidated one is made, MYOB does not tell.
      components:
        raw.Type === "Consolidated" ? [] : [{ name: raw.Description, rate, tax_agency: raw.LinkedSupplier?.Name }],
      updated_at: raw.LastModified
    }
  }
})
