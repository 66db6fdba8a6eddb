import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { businessCentral } from "../src/index.ts"

const tenant = "7a1d0f5e-0c1b-4c55-9a5b-3f1f0a2f9c01"
const company = "bb6d48b6-c7b2-4a38-9a93-ad5506407f12"
const scope = "https://api.businesscentral.dynamics.com/.default"
const login = "https://login.microsoftonline.com"

const casesOf = (folder: string) => Case.load(new URL(`./${folder}/`, import.meta.url))

suite(await Connector.whole(businessCentral), {
  settings: { tenant, environment: "Production", company, bank_ledger: "10100, 10200" },
  credentials: { access_token: "access-token-1", refresh_token: "refresh-token-1" },
  headers: { "accept-language": "en-US" },
  oauth: {
    authorize:
      `${login}/organizations/oauth2/v2.0/authorize?response_type=code&client_id=client&` +
      `redirect_uri=https://service.example/callback&scope=${scope} offline_access&state=*&code_challenge=*&code_challenge_method=S256`,
    token:
      "redirect_uri=https://service.example/callback&code=the-code&code_verifier=*&grant_type=authorization_code&" +
      "client_id=client&client_secret=secret",
    refresh:
      `${login}/organizations/oauth2/v2.0/token?refresh_token=refresh-token-1&grant_type=refresh_token&` +
      "client_id=client&client_secret=secret"
  },
  methods: {
    app: {
      credentials: { access_token: "access-token-1", client_id: "client", client_secret: "secret" },
      settings: { tenant, environment: "Production" },
      cases: casesOf("fixtures-app")
    },
    on_premises: {
      credentials: { username: "ada", password: "key-1" },
      settings: { address: "https://bc.harbour.example:7048", environment: "BC", tenant: "default" },
      query: { tenant: "default" },
      cases: casesOf("fixtures-premises")
    }
  },
  cases: casesOf("fixtures")
})
