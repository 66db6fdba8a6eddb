/** What of a call restricts its list, and what only says how it is shown. */
import assert from "node:assert/strict"
import { test } from "vitest"
import { conditionsIn } from "../src/holding.ts"

const asked = (query: string) => ({
  method: "GET",
  url: new URL(`https://platform.example/list?${query}`),
  headers: new Headers(),
  body: undefined,
  text: "",
  at: 0
})

test("parameters of OData that shape an answer restrict nothing, and its filter does", () => {
  assert.deepEqual(conditionsIn(asked("$select=id&$expand=lines&$orderby=id")), [])
  assert.deepEqual(conditionsIn(asked("$select=id&$filter=kind%20eq%201")), ["$filter = kind eq 1"])
})
