import { Case, suite } from "@svc/testkit"
import { quickbooks, quickbooksSandbox } from "../src/index.ts"

const realmId = "1234567890"
for (const [connector, host] of [
  [quickbooks, "quickbooks.api.intuit.com"],
  [quickbooksSandbox, "sandbox-quickbooks.api.intuit.com"]
] as const) {
  suite(connector, {
    settings: { realmId },
    credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
    bases: { "": `https://${host}/v3/company/${realmId}` },
    oauth: {
      authorize:
        "https://appcenter.intuit.com/connect/oauth2?response_type=code&client_id=client&" +
        "redirect_uri=https://service.example/callback&scope=com.intuit.quickbooks.accounting&state=*",
      authorization: "Basic Y2xpZW50OnNlY3JldA==",
      token: "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code",
      refresh:
        "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer?" +
        "refresh_token=refresh-token-1&grant_type=refresh_token",
      revoke: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke?token=refresh-token-1",
      callback: { realmId: "1234567890" }
    },
    cases: Case.load(new URL("./fixtures/", import.meta.url))
  })
}
