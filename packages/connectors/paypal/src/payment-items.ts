/** Products of the catalogue. They have no price: plans and invoices have. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { text } from "./wire.ts"

export const paymentItems = Connector.read("PAYMENT_ITEMS", {
  path: "/v1/catalogs/products",
  query: { total_required: true },
  page: Page.numbered({ size: 20, sizeParam: "page_size", pageCountAt: "total_pages" }),
  items: "products",
  get: "/v1/catalogs/products/{id}",
  getItem: (body) => body,
  deletes: Read.never("PayPal deletes no products"),
  item: Wire.struct({ id: Wire.required(Wire.id), name: text, description: text, create_time: Wire.instant }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    // An id that PayPal has not made up is the merchant's own code.
    code: raw.id.startsWith("PROD-") ? null : raw.id,
    created_at: raw.create_time,
    // Lists do not show when one was changed.
    updated_at: raw.create_time
  })
})
