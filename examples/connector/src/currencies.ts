/** Currencies: one short list, without a way to ask for changes. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const currencies = Connector.read("CURRENCIES", {
  path: "/currencies",
  page: Page.single,
  items: "currencies",
  item: Wire.struct({ code: Wire.required(Wire.id), title: Wire.text, main: Wire.boolean }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.code,
    name: raw.title,
    code: raw.code,
    is_base_currency: raw.main
  }),
  absent: { symbol: "Ledgerly names codes alone", exchange_rate: "Ledgerly keeps rates in its documents" }
})
