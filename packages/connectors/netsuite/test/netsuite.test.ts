import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { netsuite } from "../src/index.ts"

suite(await Connector.whole(netsuite), {
  settings: {
    account: "1234567_SB1",
    subsidiary: "1",
    discount_item: "98",
    features: "class,currency,department,location,subsidiary"
  },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  bases: { "": "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest" },
  oauth: {
    authorize:
      "https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=rest_webservices&state=*&code_challenge=*&" +
      "code_challenge_method=S256",
    authorization: "Basic Y2xpZW50OnNlY3JldA==",
    token: "redirect_uri=https://service.example/callback&code=the-code&code_verifier=*&grant_type=authorization_code",
    // Oracle's online help, section_160855594402 and section_161071224088.
    refresh:
      "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token?" +
      "refresh_token=refresh-token-1&grant_type=refresh_token",
    revoke: "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke?token=refresh-token-1"
  },
  methods: {
    tba: {
      credentials: {
        consumer_key: "consumer-key-1",
        consumer_secret: "consumer-secret-1",
        token_id: "token-id-1",
        token_secret: "token-secret-1"
      }
    }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
