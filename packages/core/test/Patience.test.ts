/** What a connector may say of its calls as a whole: how long they take, what its check shows, whose headers are whose. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { Account, Auth, Connector, Models, Setting } from "../src/contract/index.ts"
import { Platform, Request } from "../src/runtime/index.ts"

const connector = (timeout?: number) =>
  Connector.make({
    id: "SLOW",
    name: "Slow",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.apiKey({
      fields: { header: Setting.asked({ label: "Header" }), value: Setting.asked({ label: "Value", secret: true }) },
      headers: ({ header, value }) => (header && value ? { [header]: value } : {})
    }),
    settings: { account: Setting.asked({ label: "Account" }) },
    http: {
      baseUrl: "https://slow.example",
      limits: { windows: [] },
      ...(timeout === undefined ? {} : { timeout })
    },
    account: Account.settings("account"),
    check: { path: "/account" },
    checked: (body, { account }) =>
      (body as { readonly id?: unknown }).id === account ? null : { reason: "Forbidden", message: "Another account." },
    reads: {},
    writes: {}
  })
const policy = { retries: 0, pause: 0, patience: 1000, timeout: 20 } as const
const open = <A>(
  own: ReturnType<typeof connector>,
  account: string,
  use: (client: Platform.Client) => Effect.Effect<A, unknown>
) => {
  const slowly: typeof fetch = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return Response.json({ id: "a-1" })
  }
  const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, slowly)))
  return Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const credentials = Effect.succeed({ header: "X-Tunnel", value: "secret-1" })
    return yield* use(platform.open(own, { key: "k", settings: { account }, credentials }))
  }).pipe(
    Effect.flip,
    Effect.map((error) => (error as { readonly reason: { readonly _tag: string } }).reason._tag),
    Effect.catch(() => Effect.succeed(null)),
    Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))),
    Effect.provideService(Request.Policy, policy),
    Effect.runPromise
  )
}

describe("a connector", () => {
  it("asks for more time than others get", async () => {
    expect(await open(connector(), "a-1", (client) => client.check)).toBe("TimedOut")
    expect(await open(connector(5), "a-1", (client) => client.check)).toBeNull()
  })
  it("judges what its check is answered", async () => {
    expect(await open(connector(5), "a-2", (client) => client.check)).toBe("Forbidden")
  })
  it("keeps a header that its user named to itself", async () => {
    const call = (name: string) =>
      open(connector(5), "a-1", (client) => client.call({ path: "/", headers: { [name]: "mine" } }))
    expect([await call("x-tunnel"), await call("x-other")]).toEqual(["InvalidCall", null])
  })
})
