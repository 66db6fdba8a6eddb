/** Calls made of the connection: parameters of every call, checks and discoveries by settings, the operator's own app. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { accounts, connect, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Connector, Further, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"
import { Platform } from "../src/runtime/index.ts"

const Named = Wire.struct({ id: Wire.required(Wire.id) })
const books = Connector.make({
  id: "BOOKS",
  name: "Books",
  category: "CUSTOM",
  models: Models.models,
  auth: Auth.basic({
    fields: { username: Setting.asked({ label: "User" }), password: Setting.asked({ label: "Password" }) }
  }),
  settings: {
    region: Setting.asked({ label: "Region" }),
    environment: Setting.discovered({ label: "Environment" }),
    company: Setting.discovered({ label: "Company" })
  },
  app: { clientSecret: "API key" },
  http: {
    baseUrl: ({ environment = "none", region }) => `https://${region}.books.example/${environment}`,
    bases: { all: ({ region }) => `https://${region}.books.example` },
    query: ({ company }, { clientId, clientSecret }) => ({ apikey: clientSecret, id: clientId || undefined, company }),
    headers: (_, { clientSecret }) => ({ "x-app": clientSecret }),
    limits: { windows: [] }
  },
  discover: [
    Connector.discover({
      call: { path: "/environments", base: "all" },
      response: Wire.struct({ list: Wire.list(Named) }),
      choices: ({ list }) => (list ?? []).map(({ id }) => ({ name: id, settings: { environment: id } }))
    }),
    Connector.discover({
      call: ({ region }) =>
        Further.pages({
          call: { path: "/companies", query: { of: region } },
          page: Page.numbered({ size: 2 }),
          items: "list"
        }),
      response: Wire.list(Named),
      choices: (list) => list.map(({ id }) => ({ name: id, settings: { company: id } }))
    })
  ],
  account: Account.settings("environment", "company"),
  check: ({ company }) => ({ path: `/companies/${company}` }),
  reads: {
    CURRENCIES: Connector.read("CURRENCIES", {
      path: "/currencies",
      query: { company: "of the call" },
      page: Page.single,
      items: "list",
      item: Named,
      deletes: Read.fullListing,
      map: ({ id }) => ({
        platform_id: id,
        name: null,
        code: id,
        symbol: null,
        is_base_currency: null,
        exchange_rate: null,
        updated_at: null
      })
    })
  },
  writes: {}
})
const settings = { region: "eu", environment: "prod", company: "c-1" }
const credentials = { username: "ada", password: "the-password" }
const app = { clientId: "not asked for", clientSecret: "{the-key}" }

const world = (answer: (url: URL) => Response) => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    asked.push(`${request.url} ${request.headers.get("x-app")}`)
    return answer(new URL(request.url))
  }) as typeof globalThis.fetch
  return { asked, fetch }
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isConnectorError(error) ? error.reason : expect.fail(String(error)))
  )
const key = "apikey=%7Bthe-key%7D"

it("sends with every call what the settings and the operator's app give, and a call's own before that", async () => {
  const { asked, fetch } = world(() => Response.json({ list: [] }))
  const client = connect(books, { settings, credentials, app, fetch })
  await client.check()
  for await (const _ of client.list("CURRENCIES")) expect.fail("There is none.")
  await client.call({ path: "/anything", query: { page: 1 } })
  expect(asked).toEqual([
    `https://eu.books.example/prod/companies/c-1?${key}&company=c-1 {the-key}`,
    `https://eu.books.example/prod/currencies?${key}&company=of+the+call {the-key}`,
    `https://eu.books.example/prod/anything?${key}&company=c-1&page=1 {the-key}`
  ])
})

it("lets no caller name another company or app", async () => {
  const { asked, fetch } = world(() => Response.json({}))
  const client = connect(books, { settings, credentials, app, fetch })
  for (const query of [{ company: "c-2" }, { Company: "c-2" }, { apikey: "mine" }]) {
    const field = `params.${Object.keys(query)[0]}`
    expect(await reasonOf(client.call({ path: "/anything", query }))).toMatchObject({ _tag: "InvalidCall", field })
  }
  expect(asked).toEqual([])
})

it("shows nothing of the app's secret, and sends nothing without it", async () => {
  const { asked, fetch } = world((url) => Response.json({ said: `${url.href} {the-key}` }, { status: 400 }))
  const reason = await reasonOf(connect(books, { settings, credentials, app, fetch }).check())
  expect(JSON.stringify(reason)).not.toContain("the-key")
  expect(asked).toHaveLength(1)
  for (const none of [undefined, { clientId: "x", clientSecret: "" }]) {
    const without = connect(books, { settings, credentials, fetch, ...(none && { app: none }) })
    expect(await reasonOf(without.check())).toMatchObject({ _tag: "InvalidCall", field: "app.clientSecret" })
  }
  expect(asked).toHaveLength(1)
})

it("finds accounts in stages and in pages, and leaves out what may not be looked into", async () => {
  const { asked, fetch } = world(({ pathname, searchParams }) => {
    if (pathname === "/environments") return Response.json({ list: [{ id: "prod" }, { id: "closed" }, { id: "test" }] })
    if (pathname === "/closed/companies") return Response.json({}, { status: 403 })
    if (pathname === "/test/companies") return Response.json({ list: [{ id: "t" }] })
    return Response.json({ list: searchParams.get("page") === "1" ? [{ id: "a" }, { id: "b" }] : [{ id: "c" }] })
  })
  const own = { settings: { region: "eu" }, credentials, app, fetch }
  expect(await accounts(books, own)).toEqual([
    { name: "prod, a", settings: { environment: "prod", company: "a" } },
    { name: "prod, b", settings: { environment: "prod", company: "b" } },
    { name: "prod, c", settings: { environment: "prod", company: "c" } },
    { name: "test, t", settings: { environment: "test", company: "t" } }
  ])
  expect(asked).toHaveLength(5)
  expect(asked[0]).toBe(`https://eu.books.example/environments?${key} {the-key}`)
  const down = world(({ pathname }) =>
    pathname === "/environments" ? Response.json({ list: [{ id: "prod" }] }) : Response.json({}, { status: 503 })
  )
  const broken = Platform.Platform.layer.pipe(
    Layer.provide(FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, down.fetch))))
  )
  const error = await Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const connection = { key: "k", settings: { region: "eu" }, credentials: Effect.succeed(credentials), app }
    return yield* Effect.flip(platform.open(books, connection).discover)
  }).pipe(Effect.provide(broken), Effect.runPromise)
  expect(error.reason._tag).toBe("Unavailable")
})
