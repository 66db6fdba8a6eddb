/** Reads and writes a platform from a program in Effect. Here the platform is the sandbox, in this very process. */
import { connect, layer } from "@svc/core/connect/effect"
import { sandbox } from "@svc/sandbox"
import { makeSandbox } from "@svc/sandbox/platform"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

const Accounts = Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })

const program = Effect.gen(function* () {
  const books = yield* connect(sandbox, { credentials: { api_key: "sandbox-demo" }, settings: {} })

  const spent = yield* books.list("EXPENSES", { since: "2026-01-01" }).pipe(
    Stream.runFold(
      () => 0,
      (sum, expense) => sum + (expense.total_amount ?? 0)
    )
  )
  yield* Console.log(`Spent: ${spent.toFixed(2)}`)

  const [made] = yield* books.create("CONTACTS", [{ name: "Ada Ltd", contact_type: "CUSTOMER" }])
  yield* Console.log(made?.status === "success" ? `Made ${made.record.name}` : `Refused: ${made?.error.message}`)

  const { body } = yield* books.call({ path: "/accounts", query: { limit: 1 } }, Accounts)
  yield* Console.log(`Passed through: ${body.items.length} account`)
})

const platform = makeSandbox()
await program.pipe(
  Effect.catchReason("ConnectorError", "AuthExpired", () => Console.log("Connect again, please.")),
  Effect.provide(layer),
  // A real platform needs no fetch of your own.
  Effect.provideService(FetchHttpClient.Fetch, (input, init) => platform.fetch(new Request(input, init))),
  Effect.runPromise
)
