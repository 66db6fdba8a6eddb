import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { pipedrive } from "../src/index.ts"

suite(await Connector.whole(pipedrive), {
  settings: { domain: "https://harbour.pipedrive.com" },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  bases: { "": "https://harbour.pipedrive.com/api" },
  oauth: {
    authorize:
      "https://oauth.pipedrive.com/oauth/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&state=*",
    authorization: "Basic Y2xpZW50OnNlY3JldA==",
    token: "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code",
    refresh: "https://oauth.pipedrive.com/oauth/token?refresh_token=refresh-token-1&grant_type=refresh_token"
  },
  methods: {
    token: { credentials: { token: "pipedrive-token-1" }, settings: { domain: "https://harbour.pipedrive.com" } }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
