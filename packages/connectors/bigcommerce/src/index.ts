/** BigCommerce, the e-commerce platform: https://docs.bigcommerce.com. Orders are in its second interface, all else in its third. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { inbound } from "./inbound.ts"
import { failure, passthrough, remaining } from "./failure.ts"

/** The hash in whatever shows it: an address of the control panel, that of the API, or `stores/g5cd38`. */
const hashOf = (typed: string): string =>
  (/(?:stores\/|store-)([a-z0-9]+)/i.exec(typed)?.[1] ?? typed).trim().toLowerCase()

const installation = Auth.oauth2({
  authorizeUrl: ({ store }) => `https://login.bigcommerce.com/oauth2/authorize?context=stores/${store}`,
  tokenUrl: "https://login.bigcommerce.com/oauth2/token",
  tokenBody: "json",
  clientAuth: "body",
  pkce: false,
  scopes: ["store_v2_customers", "store_v2_information_read_only", "store_v2_orders", "store_v2_products"],
  // Quirk: the code is exchanged together with the store and the scopes that the callback names.
  codeParams: (callback) => ({ context: callback.get("context") ?? "", scope: callback.get("scope") ?? "" }),
  // Quirk: a token has no end and cannot be renewed; it is refused once the app is uninstalled or its scopes change.
  header: "x-auth-token",
  prefix: "",
  guide: [
    "Sign in to BigCommerce as the store's owner, or as a user who may install apps.",
    "The store's hash is in the address of its control panel, between store- and .mybigcommerce.com.",
    "Agree to what the app reads and writes; if you have installed it from the App Marketplace already, you are sent back at once."
  ]
})
const account = Auth.apiKey({
  fields: { token: Setting.asked({ label: "Access token", secret: true }) },
  guide: [
    "In the store's control panel, open Settings, Store-level API accounts, and create a V2/V3 API token.",
    "Give it Customers, Orders and Products as modify, or as read-only if nothing is to be written, and Information & settings as read-only.",
    "Copy the access token, which is shown only once, and enter it below with the hash in the API path, behind stores/."
  ],
  headers: ({ token }) => ({ "x-auth-token": token ?? "" })
})

export const bigcommerce = Connector.make({
  id: "BIG_COMMERCE",
  name: "BigCommerce",
  category: "ECOMMERCE",
  models: Models.ecommerce,
  auth: Auth.choice({
    oauth2: { label: "Install the app", help: "You agree to what is read and written.", auth: installation },
    token: { label: "Access token", help: "Of an API account that you make in the store.", auth: account }
  }),
  settings: {
    store: Setting.asked({
      label: "Store hash",
      help: "In the address of the store's control panel: https://store-<hash>.mybigcommerce.com",
      placeholder: "g5cd38",
      pattern: "[a-z0-9]+",
      normalize: hashOf
    })
  },
  // A store keeps its hash when its name, its domain or its owner changes.
  account: Account.settings("store"),
  check: { path: "/v2/store" },
  checked: (body, { store }) =>
    Call.at(body, "id") === store ? null : { reason: "Forbidden", message: "The access is to another store." },
  http: {
    baseUrl: ({ store }) => `https://api.bigcommerce.com/stores/${store}`,
    // What the smallest plans may; what is left is shared with the store's other apps, and every answer says it.
    limits: { windows: [{ max: 150, seconds: 30 }], concurrent: 4, remaining },
    failure,
    passthrough
  },
  reads: {
    ECOMMERCE_CUSTOMERS: ecommerceCustomers,
    ECOMMERCE_ORDERS: ecommerceOrders,
    ECOMMERCE_PRODUCTS: ecommerceProducts
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
