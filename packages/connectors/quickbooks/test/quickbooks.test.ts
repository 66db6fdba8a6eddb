import { Connector } from "@svc/core"
import { Case, checks, type Subject, suite } from "@svc/testkit"
import { describe, expect, it } from "vitest"
import { quickbooks, quickbooksSandbox } from "../src/index.ts"

const realmId = "1234567890"
const cases = Case.load(new URL("./fixtures/", import.meta.url))
const subjectOf = (connector: Subject["connector"], host: string): Subject => ({
  connector,
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
  cases
})

const whole = await Connector.whole(quickbooks)
const sandbox = await Connector.whole(quickbooksSandbox)
suite(whole, subjectOf(whole, "quickbooks.api.intuit.com"))

// What the two do with data models is the same, so that the sandbox is held to the checks of everything else.
describe(quickbooksSandbox.id, () => {
  it("reads and writes with the same values as QUICKBOOKS", () => {
    expect(quickbooksSandbox.reads).toBe(quickbooks.reads)
    expect(sandbox.writes).toBe(whole.writes)
    expect(quickbooksSandbox.http.failure).toBe(quickbooks.http.failure)
  })
  const ofModels = /^(?:(?:create|update|delete|void) )?[A-Z_]{3,}: /
  for (const { name, run } of checks(subjectOf(sandbox, "sandbox-quickbooks.api.intuit.com"))) {
    if (!ofModels.test(name)) it(name, run)
  }
})
