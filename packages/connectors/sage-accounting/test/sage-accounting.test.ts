import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { sageAccounting } from "../src/index.ts"

const business = "0d40342d0287cd6b13555c54afca6c90"
suite(await Connector.whole(sageAccounting), {
  settings: { business },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  headers: { "x-business": business },
  bases: { "": "https://api.accounting.sage.com/v3.1" },
  oauth: {
    authorize:
      "https://www.sageone.com/oauth2/auth/central?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=full_access&state=*&filter=apiv3.1",
    token:
      "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    refresh:
      "https://oauth.accounting.sage.com/token?refresh_token=refresh-token-1&grant_type=refresh_token&" +
      "client_id=client&client_secret=secret",
    revoke: "https://oauth.accounting.sage.com/revoke?token=refresh-token-1&client_id=client&client_secret=secret"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
