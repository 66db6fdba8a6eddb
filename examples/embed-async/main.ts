/** Reads and writes a platform from a program of your own. Here the platform is the sandbox, in this very process. */
import { connect } from "@svc/core/connect"
import { sandbox } from "@svc/sandbox"
import { makeSandbox } from "@svc/sandbox/platform"

const platform = makeSandbox()
const books = connect(sandbox, {
  credentials: { api_key: "sandbox-demo" },
  settings: {},
  // A real platform needs no fetch of your own.
  fetch: (input, init) => platform.fetch(new Request(input, init))
})

let spent = 0
for await (const expense of books.list("EXPENSES", { since: "2026-01-01" })) spent += expense.total_amount ?? 0
console.log(`Spent: ${spent.toFixed(2)}`)

const [made] = await books.create("CONTACTS", [{ name: "Ada Ltd", contact_type: "CUSTOMER" }])
console.log(made?.status === "success" ? `Made ${made.record.name}` : `Refused: ${made?.error.message}`)

const { status } = await books.call({ path: "/accounts", query: { limit: 1 } })
console.log(`Passed through: ${status}`)

await books.close()
