/** The template, as it is, is a connector that passes the suite. */
import { Case, suite } from "@svc/testkit"
import { acmeBooks } from "../template/src/index.ts"

suite(acmeBooks, {
  settings: { company: "harbour" },
  credentials: { key: "acme-books-key-1" },
  cases: Case.load(new URL("../template/test/fixtures/", import.meta.url)),
  manifest: new URL("../template/manifest.json", import.meta.url)
})
