import { Case, suite } from "@svc/testkit"
import { acmeBooks } from "../src/index.ts"

suite(acmeBooks, {
  settings: { company: "harbour" },
  credentials: { key: "acme-books-key-1" },
  cases: Case.load(new URL("./fixtures/", import.meta.url)),
  manifest: new URL("../package.json", import.meta.url)
})
