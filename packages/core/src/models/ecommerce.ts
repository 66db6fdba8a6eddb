/** The e-commerce data models. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "ECOMMERCE"

export const ECOMMERCE_LINE_ITEMS = Model.subModel("ECOMMERCE_LINE_ITEMS", {
  category,
  title: "Order line item",
  parent: { type: "line_item_type", id: "line_item_type_id" },
  fields: {
    line_item_type: Field.computed(Field.oneOf(["ECOMMERCE_ORDERS"])),
    line_item_type_id: Field.computed(Field.text),
    item_id: Field.text,
    variant_id: Field.text,
    sku: Field.text,
    tax_id: Field.text,
    description: Field.text,
    quantity: Field.number,
    unit_amount: Field.number,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_amount: Shared.total,
    total_discount: Shared.amount
  },
  relations: { item: Model.one("ECOMMERCE_PRODUCTS", "item_id") }
})

export const ECOMMERCE_ORDERS = Model.model("ECOMMERCE_ORDERS", {
  category,
  title: "Order",
  needs: ["line_items"],
  date: "created_at",
  writes: Model.voidable,
  natural: "order_number",
  fields: {
    order_name: Field.text,
    order_number: Field.computed(Field.text),
    reference: Field.text,
    description: Field.text,
    customer_id: Field.text,
    currency_id: Shared.currencyOfAmounts,
    total_discount: Shared.amount,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    shipping_amount: Shared.amount,
    total_amount: Shared.total,
    amount_due: Shared.total,
    refunded_amount: Shared.total,
    order_status: Field.oneOf(["OPEN", "CLOSED", "CANCELLED", "UNKNOWN"]),
    payment_status: Field.computed(
      Field.oneOf([
        "PENDING",
        "AUTHORIZED",
        "PAID",
        "PARTIALLY_PAID",
        "PARTIALLY_REFUNDED",
        "REFUNDED",
        "VOIDED",
        "UNKNOWN"
      ])
    ),
    fulfillment_status: Field.oneOf(["PENDING", "PARTIAL", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED", "UNKNOWN"]),
    billing_address: Field.object(Shared.addressFields),
    shipping_address: Field.object(Shared.addressFields),
    line_items: Field.essential(Field.records(ECOMMERCE_LINE_ITEMS)),
    created_at: Shared.createdAt
  },
  relations: { customer: Model.one("ECOMMERCE_CUSTOMERS", "customer_id"), line_items: Model.records("line_items") }
})

export const ECOMMERCE_CUSTOMERS = Model.model("ECOMMERCE_CUSTOMERS", {
  category,
  title: "Customer",
  fields: {
    name: Field.text,
    first_name: Field.text,
    last_name: Field.text,
    company_name: Field.text,
    email: Field.text,
    phone: Field.text,
    currency_id: Field.text,
    status: Shared.baseStatus,
    note: Field.text,
    address: Field.object(Shared.addressFields),
    addresses: Field.objects(Shared.addressFields),
    created_at: Shared.createdAt
  }
})

export const ECOMMERCE_PRODUCTS = Model.model("ECOMMERCE_PRODUCTS", {
  category,
  title: "Product",
  needs: ["name"],
  natural: "sku",
  fields: {
    name: Field.text,
    description: Field.text,
    status: Shared.baseStatus,
    sku: Field.text,
    unit_price: Field.number,
    quantity_on_hand: Field.number,
    currency_id: Field.text,
    variants: Field.objects({
      platform_id: Field.text,
      name: Field.text,
      sku: Field.text,
      unit_price: Field.number,
      quantity_on_hand: Field.number
    }),
    tags: Field.texts,
    created_at: Shared.createdAt
  }
})
