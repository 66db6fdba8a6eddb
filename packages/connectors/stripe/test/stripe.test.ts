import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { stripe } from "../src/index.ts"

suite(await Connector.whole(stripe), {
  settings: { accountId: "acct_1Harbour" },
  credentials: { access_token: "sk_test_access_1", refresh_token: "rt_refresh_1" },
  headers: { "stripe-version": "2026-10-28.endive" },
  bases: { "": "https://api.stripe.com" },
  oauth: {
    authorize:
      "https://connect.stripe.com/oauth/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=read_write&state=*",
    authorization: "Bearer secret",
    token: "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code",
    refresh: "https://connect.stripe.com/oauth/token?refresh_token=rt_refresh_1&grant_type=refresh_token",
    revoke: "https://connect.stripe.com/oauth/deauthorize?client_id=client&stripe_user_id=acct_1Harbour"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
