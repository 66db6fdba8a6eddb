import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { bigcommerce } from "../src/index.ts"

suite(await Connector.whole(bigcommerce), {
  settings: { store: "g5cd38" },
  credentials: { access_token: "access-token-1" },
  bases: { "": "https://api.bigcommerce.com/stores/g5cd38" },
  oauth: {
    json: true,
    authorize:
      "https://login.bigcommerce.com/oauth2/authorize?context=stores/g5cd38&response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&" +
      "scope=store_v2_customers store_v2_information_read_only store_v2_orders store_v2_products&state=*",
    token:
      "context=stores/g5cd38&scope=store_v2_orders store_v2_products&redirect_uri=https://service.example/callback&" +
      "code=the-code&grant_type=authorization_code&client_id=client&client_secret=secret",
    callback: { context: "stores/g5cd38", scope: "store_v2_orders store_v2_products", account_uuid: "uuid-1" }
  },
  methods: { token: { credentials: { token: "account-token-1" }, settings: { store: "g5cd38" } } },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
