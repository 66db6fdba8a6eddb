import { Case, suite } from "@svc/testkit"
import { quayside } from "../src/index.ts"

suite(quayside, {
  settings: { harbour: "leith" },
  credentials: { key: "quayside-key-1" },
  headers: { "x-harbour": "leith" },
  cases: Case.load(new URL("./fixtures/", import.meta.url)),
  manifest: new URL("../package.json", import.meta.url)
})
