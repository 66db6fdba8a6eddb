/** Tax rates: the tax codes that a tax type of SuiteTax has, or those of accounts without it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { records } from "./records.ts"
import { Ref } from "./wire.ts"

const TaxItem = Wire.struct({
  ...Wire.all(Wire.text, "name", "itemId", "refName", "description"),
  rate: Wire.read(Normalize.percent),
  taxType: Ref
})

export const taxRates = Connector.read("TAX_RATES", {
  ...records("salesTaxItem"),
  mapping: 3,
  // Quirk: not every account has such records.
  emptyStatuses: [404],
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  map: (raw, { followed: [found] }) => {
    if (found === null || found === undefined) return null
    const own = Wire.decode(TaxItem, found)
    // Quirk: SuiteTax has another word for the name.
    const code = own.name || own.itemId || own.refName
    return {
      platform_id: raw.id,
      name: code || own.description,
      code,
      tax_type: own.taxType?.refName,
      effective_tax_rate: own.rate,
      total_tax_rate: own.rate,
      components: []
    }
  }
})
