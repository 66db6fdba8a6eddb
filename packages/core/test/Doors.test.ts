/** What both of an embedder's doors promise of a listing and of every rejection, over all ways in which deletions are known. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import * as Async from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"
import { Limits } from "../src/runtime/index.ts"
import * as Turns from "../src/runtime/Turns.ts"

const since = "2026-01-01T00:00:00Z"
const Item = Wire.struct({
  id: Wire.required(Wire.id),
  gone: Wire.boolean,
  name: Wire.text,
  parts: Wire.list(Wire.text)
})
const listing = {
  page: Page.numbered({ size: 2 }),
  items: "list",
  item: Item,
  map: ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }) => ({
    platform_id: id,
    name: name ?? null
  })
}
const of = (model: string) => ({
  ...listing,
  path: `/${model}`,
  get: `/${model}/{id}`,
  getItem: (body: unknown) => body
})
const isGone = Read.flag((raw: { readonly gone?: boolean | null | undefined }) => raw.gone === true)
const changed = { since: () => ({ query: { changed: true } }) }

/** One model for each way in which deletions are known. */
const shelf = Connector.make({
  id: "SHELF",
  name: "Shelf",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key" }) },
    headers: ({ key }) => ({ "x-key": key ?? "" })
  }),
  settings: {},
  http: { baseUrl: "https://shelf.example", limits: { windows: [] } },
  check: { path: "/flag" },
  account: Account.untold("a test has one account"),
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      ...of("flag"),
      ...changed,
      deletes: isGone
    }),
    ITEMS: Connector.read("ITEMS", {
      ...of("feed"),
      ...changed,
      deletes: Read.feed({
        call: () => ({ path: "/feed/deleted" }),
        page: Page.single,
        ids: (body) => (body as { readonly ids: ReadonlyArray<string> }).ids
      })
    }),
    ACCOUNTS: Connector.read("ACCOUNTS", {
      ...of("ids"),
      ...changed,
      deletes: Read.idListing({
        call: () => ({ path: "/ids/all" }),
        page: Page.single,
        ids: (body) => (body as { readonly ids: ReadonlyArray<string> }).ids
      })
    }),
    CURRENCIES: Connector.read("CURRENCIES", { ...of("whole"), ...changed, deletes: Read.fullListing }),
    TAX_RATES: Connector.read("TAX_RATES", {
      ...of("owned"),
      item: Item,
      map: ({ id, parts }) => (parts ?? []).map((part) => ({ platform_id: `${id}:${part}`, name: part })),
      owner: ({ id }) => id,
      deletes: isGone
    }),
    COMPANY_INFO: Connector.read("COMPANY_INFO", {
      ...of("never"),
      deletes: Read.never("Nothing is deleted"),
      page: Page.single
    })
  },
  writes: {}
})

type Raw = Readonly<Record<string, unknown>>
/** The platform: what its listings show in full, what has changed, and what its feeds name. */
const world = (lists: Readonly<Record<string, ReadonlyArray<Raw>>>, more: Readonly<Record<string, unknown>> = {}) => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(url.pathname + url.search)
    const own = more[url.pathname]
    if (own instanceof Error) throw own
    if (own !== undefined) return Response.json(own)
    const [, name, id] = url.pathname.split("/")
    const all = lists[`${name}${url.searchParams.has("changed") ? "?" : ""}`] ?? lists[name!] ?? []
    if (id !== undefined) {
      const found = all.find((item) => item["id"] === id)
      return found === undefined ? Response.json({}, { status: 404 }) : Response.json(found)
    }
    const page = Number(url.searchParams.get("page") ?? 1)
    return Response.json({ list: all.slice(2 * page - 2, 2 * page) })
  }) as typeof globalThis.fetch
  return { asked, fetch }
}
type World = ReturnType<typeof world>

const credentials = { key: "k-1" }
const open = ({ fetch }: World) => Async.connect(shelf, { credentials, settings: {}, fetch })

interface Found {
  readonly values: ReadonlyArray<unknown>
  readonly refused: ReadonlyArray<Async.Refused>
  readonly error: unknown
}
type Options = Omit<Async.ListOptions, "refused" | "signal"> & { readonly isTold?: boolean }
/** Each door's listing, to its end or its failure. */
const doors: Readonly<Record<string, (platform: World, model: any, options?: Options) => Promise<Found>>> = {
  async: async (platform, model, { isTold, ...options } = {}) => {
    const values: Array<unknown> = []
    const refused: Array<Async.Refused> = []
    const told = isTold === true ? { refused: (item: Async.Refused) => void refused.push(item) } : {}
    try {
      for await (const value of open(platform).list(model, { ...options, ...told } as never)) values.push(value)
    } catch (error) {
      return { values, refused, error }
    }
    return { values, refused, error: null }
  },
  effect: (platform, model, { isTold, ...options } = {}) => {
    const values: Array<unknown> = []
    const refused: Array<Async.Refused> = []
    const told = isTold === true ? { refused: (item: Async.Refused) => Effect.sync(() => void refused.push(item)) } : {}
    return InEffect.connect(shelf, { credentials, settings: {} }).pipe(
      Effect.flatMap((client) =>
        Stream.runForEach(client.list(model, { ...options, ...told } as never), (value) =>
          Effect.sync(() => void values.push(value))
        )
      ),
      Effect.match({ onSuccess: () => null, onFailure: (error) => error }),
      Effect.map((error) => ({ values, refused, error })),
      Effect.provide(InEffect.layer),
      Effect.provideService(FetchHttpClient.Fetch, platform.fetch),
      Effect.runPromise
    )
  }
}

const item = (id: string, more: Raw = {}): Raw => ({ id, name: `Name of ${id}`, ...more })
const idsOf = (values: ReadonlyArray<unknown>) =>
  values.map((value) => (value as { platform_id?: string; id?: string }).platform_id ?? (value as { id: string }).id)
const gone = (values: ReadonlyArray<unknown>) =>
  (values as ReadonlyArray<Async.Change<"CONTACTS">>).filter(({ deleted }) => deleted).map(({ id }) => id)
const live = (values: ReadonlyArray<unknown>) =>
  (values as ReadonlyArray<Async.Change<"CONTACTS">>).filter(({ deleted }) => !deleted).map(({ id }) => id)

describe.each(Object.entries(doors))("a listing by the %s door", (_, list) => {
  const flagged = () => world({ flag: [item("1"), item("2", { gone: true }), item("3")] })

  it("hands out records that are there", async () => {
    const { error, values } = await list(flagged(), "CONTACTS")
    expect([idsOf(values), error]).toEqual([["1", "3"], null])
  })

  it("yields what the listing shows as deleted when asked", async () => {
    const { values } = await list(flagged(), "CONTACTS", { since, deleted: true })
    expect([live(values), gone(values)]).toEqual([["1", "3"], ["2"]])
  })

  it("yields what a feed names since the moment", async () => {
    const platform = world({ feed: [item("1")] }, { "/feed/deleted": { ids: ["8", "9"] } })
    const { values } = await list(platform, "ITEMS", { since, deleted: true })
    expect([live(values), gone(values)]).toEqual([["1"], ["8", "9"]])
    // Nobody asked: the feed is not read.
    const unasked = world({ feed: [item("1")] }, { "/feed/deleted": { ids: ["8"] } })
    expect(idsOf((await list(unasked, "ITEMS", { since })).values)).toEqual(["1"])
    expect(unasked.asked).not.toContain("/feed/deleted")
  })

  it("yields what the ids that there are lack, in a run of changes too", async () => {
    const platform = world({ "ids?": [item("2")] }, { "/ids/all": { ids: ["1", "2"] } })
    const { values } = await list(platform, "ACCOUNTS", { since, deleted: { known: ["1", "2", "3"] } })
    expect([live(values), gone(values)]).toEqual([["2"], ["3"]])
  })

  it("yields what a whole listing lacks, and nothing after one of changes", async () => {
    const platform = world({ whole: [item("1"), item("2"), item("3")], "whole?": [item("2")] })
    const deleted = { known: new Set(["1", "2", "3", "4"]) }
    expect(gone((await list(platform, "CURRENCIES", { deleted })).values)).toEqual(["4"])
    expect(gone((await list(platform, "CURRENCIES", { since, deleted })).values)).toEqual([])
  })

  it("takes nothing for gone after an item that could not be read", async () => {
    const platform = world({ whole: [item("1"), { name: "no id" }] })
    const found = await list(platform, "CURRENCIES", { deleted: { known: ["1", "2"] }, isTold: true })
    expect([gone(found.values), found.refused.length, found.error]).toEqual([[], 1, null])
  })

  it.each(["ACCOUNTS", "CURRENCIES"])("says of %s that the ids which are kept are needed", async (model) => {
    const { error, values } = await list(world({}), model, { since, deleted: true })
    expect(values).toEqual([])
    expect(error).toMatchObject({ reason: { _tag: "InvalidCall", field: "deleted" } })
    expect(String((error as Error).message)).toContain("{ known }")
  })

  it("groups the records of one item under its id", async () => {
    const platform = world({ owned: [item("1", { parts: ["a", "b"] }), item("2", { parts: [] })] })
    const { values } = await list(platform, "TAX_RATES", { deleted: true })
    expect(values).toMatchObject([
      { id: "1", deleted: false, records: [{ platform_id: "1:a" }, { platform_id: "1:b" }] },
      { id: "2", deleted: false, records: [] }
    ])
  })

  const broken = () => world({ flag: [item("1"), { id: { not: "2" } }, { name: "none" }, item("4")] })
  it("hands out all others before it fails for what could not be read", async () => {
    const { error, refused, values } = await list(broken(), "CONTACTS")
    expect([idsOf(values), refused]).toEqual([["1", "4"], []])
    expect(Async.isConnectorError(error) && error.reason).toMatchObject({ _tag: "Undecodable" })
    expect((error as Error).message).toMatch(/an item: id: expected an id, got an object/)
  })

  it("tells what could not be read where somebody listens, and ends well", async () => {
    const { error, refused, values } = await list(broken(), "CONTACTS", { isTold: true })
    expect([idsOf(values), error]).toEqual([["1", "4"], null])
    expect(refused.map(({ kind }) => kind)).toEqual(["refused", "refused"])
    expect(refused[0]).toMatchObject({ raw: { id: { not: "2" } }, issues: [expect.stringContaining("id: ")] })
  })

  const odd = { id: "2", name: { not: "a text" } }
  it("hands out what could not be read in full, and tells what could not", async () => {
    const platform = world({ flag: [item("1"), odd, { ...odd, id: "3" }] })
    const { error, refused, values } = await list(platform, "CONTACTS", { isTold: true })
    expect([idsOf(values), error]).toEqual([["1", "2", "3"], null])
    expect(values[1]).toMatchObject({ platform_id: "2", name: null })
    const issues = ["name: name: expected a text, got an object"]
    expect(refused).toEqual([
      { kind: "warning", id: "2", issues, raw: odd },
      { kind: "warning", id: "3", issues, raw: { ...odd, id: "3" } }
    ])
    expect((await list(platform, "CONTACTS")).error).toBeNull()
  })

  it.each(["yesterday", 17, new Date(Number.NaN), null])("refuses %s as a moment", async (wrong) => {
    const platform = flagged()
    const { error } = await list(platform, "CONTACTS", { since: wrong as never })
    expect(error).toMatchObject({ _tag: "ConnectorError", reason: { _tag: "InvalidCall", field: "since" } })
    expect(platform.asked).toEqual([])
  })
})

it("says how each model's deletions are known", () => {
  expect(Object.keys(shelf.reads).map((model) => Async.deletionsOf(shelf, model as "CONTACTS"))).toEqual([
    "told",
    "told",
    "ids",
    "listing",
    "told",
    "never"
  ])
})

describe("one record", () => {
  const platform = () => world({ flag: [item("1"), item("2", { gone: true })] })
  it("is null when it is not there, and when it is shown as deleted", async () => {
    const client = open(platform())
    expect(await client.get("CONTACTS", "1")).toMatchObject({ platform_id: "1" })
    expect(await client.get("CONTACTS", "2")).toBeNull()
    expect(await client.get("CONTACTS", "3")).toBeNull()
    const found = await InEffect.connect(shelf, { credentials, settings: {} }).pipe(
      Effect.flatMap(({ get }) => Effect.all([get("CONTACTS", "1"), get("CONTACTS", "2"), get("CONTACTS", "3")])),
      Effect.provide(InEffect.layer),
      Effect.provideService(FetchHttpClient.Fetch, platform().fetch),
      Effect.runPromise
    )
    expect(found).toMatchObject([{ platform_id: "1" }, null, null])
  })
})

describe("every rejection of the async door is the one error", () => {
  const all: Readonly<Record<string, (client: ReturnType<typeof open>) => Promise<unknown>>> = {
    list: async (client) => {
      for await (const _ of client.list("CONTACTS")) await client.close()
    },
    "list of a model it does not have": async (client) => {
      for await (const _ of client.list("DEALS" as never)) continue
    },
    get: (client) => client.close().then(() => client.get("CONTACTS", "1")),
    "get without an id": (client) => client.get("CONTACTS", undefined as never),
    positions: (client) => client.close().then(() => client.positions("CONTACTS")),
    create: (client) => (client.create as any)("CONTACTS", [{}]),
    "create of no list": (client) => (client.create as any)("CONTACTS", { name: "Ada" }),
    "call that leaves the host": (client) => client.call({ path: "//evil.example" }),
    "call without a path": (client) => client.call({} as never),
    call: (client) => client.close().then(() => client.call({ path: "/flag" })),
    "a schema that throws": (client) =>
      client.call(
        { path: "/flag" },
        {
          body: {
            "~standard": {
              version: 1,
              validate: () => {
                throw new Error("no")
              }
            }
          }
        }
      ),
    check: (client) => client.close().then(() => client.check())
  }
  it.each(Object.entries(all))("%s", async (_, use) => {
    const client = open(world({ flag: [item("1"), item("2"), item("3")] }))
    const error: unknown = await use(client).then(
      () => expect.fail("It did not reject."),
      (rejected: unknown) => rejected
    )
    expect(Async.isConnectorError(error), String(error)).toBe(true)
  })

  const mistaken: Readonly<Record<string, readonly [field: string, (client: any) => Promise<unknown>]>> = {
    "a moment that is none": ["since", (client) => client.list("CONTACTS", { since: "soon" }).next()],
    "another that is none": ["begun", (client) => client.create("CONTACTS", [{ name: "Ada" }], { begun: "soon" })],
    "no call": ["call", (client) => client.call()],
    "a path that is no text": ["path", (client) => client.call({ path: 5 })],
    "no credentials": ["credentials", async () => Async.connect(shelf, { settings: {}, fetch } as never)],
    // Of a store that nothing refreshes into its functions would be the credentials.
    "a store without the app": [
      "app",
      async () => Async.connect(shelf, { settings: {}, credentials: { load: () => ({}), swap: () => true } } as never)
    ],
    // Numbers are none of the ids that are shown: all would be taken for gone.
    "ids that are no texts": ["deleted", (client) => client.list("ACCOUNTS", { deleted: { known: [1, 2] } }).next()],
    // Of a text each letter would be a secret.
    "secrets that are one text": [
      "secrets",
      async () => {
        const { ledger } = await import("./Rotating.ts")
        const request = new Request("https://app.example/hook", { method: "POST", body: "{}" })
        return Async.receive(ledger, request, { secrets: "hush" as never })
      }
    ]
  }
  it.each(Object.entries(mistaken))("which names an argument of another kind: %s", async (_, [field, use]) => {
    await expect(use(open(world({})))).rejects.toMatchObject({
      _tag: "ConnectorError",
      reason: { _tag: "InvalidCall", field }
    })
  })

  it("which is no fault of options that are null", async () => {
    const client: any = open(world({ flag: [item("1")] }))
    expect(await client.get("CONTACTS", "1", null)).toMatchObject({ platform_id: "1" })
    expect((await client.list("CONTACTS", null).next()).value).toMatchObject({ platform_id: "1" })
  })

  it("for what is under way when the client is closed", async () => {
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve
    })
    const client = Async.connect(shelf, {
      credentials,
      settings: {},
      fetch: () => {
        hasBegun()
        return new Promise<Response>(() => {})
      }
    })
    const pending = client.check().catch((error: unknown) => error)
    await begun
    await client.close()
    expect(await pending).toMatchObject({ _tag: "ConnectorError", reason: { _tag: "InvalidCall", field: "client" } })
  })

  it("for a connector's function that throws, with what it threw", async () => {
    const thrown = new Error("oops")
    const faulty = Connector.make({
      ...shelf,
      http: {
        ...shelf.http,
        headers: () => {
          throw thrown
        }
      }
    })
    const client = Async.connect(faulty, { credentials, settings: {}, fetch: world({}).fetch })
    const error: any = await client.check().catch((rejected: unknown) => rejected)
    expect(Async.isConnectorError(error)).toBe(true)
    expect(error.cause).toBe(thrown)
  })

  it("for a webhook whose body was read already", async () => {
    const request = new Request("https://app.example/hook", { method: "POST", body: "{}" })
    await request.text()
    const { ledger } = await import("./Rotating.ts")
    const error = await Async.receive(ledger, request, { secrets: ["s"] }).catch((rejected: unknown) => rejected)
    expect(error).toMatchObject({ _tag: "ConnectorError", reason: { _tag: "InvalidCall", field: "request" } })
  })
})

describe("an abort", () => {
  it("ends a listing at the next record, within a page too", async () => {
    const client = open(world({ flag: [item("1"), item("2"), item("3")] }))
    const ending = new AbortController()
    const seen: Array<string> = []
    const reason = new Error("enough")
    await expect(async () => {
      for await (const { platform_id } of client.list("CONTACTS", { signal: ending.signal })) {
        seen.push(platform_id)
        ending.abort(reason)
      }
    }).rejects.toBe(reason)
    expect(seen).toEqual(["1"])
  })

  it("keeps a call from beginning", async () => {
    const platform = world({})
    const reason = new Error("before")
    await expect(open(platform).check({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(platform.asked).toEqual([])
  })
})

describe("what a request held that ended without a word", () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  /** The timers of a request end with it, and time goes on. */
  const vanish = () => {
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 11_000)
  }

  it("is given back: its place in a budget", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
    const within = Limits.alone().within("k", { windows: [], concurrent: 1 }, 0)
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve
    })
    Effect.runFork(within(Effect.andThen(Effect.sync(hasBegun), Effect.never)))
    await begun
    vanish()
    expect(await Effect.runPromise(within(Effect.succeed("next")))).toBe("next")
  })

  it("is given back: the turn to renew a token", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
    const { alone } = Turns.make()
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve
    })
    Effect.runFork(alone(Effect.andThen(Effect.sync(hasBegun), Effect.never)))
    await begun
    vanish()
    expect(await Effect.runPromise(alone(Effect.succeed("next")))).toBe("next")
  })

  it("stays with one that lives, however long it takes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
    const { alone } = Turns.make()
    const course: Array<string> = []
    let end = () => {}
    const first = Effect.runPromise(
      alone(
        Effect.callback<void>((resume) => {
          end = () => resume(Effect.sync(() => course.push("first")))
        })
      )
    )
    await vi.advanceTimersByTimeAsync(60_000)
    const second = Effect.runPromise(alone(Effect.sync(() => course.push("second"))))
    await vi.advanceTimersByTimeAsync(60_000)
    end()
    await Promise.all([first, second])
    expect(course).toEqual(["first", "second"])
  })
})
