import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { paypal } from "../src/index.ts"

suite(await Connector.whole(paypal), {
  settings: { mode: "live" },
  credentials: { client_id: "client-id-1", client_secret: "client-secret-1", access_token: "access-token-1" },
  bases: { "": "https://api-m.paypal.com" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
