import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { xero } from "../src/index.ts"

suite(await Connector.whole(xero), {
  settings: { tenantId: "tenant-1", connectionId: "0000c044-0000-4000-8000-000000000001" },
  credentials: {
    access_token: "access-token-1",
    refresh_token: "refresh-token-1",
    scope: "accounting.journals.read finance.statements.read"
  },
  headers: { "xero-tenant-id": "tenant-1" },
  bases: {
    "": "https://api.xero.com/api.xro/2.0",
    finance: "https://api.xero.com/finance.xro/1.0",
    platform: "https://api.xero.com"
  },
  oauth: {
    authorize:
      "https://login.xero.com/identity/connect/authorize?response_type=code&client_id=client&" +
      "redirect_uri=https://service.example/callback&scope=offline_access accounting.settings accounting.contacts " +
      "accounting.invoices accounting.payments accounting.banktransactions accounting.manualjournals " +
      "accounting.attachments accounting.reports.profitandloss.read accounting.reports.balancesheet.read&" +
      "state=*&code_challenge=*&code_challenge_method=S256",
    authorization: "Basic Y2xpZW50OnNlY3JldA==",
    token: "redirect_uri=https://service.example/callback&code=the-code&code_verifier=*&grant_type=authorization_code",
    refresh: "https://identity.xero.com/connect/token?refresh_token=refresh-token-1&grant_type=refresh_token"
  },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
