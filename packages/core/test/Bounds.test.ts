/** What platforms say beyond all measure: every door of a client, each with the worst of everything. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Account,
  Auth,
  Bounds,
  Check,
  Connector,
  ConnectorError,
  Lookup,
  Models,
  Normalize,
  Page,
  Read,
  Setting,
  Wire,
  Write
} from "../src/contract/index.ts"
import { connect } from "../src/connect/index.ts"
import { Inbound, InSpite, Json, Kept, OAuth, Platform, Redact, Request as Requests } from "../src/runtime/index.ts"

const levels = 50_000
const deepText = (open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`
/** Texts of JSON nested far deeper than a stack holds. */
const deep = { lists: deepText("[", "]"), objects: deepText('{"a":', "}") } as const
const long = "x".repeat(Bounds.item + 1)

const item = Wire.struct({
  id: Wire.required(Wire.id),
  lines: Wire.list(Wire.struct({ id: Wire.id })),
  more: Wire.unknown
})
const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "list",
  item,
  get: "/contacts/{id}",
  getItem: (body) => body,
  deletes: Read.fullListing,
  map: ({ id }) => ({ platform_id: id, name: "n" })
})
const followed = Connector.read("ITEMS", {
  path: "/items",
  page: Page.single,
  items: "list",
  item,
  follow: ({ id }) => [{ path: `/items/${id}/stock` }],
  deletes: Read.never("Nothing is deleted"),
  map: ({ id }) => ({ platform_id: id })
})
const looked = Connector.read("ACCOUNTS", {
  path: "/accounts",
  page: Page.single,
  items: "list",
  item,
  lookups: {
    base: Lookup.make({
      call: { path: "/base" },
      response: Wire.unknown,
      pick: (body) => body,
      absent: null as unknown
    })
  },
  deletes: Read.never("Nothing is deleted"),
  map: ({ id }) => ({ platform_id: id })
})
const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.none,
  account: Account.untold("a test has one account"),
  settings: {},
  check: { path: "/me" },
  http: { baseUrl: "https://acme.example", limits: { windows: [] } },
  discover: Connector.discover({ call: { path: "/companies" }, response: Wire.unknown, choices: () => [] }),
  reads: { ACCOUNTS: looked, CONTACTS: contacts, ITEMS: followed },
  writes: {
    CONTACTS: {
      create: Connector.create("CONTACTS", {
        requires: [],
        batch: 2,
        call: (items) => ({ method: "POST", path: "/contacts", body: items }),
        answers: (body) => (body as { list: ReadonlyArray<unknown> }).list.map(Write.accepted),
        record: contacts,
        idempotency: Write.none
      })
    }
  }
})

type Answer = (path: string) => Response | string
/** Uses a client of a platform that answers so. */
const use = <A>(
  answer: Answer,
  ask: (client: Platform.Client) => Effect.Effect<A, ConnectorError.ConnectorError>,
  connector: Connector.Any = acme,
  bounds: { readonly own?: Partial<Bounds.Movable>; readonly believed?: Bounds.Bounded } = {}
) => {
  const calls: Array<string> = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(new Request(input).url)
    calls.push(pathname)
    const answered = answer(pathname)
    return typeof answered === "string"
      ? new Response(answered, { headers: { "content-type": "application/json" } })
      : answered
  }
  const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
  return Effect.gen(function* () {
    const platform = yield* Platform.Platform
    const credentials = Effect.succeed({})
    const client = platform.open(connector, { key: "k", settings: {}, credentials, bounds: bounds.own })
    return { calls, result: yield* Effect.result(ask(client)) }
  }).pipe(
    Effect.provide(
      Platform.Platform.layer.pipe(
        Layer.provide([http, Layer.succeed(Requests.Believed, bounds.believed ?? Bounds.bounded)])
      )
    ),
    Effect.provideService(Requests.Policy, { retries: 2, pause: 0, patience: 0, timeout: 60_000 }),
    Effect.runPromise
  )
}
const now = "2026-03-15T00:00:00.000Z"
const request = { now, from: now, since: null, lookups: {} }
const reasonOf = (result: Result.Result<unknown, ConnectorError.ConnectorError>): string =>
  Result.isFailure(result) ? result.failure.reason._tag : "none"

/** Items that must be refused, as JSON, with what is said of them. */
const refused: Readonly<Record<string, readonly [json: string, said: RegExp]>> = {
  "lists in lists": [`{"id":"2","more":${deep.lists}}`, /more\[0\].*deeper than 100 levels \(bounds\.depth\)/],
  "objects in objects": [`{"id":"2","more":${deep.objects}}`, /more\.a.*deeper than 100 levels/],
  "a text without end": [`{"id":"2","more":"${long}"}`, /longer than 4000000 characters \(bounds\.item\)/],
  "an id without end": [
    `{"id":"${"2".repeat(Bounds.id + 1)}"}`,
    /platform_id: is longer than 500 characters \(bounds\.id\)/
  ],
  "an item that is nothing but depth": [deep.lists, /deeper than 100 levels/]
}
const page = (...items: ReadonlyArray<string>) => `{"list":[${items.join(",")}]}`

describe.each(Object.entries(refused))("an item with %s", (_, [json, said]) => {
  it("is refused by a listing, and the others go on", async () => {
    const { result } = await use(
      () => page('{"id":"1"}', json, '{"id":"3"}'),
      (client) => client.page(contacts, request)
    )
    if (Result.isFailure(result)) throw result.failure
    const { items, refusals } = result.success
    expect(items.map(({ records }) => records[0]?.platform_id)).toEqual(["1", "3"])
    expect(refusals).toHaveLength(1)
    expect(refusals[0]!.issues.join()).toMatch(said)
    // What is kept of it can be written down, and is short.
    expect(JSON.stringify(refusals).length).toBeLessThan(Bounds.evidence)
    expect(refusals[0]!.platform_id?.length ?? 0).toBeLessThanOrEqual(Bounds.id)
  })
  it("is refused alone, when it is asked for by its id", async () => {
    const { result } = await use(
      () => json,
      (client) => client.get("CONTACTS", "2")
    )
    expect(reasonOf(result)).toBe("Undecodable")
    expect(Result.isFailure(result) && result.failure.message).toMatch(said)
  })
  it("is one result of a write that took it", async () => {
    const { calls, result } = await use(
      () => page('{"id":"1"}', json),
      (client) => client.write("CONTACTS", "create", [{ name: "a" }, { name: "b" }])
    )
    if (Result.isFailure(result)) throw result.failure
    expect(result.success.map(({ status }) => status)).toEqual(["success", "failed"])
    expect(result.success[1]!.error?.message).toMatch(/took the item.*(deeper|longer)/s)
    expect(calls).toEqual(["/contacts"])
    expect(JSON.stringify(result.success[1]).length).toBeLessThan(Bounds.evidence)
  })
})

describe.each(Object.entries(deep))("an answer of %s in one another", (_, json) => {
  const once = async (result: Promise<{ calls: ReadonlyArray<string>; result: Result.Result<unknown, any> }>) => {
    const answered = await result
    expect(reasonOf(answered.result)).toBe("Undecodable")
    expect(JSON.stringify(answered.result).length).toBeLessThan(Bounds.evidence)
    return answered.calls
  }
  it("to a lookup, a check or the search for accounts is refused, and not asked for again", async () => {
    expect(
      await once(
        use(
          () => json,
          (client) => client.lookups(looked)
        )
      )
    ).toEqual(["/base"])
    const { calls } = await use(
      () => json,
      ({ check }) => check
    )
    expect(calls).toEqual(["/me"])
    expect(
      await once(
        use(
          () => json,
          ({ discover }) => discover
        )
      )
    ).toEqual(["/companies"])
  })
  it("to an item's further call refuses the item, and the others go on", async () => {
    const { result } = await use(
      (path) => (path === "/items" ? page('{"id":"1"}', '{"id":"2"}') : path === "/items/1/stock" ? json : "{}"),
      (client) => client.page(followed, request)
    )
    if (Result.isFailure(result)) throw result.failure
    expect(result.success.items.map(({ records }) => records[0]?.platform_id)).toEqual(["2"])
    expect(result.success.refusals[0]?.platform_id).toBe("1")
  })
  it("that holds no list of items is no empty listing", async () => {
    const { result } = await use(
      () => json,
      (client) => client.page(contacts, request)
    )
    if (Result.isFailure(result)) expect(reasonOf(result)).toBe("Undecodable")
    else expect(result.success).toMatchObject({ items: [], refusals: [], isListless: true })
  })
  it("is passed through as its text", async () => {
    const { result } = await use(
      () => json,
      (client) => client.call({ path: "/any" })
    )
    if (Result.isFailure(result)) throw result.failure
    expect(result.success).toMatchObject({ status: 200, encoding: "text" })
    expect(result.success.body).toBe(json)
  })
  it("to a write that must not be repeated leaves open what became of it", async () => {
    const { result } = await use(
      () => json,
      (client) => client.write("CONTACTS", "create", [{ name: "a" }])
    )
    if (Result.isFailure(result)) throw result.failure
    expect(result.success.map(({ status }) => status)).toEqual(["failed"])
  })
  it("that is a refusal is told in short", async () => {
    for (const status of [400, 401, 429, 500]) {
      const { result } = await use(
        () => new Response(json, { status, headers: { "content-type": "application/json" } }),
        (client) => client.page(contacts, request)
      )
      expect(Result.isFailure(result)).toBe(true)
      expect(JSON.stringify(result).length).toBeLessThan(Bounds.evidence)
    }
  })
  it("is cleaned of secrets and compared without end of the stack", () => {
    const value = Json.parse(json)
    expect(() => JSON.stringify(Redact.redactor(["secret"])(value))).not.toThrow()
    expect(() => JSON.stringify(Bounds.extractOf(value))).not.toThrow()
  })
})

describe("waits", () => {
  const waitOf = async (
    headers: Readonly<Record<string, string>>,
    status = 429,
    http: Partial<Connector.Any["http"]> = {}
  ) => {
    const { result } = await use(
      () => new Response("{}", { status, headers }),
      (client) => client.page(contacts, request),
      { ...acme, http: { ...acme.http, ...http } } as Connector.Any
    )
    const reason = Result.isFailure(result) ? result.failure.reason : null
    return reason !== null && "retryAfter" in reason ? reason.retryAfter : undefined
  }
  it.each([
    ["7", 7],
    ["0", 0],
    ["-5", 0],
    ["86400", 86_400],
    ["1e9", Bounds.wait],
    ["1e308", Bounds.wait],
    ["Infinity", Bounds.wait],
    ["99999999999999999999999999999", Bounds.wait],
    ["Fri, 31 Dec 9999 23:59:59 GMT", Bounds.wait],
    ["soon", undefined],
    ["NaN", undefined],
    ["", undefined]
  ])("of a Retry-After of %j are %j seconds", async (said, seconds) => {
    // Where the platform does not say, the next call waits for a second.
    expect(await waitOf({ "retry-after": said })).toBe(seconds ?? 1)
    expect(await waitOf({ "retry-after": said }, 503)).toBe(seconds)
  })
  it("that a connector reads out of a body are bounded as well", async () => {
    for (const [said, seconds] of [
      [1e12, Bounds.wait],
      [-1, 0],
      [Number.NaN, undefined],
      [Infinity, Bounds.wait]
    ] as const) {
      expect(await waitOf({}, 503, { failure: () => ({ retryAfter: said }) })).toBe(seconds)
    }
  })
  it("for points end, whatever is said of how many are left and how fast they come", async () => {
    for (const cost of [
      { requested: 1, available: -1e300, maximum: 100, restoreRate: 1e-300 },
      { requested: 1e300, available: -1, maximum: 1e300, restoreRate: 1e-9 },
      { requested: Number.NaN, available: Number.NaN, maximum: Number.NaN, restoreRate: Number.NaN },
      { requested: 5, available: 0, maximum: 10, restoreRate: -1 }
    ]) {
      const limits = { windows: [], cost: () => cost }
      let turn = 0
      const { result } = await use(
        () => (turn++ === 0 ? new Response(page(), { status: 200 }) : page('{"id":"1"}')),
        (client) => Effect.andThen(client.page(contacts, request), client.page(contacts, request)),
        { ...acme, http: { ...acme.http, limits } } as Connector.Any
      )
      if (!Result.isFailure(result)) continue
      const { reason } = result.failure
      expect(reason._tag).toBe("RateLimited")
      expect("retryAfter" in reason ? reason.retryAfter : Infinity).toBeLessThanOrEqual(Bounds.wait)
    }
  })
})

describe("tokens", () => {
  const auth = Auth.oauth2({
    authorizeUrl: "https://acme.example/authorize",
    tokenUrl: "https://acme.example/token",
    scopes: [],
    clientAuth: "body",
    pkce: false
  })
  const renewed = (answer: string) =>
    OAuth.refresh(
      acme,
      auth,
      { clientId: "c", clientSecret: "s", redirectUri: "" },
      {},
      {
        access_token: "old",
        refresh_token: "old-refresh",
        scope: "books"
      }
    ).pipe(
      Effect.provide(
        FetchHttpClient.layer.pipe(
          Layer.provide(
            Layer.succeed(
              FetchHttpClient.Fetch,
              async () => new Response(answer, { headers: { "content-type": "application/json" } })
            )
          )
        )
      ),
      Effect.runPromise
    )
  it.each([
    ["1e300", true],
    ["99999999999999999999", true],
    ["1e400", true],
    ['"31536000000000"', true],
    ["3600", true],
    ["0", false],
    ["-3600", false],
    ["-1e300", false],
    ['"NaN"', false],
    ['"soon"', false],
    ["null", false],
    ["{}", false],
    ["[[]]", false]
  ])("that live for %s keep what was rotated, and end at a date or at none", async (seconds, ends) => {
    const fresh = await renewed(`{"access_token":"new","refresh_token":"rotated","expires_in":${seconds}}`)
    expect(fresh).toMatchObject({ access_token: "new", refresh_token: "rotated" })
    expect("expires_at" in fresh).toBe(ends)
    if (ends) {
      const end = Date.parse(fresh["expires_at"]!)
      expect(end).toBeGreaterThan(Date.now())
      expect(end).toBeLessThanOrEqual(Date.now() + Bounds.lifetime * 1000)
    }
  })
  it.each([
    ["a NUL", '"a\\u0000b"'],
    ["a line break", '"a\\r\\nx: y"'],
    ["half a pair", '"\\ud800"'],
    ["what no header holds", '"žluťoučký"']
  ])("with %s keep what was rotated, and end at once", async (_, token) => {
    const fresh = await renewed(`{"access_token":${token},"refresh_token":"rotated","expires_in":3600}`)
    expect(fresh["refresh_token"]).toBe("rotated")
    expect(Date.parse(fresh["expires_at"]!)).toBeLessThanOrEqual(Date.now())
  })
  it.each([
    ["a scope that is none", '"scope":{"a":1}'],
    ["a scope of null", '"scope":null'],
    ["members in members without end", `"more":${deep.objects}`],
    ["a type that is none", '"token_type":[1]'],
    ["a token of identity that is none", '"id_token":7']
  ])("beside %s keep what was rotated", async (_, member) => {
    const fresh = await renewed(`{"access_token":"new","refresh_token":"rotated",${member}}`)
    expect(fresh).toMatchObject({ access_token: "new", refresh_token: "rotated" })
  })
  it("are not looked for in an answer without end", async () => {
    await expect(renewed(`{"access_token":"new","pad":"${"x".repeat(Bounds.tokens)}"}`)).rejects.toBeDefined()
  })
  it("that cannot be sent are told of, and nothing is sent", async () => {
    const { calls, result } = await use(
      () => "{}",
      (client) => client.check,
      {
        ...acme,
        auth: Auth.apiKey({ fields: {}, headers: () => ({ authorization: "Bearer a\u0000b" }) } as never)
      } as Connector.Any
    )
    expect(reasonOf(result)).toBe("Unavailable")
    expect(calls).toEqual([])
  })
})

describe("values that take long to look at", () => {
  const size = 300_000
  const texts = [
    "1".repeat(size),
    `${"1".repeat(size)}x`,
    `1${"0".repeat(size)}1`,
    `${" ".repeat(size)}x`,
    `1${" ".repeat(size)}x`,
    `2026-01-01T00:00:00.${"1".repeat(size)}x`,
    `/Date(${"1".repeat(size)}`,
    "9".repeat(size)
  ]
  const readers = Object.entries(Normalize).flatMap(([name, reader]) =>
    typeof reader === "function" && !/^(Unreadable|isUnreadable|localTo|word)$/.test(name)
      ? [[name, reader as (value: unknown, other?: unknown) => unknown] as const]
      : []
  )
  it.each(readers)("are read by %s in the time that their length takes", (_, reader) => {
    for (const text of texts) {
      try {
        reader(text, "EUR")
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  })
  it("are parsed in the time that their length takes", () => {
    expect(Json.parse(`[1${"0".repeat(size)}1]`)).toEqual([`1${"0".repeat(size)}1`])
    expect(Json.parse(`[0.${"0".repeat(size)}1]`)).toEqual([0])
  })
})

it("members named as those of every object are members like others", () => {
  const body = Json.parse('{"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  const read = item.read(body)
  expect(read.id).toBe("1")
  expect(Object.keys(Redact.redactor([])(body) as object)).toContain("__proto__")
  expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined()
})

it("so many lines are no record", () => {
  const lines = Array.from({ length: Bounds.elements + 1 }, () => ({}))
  const checked = Check.check("INVOICES", { platform_id: "1", line_items: lines })
  expect(Result.isFailure(checked) && checked.failure).toEqual([
    { field: "line_items", message: "is a list of 20001, more than 20000 elements (bounds.elements)" }
  ])
  const faulty = Check.check("INVOICES", {
    platform_id: "1",
    line_items: lines.slice(1).map(() => ({ quantity: "x", unit_amount: "y" }))
  })
  expect(Result.isFailure(faulty) && faulty.failure.length).toBe(Bounds.faults)
})

describe("of what is shorter or shallower than it looks", () => {
  it("names of members count, and so do lives, settings and owners", () => {
    expect(Bounds.faultOf({ ["n".repeat(20)]: 1 }, { ...Bounds.bounded, item: 20 })).toMatch(/longer than 20/)
    const end = Bounds.endOf(1e12, 0)
    expect(Date.parse(end!)).toBe(Bounds.lifetime * 1000)
    expect(Bounds.endOf(-1, 0)).toBeUndefined()
    expect(Setting.isFormed({}, "x".repeat(Bounds.setting))).toBe(true)
    expect(Setting.isFormed({}, "x".repeat(Bounds.setting + 1))).toBe(false)
    const owned = { ...contacts, owner: () => "o".repeat(Bounds.id + 1) }
    const context = { settings: {}, lookups: {}, followed: [] }
    const mapped = InSpite.mapItem(owned, { id: "1" }, context)
    expect(Result.isFailure(mapped) && mapped.failure.issues.join()).toMatch(
      /its id is longer than 500 characters \(bounds\.id\)/
    )
  })
  it("an item that is refused anyway is followed nowhere", async () => {
    const { calls, result } = await use(
      (path) => (path === "/items" ? page(`{"id":"1","more":${deep.lists}}`) : "{}"),
      (client) => client.page(followed, request)
    )
    expect(Result.isSuccess(result) && result.success.refusals).toHaveLength(1)
    expect(calls).toEqual(["/items"])
  })
  it("an answer without end is cut off by a client of core's own", async () => {
    const piece = new Uint8Array(1_000_000)
    let sent = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += piece.length
          controller.enqueue(piece)
        }
      })
    const client = connect(acme, {
      settings: {},
      credentials: {},
      fetch: async () => new Response(body(), { headers: { "content-type": "application/json" } })
    })
    await expect(client.call({ method: "POST", path: "/any" })).rejects.toBeDefined()
    expect(sent).toBeLessThan(Bounds.answer + 3_000_000)
    await client.close()
  })
})

describe("bounds that were moved", () => {
  const walked = Connector.read("CONTACTS", {
    path: "/contacts",
    page: Page.cursor({ at: "next", param: "cursor" }),
    items: "list",
    item: Wire.struct({ id: Wire.required(Wire.id), lines: Wire.list(Wire.struct({ city: Wire.text })) }),
    get: "/contacts/{id}",
    getItem: (body) => body,
    follow: ({ id }) => [{ path: `/contacts/${id}/more` }],
    deletes: Read.fullListing,
    map: ({ id, lines }, { followed: [more] }) => ({
      platform_id: id,
      name: more === null ? null : "n",
      addresses: lines
    })
  })
  const connector = { ...acme, reads: { CONTACTS: walked }, writes: {} } as Connector.Any
  const lines = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ city: "c" })))
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  /** By the bound: an item that is within it, one that is beyond, and what is said of that. */
  const items: Readonly<Record<string, readonly [within: string, beyond: string, said: string]>> = {
    item: [
      `{"id":"2","more":"${"x".repeat(193)}"}`,
      `{"id":"2","more":"${"x".repeat(194)}"}`,
      "is longer than 200 characters"
    ],
    elements: [
      `{"id":"2","lines":${lines(10)}}`,
      `{"id":"2","lines":${lines(11)}}`,
      "addresses: is a list of 11, more than 10 elements"
    ],
    depth: [
      `{"id":"2","more":${nested(4)}}`,
      `{"id":"2","more":${nested(5)}}`,
      "more[0][0][0][0]: is nested deeper than 5 levels"
    ],
    id: [`{"id":"${"2".repeat(20)}"}`, `{"id":"${"2".repeat(21)}"}`, "platform_id: is longer than 20 characters"]
  }
  const own = { item: 200, elements: 10, emptyPages: 3, depth: 5, id: 20, pages: 4, state: 30, wait: 90 }
  const names = Object.fromEntries(Object.keys(own).map((name) => [name, name.toUpperCase()]))
  const believed = { ...own, names }
  const both = [
    [{ own }, (name: string) => `(bounds.${name})`],
    [{ believed }, (name: string) => `(${name.toUpperCase()})`]
  ] as const
  const answer =
    (json: string): Answer =>
    (path) =>
      path.endsWith("/more") ? "{}" : path === "/contacts" ? page('{"id":"1"}', json) : json
  const list = (client: Platform.Client) => client.page(walked, request)
  const walk = Effect.fnUntraced(function* (client: Platform.Client) {
    let state: unknown = undefined
    // Longer than any walk that these bounds allow.
    for (let left = Bounds.emptyPages + 50; state !== null && left > 0; left--) {
      state = (yield* client.page(walked, { ...request, state })).next
    }
  })

  it.each(Object.entries(items))(
    "down: beyond %s an item is refused at every door by the name of what moved it, and within it none is",
    async (name, [within, beyond, said]) => {
      for (const [bounds, called] of both) {
        const taken = await use(answer(within), list, connector, bounds)
        expect(Result.isSuccess(taken.result) && taken.result.success.refusals).toEqual([])
        const { result } = await use(answer(beyond), list, connector, bounds)
        if (Result.isFailure(result)) throw result.failure
        expect(result.success.items).toHaveLength(1)
        expect(result.success.refusals[0]!.issues).toEqual([`${said} ${called(name)}`])
        const got = await use(answer(beyond), (client) => client.get("CONTACTS", "2"), connector, bounds)
        expect(reasonOf(got.result)).toBe("Undecodable")
        expect(Result.isFailure(got.result) && got.result.failure.message).toContain(called(name))
      }
      // Without a word the bounds of core are in force.
      const { result } = await use(answer(beyond), list, connector)
      expect(Result.isSuccess(result) && result.success.refusals).toEqual([])
    }
  )
  it("down: an answer that is no list is refused by its depth, and passed through as its text", async () => {
    const check = ({ check }: Platform.Client) => check
    for (const [bounds, called] of both) {
      expect(Result.isSuccess((await use(() => nested(5), check, acme, bounds)).result)).toBe(true)
      const { result } = await use(() => nested(6), check, acme, bounds)
      expect(Result.isFailure(result) && result.failure.message).toContain(`deeper than 5 levels ${called("depth")}`)
      for (const [levels, encoding] of [
        [5, undefined],
        [6, "text"]
      ] as const) {
        const passed = await use(
          () => nested(levels),
          (client) => client.call({ path: "/any" }),
          acme,
          bounds
        )
        expect(Result.isSuccess(passed.result) && passed.result.success.encoding).toBe(encoding)
      }
    }
  })
  it("up: as deep as they may be, an answer is read, passed through whole, and shown without its secrets", async () => {
    const { deepest } = Bounds
    const open = '{"a":'.repeat(deepest - 1)
    const json = `${open}{"password":"hush"}${"}".repeat(deepest - 1)}`
    const bounds = { own: { depth: deepest } }
    const passed = await use(
      () => json,
      (client) => client.call({ path: "/any" }),
      acme,
      bounds
    )
    if (Result.isFailure(passed.result)) throw passed.result.failure
    expect(JSON.stringify(passed.result.success.body)).toBe(json.replace("hush", "[redacted]"))
    const deepItem = `{"id":"2","more":${"[".repeat(deepest - 1)}${"]".repeat(deepest - 1)}}`
    const { result } = await use(answer(deepItem), list, connector, bounds)
    expect(Result.isSuccess(result) && result.success.refusals).toEqual([])
    // No word moves them further: what walks over values has a stack.
    const further = await use(answer(`{"id":"2","more":${deep.lists}}`), list, connector, { own: { depth: 1e9 } })
    expect(Result.isSuccess(further.result) && further.result.success.refusals[0]?.issues.join()).toContain(
      `${deepest} levels`
    )
  })
  it("hold for what a write took too, down and up", async () => {
    const taken = async (levels: number, bounds: Parameters<typeof use>[3]) => {
      const { result } = await use(
        () => page('{"id":"1"}', `{"id":"2","more":${nested(levels)}}`),
        (client) => client.write("CONTACTS", "create", [{ name: "a" }, { name: "b" }]),
        acme,
        bounds
      )
      if (Result.isFailure(result)) throw result.failure
      return result.success.map(({ error, status }) => error?.message ?? status)
    }
    for (const [bounds, called] of both) {
      expect(await taken(4, bounds)).toEqual(["success", "success"])
      expect(await taken(5, bounds)).toEqual(["success", expect.stringContaining(`5 levels ${called("depth")}`)])
    }
    expect(await taken(100, {})).toEqual(["success", expect.stringContaining("100 levels (bounds.depth)")])
    expect(await taken(100, { own: { depth: 101 } })).toEqual(["success", "success"])
  })
  it("up: a longer id is one at every door", async () => {
    const long = "2".repeat(Bounds.longestId)
    const { result } = await use(answer(`{"id":"${long}"}`), list, connector, { own: { id: Bounds.longestId } })
    if (Result.isFailure(result)) throw result.failure
    expect(result.success.items[1]?.records[0]?.platform_id).toBe(long)
    const told = await Effect.runPromise(
      Inbound.receive(
        {
          proof: () => ({ equals: "s" }),
          events: () => [long, `${long}2`].map((platform_id) => ({ model: "CONTACTS", platform_id, settings: {} }))
        },
        { method: "POST", url: new URL("https://app.example"), headers: {}, body: "{}" },
        { secrets: ["s"] }
      )
    )
    expect(told.events.map((event) => event.platform_id)).toEqual([long])
  })
  it.each([
    ["pages", 3, "the platform answered 4 pages"],
    ["state", 27, "what the next page is asked with is longer than 30 characters"]
  ] as const)("for a walk: beyond %s it ends, and within it goes on", async (name, most, said) => {
    /** Pages so many times, each asked with a cursor of so many characters. */
    const pages = (times: number, length: number): Answer => {
      let turn = 0
      return (path) => {
        if (path !== "/contacts") return "{}"
        const next = ++turn < times ? JSON.stringify(`${turn}`.padStart(length, "c")) : "null"
        return `{"list":[{"id":"${turn}"}],"next":${next}}`
      }
    }
    const of = (count: number): Answer => (name === "pages" ? pages(count + 1, 5) : pages(2, count + 1))
    for (const [bounds, called] of both) {
      const within = await use(of(most), walk, connector, bounds)
      expect(Result.isFailure(within.result) && within.result.failure).toBe(false)
      const { result } = await use(of(most + 1), walk, connector, bounds)
      expect(Result.isFailure(result) && result.failure.message).toContain(`${said} ${called(name)}`)
    }
    const { result } = await use(of(most + 1), walk, connector)
    expect(Result.isFailure(result) && result.failure).toBe(false)
  })
  it("for waits: longer ones are cut, whoever tells of them", async () => {
    const limited = () => new Response("{}", { status: 429, headers: { "retry-after": "100000" } })
    const busy = () => new Response("{}", { status: 503 })
    const said = { ...acme, http: { ...acme.http, failure: () => ({ retryAfter: 100_000 }) } } as Connector.Any
    const waits = { ...acme.http.limits, remaining: () => [{ seconds: 1e6, remaining: 0, resetAt: 4e9 }] }
    const told = { ...acme, http: { ...acme.http, limits: { ...waits, windows: [{ max: 5, seconds: 1e6 }] } } }
    const twice = (client: Platform.Client) =>
      Effect.andThen(client.page(contacts, request), client.page(contacts, request))
    for (const [bounds, most] of [
      [{ own }, 90],
      [{ believed }, 90],
      [{}, Bounds.wait],
      [{ own: { wait: 200_000 } }, 100_000]
    ] as const) {
      const wait = async (...of: Parameters<typeof use>) => {
        const { result } = await use(of[0], of[1], of[2], bounds)
        const reason = Result.isFailure(result) ? result.failure.reason : null
        return reason !== null && "retryAfter" in reason ? reason.retryAfter : undefined
      }
      expect(await wait(limited, (client) => client.page(contacts, request), acme)).toBe(most)
      expect(await wait(busy, (client) => client.page(contacts, request), said)).toBe(most)
      // What a budget makes of a window that begins anew in sixty years, or of an answer before.
      expect(await wait(() => page('{"id":"1"}'), twice, told as unknown as Connector.Any)).toBe(
        most === 100_000 ? 200_000 : most
      )
      expect(
        await wait(
          limited,
          (client) => Effect.andThen(Effect.ignore(client.page(contacts, request)), client.page(contacts, request)),
          acme
        )
      ).toBe(most)
    }
  })
  it("for the bytes of an answer, where core reads them itself", async () => {
    const body = JSON.stringify({ text: "x".repeat(989) })
    expect(body).toHaveLength(1000)
    const called = (answer?: number) => {
      const bounds = answer === undefined ? {} : { bounds: { answer } }
      const client = connect(acme, {
        settings: {},
        credentials: {},
        ...bounds,
        fetch: async () => new Response(body, { headers: { "content-type": "application/json" } })
      })
      return client.call({ path: "/any" })
    }
    for (const most of [undefined, 1000]) expect(await called(most)).toMatchObject({ status: 200 })
    await expect(called(999)).rejects.toThrow("the body is larger than 999 bytes (bounds.answer)")
  })
  it("up: what core would refuse is read, followed and kept", async () => {
    const large = `{"id":"2","lines":${lines(Bounds.elements + 1)},"more":"${long}"}`
    const bounds = { own: { item: 2 * Bounds.item, elements: 2 * Bounds.elements } }
    const { calls, result } = await use(answer(large), list, connector, bounds)
    if (Result.isFailure(result)) throw result.failure
    expect(result.success.refusals).toEqual([])
    expect(calls).toContain("/contacts/2/more")
    const kept = result.success.items[1]!
    const again = Kept.map(
      walked,
      kept.raw,
      kept.followed ?? [],
      { settings: {}, lookups: {} },
      Bounds.moved(bounds.own)
    )
    expect(again !== null && Result.isSuccess(again) && again.success.records).toEqual(kept.records)
  })
  it("are of pages in a row: one with an item begins anew", async () => {
    let turn = 0
    const { result } = await use(
      (path) => {
        if (path !== "/contacts") return "{}"
        const listed = ++turn % own.emptyPages === 0 ? `{"id":"${turn}"}` : ""
        return `{"list":[${listed}],"next":${turn < 30 ? `"c${turn}"` : null}}`
      },
      walk,
      connector,
      { own: { emptyPages: own.emptyPages } }
    )
    expect(Result.isFailure(result) && result.failure).toBe(false)
    expect(turn).toBe(30)
  })
  it("for pages without an item: the walk ends sooner, or later", async () => {
    for (const emptyPages of [3, Bounds.emptyPages + 5]) {
      let turn = 0
      const bounds = { believed: { ...Bounds.bounded, emptyPages, names } }
      const { result } = await use(() => `{"list":[],"next":"c${turn++}"}`, walk, connector, bounds)
      expect(turn).toBe(emptyPages + 1)
      expect(Result.isFailure(result) && result.failure.message).toContain(`${emptyPages} empty pages (EMPTYPAGES)`)
    }
  })
})
