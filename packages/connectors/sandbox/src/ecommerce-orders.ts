/** Orders of the shop with their lines. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ShopAddress, shopAddress } from "./shop-address.ts"
import { announced, changed, dated, Reference } from "./wire.ts"

const orderStatuses = Normalize.word({ open: "OPEN", archived: "CLOSED", cancelled: "CANCELLED" })
const paymentStatuses = Normalize.word({
  awaiting: "PENDING",
  partlyPaid: "PARTIALLY_PAID",
  paid: "PAID",
  partlyRefunded: "PARTIALLY_REFUNDED",
  refunded: "REFUNDED",
  voided: "VOIDED"
})
const deliveryStatuses = Normalize.word({
  unfulfilled: "PENDING",
  partial: "PARTIAL",
  shipped: "SHIPPED",
  delivered: "DELIVERED",
  returned: "RETURNED"
})
const Line = Wire.struct({
  id: Wire.id,
  productId: Wire.id,
  variantId: Wire.id,
  sku: Wire.text,
  title: Wire.text,
  quantity: Wire.number,
  price: Wire.number,
  discount: Wire.number,
  subtotal: Wire.number,
  tax: Wire.number,
  total: Wire.number
})

export const ecommerceOrders = Connector.read("ECOMMERCE_ORDERS", {
  ...announced("shopOrders"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    number: Wire.id,
    label: Wire.text,
    customer: Reference,
    currency: Wire.id,
    reference: Wire.text,
    note: Wire.text,
    lines: Wire.list(Line),
    discount: Wire.number,
    subtotal: Wire.number,
    tax: Wire.number,
    shipping: Wire.number,
    total: Wire.number,
    refunded: Wire.number,
    outstanding: Wire.number,
    billingAddress: ShopAddress,
    shippingAddress: ShopAddress,
    status: Wire.text,
    financialStatus: Wire.text,
    delivery: Wire.text,
    createdAt: Wire.instant,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    order_name: raw.label,
    order_number: raw.number,
    reference: raw.reference,
    description: raw.note,
    customer_id: raw.customer?.id,
    currency_id: raw.currency,
    total_discount: raw.discount,
    sub_total: raw.subtotal,
    tax_amount: raw.tax,
    shipping_amount: raw.shipping,
    total_amount: raw.total,
    amount_due: raw.outstanding,
    refunded_amount: raw.refunded,
    order_status: orderStatuses(raw.status),
    payment_status: paymentStatuses(raw.financialStatus),
    fulfillment_status: deliveryStatuses(raw.delivery),
    billing_address: raw.billingAddress ? shopAddress(raw.billingAddress) : null,
    shipping_address: raw.shippingAddress ? shopAddress(raw.shippingAddress) : null,
    line_items: (raw.lines ?? []).map((line) => ({
      platform_id: line.id,
      item_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
      description: line.title,
      quantity: line.quantity,
      unit_amount: line.price,
      sub_total: line.subtotal,
      tax_amount: line.tax,
      total_amount: line.total,
      total_discount: line.discount
    })),
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
