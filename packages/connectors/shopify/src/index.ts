/** Shopify, the e-commerce platform: https://shopify.dev/docs/api/admin-graphql */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { cost, failure, failureInside } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { ask, version } from "./wire.ts"

/** Credentials go to a shop of Shopify or nowhere. */
const shopName = /^[a-z0-9][a-z0-9-]*(?=\.myshopify\.com$)/
const hostOf = (shop: string | undefined): string => {
  const name = shopName.exec(shop ?? "")?.[0]
  if (name === undefined)
    throw new Error("The setting `shop` must be the shop's own address, such as acme.myshopify.com.")
  return `https://${name}.myshopify.com`
}

/** What the callback is signed over: all parameters but the signatures, sorted by name. */
const callbackMessage = (params: URLSearchParams, { shop }: Auth.AuthSettings): string | null => {
  if (params.get("shop")?.toLowerCase() !== shop) return null
  const own = new URLSearchParams(params)
  for (const name of ["hmac", "signature"]) own.delete(name)
  own.sort()
  return own.toString()
}

const authorisation = Auth.oauth2({
  authorizeUrl: ({ shop }) => `${hostOf(shop)}/admin/oauth/authorize`,
  tokenUrl: ({ shop }) => `${hostOf(shop)}/admin/oauth/access_token`,
  scopes: ["read_orders", "read_customers", "read_products"],
  scopeSeparator: ",",
  clientAuth: "body",
  pkce: false,
  callbackSignature: { param: "hmac", algorithm: "SHA-256", encoding: "hex", message: callbackMessage },
  // Quirk: a token lives for ever unless one that ends is asked for, and public apps are refused those that do not end.
  codeParams: { expiring: "1" },
  // Quirk: a refresh token that is used up or has ended is answered with 401 and `invalid_request`.
  isEnded: (body) =>
    Call.at(body, "error") === "invalid_request" &&
    /active refresh_token/i.test(String(Call.at(body, "error_description") ?? "")),
  header: "x-shopify-access-token",
  prefix: ""
})

export const shopify = Connector.make({
  id: "SHOPIFY",
  name: "Shopify",
  category: "ECOMMERCE",
  models: Models.ecommerce,
  auth: authorisation,
  settings: {
    shop: Setting.asked({
      label: "Shop",
      help: "The shop's own address at Shopify, not the one its buyers see. It is in the address of the admin and in Settings, Domains.",
      placeholder: "acme.myshopify.com",
      pattern: "[a-z0-9][a-z0-9\\-]*\\.myshopify\\.com",
      normalize: Setting.host
    })
  },
  // A shop keeps this address when it is renamed and when it gets a domain of its own.
  account: Account.settings("shop"),
  check: ask("query Check { shop { id } }"),
  http: {
    baseUrl: ({ shop }) => `${hostOf(shop)}/admin/api/${version}`,
    // No number of calls: each costs points, and every answer says how many are left.
    limits: { windows: [], cost },
    failure,
    failureInside
  },
  reads: {
    ECOMMERCE_CUSTOMERS: ecommerceCustomers,
    ECOMMERCE_ORDERS: ecommerceOrders,
    ECOMMERCE_PRODUCTS: ecommerceProducts
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
