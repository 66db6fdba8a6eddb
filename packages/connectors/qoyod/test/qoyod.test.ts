import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { qoyod } from "../src/index.ts"
import { inPages, inPagesOfIds } from "./pages.ts"

const loaded = Case.load(new URL("./fixtures/", import.meta.url))

suite(await Connector.whole(qoyod), {
  settings: {},
  credentials: { key: "qoyod-key-1" },
  bases: { "": "https://api.qoyod.com/2.0" },
  cases: { ...loaded, TAX_RATES: inPages(loaded["TAX_RATES"]!), EXPENSES: inPagesOfIds(loaded["EXPENSES"]!) }
})
