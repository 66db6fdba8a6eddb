/** Orders, made, changed, cancelled and put into the trash. Amounts of lines are without tax, which the shop works out. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { orderStatuses } from "./order-statuses.ts"
import { taken, written } from "./write-people.ts"
import { writing } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"ECOMMERCE_ORDERS">["line_items"]>[number]
const idsIn = (list: unknown): ReadonlyArray<string> =>
  (Array.isArray(list) ? list : []).map((own) => String(Call.at(own, "id")))
const number = (id: string, { refuse }: Pick<Take.At, "refuse">): number =>
  /^\d+$/.test(id) ? Number(id) : refuse("is no id of the shop")

const line: Take.Table<Line> = {
  platform_id: (id, at) => {
    if (!idsIn(at.raw?.["line_items"]).includes(id)) at.refuse("is no line of the order that can be changed")
    return { id: number(id, at) }
  },
  item_id: (id, at) => ({ product_id: number(id, at) }),
  variant_id: (id, at) => ({ variation_id: number(id, at) }),
  description: "name",
  // Quirk: the shop cuts parts of a piece off, and takes none for the removal of the line.
  quantity: (count, { refuse }) =>
    Number.isInteger(count) && count > 0 ? { quantity: count } : refuse("is a whole number of pieces"),
  unit_amount: (price, { item }) => ({
    subtotal: String(Normalize.product(item.quantity ?? 1, price)),
    total: String(Take.amountOf(item))
  }),
  total_discount: (_, { item, refuse }) =>
    item.unit_amount === null || item.unit_amount === undefined ? refuse("needs a unit_amount beside it") : {}
}

const guest = (id: string | null | undefined) => (id ? Normalize.unprefixed("guest", id) : null)

export const writeOrders = writing("ECOMMERCE_ORDERS", ["create", "update", "delete", "void"], {
  path: "/orders",
  record: ecommerceOrders,
  changes: true,
  found: ({ customer_id: id }) => ({ status: "any", ...(/^\d+$/.test(id ?? "") ? { customer: Number(id) } : {}) }),
  requires: {
    create: ["line_items", "line_items.item_id", "line_items.quantity"],
    // Quirk: a line keeps its amounts when its quantity alone is changed.
    update: ["line_items.quantity", "line_items.unit_amount"]
  },
  takes: {
    reference: "transaction_id",
    description: "customer_note",
    customer_id: (id, at) => ({ customer_id: guest(id) === null ? number(id, at) : 0 }),
    // An order that is open already stays in the state that it is in.
    order_status: (status, { raw }) => {
      const isSo = raw !== undefined && orderStatuses(raw["status"]) === status
      return isSo ? {} : { status: { OPEN: "pending", CLOSED: "completed", CANCELLED: "cancelled" }[status] }
    },
    billing_address: taken,
    shipping_address: taken,
    line_items: {
      of: line,
      // What is left out of a change is taken out of the order; fees stay.
      list: (made, { raw }) => {
        const kept = new Set(made.map(({ id }) => String(id)))
        const gone = idsIn(raw?.["line_items"]).filter((id) => !kept.has(id))
        return { line_items: [...made, ...gone.map((id) => ({ id: Number(id), quantity: 0 }))] }
      }
    }
  },
  creates: {
    currency_id: "currency",
    shipping_amount: (total) => ({
      shipping_lines: [{ method_id: "other", method_title: "Shipping", total: String(total) }]
    })
  },
  clears: ["reference", "description", "billing_address", "shipping_address"],
  makes: ({ billing_address, customer_id, shipping_address }) => ({
    ...written("billing", billing_address, { email: guest(customer_id) ?? undefined }),
    ...written("shipping", shipping_address)
  })
})
