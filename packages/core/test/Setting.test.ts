/** A setting that an address is made of: what does not have its form is sent nowhere. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { connect, type Credentials, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Setting } from "../src/contract/index.ts"
import { OAuth } from "../src/runtime/index.ts"

const host = "[a-z]+\\.acme\\.example"
const auth = Auth.oauth2({
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: ({ login }) => `https://${login || "login.acme.example"}/token`,
  clientAuth: "body",
  pkce: false,
  scopes: []
})
const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "CUSTOM",
  models: Models.models,
  auth,
  settings: {
    login: Setting.asked({ label: "Login", pattern: host, optional: true }),
    instance: Setting.fromToken({ label: "Instance", at: "instance", pattern: `https://${host}` })
  },
  account: Account.settings("instance"),
  check: { path: "/check" },
  http: { baseUrl: ({ instance }) => instance, limits: { windows: [] } },
  reads: {},
  writes: {}
})
const client = { clientId: "id", clientSecret: "secret", redirectUri: "https://app.example/back" }
const outside = "https://own.acme.example.evil.example"

/** What is asked while `use` runs, and how it ends. */
const asked = async (use: (fetch: typeof globalThis.fetch) => Promise<unknown>, answer: object = {}) => {
  const calls: Array<string> = []
  const outcome = await use(async (input) => {
    calls.push(new Request(input).url)
    return Response.json(answer)
  }).catch((error: unknown) => (isConnectorError(error) ? error.reason : error))
  return { calls, outcome }
}
const through = (fetch: typeof globalThis.fetch) =>
  Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))

describe("a setting with a form", () => {
  it("is told from what has not got it, the whole of it", () => {
    const { settings } = acme
    expect(Setting.malformed(settings, { instance: "https://own.acme.example" })).toBeNull()
    expect(Setting.malformed(settings, { instance: outside })).toBe("instance")
    expect(Setting.malformed(settings, { login: "a.acme.example/x", instance: "https://own.acme.example" })).toBe(
      "login"
    )
    expect(Setting.malformed(settings, { login: "" })).toBeNull()
  })
  it("sends calls to an address that has it, and none to another", async () => {
    const check = (instance: string) => (fetch: typeof globalThis.fetch) =>
      connect(acme, { credentials: { access_token: "t" }, settings: { instance }, fetch }).check()
    expect((await asked(check("https://own.acme.example"))).calls).toEqual(["https://own.acme.example/check"])
    expect(await asked(check(outside))).toMatchObject({
      calls: [],
      outcome: { _tag: "InvalidCall", field: "settings.instance" }
    })
  })
  it("is not taken from a token answer that has another form", async () => {
    const flow = { state: "s", verifier: null }
    const finish = (fetch: typeof globalThis.fetch) =>
      OAuth.finish(acme, auth, client, {}, flow, new URLSearchParams({ code: "c", state: "s" })).pipe(
        Effect.provide(through(fetch)),
        Effect.runPromise
      )
    const good = await asked(finish, { access_token: "t", instance: "https://own.acme.example" })
    expect(good.outcome).toMatchObject({ settings: { instance: "https://own.acme.example" } })
    const bad = await asked(finish, { access_token: "t", instance: outside })
    expect(bad.outcome).toMatchObject({ _tag: "InvalidCall", field: "settings.instance" })
  })
  it("may be another after a renewal, which no wrong form undoes", async () => {
    const renew = async (instance: string) => {
      const told: Array<unknown> = []
      const ended: Credentials = { access_token: "old", refresh_token: "r", expires_at: "2020-01-01T00:00:00Z" }
      const client = connect(acme, {
        credentials: {
          load: () => ended,
          swap: (fresh, _, settings) => {
            told.push(fresh["access_token"], settings)
            return true
          }
        },
        settings: { instance: "https://own.acme.example" },
        app: { clientId: "id", clientSecret: "secret" },
        fetch: async (input) =>
          Response.json(new Request(input).url.includes("/token") ? { access_token: "new", instance } : {})
      })
      await client.check()
      return told
    }
    expect(await renew("https://moved.acme.example")).toEqual(["new", { instance: "https://moved.acme.example" }])
    expect(await renew(outside)).toEqual(["new", { instance: "https://own.acme.example" }])
  })
  it("keeps refresh tokens and the client's secret from other hosts", async () => {
    const refresh = (fetch: typeof globalThis.fetch) =>
      OAuth.refresh(acme, auth, client, { login: "evil.example" }, { refresh_token: "r" }).pipe(
        Effect.provide(through(fetch)),
        Effect.runPromise
      )
    expect(await asked(refresh)).toMatchObject({ calls: [], outcome: { field: "settings.login" } })
  })
})
