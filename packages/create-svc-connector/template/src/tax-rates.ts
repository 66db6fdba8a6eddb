/** Tax rates: one short list, without a way to ask for changes. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const taxRates = Connector.read("TAX_RATES", {
  path: "/tax_rates",
  page: Page.single,
  items: "tax_rates",
  item: Wire.struct({ id: Wire.required(Wire.id), label: Wire.text, code: Wire.text, percent: Wire.unknown }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.label,
    code: raw.code,
    effective_tax_rate: Normalize.percent(raw.percent, "percent"),
    total_tax_rate: Normalize.percent(raw.percent, "percent")
  }),
  absent: { tax_type: "Rates have no kind", components: "A rate is one" }
})
