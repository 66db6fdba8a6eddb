import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { myob } from "../src/index.ts"

const businessId = "5d4b1ce0-bb9f-4f4c-9578-2b168b7295db"
suite(await Connector.whole(myob), {
  settings: { businessId },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  app: { clientId: "api-key-1", clientSecret: "" },
  headers: { "x-myobapi-key": "api-key-1", "x-myobapi-version": "v2" },
  bases: {
    "": `https://api.myob.com/accountright/${businessId}`,
    files: "https://api.myob.com/accountright"
  },
  oauth: {
    authorize:
      "https://secure.myob.com/oauth2/account/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=sme-company-file sme-company-settings sme-general-ledger " +
      "sme-banking sme-sales sme-purchases sme-inventory sme-contacts-customer sme-contacts-supplier&" +
      "state=*&prompt=consent",
    token:
      "scope=sme-company-file sme-sales&redirect_uri=https://service.example/callback&code=the-code&" +
      "grant_type=authorization_code&client_id=client&client_secret=secret",
    refresh:
      "https://secure.myob.com/oauth2/v1/authorize?refresh_token=refresh-token-1&grant_type=refresh_token&" +
      "client_id=client&client_secret=secret",
    callback: { businessId, scope: "sme-company-file sme-sales" }
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
