/** Tax rates. Xero's identifier of one is its type, such as OUTPUT2. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const taxRates = Connector.read("TAX_RATES", {
  path: "/TaxRates",
  page: Page.single,
  deletes: Read.fullListing,
  items: "TaxRates",
  item: Wire.struct({
    TaxType: Wire.required(Wire.id),
    Name: Wire.text,
    ReportTaxType: Wire.text,
    EffectiveRate: Wire.number,
    DisplayTaxRate: Wire.number,
    TaxComponents: Wire.list(Wire.struct({ Name: Wire.text, Rate: Wire.number, IsCompound: Wire.boolean })),
    Status: Wire.decisive(Wire.text)
  }),
  get: "/TaxRates/{id}",
  mapping: 2,
  map: (raw) =>
    raw.Status === "DELETED"
      ? null
      : {
          platform_id: raw.TaxType,
          name: raw.Name,
          code: raw.TaxType,
          tax_type: raw.ReportTaxType,
          effective_tax_rate: raw.EffectiveRate,
          total_tax_rate: raw.DisplayTaxRate,
          components: (raw.TaxComponents ?? []).map(({ IsCompound, Name, Rate }) => ({
            name: Name,
            rate: Rate,
            is_compound: IsCompound
          }))
        }
})
