/** Balances, one for each currency. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Money } from "./wire.ts"

export const paymentBalances = Connector.read("PAYMENT_BALANCES", {
  path: "/v1/reporting/balances",
  page: Page.single,
  items: "balances",
  deletes: Read.fullListing,
  item: Wire.struct({
    currency: Wire.required(Wire.id),
    total_balance: Money,
    available_balance: Money,
    withheld_balance: Money
  }),
  map: (raw) => ({
    platform_id: raw.currency,
    total_balance: raw.total_balance?.value,
    available_balance: raw.available_balance?.value,
    pending_balance: raw.withheld_balance?.value,
    currency_id: raw.currency
  })
})
