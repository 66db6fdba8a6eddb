/** What can be written: products, customers and orders. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { writeOrders } from "./write-orders.ts"
import { address, offers, parts, writing } from "./writing.ts"

interface Variant {
  readonly name?: string | null | undefined
  readonly sku?: string | null | undefined
  readonly unit_price?: number | null | undefined
}
/** Quirk: every variant is one of an option; a product without any has one of this name. */
const option = "Title"
const variantsOf = (all: ReadonlyArray<Variant>): object => {
  const names = all.map(({ name }) => name ?? "Default Title")
  return {
    productOptions: [{ name: option, values: names.map((name) => ({ name })) }],
    variants: all.map(({ sku, unit_price }, index) => ({
      optionValues: [{ optionName: option, name: names[index] }],
      ...Call.present({ sku, price: unit_price == null ? null : String(unit_price) })
    }))
  }
}

export const writes = {
  ECOMMERCE_ORDERS: writeOrders,
  ECOMMERCE_CUSTOMERS: writing("ECOMMERCE_CUSTOMERS", offers, {
    type: "Customer",
    scope: "write_customers",
    making: { name: "customerCreate", argument: "input", type: "CustomerInput" },
    changing: { name: "customerUpdate", argument: "input", type: "CustomerInput" },
    removing: { name: "customerDelete", argument: "input", type: "CustomerDeleteInput" },
    record: ecommerceCustomers,
    // One customer of a shop alone has it, and it is what one is found again by.
    requires: { create: ["email"] },
    by: {
      member: "email",
      term: "email",
      shows: "defaultEmailAddress { emailAddress }",
      at: "defaultEmailAddress.emailAddress",
      isDated: false
    },
    takes: { first_name: "firstName", last_name: "lastName", email: "email", phone: "phone", note: "note" },
    creates: {
      addresses: { of: parts, whole: (all) => ({ addresses: (all ?? []).map(address) }) }
    },
    clears: ["first_name", "last_name", "phone", "note"]
  }),
  ECOMMERCE_PRODUCTS: writing("ECOMMERCE_PRODUCTS", offers, {
    type: "Product",
    scope: "write_products",
    making: { name: "productSet", argument: "input", type: "ProductSetInput", besides: ", synchronous: true" },
    changing: { name: "productUpdate", argument: "product", type: "ProductUpdateInput" },
    removing: { name: "productDelete", argument: "input", type: "ProductDeleteInput" },
    record: ecommerceProducts,
    requires: { create: ["name"] },
    by: { member: "name", term: "title", shows: "title", at: "title", isDated: true },
    takes: {
      name: "title",
      description: "descriptionHtml",
      status: Take.words("status", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" }),
      tags: "tags"
    },
    creates: {
      sku: Take.beside,
      unit_price: Take.beside,
      variants: { of: ["name", "sku", "unit_price"], whole: () => ({}) }
    },
    makes: ({ sku, unit_price, variants }, { isNew, refuse }) => {
      if (!isNew) return {}
      const several = variants ?? []
      if (several.length > 0 && (sku != null || unit_price != null))
        refuse("stand beside sku or unit_price", "variants")
      return variantsOf(several.length > 0 ? several : [{ sku, unit_price }])
    },
    clears: ["description", "tags"]
  })
}
