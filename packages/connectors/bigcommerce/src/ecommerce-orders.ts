/** Orders with their lines: https://docs.bigcommerce.com/docs/rest-management/orders. They are in V2, and their refunds in V3. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Consignments, lineItem, Lines, linesAt, linesOf, pieces } from "./order-lines.ts"
import { refundsOf, refundsSince } from "./order-refunds.ts"
import { fulfillmentStatuses, incomplete, orderStatuses, paymentStatus } from "./order-statuses.ts"
import { fromId, less, plus, reference, Street, street, text, written } from "./wire.ts"

export const path = "/v2/orders"
const whole = { include: "consignments.line_items", consignment_structure: "object" }
const sorted = { sort: "id:asc" }

const Order = Wire.struct({
  id: Wire.required(Wire.id),
  status_id: Wire.required(Wire.id),
  ...Wire.all(text, "payment_status", "external_order_id", "external_id", "customer_message", "default_currency_code"),
  is_deleted: Wire.boolean,
  customer_id: reference,
  ...Wire.all(Wire.number, "discount_amount", "coupon_discount", "shipping_cost_ex_tax", "handling_cost_ex_tax"),
  ...Wire.all(Wire.number, "total_tax", "total_inc_tax"),
  items_total: Wire.decisive(Wire.number),
  billing_address: Street,
  consignments: Wire.decisive(Consignments),
  date_created: written,
  date_modified: written
})

export const ecommerceOrders = Connector.read("ECOMMERCE_ORDERS", {
  path,
  query: { ...whole, ...sorted },
  since: ({ since }) => ({ query: { min_date_modified: since } }),
  from: ({ from }) => ({ query: { min_date_created: from } }),
  changes: refundsSince,
  page: fromId,
  items: "",
  // Quirk: V2 answers 204 where it has none, and behind the last page.
  emptyStatuses: [204],
  item: Order,
  get: (id) => ({ path: `${path}/${Call.segment(id)}`, query: whole }),
  getItem: (body) => body,
  // An order that is deleted is archived, and shown where archived ones are asked for.
  isDeleted: (raw) => raw.is_deleted === true,
  deletes: Read.feed({
    call: ({ since }) => ({ path, query: { is_deleted: true, min_date_modified: since, ...sorted } }),
    page: fromId,
    ids: Read.idsOf((body) => Read.requiredArrayAt(body, "").filter((order) => Call.at(order, "is_deleted") === true)),
    isPartial: true
  }),
  companions: { refunds: refundsOf },
  // Lines come along. Where fewer pieces come than the order has, its lines are asked for.
  follow: ({ consignments, id, items_total: count }) =>
    pieces(linesOf(consignments)) < (count ?? 0) ? [linesAt(id)] : [],
  map: (raw, { companions, followed: [all] }) => {
    if (raw.status_id === incomplete) return Read.untaken("an order that was begun and not placed")
    const lines = all === undefined ? linesOf(raw.consignments) : Wire.decode(Lines, all)
    const shipping = plus(raw.shipping_cost_ex_tax, raw.handling_cost_ex_tax)
    return {
      platform_id: raw.id,
      platform_unique_id: raw.id,
      order_number: raw.id,
      reference: raw.external_order_id ?? raw.external_id,
      description: raw.customer_message,
      customer_id: raw.customer_id,
      currency_id: raw.default_currency_code,
      total_discount: plus(raw.discount_amount, raw.coupon_discount),
      sub_total: less(raw.total_inc_tax, raw.total_tax, shipping),
      tax_amount: raw.total_tax,
      shipping_amount: shipping,
      total_amount: raw.total_inc_tax,
      refunded_amount: companions.refunds.get(raw.id) ?? 0,
      order_status: orderStatuses(raw.status_id),
      payment_status: paymentStatus(raw.payment_status, raw.status_id),
      fulfillment_status: fulfillmentStatuses(raw.status_id),
      billing_address: street(raw.billing_address),
      shipping_address: street(raw.consignments?.shipping?.[0]),
      line_items: lines.map(lineItem),
      created_at: raw.date_created,
      updated_at: raw.date_modified
    }
  }
})
