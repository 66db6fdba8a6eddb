import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { sageZa } from "../src/index.ts"

const apikey = "{1A2B3C4D-0000-4000-8000-00000000000A}"
suite(await Connector.whole(sageZa), {
  settings: { companyId: "4711" },
  credentials: { username: "api@acme.example", password: "password-1" },
  app: { clientId: "", clientSecret: "1A2B3C4D-0000-4000-8000-00000000000A" },
  query: { apikey, companyid: "4711" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
