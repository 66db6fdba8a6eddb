import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { razorpay } from "../src/index.ts"

suite(await Connector.whole(razorpay), {
  settings: { accountId: "acc_BFQ7uQEaa7j2z7", mode: "live" },
  credentials: { username: "rzp_live_key_1", password: "key-secret-1" },
  bases: { "": "https://api.razorpay.com" },
  methods: {
    oauth2: {
      settings: { accountId: "acc_BFQ7uQEaa7j2z7" },
      credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
      oauth: {
        json: true,
        authorize:
          "https://auth.razorpay.com/authorize?response_type=code&client_id=client&" +
          "redirect_uri=https://service.example/callback&scope=read_write&state=*",
        token:
          "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
          "client_id=client&client_secret=secret",
        refresh:
          "https://auth.razorpay.com/token?refresh_token=refresh-token-1&grant_type=refresh_token&" +
          "client_id=client&client_secret=secret"
      }
    }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
