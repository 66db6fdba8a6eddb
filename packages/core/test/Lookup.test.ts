/** What a call may be made of, what need not be there, and pages whose address is in the answer. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import {
  Account,
  Auth,
  Call,
  Connector,
  type ConnectorError,
  Lookup,
  Models,
  Page,
  Read,
  Wire,
  Write
} from "../src/contract/index.ts"
import { Kept, Reading } from "../src/runtime/index.ts"

const fields = Lookup.make({
  call: { path: "/fields" },
  response: Wire.struct({ names: Wire.required(Wire.list(Wire.text)) }),
  pick: ({ names }) => names.join(","),
  absent: "id",
  emptyStatuses: [404]
})
const read = (source: string) =>
  Connector.read("ITEMS", {
    source,
    path: `/${source}`,
    query: ({ lookups }) => ({ fields: lookups.fields, v: 1 }),
    since: ({ lookups, since }) => ({ query: { fields: `${lookups.fields},changed`, since } }),
    page: Page.nextPath({ at: "next" }),
    items: "rows",
    item: Wire.struct({ id: Wire.required(Wire.id) }),
    deletes: Read.never("Nothing is deleted"),
    get: (id, { lookups }) => ({ path: `/${source}`, query: { id, fields: lookups.fields } }),
    lookups: { fields },
    map: ({ id }) => ({ platform_id: id })
  })
const [things, others] = [read("things"), read("others")]
const connector = (...reads: ReadonlyArray<Read.Read<"ITEMS">>) =>
  Connector.make({
    id: "ACME",
    name: "Acme",
    category: "CUSTOM",
    models: Models.models,
    auth: Auth.none,
    settings: {},
    account: Account.untold("a test has one account"),
    check: { path: "/" },
    http: {
      baseUrl: "https://acme.example",
      limits: { windows: [] },
      failure: ({ body }): ConnectorError.PlatformFailure =>
        (body as { readonly unknown?: unknown }).unknown === true
          ? { reason: "Unsupported", message: "things to you" }
          : {}
    },
    reads: { ITEMS: reads },
    writes: {}
  })

const Thing = Wire.struct({ id: Wire.required(Wire.id) })
/** The types of what a read is asked with are those of its context, without a word from the author. */
const posted = Connector.read("ITEMS", {
  method: "POST",
  path: "/search",
  headers: ({ lookups, now }) => ({ "x-fields": lookups.fields, "x-now": now }),
  body: ({ lookups, settings }) => ({
    fields: lookups.fields.toUpperCase(),
    of: settings["tenant"],
    // @ts-expect-error: no such lookup
    none: lookups.nothing
  }),
  page: Page.single,
  items: "rows",
  item: Thing,
  deletes: Read.never("Nothing is deleted"),
  lookups: { fields },
  companions: {
    tags: Lookup.make({
      of: Thing,
      call: ({ items }) => ({
        path: "/tags",
        query: { of: items.map(({ id }) => id satisfies string).join(",") }
      }),
      response: Wire.unknown,
      pick: () => 1,
      absent: 0
    })
  },
  map: ({ id }) => ({ platform_id: id })
})
/** A member that the model does not have, in a record or a line, is an error of types at the mapping. */
const of = { path: "/invoices", page: Page.single, items: "rows", item: Thing, deletes: Read.never("Nothing") } as const
Connector.read("INVOICES", {
  ...of,
  // @ts-expect-error: no such member
  map: ({ id }) => (id === "0" ? null : { platform_id: id, totl_amount: 1 })
})
Connector.read("INVOICES", {
  ...of,
  owner: ({ id }) => id,
  // @ts-expect-error: no such member of a line
  map: ({ id }) => [{ platform_id: id, line_items: [{ quantity: 1, quanty: 2 }] }]
})
Connector.read("INVOICES", {
  ...of,
  map: ({ id }) => (id === "0" ? Read.untaken("a draft") : { platform_id: id, line_items: [{ quantity: 1 }] })
})
/** Items of which nothing is said are unknown, not anything. */
Lookup.make({
  // @ts-expect-error: nothing says what an item is
  call: ({ items }) => ({ path: "/tags", query: { of: items.map(({ id }) => id).join(",") } }),
  response: Wire.unknown,
  pick: () => 1,
  absent: 0
})

/** Reads everything; answers what was asked and what came of it. */
const run = async (
  own: ReturnType<typeof connector>,
  answers: Readonly<Record<string, readonly [status: number, body: object]>>,
  since?: string
) => {
  const calls: Array<string> = []
  const client = connect(own, {
    credentials: {},
    settings: {},
    fetch: async (input) => {
      const { pathname, search } = new URL(new Request(input).url)
      calls.push(decodeURIComponent(pathname + search))
      const [status, body] = answers[pathname] ?? [200, { rows: [{ id: pathname }] }]
      return Response.json(body, { status })
    }
  })
  const ids: Array<string> = []
  try {
    for await (const { platform_id } of client.list("ITEMS", since === undefined ? {} : { since }))
      ids.push(platform_id)
    return { calls, ids, client, reason: undefined }
  } catch (error) {
    return { calls, ids, client, reason: isConnectorError(error) ? error.reason : error }
  }
}
const names = [200, { names: ["id", "name"] }] as const

describe("a call", () => {
  it("has headers and a body made of the same", () => {
    const call = posted.call({ now: "2026-03-01T00:00:00.000Z", settings: { tenant: "t" }, lookups: { fields: "id" } })
    expect(call).toMatchObject({
      headers: { "x-fields": "id", "x-now": "2026-03-01T00:00:00.000Z" },
      body: { fields: "ID", of: "t" }
    })
    const companion = posted.companions["tags"]!
    expect(companion.call({ settings: {}, items: [{ id: "1" }, { id: "2" }], since: null })).toMatchObject({
      query: { of: "1,2" }
    })
  })

  it("may be made of what the lookups found", async () => {
    const { calls, client } = await run(connector(things), { "/fields": names })
    expect(calls).toEqual(["/fields", "/things?fields=id,name&v=1"])
    expect((await client.get("ITEMS", "7"))?.platform_id).toBe("/things")
    expect(calls.at(-1)).toBe("/things?id=7&fields=id,name")
    const changed = await run(connector(things), { "/fields": names }, "2026-03-01")
    expect(changed.calls.at(-1)).toBe("/things?fields=id,name,changed&v=1&since=2026-03-01")
  })
  it("goes on with what stands for nothing, where the status means that", async () => {
    const { calls, ids } = await run(connector(things), { "/fields": [404, {}] })
    expect(calls).toEqual(["/fields", "/things?fields=id&v=1"])
    expect(ids).toEqual(["/things"])
    expect((await run(connector(things), { "/fields": [403, {}] })).reason).toMatchObject({ _tag: "Forbidden" })
  })
})

describe("what the platform has not got", () => {
  const answers = { "/fields": names, "/things": [400, { unknown: true }] } as const
  it("is said so, where the model is nothing else", async () => {
    const { reason } = await run(connector(things), answers)
    expect(reason).toMatchObject({
      _tag: "Unsupported",
      status: 400,
      message: "The platform does not offer things to you."
    })
  })
  it("leaves the model's other sources to be read", async () => {
    const { ids, reason } = await run(connector(things, others), answers)
    expect(reason).toBeUndefined()
    expect(ids).toEqual(["/others"])
  })
})

describe("a next page by its path", () => {
  const next = (path: unknown) => [200, { rows: [{ id: "1" }], next: path }] as const
  it("takes the place of the call's own path and query", async () => {
    const { calls, ids } = await run(connector(things), { "/fields": names, "/things": next("/more/2?k=a%20b") })
    expect(calls.slice(1)).toEqual(["/things?fields=id,name&v=1", "/more/2?k=a+b"])
    expect(ids).toEqual(["1", "/more/2"])
  })
  it("cannot lead to another host", async () => {
    for (const path of ["@evil.example/x", "//evil.example", "https://evil.example/x", "/\\evil.example", 7, ".evil"]) {
      const { calls, reason } = await run(connector(things), { "/fields": names, "/things": next(path) })
      expect(reason, String(path)).toMatchObject({ _tag: "Undecodable" })
      expect(calls).toHaveLength(2)
    }
  })
  it("that is the page just read ends the walk with an error", async () => {
    const { calls, reason } = await run(connector(things), {
      "/fields": names,
      "/things": next("/more"),
      "/more": next("/more")
    })
    expect(reason).toMatchObject({ _tag: "Undecodable" })
    expect(calls).toHaveLength(3)
  })
})

describe("answers of companions", () => {
  const tagged = (part?: (body: unknown, item: { readonly id: string }) => unknown) =>
    Connector.read("ITEMS", {
      path: "/things",
      page: Page.single,
      items: "rows",
      item: Thing,
      deletes: Read.never("Nothing is deleted"),
      follow: ({ id }) => [{ path: `/things/${id}` }],
      companions: {
        tags: Lookup.make({
          of: Thing,
          call: ({ items }) => ({ path: "/tags", query: { of: items.map(({ id }) => id).join(",") } }),
          response: Wire.struct({ tags: Wire.list(Wire.struct({ of: Wire.id, tag: Wire.text })) }),
          pick: ({ tags }) => new Map((tags ?? []).map(({ of, tag }) => [of, tag])),
          absent: new Map<string, string>(),
          ...(part === undefined ? {} : { part })
        })
      },
      map: ({ id }, { companions: { tags }, followed: [name] }) => ({
        platform_id: id,
        code: tags.get(id) ?? null,
        name: Call.at(name, "name") as string
      })
    })
  const whole = { tags: ["1", "2"].map((of) => ({ of, tag: `tag ${of}` })) }
  const send = (call: Call.Call) =>
    Effect.succeed({
      status: 200,
      headers: {},
      body:
        call.path === "/tags"
          ? whole
          : call.path === "/things"
            ? { rows: [{ id: "1" }, { id: "2" }, { id: "3" }] }
            : { name: call.path }
    })
  const listed = (own: Read.Read) =>
    Effect.runSync(
      Reading.readPage(connector(), send, own, {
        now: "2026-03-01T00:00:00.000Z",
        settings: {},
        lookups: {},
        from: null,
        since: null
      })
    ).items
  const again = (own: Read.Read) =>
    JSON.parse(JSON.stringify(listed(own))).map(({ followed = [], raw }: Reading.Item) =>
      Kept.map(own, raw, followed, { settings: {}, lookups: {} })
    )
  const ownOf = (body: unknown, { id }: { readonly id: string }) => ({
    tags: whole.tags.filter(({ of }) => of === id && body !== null)
  })
  it("are kept with the item whose part they are, which is mapped again from it", () => {
    const own = tagged(ownOf)
    const items = listed(own)
    expect(items.map(({ records }) => records[0]!["code"])).toEqual(["tag 1", "tag 2", null])
    expect(items[0]!.followed).toEqual([
      { call: "companion tags", body: { tags: [{ of: "1", tag: "tag 1" }] } },
      { call: "GET /things/1", body: { name: "/things/1" } }
    ])
    expect(again(own).map((one: any) => one.success.records)).toEqual(items.map(({ records }) => records))
    expect(again(own).map((one: any) => one.success.followed)).toEqual(items.map(({ followed }) => followed))
  })
  it("are not, where nobody says whose each part is: the item waits for its next reading", () => {
    expect(listed(tagged())[0]!.followed).toEqual([{ call: "GET /things/1", body: { name: "/things/1" } }])
    expect(again(tagged())).toEqual([null, null, null])
    // Of what was kept before, only the next reading tells more.
    const before = listed(tagged())[0]!
    expect(Kept.map(tagged(ownOf), before.raw, before.followed!, { settings: {}, lookups: {} })).toBeNull()
  })
})

describe("lookups of a write", () => {
  const asking = async (lasting: boolean) => {
    const names = { ...fields, lasting }
    const thing = Connector.read("ITEMS", {
      path: "/things",
      page: Page.single,
      items: "rows",
      item: Thing,
      deletes: Read.never("Nothing is deleted"),
      lookups: { names },
      map: ({ id }, { lookups }) => ({ platform_id: id, name: lookups.names })
    })
    const asked: Array<string> = []
    const books = connect(
      Connector.make({
        ...connector(thing),
        writes: {
          ITEMS: {
            create: Connector.create("ITEMS", {
              requires: [],
              lookups: { known: names },
              batch: 3,
              call: (items, { lookups }) => ({ method: "POST", path: "/things", body: { items, as: lookups.known } }),
              answers: (_, items) => items.map((_own, index) => Write.accepted({ id: `t-${index}` })),
              record: thing,
              idempotency: Write.key("once")
            })
          }
        }
      }),
      {
        credentials: {},
        settings: {},
        fetch: async (input, init) => {
          const { pathname } = new URL(new Request(input, init).url)
          asked.push(pathname)
          return Response.json(pathname === "/fields" ? { names: ["a", "b"] } : {})
        }
      }
    )
    const results = await books.create("ITEMS", [{}, {}, {}])
    expect(results.map(({ record }) => record?.name)).toEqual(["a,b", "a,b", "a,b"])
    return asked
  }
  it("that last are asked once for a call, though its items and their records need them", async () => {
    expect(await asking(true)).toEqual(["/fields", "/things"])
  })
  it("that a write may change are asked anew for the records that come of it", async () => {
    expect((await asking(false)).slice(0, 3)).toEqual(["/fields", "/things", "/fields"])
  })
})
