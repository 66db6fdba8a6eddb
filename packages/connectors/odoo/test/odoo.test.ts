import { Connector } from "@svc/core"
import { Case, suite } from "@svc/testkit"
import { odoo } from "../src/index.ts"
import { inPages, inPagesOfIds } from "./pages.ts"
import { inRpc, session } from "./rpc.ts"

const loaded = Case.load(new URL("./fixtures/", import.meta.url))
const cases = {
  ...loaded,
  ACCOUNTS: inPagesOfIds(loaded["ACCOUNTS"]!),
  CURRENCIES: inPages(loaded["CURRENCIES"]!)
}
const credentials = { key: "odoo-key-1" }
const settings = { host: "harbour.odoo.com", database: "harbour", company: "1" }

suite(await Connector.whole(odoo), {
  settings,
  credentials,
  headers: { "x-odoo-database": "harbour" },
  methods: {
    rpc: {
      credentials,
      settings: { login: "ada@harbour.example" },
      session,
      cases: Object.fromEntries(["check", "discover"].map((name) => [name, inRpc(loaded[name]!)]))
    }
  },
  cases
})
