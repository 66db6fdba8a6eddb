import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { busy } from "../src/index.ts"

suite(await Connector.whole(busy), {
  settings: { address: "https://busy.example.com", company_code: "Comp0001", financial_year: "2025", gst_state: "29" },
  credentials: { username: "api", password: "busy-password-1", header: "x-tunnel-key", value: "tunnel-secret-1" },
  headers: { "x-tunnel-key": "tunnel-secret-1" },
  bases: { "": "https://busy.example.com" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
