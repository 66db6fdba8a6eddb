import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { jurnal } from "../src/index.ts"

suite(await Connector.whole(jurnal), {
  settings: {},
  credentials: { client_id: "client-1", client_secret: "client-secret-1" },
  headers: { "content-type": "application/json" },
  methods: {
    oauth2: {
      credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
      oauth: {
        json: true,
        authorize:
          "https://account.mekari.com/auth?response_type=code&client_id=client&" +
          "redirect_uri=https://service.example/callback&scope=sso:profile&state=*",
        token:
          "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
          "client_id=client&client_secret=secret",
        refresh:
          "https://account.mekari.com/auth/oauth2/token?refresh_token=refresh-token-1&grant_type=refresh_token&" +
          "client_id=client&client_secret=secret"
      }
    }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
