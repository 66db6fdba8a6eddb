/** The currencies an organisation has enabled. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
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
