/** Batches of a model with several sources, and repeats at a platform whose search shows late and little of what was made. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { connect } from "../src/connect/index.ts"
import { Account, Auth, Call, Connector, Models, Page, Read, Wire, Write } from "../src/contract/index.ts"
import { Platform, Registry } from "../src/runtime/index.ts"

const source = (prefix: string) =>
  Connector.read("CRM_ACTIVITIES", {
    source: prefix,
    path: `/${prefix}`,
    page: Page.single,
    items: "list",
    from: Read.byMapping("The list takes no date"),
    item: Wire.struct({ id: Wire.required(Wire.id), title: Wire.text, place: Wire.text }),
    deletes: Read.never("Nothing is deleted"),
    get: (id) => (id.startsWith(prefix) ? { path: `/${prefix}/${id}` } : null),
    getItem: (body) => body,
    map: ({ id, place, title }) => ({ platform_id: id, name: title, location: place }) as never
  })
const [calls, meetings] = [source("call"), source("meeting")]
const kindOf = (item: { readonly type?: string | null | undefined } | null | undefined) =>
  item?.type === "CALL" ? calls : meetings

const crm = Connector.make({
  id: "DIARY",
  name: "Diary",
  category: "CRM",
  models: Models.models,
  auth: Auth.apiKey({ fields: { token: { label: "Token" } as never }, headers: () => ({}) }),
  settings: {},
  http: { baseUrl: "https://diary.example", limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: { path: "/" },
  reads: { CRM_ACTIVITIES: [calls, meetings] },
  writes: {
    CRM_ACTIVITIES: {
      create: Connector.create("CRM_ACTIVITIES", {
        requires: [],
        scope: "diary.write",
        batch: 10,
        call: (items, { began }) => ({
          method: "POST",
          path: `/${kindOf(items[0]).source}`,
          body: { began, titles: items.map(({ name }) => name) }
        }),
        answers: (body) => (Call.at(body, "ids") as ReadonlyArray<string>).map((id) => Write.acceptedId(id)),
        record: kindOf,
        idempotency: Write.lookup({
          lag: 30,
          call: (item, { began }) => ({ path: `/${kindOf(item).source}`, query: { name: item.name, began } }),
          find: (body) => {
            const id = Call.at(body, "list.0.id")
            return id === undefined ? undefined : Write.acceptedId(String(id))
          }
        })
      })
    }
  }
})

/** A platform that takes what it is sent, loses its answer where it is told to, and finds titles without their places. */
const makeDiary = (isLost: (path: string) => boolean = () => false) => {
  const hits: Array<{ readonly method: string; readonly url: URL; readonly body: any; readonly at: number }> = []
  let now = () => 0
  const made: Array<{ id: string; title: string }> = []
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const [, kind = "", id] = url.pathname.split("/")
    const body = request.method === "POST" ? await request.json() : null
    hits.push({ method: request.method, url, body, at: now() })
    if (id !== undefined) return Response.json({ ...made.find((own) => own.id === id), place: "Cork" })
    if (request.method === "GET") {
      const title = url.searchParams.get("name")
      return Response.json({ list: made.filter((own) => own.title === title).map((own) => ({ id: own.id })) })
    }
    const ids = (body.titles as ReadonlyArray<string>).map((title) => {
      made.push({ id: `${kind}-${title}`, title })
      return `${kind}-${title}`
    })
    if (isLost(url.pathname)) throw new TypeError("connection reset")
    return Response.json({ ids })
  }
  return { answer, hits, since: (clock: () => number) => (now = clock) }
}
const items = [
  { type: "CALL", name: "a" },
  { type: "MEETING", name: "b" },
  { type: "CALL", name: "c" }
] as const

describe("a batch of a model with several sources", () => {
  it("holds items of one of them, and the results are in the order of the items", async () => {
    const diary = makeDiary()
    const { create } = connect(crm, { credentials: { token: "t" }, settings: {}, fetch: diary.answer })
    const results = await create("CRM_ACTIVITIES", [...items])
    expect(results.map(({ record }) => [record?.name, record?.location])).toEqual([
      ["a", "Cork"],
      ["b", "Cork"],
      ["c", "Cork"]
    ])
    const sent = diary.hits.filter(({ method }) => method === "POST")
    expect(sent.map(({ body, url }) => [url.pathname, body.titles])).toEqual([
      ["/call", ["a", "c"]],
      ["/meeting", ["b"]]
    ])
  })
})

describe("a platform that shows late what was made", () => {
  it("is asked when it does, once for a batch, with the moment that its calls were told, and the record is read", async () => {
    const diary = makeDiary((path) => path === "/call")
    const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, diary.answer)))
    const results = await Effect.gen(function* () {
      const clock = yield* TestClock.testClockWith((own) => Effect.succeed(own))
      diary.since(() => clock.currentTimeMillisUnsafe())
      const open = (yield* Platform.Platform).open
      const client = open(crm, { key: "k", settings: {}, credentials: Effect.succeed({ token: "t" }) })
      const running = yield* Effect.forkChild(client.write("CRM_ACTIVITIES", "create", items, { key: "job" }))
      while (!diary.hits.some(({ url }) => url.pathname === "/meeting/meeting-b")) {
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))
        yield* TestClock.adjust("1 second")
      }
      return yield* Fiber.join(running)
    }).pipe(
      Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )
    expect(results.map(({ item }) => item?.records[0])).toMatchObject([
      { name: "a", location: "Cork" },
      { name: "b", location: "Cork" },
      { name: "c", location: "Cork" }
    ])
    const [lost, first, ...others] = diary.hits.filter(({ url }) => url.pathname === "/call")
    expect(first!.at - lost!.at).toBeGreaterThanOrEqual(30_000)
    // Those of one call are shown together.
    expect(others.map(({ at, method }) => [method, at - first!.at < 30_000])).toEqual([["GET", true]])
    const began = [lost!.body.began, ...[first!, ...others].map(({ url }) => url.searchParams.get("began"))]
    expect(new Set(began).size).toBe(1)
  })
})

describe("a write with a scope of its own", () => {
  const offered = (scope: string | undefined) =>
    Registry.capabilities(crm, scope).find(({ model }) => model === "CRM_ACTIVITIES")?.create
  it("is offered where the credentials name it, or no scope at all", async () => {
    expect([undefined, "", "diary.read diary.write", "diary.read"].map(offered)).toEqual([true, true, true, false])
    const diary = makeDiary()
    const credentials = { token: "t", scope: "diary.read" }
    const { create } = connect(crm, { credentials, settings: {}, fetch: diary.answer })
    await expect(create("CRM_ACTIVITIES", [...items])).rejects.toMatchObject({ reason: { _tag: "Unsupported" } })
    expect(diary.hits).toEqual([])
  })
})
