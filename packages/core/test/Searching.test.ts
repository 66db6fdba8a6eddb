/** What platforms need whose changes come from a search: its pages, its own limit, and what it shows only beside it. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Connector, Inbound, Lookup, Models, Page, Read, Wire } from "../src/contract/index.ts"
import { Inbound as Receiving, Limits, OAuth, Platform, Request as Sending } from "../src/runtime/index.ts"
import * as Layer from "effect/Layer"

interface Body {
  readonly filters?: ReadonlyArray<unknown>
  readonly from?: string
  readonly ids?: ReadonlyArray<string>
}
const search = Page.windows({
  page: Page.cursor({ param: "from", at: "next", in: "body" }),
  limit: 4,
  size: 2,
  key: (raw: { readonly id?: string } | null) => raw?.id,
  after: (id, { body }) => ({ body: { filters: [...((body as Body).filters ?? []), { after: id }] } })
})
const read = Connector.read("CRM_CONTACTS", {
  path: "/people",
  query: { all: true },
  page: Page.each([{ query: { put_away: false } }, { query: { put_away: true } }], Page.numbered({ size: 2 })),
  since: ({ since }) => ({
    method: "POST",
    path: "/search",
    query: { all: undefined },
    body: { filters: [{ since }] }
  }),
  sincePage: search,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  deletes: Read.never("Nothing is deleted"),
  get: "/people/{id}",
  getItem: (body) => body,
  unofferedStatuses: [403],
  companions: {
    companies: Lookup.make({
      call: ({ items, since }: Lookup.LookupContext<{ readonly id: string }>) =>
        since === null ? null : { method: "POST", path: "/companies", body: { ids: items.map(({ id }) => id) } },
      response: Wire.record(Wire.text),
      pick: (body) => body,
      absent: {}
    })
  },
  map: ({ id }, { companions }) => ({ platform_id: id, company_id: companions.companies[id] })
})
const small = Connector.make({
  id: "SMALL",
  name: "Small",
  category: "CRM",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://a.example/authorize",
    tokenUrl: "https://a.example/token",
    scopes: ["people"],
    clientAuth: "body",
    pkce: false
  }),
  settings: {},
  account: Account.untold("a test has one account"),
  check: { path: "/" },
  http: {
    baseUrl: "https://a.example",
    limits: {
      windows: [{ max: 1, seconds: 3600 }],
      apart: { calls: ({ method }) => method === "POST", windows: [{ max: 100, seconds: 1 }] }
    }
  },
  reads: { CRM_CONTACTS: read },
  writes: {}
})
type Answer = (path: string, body: Body) => unknown
const open = (
  answer: Answer,
  connector: Connector.Any = { ...small, http: { ...small.http, limits: { windows: [] } } }
) => {
  const calls: Array<string> = []
  const client = connect(connector as typeof small, {
    credentials: { access_token: "t-1" },
    settings: {},
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search: query } = new URL(request.url)
      const text = await request.text()
      calls.push(`${pathname}${query} ${text}`.trim())
      const answered = answer(pathname + query, text === "" ? {} : (JSON.parse(text) as Body))
      return answered instanceof Response ? answered : Response.json(answered)
    }
  })
  return { calls, client }
}
const all = async <A>(records: AsyncIterable<A>) => {
  const found: Array<A> = []
  for await (const record of records) found.push(record)
  return found
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isConnectorError(error) ? error.message : error)
  )
const since = "2026-03-01T00:00:00.000Z"

describe("a search that shows its first results only", () => {
  const people = Array.from({ length: 7 }, (_, index) => ({ id: String(index + 1) }))
  /** Shows no more than four results of one search, two at a time. */
  const platform: Answer = (path, { filters = [], from: given = 0 }) => {
    const from = Number(given)
    if (path === "/companies") return {}
    if (from >= 4) return new Response("{}", { status: 400 })
    const after = filters.flatMap((filter) => Object.entries(filter as object)).find(([name]) => name === "after")?.[1]
    const found = people.filter(({ id }) => after === undefined || id > after)
    return { list: found.slice(from, from + 2), next: from + 2 < found.length ? from + 2 : null }
  }
  it("is asked again from the last key before its results end, and shows everything once", async () => {
    const { calls, client } = open(platform)
    const found = await all(client.list("CRM_CONTACTS", { since }))
    expect(found.map(({ platform_id }) => platform_id)).toEqual(people.map(({ id }) => id))
    expect(calls.filter((call) => call.startsWith("/search"))).toEqual([
      `/search {"filters":[{"since":"${since}"}]}`,
      `/search {"filters":[{"since":"${since}"}],"from":"2"}`,
      `/search {"filters":[{"since":"${since}"},{"after":"4"}]}`,
      `/search {"filters":[{"since":"${since}"},{"after":"4"}],"from":"2"}`
    ])
  })
  it("goes on where it stopped: its state is JSON", () => {
    const answer = { body: { next: 2 }, headers: {}, items: [{ id: "1" }, { id: "2" }] }
    const state = search.start({ now: "", from: "" })
    const next = search.next(search.next(state, answer)!, { ...answer, body: { next: 4 } })!
    expect(JSON.parse(JSON.stringify(next))).toEqual(next)
    expect(search.apply(next, { path: "/", body: { filters: [1] } })).toEqual({
      body: { filters: [1, { after: "2" }] }
    })
  })
  it("does not go round in a circle where the last item has no key of its own", async () => {
    const { calls, client } = open((path) => {
      if (calls.length > 20) return new Response("{}", { status: 400 })
      return path === "/companies" ? {} : { list: [{ id: "1" }, { id: "1" }], next: calls.length + 1 }
    })
    expect(await reasonOf(all(client.list("CRM_CONTACTS", { since })))).toContain("a page that it had answered before")
    expect(calls.length).toBeLessThan(12)
  })
})

it("walks several lists as one", async () => {
  const { calls, client } = open((path) =>
    path.includes("put_away=true")
      ? { list: [{ id: "3" }] }
      : { list: path.includes("page=1") ? [{ id: "1" }, { id: "2" }] : [] }
  )
  expect((await all(client.list("CRM_CONTACTS"))).map(({ platform_id }) => platform_id)).toEqual(["1", "2", "3"])
  expect(calls).toEqual([
    "/people?all=true&put_away=false&page=1",
    "/people?all=true&put_away=false&page=2",
    "/people?all=true&put_away=true&page=1"
  ])
})

describe("companions", () => {
  const platform: Answer = (path) =>
    path === "/companies"
      ? { 1: "c-1" }
      : path === "/people/1"
        ? { id: "1" }
        : { list: [{ id: "1" }, { no: "id" }, { id: "2" }] }
  it("are asked for once for all items of a page that can be read", async () => {
    const { calls, client } = open(platform)
    const first = client.list("CRM_CONTACTS", { since })[Symbol.asyncIterator]()
    await first.next().catch(() => undefined)
    expect(calls).toEqual([expect.stringContaining("/search"), `/companies {"ids":["1","2"]}`])
  })
  it("reach the mapping of each item", async () => {
    const { client } = open((path) => (path === "/companies" ? { 2: "c-2" } : { list: [{ id: "1" }, { id: "2" }] }))
    const found = await all(client.list("CRM_CONTACTS", { since }))
    expect(found.map(({ company_id }) => company_id)).toEqual([null, "c-2"])
  })
  it("know that nothing has to be asked where one record or everything is read", async () => {
    const { calls, client } = open(platform)
    expect(await client.get("CRM_CONTACTS", "1")).toMatchObject({ platform_id: "1", company_id: null })
    expect(calls).toEqual(["/people/1"])
  })
  it("are not asked for a page without items", async () => {
    const { calls, client } = open(() => ({ list: [] }))
    expect(await all(client.list("CRM_CONTACTS", { since }))).toEqual([])
    expect(calls).toHaveLength(1)
  })
  it("that cannot be read fail the page", async () => {
    const { client } = open((path) => (path === "/companies" ? [] : { list: [{ id: "1" }] }))
    expect(await reasonOf(all(client.list("CRM_CONTACTS", { since })))).toContain("Undecodable")
  })
})

it("says that an account does not have a kind of record", async () => {
  const { client } = open(() => new Response("{}", { status: 403 }))
  const said = "Unsupported: The platform does not offer CRM_CONTACTS to this account."
  expect(await reasonOf(all(client.list("CRM_CONTACTS")))).toContain(said)
  expect(await reasonOf(client.get("CRM_CONTACTS", "1"))).toContain(said)
})

it("counts calls apart that have a limit of their own", async () => {
  const answered: Array<string> = []
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(
      Layer.succeed(FetchHttpClient.Fetch, async (input) => {
        answered.push(new URL(new Request(input).url).pathname)
        return Response.json({})
      })
    )
  )
  const program = Effect.gen(function* () {
    const client = (yield* Platform.Platform).open(small, {
      key: "one",
      settings: {},
      credentials: Effect.succeed({ access_token: "t" })
    })
    yield* client.call({ path: "/listed" })
    for (const _ of [1, 2, 3]) yield* client.call({ method: "POST", path: "/search" })
    const usage = (yield* (yield* Limits.Limits).usage(["one"])).get("one")!
    const refused = yield* Effect.flip(client.call({ path: "/listed" }))
    return { refused: refused.reason._tag, used: usage.windows.map(({ used }) => used) }
  })
  const ran = await program.pipe(
    Effect.provide(Platform.Platform.layerLimits.pipe(Layer.provideMerge(Layer.merge(http, Limits.Limits.layer)))),
    Effect.provideService(Sending.Policy, { retries: 0, pause: 0, patience: 0, timeout: 1000 }),
    Effect.runPromise
  )
  expect(ran).toEqual({ refused: "RateLimited", used: [1] })
  expect(answered).toEqual(["/listed", "/search", "/search", "/search"])
})

it("keeps the scopes that a token answer lists", async () => {
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(
      Layer.succeed(FetchHttpClient.Fetch, async () =>
        Response.json({ access_token: "t", token_type: "bearer", scopes: ["people", "leads"] })
      )
    )
  )
  const client = { clientId: "c", clientSecret: "s", redirectUri: "https://service.example/callback" }
  const callback = new URLSearchParams({ code: "x", state: "s" })
  const granted = await OAuth.finish(
    small,
    small.auth as Auth.OAuth2,
    client,
    {},
    { state: "s", verifier: null },
    callback
  ).pipe(Effect.provide(http), Effect.runPromise)
  expect(granted.credentials["scope"]).toBe("people leads")
})

it("checks a signature that is a plain hash of secret and message", async () => {
  const inbound = Inbound.make({
    proof: ({ body, headers }) => ({
      algorithm: "SHA-256",
      encoding: "hex",
      secret: "prefix",
      message: body,
      signatures: [headers["x-signature"] ?? ""]
    }),
    events: () => []
  })
  const accepted = (signature: string) =>
    Receiving.receive(
      inbound,
      {
        method: "POST",
        url: new URL("https://service.example/in"),
        headers: { "x-signature": signature },
        body: "abc"
      },
      { secrets: ["secret"] }
    ).pipe(
      Effect.map((received) => received.accepted),
      Effect.runPromise
    )
  // printf secretabc | sha256sum
  expect(await accepted("f6ba18523c6942ba1e1b54f8256527ab1b8db94496cf6f4a2b6db9695c0fc6f9")).toBe(true)
  expect(await accepted("f6ba18523c6942ba1e1b54f8256527ab1b8db94496cf6f4a2b6db9695c0fc6f9".replace(/^./, "x"))).toBe(
    false
  )
})
