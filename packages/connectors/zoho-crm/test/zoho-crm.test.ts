import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { zohoCrm } from "../src/index.ts"

const scopes = ["modules.ALL", "settings.ALL", "users.READ", "org.READ", "notifications.ALL"].map(
  (own) => `ZohoCRM.${own}`
)

suite(await Connector.whole(zohoCrm), {
  settings: {
    accountsServer: "https://accounts.zoho.eu",
    apiDomain: "https://www.zohoapis.eu",
    organization: "5550000000000001",
    edition: "enterprise",
    users: "10"
  },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  bases: { "": "https://www.zohoapis.eu/crm/v8" },
  oauth: {
    authorize:
      "https://accounts.zoho.com/oauth/v2/auth?response_type=code&client_id=client&" +
      `redirect_uri=https://service.example/callback&scope=${scopes.join(",")}&state=*&access_type=offline&prompt=consent`,
    callback: { "accounts-server": "https://accounts.zoho.eu", location: "eu" },
    token:
      "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    refresh:
      "https://accounts.zoho.eu/oauth/v2/token?refresh_token=refresh-token-1&grant_type=refresh_token&" +
      "client_id=client&client_secret=secret",
    revoke: "https://accounts.zoho.eu/oauth/v2/token/revoke?token=refresh-token-1&client_id=client&client_secret=secret"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
