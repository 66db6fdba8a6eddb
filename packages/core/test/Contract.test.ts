/** What reads, writes and settings may say beyond the usual, proved with a small connector. */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import {
  Account,
  Auth,
  Call,
  Connector,
  Lookup,
  Models,
  Page,
  Read,
  Setting,
  Wire,
  Write
} from "../src/contract/index.ts"
import { OAuth, Platform, Registry } from "../src/runtime/index.ts"

const item = Wire.struct({ id: Wire.required(Wire.id) })
const read = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "list",
  item,
  deletes: Read.never("Nothing is deleted"),
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
    models: Models.models,
    auth,
    settings: {
      company: Setting.discovered({ label: "Company" }),
      region: Setting.asked({ label: "Region", optional: true })
    },
    http: { baseUrl: "https://a.example", limits: { windows: [{ max: 1000, seconds: 1 }] } },
    account: Account.settings("company"),
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
      deletes: Read.never("Nothing is deleted"),
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
      deletes: Read.never("Nothing is deleted"),
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
      deletes: Read.never("Nothing is deleted"),
      map: ({ id }) => ({ platform_id: id })
    })
    const { calls, client } = open(make({ CONTACTS: keyed }), () => Response.json({ list: [{ id: "1" }] }))
    expect(await reasonOf(ids(client.list("CONTACTS")))).toBe("Undecodable")
    expect(calls).toHaveLength(1)
  })
  it("ends a listing by last key where the answer says that there is no more", async () => {
    const keyed = Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.lastKey({ param: "after", key: (raw) => raw.id, moreAt: "more" }),
      items: "list",
      item,
      deletes: Read.never("Nothing is deleted"),
      map: ({ id }) => ({ platform_id: id })
    })
    const { calls, client } = open(make({ CONTACTS: keyed }), (url) =>
      Response.json(url.search === "" ? { list: [{ id: "1" }], more: true } : { list: [{ id: "2" }], more: false })
    )
    expect(await ids(client.list("CONTACTS"))).toEqual(["1", "2"])
    expect(calls).toEqual(["GET /contacts", "GET /contacts?after=1"])
  })
  it("sees the items of all pages of a further call as one list", async () => {
    const following = Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "list",
      item,
      deletes: Read.never("Nothing is deleted"),
      follow: ({ id }) => [
        Read.pages({ call: { path: `/contacts/${id}/names` }, page: Page.numbered({ size: 2 }), items: "names" }),
        { path: `/contacts/${id}/gone` }
      ],
      map: ({ id }, { followed: [names, gone] }) => ({
        platform_id: id,
        name: gone === null ? (names as ReadonlyArray<string>).join() : "not gone"
      })
    })
    const { client } = open(make({ CONTACTS: following }), (url) => {
      if (url.pathname.endsWith("/gone")) return Response.json({}, { status: 404 })
      if (!url.pathname.endsWith("/names")) return Response.json({ list: [{ id: "1" }] })
      return Response.json({ names: url.searchParams.get("page") === "1" ? ["a", "b"] : ["c"] })
    })
    for await (const { name } of client.list("CONTACTS")) expect(name).toBe("a,b,c")
  })
  it("refuses an item whose further calls cannot be told", async () => {
    const following = Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "list",
      item,
      deletes: Read.never("Nothing is deleted"),
      follow: () => {
        throw new Error("which calls?")
      },
      map: ({ id }) => ({ platform_id: id })
    })
    const { client } = open(make({ CONTACTS: following }), () => Response.json({ list: [{ id: "1" }] }))
    expect(await reasonOf(ids(client.list("CONTACTS")))).toBe("Undecodable")
  })
})

describe("a feed of changes", () => {
  const moment = "2026-03-10T00:00:00.000Z"
  const changes: Read.Changes = {
    call: ({ since }) => ({ path: "/events", query: { since } }),
    page: Page.numbered({ size: 2 }),
    items: "events",
    id: (entry) => {
      if (entry === "broken") throw new Error("which record?")
      return entry as string | null
    },
    keeps: 29 * 86_400
  }
  const options = {
    path: "/contacts",
    page: Page.single,
    items: "list",
    item,
    deletes: Read.never("Nothing is deleted"),
    get: "/contacts/{id}",
    getItem: (body: unknown) => body,
    changes,
    map: ({ id }: { readonly id: string }) => ({ platform_id: id })
  } as const
  const alone = Connector.read("CONTACTS", options)
  const both = Connector.read("CONTACTS", { ...options, since: ({ since }) => ({ query: { made: since } }) })
  const events = (first: ReadonlyArray<unknown>): Answer => {
    return (url) => {
      if (url.pathname === "/contacts") return Response.json({ list: [{ id: "listed" }] })
      if (url.pathname !== "/events") {
        const id = url.pathname.slice("/contacts/".length)
        return id === "gone" ? Response.json({}, { status: 404 }) : Response.json({ id })
      }
      return Response.json({ events: url.searchParams.get("page") === "1" ? first : [null] })
    }
  }
  const now = "2026-03-15T00:00:00.000Z"
  const page = (own: Read.Read<"CONTACTS">, answer: Answer, since: string | null, state?: unknown) =>
    Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(make({ CONTACTS: own }) as Connector.Any, {
        key: "k",
        settings: {},
        credentials: Effect.succeed({ access_token: "t" })
      })
      return yield* client.page(own, { now, from: now, since, state, lookups: {} })
    }).pipe(
      Effect.provide(Platform.Platform.layer),
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, async (input) => answer(new URL(String(input)), {} as never)),
      Effect.runPromise
    )

  it("is read after the listing, each record once a page, and tells what is gone", async () => {
    const answer = events(["a", "a"])
    const first = await page(both, answer, moment)
    expect(first.items.map(({ records }) => records[0]?.platform_id)).toEqual(["listed"])
    const second = await page(both, answer, moment, JSON.parse(JSON.stringify(first.next)))
    expect(second.items.map(({ records }) => records[0]?.platform_id)).toEqual(["a"])
    const third = await page(both, answer, moment, JSON.parse(JSON.stringify(second.next)))
    expect(third).toEqual({ items: [], older: [], refusals: [], gone: [], next: null })
    expect(await page(alone, events(["gone", "b"]), moment)).toMatchObject({
      items: [{ records: [{ platform_id: "b" }] }],
      gone: ["gone"],
      next: { changes: { page: 2 } }
    })
  })
  it("is not read by a run that reads everything", async () => {
    expect((await page(both, events(["a"]), null)).next).toBeNull()
  })
  it("is not relied on for longer than the platform keeps it", async () => {
    const recent = new Date(Date.now() - 86_400_000).toISOString()
    const asked = async (since: string, own: Read.Read<"CONTACTS">) => {
      const { calls, client } = open(make({ CONTACTS: own }), events(["a"]))
      await ids(client.list("CONTACTS", { since }))
      return calls.map((call) => call.split(/[?&]since/)[0])
    }
    expect(await asked(recent, alone)).toEqual(["GET /events", "GET /contacts/a"])
    expect(await asked("2020-01-01T00:00:00.000Z", alone)).toEqual(["GET /contacts"])
    expect(await asked("2020-01-01T00:00:00.000Z", both)).toEqual(["GET /contacts"])
  })
  it("that cannot be read fails the page, and one without a way to ask for a record is refused", async () => {
    const { calls, client } = open(make({ CONTACTS: alone }), events(["broken"]))
    expect(await reasonOf(ids(client.list("CONTACTS", { since: new Date().toISOString() })))).toBe("Undecodable")
    expect(calls).toHaveLength(1)
    const { get: _, ...without } = alone
    expect(Registry.fault(make({ CONTACTS: without }))).toContain("cannot ask for one by its id")
  })
  it("makes a read incremental", () => {
    const [capability] = Registry.capabilities(make({ CONTACTS: alone }))
    expect(capability).toMatchObject({ incremental: true })
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
    if (url.pathname === "/known/broken") return Response.json({}, { status: 422 })
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
  const byId = (fails?: string) =>
    Connector.create("CONTACTS", {
      requires: ["name"],
      call: ([item]) => ({ method: "POST", path: "/contacts", body: [item!.name] }),
      answers: (body) => (body as ReadonlyArray<{ readonly id: string }>).map(({ id }) => Write.acceptedId(id)),
      follow: (raw: { readonly id: string }) =>
        ["/apply", fails ?? "/apply"].map((path) => ({ method: "PUT" as const, path, query: { of: raw.id } })),
      record: { ...read, get: (id) => ({ path: `/contacts/${id}` }) },
      idempotency: Write.none
    })
  it("completes an item of which the platform answers the id alone", async () => {
    const { calls, results } = await write(["a"], byId() as never)
    expect(results).toEqual(["ok"])
    expect(calls).toEqual([
      "POST /contacts",
      "GET /contacts/a",
      "PUT /apply?of=a",
      "PUT /apply?of=a",
      "GET /contacts/a"
    ])
  })
  it("says what stands at the platform when what completes an item fails", async () => {
    const { results } = await write(["a"], byId("/known/broken") as never)
    expect(results).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /^The platform took the item as a, but it could not be completed \(done: PUT \/apply; not done: PUT \/known\/broken\): /
        ),
        platform_id: "a"
      })
    ])
  })
  it("that is completed by further calls needs a way to read the record again", () => {
    const { get: _, ...record } = { ...read, get: undefined }
    const options = { requires: [], call: () => ({ path: "/" }), answers: () => [], idempotency: Write.none }
    expect(() => Connector.create("CONTACTS", { ...options, follow: () => [], record: record as never })).toThrow(
      /`get`/
    )
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
  it("proves the client by its secret as a bearer token, and ends the access as the platform wants to hear it", async () => {
    const own = Auth.oauth2({
      ...auth,
      clientAuth: "bearer",
      revokeUrl: "https://a.example/leave",
      revokeForm: ({ clientId, settings: { account } }) => (account ? { client_id: clientId, account } : null)
    })
    const connector = { ...make({ CONTACTS: read }), auth: own } as Connector.Any
    const sent: Array<string> = []
    const revoke = (settings: Record<string, string>) =>
      OAuth.revoke(connector, own, client, settings, { access_token: "t" }).pipe(
        Effect.provide(FetchHttpClient.layer),
        Effect.provideService(FetchHttpClient.Fetch, async (input, init) => {
          const request = new Request(input, init)
          sent.push(`${request.url} ${request.headers.get("authorization")} ${await request.text()}`)
          return Response.json({})
        }),
        Effect.runPromise
      )
    expect(await revoke({ account: "a-1" })).toBe(true)
    expect(await revoke({})).toBe(false)
    expect(sent).toEqual(["https://a.example/leave Bearer secret client_id=id&account=a-1"])
  })
})

describe("several ways to be authorised", () => {
  const key = Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key" }) },
    headers: ({ key: own }) => ({ "x-key": own ?? "" })
  })
  const scoped = Connector.read("CONTACTS", {
    scope: "books.more",
    path: "/contacts",
    page: Page.single,
    items: "list",
    item,
    deletes: Read.never("Nothing is deleted"),
    map: ({ id }) => ({ platform_id: id })
  })
  const choice = Auth.choice({
    oauth2: { label: "Sign in", auth },
    key: { label: "Use a key", help: "For one account.", auth: key },
    token: { label: "Use a token", auth: Auth.apiKey({ ...key, untold: true }) }
  })
  const connector = Connector.make({ ...make({ CONTACTS: scoped }), auth: choice })
  const asked = async (method: "oauth2" | "key" | "token" | undefined, credentials: Auth.Credentials) => {
    const sent: Array<readonly [string | null, string | null]> = []
    const client = connect(connector, {
      ...(method === undefined ? {} : { method }),
      credentials,
      settings: { company: "c" },
      fetch: async (input, init) => {
        const { headers } = new Request(input, init)
        sent.push([headers.get("authorization"), headers.get("x-key")])
        return Response.json({ list: [{ id: "1" }] })
      }
    })
    const models = await reasonOf(ids(client.list("CONTACTS")))
    await client.check()
    return { sent: sent.at(-1), models }
  }
  it("uses the way that is named, or the first", async () => {
    const token = { access_token: "t-1", scope: "books.more" }
    expect(await asked(undefined, token)).toEqual({ sent: ["Bearer t-1", null], models: null })
    expect(await asked("oauth2", { access_token: "t-1" })).toEqual({
      sent: ["Bearer t-1", null],
      models: "Unsupported"
    })
    expect(await asked("key", { key: "k-1" })).toEqual({ sent: [null, "k-1"], models: "Unsupported" })
    // Of this one nothing tells what it may do, so nothing is held back.
    expect(await asked("token", { key: "k-1" })).toEqual({ sent: [null, "k-1"], models: null })
  })
  it("refuses a way that is not there, with those that are", () => {
    const wrong = () => connect(connector, { method: "basic" as never, credentials: {}, settings: { company: "c" } })
    expect(wrong).toThrow(/oauth2, key, token/)
    const single = make({ CONTACTS: read })
    expect(() => connect(single, { method: "key" as never, credentials: {}, settings: { company: "c" } })).toThrow()
    expect([null, undefined, "oauth2", "key", "no"].map((name) => Auth.methodOf(choice, name)?._tag)).toEqual([
      "OAuth2",
      "OAuth2",
      "OAuth2",
      "ApiKey",
      undefined
    ])
  })
  it("is composed only when a person can pick one of them", () => {
    const fault = (own: unknown) => Registry.fault({ ...connector, auth: own })
    expect(fault(choice)).toBe(null)
    expect(fault(undefined)).toContain("how it is authorised")
    expect(fault(Auth.choice({ one: { label: "One", auth } }))).toContain("fewer than two")
    expect(fault(Auth.choice({ One: { label: "One", auth }, two: { label: "Two", auth } }))).toContain('"One"')
    expect(fault(Auth.choice({ one: { label: " ", auth }, two: { label: "Two", auth } }))).toContain("label")
    expect(fault(Auth.choice({ one: { label: "One", auth: choice as never }, two: { label: "Two", auth } }))).toContain(
      "within the choice"
    )
  })
})

it("Call.present leaves out what is not there, and Call.segment takes any id", () => {
  expect(Call.present({ a: 1, b: null, c: undefined, d: "", e: 0, f: false })).toEqual({ a: 1, d: "", e: 0, f: false })
  expect(Call.segment("a/../b\uD800")).toBe("a%2F%2E%2E%2Fb%EF%BF%BD")
})

it("names the page that says how a connector of an earlier contract is moved", () => {
  const said = Registry.contractFault("ACME", 1, 2)
  expect(said).toContain("is written for contract 1 and this version runs contract 2")
  const [page] = /docs\/moving-to-contract-\d+\.md/.exec(said)!
  expect(existsSync(new URL(`../../../${page}`, import.meta.url))).toBe(true)
  expect(Registry.contractFault("ACME", 3, 2)).not.toContain("docs/")
})
