import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { tally } from "../src/index.ts"

suite(await Connector.whole(tally), {
  settings: {
    address: "https://tally.example.com",
    company_name: "Asha Traders & Sons",
    encoding: "utf-8",
    purchase_ledger: "Purchase",
    sales_ledger: "Sales"
  },
  credentials: { header: "x-tunnel-key", value: "tunnel-secret-1" },
  headers: { "x-tunnel-key": "tunnel-secret-1" },
  bases: { "": "https://tally.example.com" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
