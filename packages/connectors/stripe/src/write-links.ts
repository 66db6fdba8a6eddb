/** Payment links made with their lines, and switched on and off. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { isActive, priceOf, writing } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"PAYMENT_PAYMENT_LINKS">["line_items"]>[number]
/** Quirk: a line has a price made for it, of a product; one that names no item is of a product made for it as well. */
const lineOf = ({ description, item_id, quantity, unit_amount }: Line, code: unknown, refuse: Take.At["refuse"]) => {
  if (unit_amount == null) return refuse("is required", ".unit_amount")
  if (item_id != null && description != null) refuse("is that of the item", ".description")
  const product =
    item_id == null
      ? { product_data: { name: description ?? refuse("is required, or item_id", ".description") } }
      : { product: item_id }
  return { quantity: quantity ?? 1, price_data: priceOf(unit_amount, code, "line_items.unit_amount", product) }
}

export const writePaymentLinks = writing("PAYMENT_PAYMENT_LINKS", ["create", "update"], {
  path: "/v1/payment_links",
  record: paymentPaymentLinks,
  requires: { create: ["currency_id", "line_items"], update: ["status"] },
  takes: {},
  creates: {
    currency_id: Take.beside,
    line_items: {
      of: ["item_id", "quantity", "description", "unit_amount"],
      whole: (lines, { refuse, root }) => ({
        line_items: (lines ?? []).map((own, index) =>
          lineOf(own, root["currency_id"], Take.within(refuse, `[${index}]`))
        )
      })
    }
  },
  updates: { status: isActive }
})
