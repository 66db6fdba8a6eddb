import { Case, suite } from "@svc/testkit"
import { ledgerly } from "../src/index.ts"

suite(ledgerly, {
  settings: { book: "main" },
  credentials: { token: "ledgerly-token-1" },
  cases: Case.load(new URL("./fixtures/", import.meta.url))
})
