import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { wafeq } from "../src/index.ts"

suite(await Connector.whole(wafeq), {
  settings: {},
  credentials: { key: "wafeq-key-1" },
  methods: {
    oauth2: {
      credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
      oauth: {
        authorize:
          "https://app.wafeq.com/oauth/authorize/?response_type=code&client_id=client&" +
          "redirect_uri=https://service.example/callback&scope=basic chart_of_accounts.write bank_accounts.write " +
          "contacts.write tax_rates.read invoices.write expenses.write bills.write journals.write payments.write reports&" +
          "state=*",
        authorization: "Basic Y2xpZW50OnNlY3JldA==",
        token: "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code",
        refresh: "https://app.wafeq.com/oauth/token/?refresh_token=refresh-token-1&grant_type=refresh_token"
      }
    }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
