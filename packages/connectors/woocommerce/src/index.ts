/** WooCommerce, the shop plugin of WordPress: https://woocommerce.github.io/woocommerce-rest-api-docs, its third version. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { customers, guests } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { failure, failureInside } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { refusal } from "./passthrough.ts"
import { sign } from "./signing.ts"
import { parse, siteOf, sitePattern } from "./site.ts"

const key = Setting.asked({ label: "Consumer key", placeholder: "ck_…" })
const secret = Setting.asked({ label: "Consumer secret", placeholder: "cs_…", secret: true })
const guide = [
  "Sign in to the shop's WordPress as an administrator or shop manager.",
  "Open WooCommerce, Settings, Advanced, REST API, and add a key with the permission to read and write.",
  "Copy the consumer key and the consumer secret at once: WooCommerce shows the secret only once.",
  "Under Settings, Permalinks, anything but plain must be chosen."
]

export const woocommerce = Connector.make({
  id: "WOO_COMMERCE",
  name: "WooCommerce",
  category: "ECOMMERCE",
  models: Models.ecommerce,
  auth: Auth.choice({
    basic: {
      label: "Consumer key and secret",
      help: "For shops with https, which is nearly all of them.",
      auth: Auth.basic({ fields: { username: key, password: secret }, guide })
    },
    query: {
      label: "Consumer key and secret, sent in the address",
      help: "For shops with https whose host lets no credentials through. The other way then answers that nothing may be seen.",
      auth: Auth.apiKey({
        fields: { key, secret },
        guide,
        query: (own) => ({ consumer_key: own["key"] ?? "", consumer_secret: own["secret"] ?? "" })
      })
    },
    signed: {
      label: "Signed requests",
      help: "For shops without https, such as in a local network.",
      auth: Auth.signed({ fields: { key, secret }, guide, sign })
    }
  }),
  settings: {
    site: Setting.asked({
      label: "Address of the shop",
      help: "As it stands in the browser when the shop is open, with its path where it has one.",
      placeholder: "shop.acme.example",
      normalize: siteOf,
      pattern: sitePattern
    }),
    // Keys are sent as they are by https alone; what is signed gives nothing away.
    scheme: Setting.asked({
      label: "How the shop is opened",
      choices: { http: "http://", https: "https://" },
      methods: ["signed"]
    })
  },
  account: Account.settings("site"),
  check: { path: "/orders", query: { per_page: 1, _fields: "id" } },
  checked: (body) =>
    Array.isArray(body) ? null : { reason: "Rejected", message: "What answers at this address is no WooCommerce." },
  http: {
    baseUrl: ({ scheme, site }) => `${scheme === "http" ? "http" : "https"}://${site}/wp-json/wc/v3`,
    // Quirk: security plugins turn programs away that do not say who they are.
    headers: () => ({ "user-agent": "Mozilla/5.0 (compatible; svc/1)" }),
    // WooCommerce has no limit, and the host behind it may be small.
    limits: { windows: [{ max: 5, seconds: 1 }], concurrent: 2 },
    timeout: 90,
    parse,
    failure,
    failureInside,
    passthrough: refusal
  },
  reads: {
    ECOMMERCE_CUSTOMERS: [customers, guests],
    ECOMMERCE_ORDERS: ecommerceOrders,
    ECOMMERCE_PRODUCTS: ecommerceProducts
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
