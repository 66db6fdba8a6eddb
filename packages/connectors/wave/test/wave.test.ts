import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { wave } from "../src/index.ts"

suite(await Connector.whole(wave), {
  settings: { business: "QnVzaW5lc3M6aHAx" },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  bases: { "": "https://gql.waveapps.com" },
  oauth: {
    authorize:
      "https://api.waveapps.com/oauth2/authorize/?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=user:read business:read account:read account:write customer:read " +
      "customer:write vendor:read product:read product:write sales_tax:read sales_tax:write invoice:read invoice:write " +
      "transaction:write&state=*&code_challenge=*&code_challenge_method=S256",
    token:
      "redirect_uri=https://service.example/callback&code=the-code&code_verifier=*&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    refresh:
      "https://api.waveapps.com/oauth2/token/?refresh_token=refresh-token-1&grant_type=refresh_token&" +
      "client_id=client&client_secret=secret",
    revoke: "https://api.waveapps.com/oauth2/token-revoke/?token=refresh-token-1&client_id=client&client_secret=secret"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
