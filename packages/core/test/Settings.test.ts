/** Settings of another form than asked for, and callbacks that the platform has not signed, lead nowhere. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Call, Connector, Models, Setting } from "../src/contract/index.ts"
import { Accounts, Hmac, OAuth, Registry } from "../src/runtime/index.ts"

const auth = Auth.oauth2({
  authorizeUrl: ({ shop }) => `https://${shop}.acme.example/authorize`,
  tokenUrl: ({ shop }) => `https://${shop}.acme.example/token`,
  scopes: [],
  clientAuth: "body",
  pkce: false,
  codeParams: { once: "1" },
  callbackSignature: {
    param: "mac",
    algorithm: "SHA-256",
    encoding: "hex",
    message: (params, { shop }) => (params.get("shop") === shop ? `${params.get("shop")}:${params.get("code")}` : null)
  }
})
const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ECOMMERCE",
  models: Models.models,
  auth,
  settings: {
    shop: Setting.asked({ label: "Shop", pattern: "[a-z]+" }),
    note: Setting.asked({ label: "Note", optional: true })
  },
  account: Account.settings("shop"),
  check: { path: "/" },
  http: { baseUrl: ({ shop }) => `https://${shop}.acme.example`, limits: { windows: [] } },
  reads: {},
  writes: {}
})

describe("a setting", () => {
  it.each(["evil.example/", "a@evil.example", "", "a b", "a\nb"])(
    "of another form is told and nothing is sent: %j",
    async (shop) => {
      const sent: Array<unknown> = []
      const client = connect(acme, {
        credentials: { access_token: "t-1" },
        settings: { shop },
        fetch: async (input) => {
          sent.push(input)
          return Response.json({})
        }
      })
      for (const use of [() => client.check(), () => client.call({ path: "/" })]) {
        const error = await use().catch((own: unknown) => own)
        expect(isConnectorError(error) && error.reason).toMatchObject({ _tag: "InvalidCall", field: "settings.shop" })
      }
      expect(sent).toEqual([])
    }
  )
  it("is judged only where it is there and has a pattern", () => {
    const settings = { ...acme.settings, tenant: Setting.discovered({ label: "Tenant" }) }
    expect(Setting.malformed(settings, { note: "?", tenant: "?" })).toBeNull()
    expect(Setting.malformed(settings, { shop: "Acme" })).toBe("shop")
  })
})

describe("a signed callback", () => {
  const client = { clientId: "id", clientSecret: "secret", redirectUri: "https://s.example/callback" }
  const finish = async (settings: Record<string, string>, params: Record<string, string>, own = client) => {
    const sent: Array<string> = []
    const flow = { state: "s-1", verifier: null }
    const result = await OAuth.finish(acme, auth, own, settings, flow, new URLSearchParams(params)).pipe(
      Effect.result,
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, async (input, init) => {
        sent.push(await new Request(input, init).text())
        return Response.json({ access_token: "t-1", refresh_token: "r-1" })
      }),
      Effect.runPromise
    )
    return { result: result._tag, sent }
  }
  const params = { code: "c-1", state: "s-1", shop: "acme" }
  const mac = (key: string) => Hmac.hmac("SHA-256", key, "acme:c-1", "hex")
  it("is exchanged, with parameters that no refresh carries", async () => {
    const { result, sent } = await finish({ shop: "acme" }, { ...params, mac: await mac("secret") })
    expect(result).toBe("Success")
    expect(sent[0]).toContain("once=1")
    const refreshed: Array<string> = []
    await OAuth.refresh(acme, auth, client, { shop: "acme" }, { refresh_token: "r-1" }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, async (input, init) => {
        refreshed.push(await new Request(input, init).text())
        return Response.json({ access_token: "t-2", refresh_token: "r-2" })
      }),
      Effect.runPromise
    )
    expect(refreshed[0]).not.toContain("once")
  })
  it("leads to tokens whose end the platform may tell in words of its own", async () => {
    const own = { ...auth, isEnded: (body: unknown) => Call.at(body, "error_description") === "used up" }
    const refresh = (body: object) =>
      OAuth.refresh(acme, own, client, { shop: "acme" }, { refresh_token: "r-1" }).pipe(
        Effect.flip,
        Effect.map(({ reason }) => reason._tag),
        Effect.provide(FetchHttpClient.layer),
        Effect.provideService(FetchHttpClient.Fetch, async () => Response.json(body, { status: 401 })),
        Effect.runPromise
      )
    expect(await refresh({ error: "invalid_request", error_description: "used up" })).toBe("AuthExpired")
    expect(await refresh({ error: "invalid_request", error_description: "no client" })).toBe("Rejected")
    expect(await refresh({ error: "invalid_grant" })).toBe("AuthExpired")
  })
  it("that is missing, another's, or of other settings is refused before anything is sent", async () => {
    const right = await mac("secret")
    for (const [settings, own] of [
      [{ shop: "acme" }, params],
      [{ shop: "acme" }, { ...params, mac: await mac("another") }],
      [{ shop: "acme" }, { ...params, code: "c-2", mac: right }],
      [{ shop: "other" }, { ...params, mac: right }]
    ] as const) {
      expect(await finish(settings, own)).toEqual({ result: "Failure", sent: [] })
    }
    const nameless = { ...client, clientSecret: "" }
    expect(await finish({ shop: "acme" }, { ...params, mac: right }, nameless)).toEqual({ result: "Failure", sent: [] })
  })
})

const shop = { label: "Shop", pattern: "[a-z]+" }
const either = Connector.make({
  ...acme,
  account: Account.settings("shop"),
  auth: Auth.choice({
    sign_in: { label: "Sign in", auth: { ...auth, callbackSignature: undefined } as unknown as Auth.OAuth2 },
    token: {
      label: "Use a token",
      auth: Auth.apiKey({ fields: { token: Setting.asked({ label: "Token" }) }, headers: () => ({}) })
    }
  }),
  settings: {
    shop: Setting.either(
      Setting.asked({ ...shop, methods: ["token"] }),
      Setting.fromCallback({ label: "Shop", param: "shop", methods: ["sign_in"] }),
      Setting.fromToken({ label: "Shop", at: "shop", methods: ["sign_in"] })
    ),
    database: Setting.asked({ label: "Database", methods: ["token"] })
  }
})

describe("a setting of some ways to be authorised", () => {
  it("is of the connections of these, from the places that count for them", () => {
    const of = (method: string | null) =>
      Object.entries(Connector.settingsOf(either, method)).map(([name, setting]) => [
        name,
        ...Setting.placesOf(setting).map(({ _tag }) => _tag)
      ])
    expect(of("sign_in")).toEqual([["shop", "FromCallback", "FromToken"]])
    expect(of(null)).toEqual(of("sign_in"))
    expect(of("token")).toEqual([
      ["shop", "Asked"],
      ["database", "Asked"]
    ])
    expect(Setting.malformed(Connector.settingsOf(either, "sign_in"), { shop: "No" })).toBe("shop")
  })
  it.each([
    ["the callback", { shop: "acme" }, {}],
    ["the token answer", {}, { shop: "acme" }]
  ])("is told by %s", async (_, callback, token) => {
    const params = new URLSearchParams({ code: "c-1", state: "s-1", ...callback })
    const sign = {
      ...(either.auth as Auth.Choice).methods[0]!.auth,
      tokenUrl: "https://t.example/token"
    } as Auth.OAuth2
    const known = Connector.make({
      ...either,
      auth: Auth.choice({ sign_in: { label: "Sign in", auth: sign }, token: (either.auth as Auth.Choice).methods[1]! })
    })
    const client = { clientId: "id", clientSecret: "secret", redirectUri: "https://s.example/callback" }
    const granted = await OAuth.finish(known, sign, client, {}, { state: "s-1", verifier: null }, params).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, async () => Response.json({ access_token: "t-1", ...token })),
      Effect.runPromise
    )
    expect(granted.settings).toEqual({ shop: "acme" })
  })
  it("is asked for of an embedder who connects in one of these, and of no other", async () => {
    const refused = async (
      method: "sign_in" | "token",
      settings: { readonly shop: string; readonly database?: string }
    ) =>
      connect(either, {
        method,
        settings,
        credentials: { access_token: "t-1", token: "t-1" },
        fetch: async () => Response.json({})
      })
        .check()
        .then(() => null)
        .catch((error) => error.reason.field)
    expect(await refused("token", { shop: "acme" })).toBe("settings.database")
    expect(await refused("token", { shop: "acme", database: "d" })).toBeNull()
    expect(await refused("sign_in", { shop: "acme" })).toBeNull()
  })
  it("tells accounts apart where a connection has it, and never alone", () => {
    const own = { ...either, account: Account.settings("shop", "database") }
    expect(Registry.fault(own)).toBeNull()
    expect(Accounts.ofSettings(own, { shop: "acme" })).not.toBe(
      Accounts.ofSettings(own, { shop: "acme", database: "d" })
    )
    expect(Accounts.ofSettings(own, { database: "d" })).toBeNull()
    expect(Registry.fault({ ...either, account: Account.settings("database") })).toContain("only some ways")
  })
  it("of a way that is not there is refused, and so is one that a way has from nowhere", () => {
    const lost = { note: Setting.asked({ label: "Note", methods: ["tokn"] }) }
    expect(Registry.fault({ ...either, settings: { ...either.settings, ...lost } })).toContain('"tokn"')
    const half = Setting.either(
      Setting.asked({ label: "Note", methods: ["token"] }),
      Setting.discovered({ label: "Note", methods: ["token"] })
    )
    expect(Registry.fault({ ...either, settings: { ...either.settings, half } })).toContain("sign_in")
  })
})
