import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { hubspot } from "../src/index.ts"

const scope =
  "oauth crm.objects.contacts.read crm.objects.companies.read crm.objects.deals.read crm.objects.owners.read"
const optional =
  "crm.objects.leads.read sales-email-read " +
  "crm.objects.contacts.write crm.objects.companies.write crm.objects.deals.write crm.objects.leads.write"

suite(await Connector.whole(hubspot), {
  settings: { portalId: "62515" },
  credentials: { access_token: "hub-access-1", refresh_token: "hub-refresh-1", scope: `${scope} ${optional}` },
  bases: { "": "https://api.hubapi.com" },
  oauth: {
    authorize:
      "https://app.hubspot.com/oauth/authorize?response_type=code&client_id=client&" +
      `redirect_uri=https://service.example/callback&scope=${scope}&state=*&optional_scope=${optional}`,
    token:
      "redirect_uri=https://service.example/callback&code=the-code&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret"
  },
  left: { "x-hubspot-ratelimit-remaining": "97", "x-hubspot-ratelimit-interval-milliseconds": "10000" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
