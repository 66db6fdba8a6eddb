/** Orders with their lines: https://woocommerce.github.io/woocommerce-rest-api-docs/#orders */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { idsAt, rows, withTrash } from "./listing.ts"
import { FeeLine, feeLine, LineItem, lineItem } from "./order-lines.ts"
import { amountDue, fulfillmentStatuses, isUnfinished, orderStatuses, paymentStatus } from "./order-statuses.ts"
import { address, asked, Billing, gmt, guestOf, reference, Shipping } from "./wire.ts"

export const ecommerceOrders = Connector.read("ECOMMERCE_ORDERS", {
  path: "/orders",
  since: ({ since }) => ({ query: { modified_after: asked(since), dates_are_gmt: true } }),
  from: ({ from }) => ({ query: { after: asked(from), dates_are_gmt: true } }),
  page: withTrash,
  items: rows,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    number: Wire.id,
    status: Wire.required(Wire.text),
    ...Wire.all(Wire.text, "currency", "customer_note", "transaction_id"),
    date_created_gmt: gmt,
    date_modified_gmt: gmt,
    date_paid_gmt: Wire.decisive(gmt),
    ...Wire.all(Wire.number, "discount_total", "shipping_total", "total_tax"),
    total: Wire.required(Wire.number),
    customer_id: Wire.decisive(reference),
    billing: Billing,
    shipping: Shipping,
    line_items: Wire.required(Wire.list(Wire.required(LineItem))),
    fee_lines: Wire.list(Wire.required(FeeLine)),
    refunds: Wire.decisive(Wire.list(Wire.required(Wire.struct({ total: Wire.required(Wire.number) }))))
  }),
  get: (id) => (/^\d+$/.test(id) ? { path: `/orders/${id}` } : null),
  getItem: (body) => body,
  isDeleted: ({ status }) => status === "trash",
  deletes: idsAt("/orders"),
  map: (raw) => {
    if (isUnfinished(raw.status)) return null
    const { refunds, status, total } = raw
    // Quirk: amounts of refunds are below zero.
    const refunded = refunds ? (Normalize.sum([0, ...refunds.map((own) => Normalize.absolute(own.total))]) ?? 0) : null
    const isPaid = raw.date_paid_gmt !== null && raw.date_paid_gmt !== undefined
    const payment = paymentStatus({ status, total, refunded, isPaid })
    return {
      platform_id: raw.id,
      platform_unique_id: raw.number,
      order_number: raw.number,
      reference: raw.transaction_id,
      description: raw.customer_note,
      customer_id: raw.customer_id ?? guestOf(raw.billing),
      currency_id: raw.currency,
      total_discount: raw.discount_total,
      // Goods and fees after discounts, without tax.
      sub_total: Normalize.difference(Normalize.difference(total, raw.total_tax), raw.shipping_total),
      tax_amount: raw.total_tax,
      shipping_amount: raw.shipping_total,
      total_amount: total,
      amount_due: amountDue(payment, total),
      refunded_amount: refunded,
      order_status: orderStatuses(status),
      payment_status: payment,
      fulfillment_status: fulfillmentStatuses(status),
      billing_address: address(raw.billing),
      shipping_address: address(raw.shipping),
      line_items: [...raw.line_items.map(lineItem), ...(raw.fee_lines ?? []).map(feeLine)],
      created_at: raw.date_created_gmt,
      updated_at: raw.date_modified_gmt
    }
  }
})
