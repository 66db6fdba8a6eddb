/** The currencies an organisation has enabled. */
import { Connector, Page, Read, Wire } from "@svc/core"
import { baseCurrency } from "./company-info.ts"

export const currencies = Connector.read("CURRENCIES", {
  path: "/Currencies",
  page: Page.single,
  deletes: Read.fullListing,
  items: "Currencies",
  item: Wire.struct({ Code: Wire.required(Wire.id), Description: Wire.text }),
  lookups: { base: baseCurrency },
  map: (raw, { lookups }) => ({
    platform_id: raw.Code,
    name: raw.Description,
    code: raw.Code,
    is_base_currency: lookups.base === null ? null : raw.Code === lookups.base
  })
})
