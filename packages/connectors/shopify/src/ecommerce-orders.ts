/** Orders with their lines: https://shopify.dev/docs/api/admin-graphql/latest/objects/Order */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { lineFields, LineItem, lineItem, untaxed } from "./order-lines.ts"
import { fulfillmentStatuses, orderStatus, paymentStatuses } from "./order-statuses.ts"
import { resource } from "./resource.ts"
import {
  Address,
  address,
  addressFields,
  amount,
  currency,
  further,
  globalId,
  MoneyBag,
  pageInfo,
  partsOf,
  Reference,
  whole
} from "./wire.ts"

const money = ["totalPriceSet", "subtotalPriceSet", "totalTaxSet", "totalDiscountsSet", "totalShippingPriceSet"]
const bags = [...money, "totalOutstandingSet", "totalRefundedSet"].map((name) => `${name} { shopMoney { amount } }`)
const fields =
  "id name number poNumber sourceIdentifier note createdAt updatedAt cancelledAt closed test taxesIncluded currencyCode " +
  `displayFinancialStatus displayFulfillmentStatus ${bags.join(" ")} customer { id } ` +
  `billingAddress { ${addressFields} } shippingAddress { ${addressFields} } ` +
  `lineItems(first: 5) { nodes { ${lineFields} } ${pageInfo} }`
const moreLines =
  "query OrderLines($id: ID!, $after: String) { order(id: $id) { " +
  `lineItems(first: 50, after: $after) { nodes { ${lineFields} } ${pageInfo} } } }`

export const ecommerceOrders = Connector.read("ECOMMERCE_ORDERS", {
  ...resource({
    many: "orders",
    one: "order",
    type: "Order",
    first: 10,
    fields,
    dated: "created_at"
  }),
  mapping: 2,
  // Without a scope that Shopify grants by hand, orders older than 60 days leave the listing: that is no deletion.
  deletes: Read.events,
  item: Wire.struct({
    id: Wire.required(globalId),
    ...Wire.all(Wire.text, "name", "poNumber", "sourceIdentifier", "note", "displayFinancialStatus"),
    displayFulfillmentStatus: Wire.text,
    number: Wire.id,
    ...Wire.all(Wire.instant, "createdAt", "updatedAt", "cancelledAt"),
    closed: Wire.boolean,
    test: Wire.required(Wire.boolean),
    taxesIncluded: Wire.boolean,
    currencyCode: currency,
    ...Wire.all(MoneyBag, "totalPriceSet", "subtotalPriceSet", "totalTaxSet", "totalDiscountsSet"),
    ...Wire.all(MoneyBag, "totalShippingPriceSet", "totalOutstandingSet", "totalRefundedSet"),
    customer: Reference,
    billingAddress: Address,
    shippingAddress: Address,
    lineItems: Wire.required(partsOf(LineItem))
  }),
  follow: ({ id, lineItems }) => further(lineItems, moreLines, id, "data.order.lineItems"),
  map: (raw, { followed }) =>
    raw.test
      ? Read.untaken("a test order")
      : {
          platform_id: raw.id.id,
          platform_unique_id: raw.number,
          order_name: raw.name,
          order_number: raw.number,
          reference: Normalize.text(raw.poNumber) ?? raw.sourceIdentifier,
          description: raw.note,
          customer_id: raw.customer?.id.id,
          currency_id: raw.currencyCode,
          total_discount: amount(raw.totalDiscountsSet),
          sub_total: untaxed(amount(raw.subtotalPriceSet), amount(raw.totalTaxSet), raw.taxesIncluded),
          tax_amount: amount(raw.totalTaxSet),
          shipping_amount: amount(raw.totalShippingPriceSet),
          total_amount: amount(raw.totalPriceSet),
          amount_due: amount(raw.totalOutstandingSet),
          refunded_amount: amount(raw.totalRefundedSet),
          order_status: orderStatus(raw),
          payment_status: paymentStatuses(raw.displayFinancialStatus),
          fulfillment_status: fulfillmentStatuses(raw.displayFulfillmentStatus),
          billing_address: address(raw.billingAddress),
          shipping_address: address(raw.shippingAddress),
          line_items: whole(raw.lineItems, followed, LineItem).map((line) => lineItem(line, raw.taxesIncluded ?? null)),
          created_at: raw.createdAt,
          updated_at: raw.updatedAt
        }
})
