import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { shopify } from "../src/index.ts"

suite(await Connector.whole(shopify), {
  settings: { shop: "harbour-goods.myshopify.com" },
  credentials: { access_token: "shpat_access_1", refresh_token: "shprt_refresh_1" },
  headers: { "x-shopify-access-token": "shpat_access_1" },
  bases: { "": "https://harbour-goods.myshopify.com/admin/api/2026-10" },
  oauth: {
    authorize:
      "https://harbour-goods.myshopify.com/admin/oauth/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=read_orders,read_customers,read_products&state=*",
    token:
      "expiring=1&redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    callback: { shop: "harbour-goods.myshopify.com", host: "aGFyYm91cg", timestamp: "1773532800" }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
