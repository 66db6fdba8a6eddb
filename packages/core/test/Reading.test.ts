/** What a read's page and its `get` may depend on, and what a write's key and record may. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Account, Auth, Connector, Models, Page, Read, Wire, Write } from "../src/contract/index.ts"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { Platform, Reading } from "../src/runtime/index.ts"

const inStatement: Page.Page<number> = {
  start: () => 1,
  apply: (from, call) => ({ query: { q: `${String(call.query?.["q"])} from ${from}` } }),
  next: () => null
}
const accounts = Connector.read("ACCOUNTS", {
  source: "own",
  path: "/query",
  query: { q: "all", v: 1 },
  since: ({ since }) => ({ query: { q: `changed after ${since}` } }),
  page: inStatement,
  items: "rows",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  deletes: Read.idListing({ call: () => ({ path: "/ids", query: { q: "ids" } }), page: inStatement, ids: () => ["1"] }),
  get: (id) => (id.startsWith("own-") ? { path: `/${id}` } : null),
  map: ({ id }) => ({ platform_id: id })
})
const context = { settings: {}, now: "n", from: "f", since: null }
const connector = { id: "ACME" } as Connector.Any

describe("a page inside a query", () => {
  it("sees the call it is laid over, changes included", () => {
    expect(Reading.pageCall(accounts, { ...context, state: 7 }).query).toEqual({ q: "all from 7", v: 1 })
    expect(Reading.pageCall(accounts, { ...context, since: "s", state: 7 }).query?.["q"]).toBe("changed after s from 7")
  })
  it.effect("sees that of an id listing as well", () =>
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      const send = (call: { readonly query?: unknown }) =>
        Effect.sync(() => {
          asked.push(call.query)
          return { status: 200, headers: {}, body: {} }
        })
      yield* Reading.readIds(connector, send, accounts, { ...context, since: "s" })
      expect(asked).toEqual([{ q: "ids from 1" }])
    })
  )
})

describe("the ids of a page's rows", () => {
  const idsOf = Read.idsOf("rows")
  it("are those of the rows, as the records have them", () => {
    expect(idsOf({ rows: [{ id: 7 }, { id: "a" }] })).toEqual(["7", "a"])
    const named = Read.idsOf(
      (body) => Read.requiredArrayAt(body, "rows").slice(1),
      "own.id",
      (id) => `vendor-${id}`
    )
    expect(named({ rows: [{}, { own: { id: 7 } }] })).toEqual(["vendor-7"])
    expect(Read.idsOf("rows", "")({ rows: ["a", 7] })).toEqual(["a", "7"])
  })
  it.each([[{}], [{ id: null }], [{ id: " " }], [{ id: {} }], [{ id: 2 ** 60 }], [null], ["7"]])(
    "are none where a row has no id that can be read: %j",
    (row) => expect(() => idsOf({ rows: [{ id: "1" }, row] })).toThrow("expected an id")
  )
  it.each([[{}], [null], [{ rows: null }], [{ rows: "1" }]])("are none where there is no list: %j", (body) =>
    expect(() => idsOf(body)).toThrow("expected a list at rows")
  )
})

describe("a record by its id", () => {
  it.effect("is not asked for where the id is another source's", () =>
    Effect.gen(function* () {
      const send = () => Effect.succeed({ status: 200, headers: {}, body: { rows: [{ id: "own-1" }] } })
      const get = (id: string) => Reading.readOne(connector, send, accounts, id, {}, {})
      expect(yield* get("other-1")).toBeNull()
      expect((yield* get("own-1"))?.records[0]?.platform_id).toBe("own-1")
    })
  )
})

const network = FetchHttpClient.layer.pipe(
  Layer.provide(Layer.succeed(FetchHttpClient.Fetch, async () => Response.json({ rows: [{ id: "own-1" }] })))
)
const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.none,
  settings: {},
  account: Account.untold("a test has one account"),
  check: { path: "/" },
  http: { baseUrl: "https://acme.example", limits: { windows: [] } },
  reads: { ACCOUNTS: [{ ...accounts, source: "other", get: () => null }, accounts] },
  writes: {}
})
describe("a client", () => {
  it.effect("says which of several sources knows a record", () =>
    Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(acme, { key: "k", settings: {}, credentials: Effect.succeed({}) })
      expect((yield* client.find("ACCOUNTS", "own-1"))?.source).toBe("own")
    }).pipe(Effect.provide(Platform.Platform.layer.pipe(Layer.provide(network))))
  )
})

describe("a write", () => {
  it("carries its key in a header, in the query or in the path", () => {
    const call = { path: "/orders/eid:{key}" }
    expect(Write.keyed(Write.key("Idempotency-Key"), "k", call)).toEqual({ headers: { "Idempotency-Key": "k" } })
    expect(Write.keyed(Write.keyParam("requestid"), "k", call)).toEqual({ query: { requestid: "k" } })
    expect(Write.keyed(Write.keyPath, "job/1:0", call)).toEqual({ path: "/orders/eid:job%2F1%3A0" })
    expect(Write.keyed(Write.natural, "k", call)).toEqual({})
  })
  it("names the read of its answer, which may depend on the item", () => {
    const options = { requires: [], call: () => ({ path: "/" }), answers: () => [], idempotency: Write.none }
    const contacts = Connector.read("CONTACTS", {
      ...accounts,
      items: "rows",
      path: "/",
      page: Page.single,
      map: () => null
    })
    const write = Write.create("CONTACTS", {
      ...options,
      record: ({ contact_type }) => (contact_type === "VENDOR" ? contacts : { ...contacts, source: "customers" })
    })
    expect(Write.recordOf(write, { contact_type: "VENDOR" }).source).toBe(contacts.source)
    expect(Write.recordOf(write, { contact_type: "CUSTOMER" }).source).toBe("customers")
    expect(Write.recordOf(Write.create("CONTACTS", { ...options, record: contacts }), {}).source).toBe(contacts.source)
  })
})

it("a cursor that comes back unchanged is no end of the list", () => {
  const page = Page.cursor({ param: "cursor", at: "next" })
  const answer = (next: unknown) => ({ body: { next }, headers: {}, items: [] })
  expect(page.next("a", answer("b"))).toBe("b")
  expect(page.next("a", answer(null))).toBeNull()
  expect(() => page.next("a", answer("a"))).toThrow("next is the page that was just read")
})
