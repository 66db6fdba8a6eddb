/** Drives `xero.ts` against a fake Xero and prints the course of it as JSON. */
import { layer } from "@svc/core/connect/effect"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import { type Course, fakeXero } from "example-embed-async/fake-xero"
import { openXero, xeroWebhook } from "../xero.ts"

const xero = fakeXero()

const program = Effect.gen(function* () {
  const books = yield* openXero(
    { load: Effect.sync(xero.load), swap: (fresh, replaced) => Effect.sync(() => xero.swap(fresh, replaced)) },
    "tenant-1"
  )
  const names = yield* books.list("CONTACTS", { since: "2026-01-01T00:00:00Z" }).pipe(
    Stream.map(({ name }) => name),
    Stream.runCollect
  )
  const [made] = yield* books.create("CONTACTS", [{ name: "Grace Ltd", contact_type: "CUSTOMER" }])
  const { status } = yield* books.call({ path: "/Currencies" })
  const webhooks = yield* Effect.forEach(["key", "another"], (key) =>
    Effect.gen(function* () {
      const changed: Array<string> = []
      const request = yield* Effect.promise(() => xero.webhook(key))
      const response = yield* xeroWebhook(request, (model, id) => Effect.sync(() => changed.push(`${model} ${id}`)))
      return [response.status, changed] as const
    })
  )
  const course: Course = {
    names,
    made: made?.record?.name ?? null,
    passed: status,
    asked: xero.asked,
    kept: xero.row["refresh_token"],
    webhooks
  }
  yield* Console.log(JSON.stringify(course))
})

await program.pipe(Effect.provide(layer), Effect.provideService(FetchHttpClient.Fetch, xero.fetch), Effect.runPromise)
