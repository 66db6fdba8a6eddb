import { Case, suite } from "@svc/testkit"
import { odoo } from "../src/index.ts"
import { inRpc, session } from "./rpc.ts"

const cases = Case.load(new URL("./fixtures/", import.meta.url))
const credentials = { key: "odoo-key-1" }
const settings = { host: "harbour.odoo.com", database: "harbour", company: "1" }

suite(odoo, {
  settings,
  credentials,
  headers: { "x-odoo-database": "harbour" },
  methods: {
    rpc: {
      credentials,
      settings: { login: "ada@harbour.example" },
      session,
      cases: Object.fromEntries(["check", "discover"].map((name) => [name, inRpc(cases[name]!)]))
    }
  },
  cases
})
