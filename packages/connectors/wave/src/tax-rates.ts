/** Sales taxes. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { archivedToo, changing } from "./asking.ts"
import { record, stamps, texts } from "./values.ts"

export const taxFields =
  "id name abbreviation description taxNumber showTaxNumberOnInvoices rate rates { effective rate } isCompound " +
  `isRecoverable isArchived ${stamps}`

export const taxRates = Connector.read("TAX_RATES", {
  ...changing({
    many: "salesTaxes",
    one: "salesTax",
    fields: taxFields,
    takes: { isArchived: "Boolean" },
    page: archivedToo
  }),
  item: Wire.struct({
    ...record,
    ...texts("name", "abbreviation"),
    rate: Wire.number,
    isCompound: Wire.boolean
  }),
  map: (raw) => {
    const rate = Normalize.fraction(raw.rate)
    return {
      platform_id: raw.id,
      name: raw.name,
      code: raw.abbreviation,
      // What a tax on top of others comes to depends on these.
      effective_tax_rate: raw.isCompound === true ? null : rate,
      total_tax_rate: rate,
      components: [{ name: raw.name, rate, is_compound: raw.isCompound }],
      updated_at: raw.modifiedAt
    }
  }
})
