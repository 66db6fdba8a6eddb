/** Platforms whose sign-in is not quite the standard's: regions in the callback, refusals with 200, answers without a body. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { Account, Auth, Connector, Lookup, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"
import { OAuth, Platform } from "../src/runtime/index.ts"

const auth = Auth.oauth2({
  authorizeUrl: "https://accounts.acme.example/authorize",
  tokenUrl: ({ region = "https://accounts.acme.example" }) => `${region}/token`,
  scopes: ["books"],
  clientAuth: "body",
  pkce: false,
  tokenParams: { audience: "books" },
  codeParams: (callback) => ({ context: callback.get("context") ?? "" }),
  isEnded: (body) => (body as { readonly error?: unknown }).error === "invalid_code"
})
const page = Page.numbered({ param: "page", size: 2 })
const prefix = Lookup.make({
  call: { path: "/prefix" },
  response: Wire.struct({ prefix: Wire.text }),
  pick: (body) => body.prefix ?? "",
  absent: "none-",
  emptyStatuses: [204]
})
const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "CUSTOM",
  models: Models.models,
  auth,
  settings: {
    region: Setting.fromCallback({
      label: "Region",
      param: "accounts-server",
      pattern: "https://accounts\\.acme\\.(eu|example)",
      optional: true
    }),
    site: Setting.fromToken({ label: "Site", at: "site", optional: true })
  },
  http: { baseUrl: "https://api.acme.example", limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: { path: "/me" },
  reads: {
    TAX_RATES: Connector.read("TAX_RATES", {
      path: "/taxes",
      page,
      items: "list",
      item: Wire.struct({ id: Wire.required(Wire.id) }),
      lookups: { prefix },
      deletes: Read.fullListing,
      emptyStatuses: [204],
      map: ({ id }, { lookups }) => ({
        platform_id: id,
        name: lookups.prefix,
        code: null,
        tax_type: null,
        effective_tax_rate: null,
        total_tax_rate: null,
        components: [],
        updated_at: null
      })
    })
  },
  writes: {}
})
const client: OAuth.OAuthClient = { clientId: "app", clientSecret: "hush", redirectUri: "https://app.example/back" }

const world = (answer: (url: URL) => Response) => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    asked.push(`${request.url}?${decodeURIComponent(await request.text())}`)
    return answer(new URL(request.url))
  }) as typeof globalThis.fetch
  return { asked, layer: FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))) }
}
const tokens = { access_token: "a-1", refresh_token: "r-1", site: "s-1" }
const finish = (params: Readonly<Record<string, string>>, layer: ReturnType<typeof world>["layer"]) => {
  const callback = new URLSearchParams({ code: "c-1", state: "s", ...params })
  return OAuth.finish(acme, auth, client, {}, { state: "s", verifier: null }, callback).pipe(
    Effect.provide(layer),
    Effect.result,
    Effect.runPromise
  )
}
const reasonOf = (result: Awaited<ReturnType<typeof finish>>) =>
  result._tag === "Failure" ? result.failure.reason : expect.fail("It was granted.")

it("exchanges the code where the callback says, with what the callback says", async () => {
  const { asked, layer } = world(() => Response.json(tokens))
  const result = await finish({ "accounts-server": "https://accounts.acme.eu", context: "stores/7" }, layer)
  expect(result._tag === "Success" && result.success.settings).toEqual({
    region: "https://accounts.acme.eu",
    site: "s-1"
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain("https://accounts.acme.eu/token?")
  expect(asked[0]).toContain("audience=books&context=stores/7")
})

it("sends no secret to a place that does not have the setting's form, nor by a callback that is not of this flow", async () => {
  const { asked, layer } = world(() => Response.json(tokens))
  expect(reasonOf(await finish({ "accounts-server": "https://foreign.example" }, layer))._tag).toBe("InvalidCall")
  const foreign = { "accounts-server": "https://accounts.acme.eu", state: "another" }
  expect(reasonOf(await finish(foreign, layer))._tag).toBe("Rejected")
  expect(asked).toEqual([])
})

it.each([200, 400])("knows by the platform's own word, answered with %i, that a sign-in is over", async (status) => {
  const refusing = (error: string) => world(() => Response.json({ error }, { status })).layer
  const refresh = (error: string) =>
    OAuth.refresh(acme, auth, client, {}, { refresh_token: "r-1" }).pipe(
      Effect.provide(refusing(error)),
      Effect.flip,
      Effect.map(({ reason }) => reason),
      Effect.runPromise
    )
  expect((await refresh("invalid_code"))._tag).toBe("AuthExpired")
  expect((await refresh("invalid_grant"))._tag).toBe("AuthExpired")
  expect(await refresh("invalid_client")).toMatchObject({ _tag: "Rejected", message: "invalid_client" })
  expect(reasonOf(await finish({}, refusing("invalid_code")))._tag).toBe("AuthExpired")
})

const list = async (answer: (url: URL) => Response) => {
  const { asked, layer } = world(answer)
  const result = await Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const connection = { key: "k", settings: {}, credentials: Effect.succeed({ access_token: "a" }) }
    const pages = yield* platform.open(acme, connection).pages("TAX_RATES")
    const found: Array<unknown> = []
    for (;;) {
      const step = yield* pages
      if (step === null) return found
      found.push(
        ...step.items.flatMap(({ records }) => records.map(({ name, platform_id }) => `${name}${platform_id}`))
      )
    }
  }).pipe(Effect.provide(Layer.provide(Platform.Platform.layer, layer)), Effect.result, Effect.runPromise)
  return { asked, result: result._tag === "Success" ? result.success : result.failure.reason._tag }
}
const nothing = () => new Response(null, { status: 204 })

it("takes a success without a body for an empty list where the read says so, on the first page and behind the last", async () => {
  expect((await list(nothing)).result).toEqual([])
  const { asked, result } = await list(({ pathname, searchParams }) =>
    pathname === "/prefix"
      ? Response.json({ prefix: "p-" })
      : searchParams.get("page") === "1"
        ? Response.json({ list: [{ id: "1" }, { id: "2" }] })
        : nothing()
  )
  expect(result).toEqual(["p-1", "p-2"])
  expect(asked).toHaveLength(3)
})
it("takes a success of another status, or with a body, for no empty list", async () => {
  const other = (response: () => Response) => list(({ pathname }) => (pathname === "/prefix" ? nothing() : response()))
  expect((await other(() => new Response("", { status: 200 }))).result).toBe("Undecodable")
  expect((await other(() => Response.json({ list: [{ id: "1" }] }))).result).toEqual(["none-1"])
})
