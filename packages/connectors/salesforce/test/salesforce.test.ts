import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { salesforce } from "../src/index.ts"

suite(await Connector.whole(salesforce), {
  settings: { instanceUrl: "https://acme.my.salesforce.com" },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  bases: { "": "https://acme.my.salesforce.com" },
  oauth: {
    authorize:
      "https://login.salesforce.com/services/oauth2/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=api refresh_token&state=*&" +
      "code_challenge=*&code_challenge_method=S256",
    token:
      "redirect_uri=https://service.example/callback&code=the-code&code_verifier=*&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
