import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { woocommerce } from "../src/index.ts"

const keys = { key: "ck_test_key_1", secret: "cs_test_secret_1" }

suite(await Connector.whole(woocommerce), {
  settings: { site: "harbour.example" },
  credentials: { username: keys.key, password: keys.secret },
  headers: { "user-agent": "Mozilla/5.0 (compatible; svc/1)" },
  bases: { "": "https://harbour.example/wp-json/wc/v3" },
  methods: {
    query: { credentials: keys, query: { consumer_key: keys.key, consumer_secret: keys.secret } },
    signed: { credentials: keys, settings: { scheme: "https" } }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
