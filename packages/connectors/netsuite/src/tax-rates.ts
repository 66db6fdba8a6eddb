/** Tax rates: the tax codes of accounts that do not have SuiteTax. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { records } from "./records.ts"
import { Ref } from "./wire.ts"

const TaxItem = Wire.struct({
  ...Wire.all(Wire.text, "itemId", "refName", "description"),
  rate: Wire.read(Normalize.percent),
  taxType: Ref
})

export const taxRates = Connector.read("TAX_RATES", {
  ...records("salesTaxItem"),
  mapping: 2,
  // Quirk: with SuiteTax there is no such record.
  emptyStatuses: [404],
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  map: (raw, { followed: [found] }) => {
    if (found === null || found === undefined) return null
    const own = Wire.decode(TaxItem, found)
    const name = own.itemId || own.refName || own.description
    return {
      platform_id: raw.id,
      name,
      code: own.itemId || own.refName,
      tax_type: own.taxType?.refName,
      effective_tax_rate: own.rate,
      total_tax_rate: own.rate,
      components: []
    }
  }
})
