/** What reads, writes and settings may say beyond the usual, proved with a small connector. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect.ts"
import { Auth, Call, Connector, Lookup, Page, Read, Setting, Wire, Write } from "../src/index.ts"
import { OAuth, Registry } from "../src/runtime/index.ts"

const item = Wire.struct({ id: Wire.required(Wire.id) })
const read = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "list",
  item,
  deletes: Read.never,
  map: ({ id }) => ({ platform_id: id })
})
const auth = Auth.oauth2({
  authorizeUrl: "https://a.example/authorize",
  tokenUrl: "https://a.example/token",
  scopes: ["books"],
  clientAuth: "body",
  pkce: false
})
const make = <const R extends Connector.Reads, const W extends Connector.Writes = {}>(reads: R, writes: W = {} as W) =>
  Connector.make({
    id: "SMALL",
    name: "Small",
    category: "ACCOUNTING",
    auth,
    settings: {
      company: Setting.discovered({ label: "Company" }),
      region: Setting.asked({ label: "Region", optional: true })
    },
    http: { baseUrl: "https://a.example", limits: { windows: [{ max: 1000, seconds: 1 }] } },
    check: { path: "/" },
    reads,
    writes
  })
type Answer = (url: URL, init: { readonly method: string; readonly body: any }) => Response
const open = <C extends ReturnType<typeof make<any, any>>>(connector: C, answer: Answer, scope?: string) => {
  const calls: Array<string> = []
  const client = connect(connector as ReturnType<typeof make<{ CONTACTS: typeof read }, { CONTACTS: any }>>, {
    credentials: { access_token: "t-1", ...(scope === undefined ? {} : { scope }) },
    // `region` is optional and may be left out.
    settings: { company: "c" },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      calls.push(`${request.method} ${url.pathname}${url.search}`)
      const text = await request.text()
      return answer(url, { method: request.method, body: text === "" ? undefined : JSON.parse(text) })
    }
  })
  return { calls, client }
}
const ids = async (records: AsyncIterable<{ readonly platform_id: string }>) => {
  const found: Array<string> = []
  for await (const { platform_id } of records) found.push(platform_id)
  return found
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : error)
  )

describe("a read", () => {
  it("takes 304 for an empty list", async () => {
    const { client } = open(make({ CONTACTS: read }), () => new Response(null, { status: 304 }))
    expect(await ids(client.list("CONTACTS"))).toEqual([])
  })
  it("with a scope of its own is offered to credentials that name it", async () => {
    const scoped = Connector.read("CONTACTS", {
      source: "scoped",
      scope: "books.more",
      path: "/more",
      page: Page.single,
      items: "list",
      item,
      deletes: Read.never,
      map: ({ id }) => ({ platform_id: id })
    })
    const answer: Answer = (url) => Response.json({ list: [{ id: url.pathname }] })
    const both = make({ CONTACTS: [read, scoped] })
    expect(await ids(open(both, answer).client.list("CONTACTS"))).toEqual(["/contacts"])
    expect(await ids(open(both, answer, "books books.more").client.list("CONTACTS"))).toEqual(["/contacts", "/more"])
    const alone = make({ CONTACTS: scoped })
    expect(await reasonOf(ids(open(alone, answer, "books").client.list("CONTACTS")))).toBe("Unsupported")
    const models = (scope?: string) => Registry.capabilities(alone, scope).map(({ model }) => model)
    expect([models().includes("CONTACTS"), models("books").includes("CONTACTS")]).toEqual([true, false])
  })
  it("learns from the page what was asked for, where the answer does not say it", async () => {
    const months = Connector.read("CONTACTS", {
      path: "/month",
      page: Page.months(({ end }) => ({ query: { end } })),
      items: (_body, state) => [{ id: Page.monthIn(state).end }],
      item,
      deletes: Read.never,
      map: ({ id }) => ({ platform_id: id })
    })
    const since = new Date().toISOString()
    const found = await ids(
      open(make({ CONTACTS: months }), () => Response.json({})).client.list("CONTACTS", { since })
    )
    expect(found).toHaveLength(1)
    expect(found[0]!.slice(0, 7)).toBe(since.slice(0, 7))
  })
  it("does not begin again when the last item does not say where the next page begins", async () => {
    const keyed = Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.lastKey({ param: "after", key: (raw) => raw.number }),
      items: "list",
      item,
      deletes: Read.never,
      map: ({ id }) => ({ platform_id: id })
    })
    const { calls, client } = open(make({ CONTACTS: keyed }), () => Response.json({ list: [{ id: "1" }] }))
    expect(await reasonOf(ids(client.list("CONTACTS")))).toBe("Undecodable")
    expect(calls).toHaveLength(1)
  })
  it("refuses an item whose further calls cannot be told", async () => {
    const following = Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "list",
      item,
      deletes: Read.never,
      follow: () => {
        throw new Error("which calls?")
      },
      map: ({ id }) => ({ platform_id: id })
    })
    const { client } = open(make({ CONTACTS: following }), () => Response.json({ list: [{ id: "1" }] }))
    expect(await reasonOf(ids(client.list("CONTACTS")))).toBe("Undecodable")
  })
})

describe("a write", () => {
  const known = Lookup.make({
    call: ({ items }: Lookup.LookupContext<{ readonly name?: string | null | undefined }>) => ({
      path: "/known",
      query: { names: items.map(({ name }) => name).join() }
    }),
    response: Wire.list(Wire.text),
    pick: (names) => names,
    absent: []
  })
  const create = (follow?: (names: ReadonlyArray<string | null>) => ReadonlyArray<Call.Call>) =>
    Connector.create("CONTACTS", {
      requires: ["name"],
      lookups: { known },
      refuse: ({ name }, { lookups }) =>
        lookups.known.includes(name!) ? null : { field: "name", message: "is not known" },
      batch: 10,
      call: (items) => ({ method: "POST", path: "/contacts", body: items.map(({ name }) => name) }),
      answers: (body) => (body as ReadonlyArray<unknown>).map(Write.accepted),
      follow: (_raw, _input, { lookups }) => follow?.(lookups.known) ?? [],
      record: { ...read, get: (id) => ({ path: `/contacts/${id}` }) },
      idempotency: Write.key("x-key")
    })
  const answer: Answer = (url, { body }) => {
    if (url.pathname === "/known") {
      const names = url.searchParams.get("names")!.split(",")
      return names.includes("broken")
        ? Response.json({}, { status: 400 })
        : Response.json(names.filter((name) => name !== "unknown"))
    }
    if (url.pathname === "/apply") return Response.json({})
    if (url.pathname.startsWith("/contacts/")) return Response.json({ list: [{ id: url.pathname.slice(10) }] })
    return Response.json((body as ReadonlyArray<string>).map((id) => ({ id })))
  }
  const write = async (names: ReadonlyArray<string>, own = create()) => {
    const { calls, client } = open(make({ CONTACTS: read }, { CONTACTS: { create: own } }), answer)
    const results = await client.create(
      "CONTACTS",
      names.map((name) => ({ name }))
    )
    return { calls, results: results.map((result) => (result.error === null ? "ok" : result.error)) }
  }
  it("refuses alone the item that the lookups show to be impossible", async () => {
    const { calls, results } = await write(["a", "unknown", "b"])
    expect(results).toEqual([
      "ok",
      expect.objectContaining({ code: "invalid-params", field: "name", message: "name: is not known" }),
      "ok"
    ])
    expect(calls).toEqual(["GET /known?names=a%2Cunknown%2Cb", "POST /contacts"])
  })
  it("asks the lookups for each item when one item breaks them for all", async () => {
    const { results } = await write(["a", "broken", "b"])
    expect(results).toEqual(["ok", expect.objectContaining({ code: "platform-denied" }), "ok"])
  })
  it("asks nothing when no item can be sent", async () => {
    const { calls, results } = await write([""])
    expect(results).toEqual([expect.objectContaining({ code: "missing-params" })])
    expect(calls).toEqual([])
  })
  it("asks the lookups anew before an item of a batch is completed", async () => {
    const follow = (names: ReadonlyArray<string | null>) => [
      { method: "PUT" as const, path: "/apply", query: { of: names.join() } }
    ]
    const { calls } = await write(["a", "b"], create(follow))
    expect(calls).toEqual([
      "GET /known?names=a%2Cb",
      "POST /contacts",
      "GET /known?names=a",
      "PUT /apply?of=a",
      "GET /contacts/a",
      "GET /known?names=b",
      "PUT /apply?of=b",
      "GET /contacts/b"
    ])
  })
  it("says which item cannot be put in a call, and sends the others", async () => {
    const own = create()
    const careful: typeof own = {
      ...own,
      call: (items, context) => {
        if (items.some(({ name }) => name === "bad")) throw new Error("cannot be written")
        return own.call(items, context)
      }
    }
    const { results } = await write(["a", "bad"], careful)
    expect(results).toEqual(["ok", expect.objectContaining({ code: "invalid-params", message: "cannot be written" })])
  })
})

describe("OAuth", () => {
  const client = { clientId: "id", clientSecret: "secret", redirectUri: "https://s.example/callback" }
  it("asks for the registration's own scopes where it has some", async () => {
    const asked = async (scopes?: ReadonlyArray<string>) =>
      (await Effect.runPromise(OAuth.begin(auth, { ...client, scopes }, {}))).url.searchParams.get("scope")
    expect(await asked()).toBe("books")
    expect(await asked(["books", "books.more"])).toBe("books books.more")
  })
})

it("Call.present leaves out what is not there, and Call.segment takes any id", () => {
  expect(Call.present({ a: 1, b: null, c: undefined, d: "", e: 0, f: false })).toEqual({ a: 1, d: "", e: 0, f: false })
  expect(Call.segment("a/../b\uD800")).toBe("a%2F%2E%2E%2Fb%EF%BF%BD")
})
