/** Bodies of another form and encoding, windows of days, and platforms that count changes. */
import { describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { connect, isConnectorError } from "../src/connect/index.ts"
import * as InEffect from "../src/connect/effect.ts"
import { Account, Auth, Call, Connector, Models, Page, Read, Wire, Write, Xml } from "../src/contract/index.ts"
import { Reading } from "../src/runtime/index.ts"

const item = Wire.struct({ id: Wire.required(Wire.id) })
const sequence: Read.Sequence = {
  call: () => ({ method: "POST", path: "/", body: { ask: "count" } }),
  position: (body) => ({ of: String(Call.at(body, "answer.of")), at: Number(Call.at(body, "answer.at")) }),
  after: ({ after }) => ({ body: { after } })
}
const contacts = Connector.read("CONTACTS", {
  method: "POST",
  path: "/",
  body: { ask: "contacts" },
  sequence,
  page: Page.days({
    days: 10,
    ahead: 30,
    first: "1990-01-01",
    call: ({ end, start }) => ({ body: { start, end } })
  }),
  items: (body) => Read.arrayAt(body, "answer.contact"),
  item,
  deletes: Read.never("Nothing is deleted"),
  map: ({ id }) => ({ platform_id: id })
})
const make = (writes: Connector.Writes = {}) =>
  Connector.make({
    id: "COUNTED",
    name: "Counted",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.none,
    settings: {},
    http: {
      baseUrl: "http://books.example:9000",
      limits: { windows: [], concurrent: 1 },
      parse: (text) => Xml.read(text, { isList: (name) => name === "contact" }),
      encode: (body) => ({
        _tag: "EncodedBody",
        content: Xml.write({ ask: body as Xml.Writable }),
        contentType: "text/xml;charset=utf-16",
        charset: "utf-16le"
      })
    },
    account: Account.untold("a test has one account"),
    check: { path: "/" },
    reads: { CONTACTS: contacts },
    writes
  })

const little = (text: string, mark: boolean) =>
  Uint8Array.from([
    ...(mark ? [0xff, 0xfe] : []),
    ...[...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])
  ])
const open = (answer: (asked: string) => string, encode = (text: string): BodyInit => text, type = "text/xml") => {
  const asked: Array<string> = []
  const client = connect(make(), {
    credentials: {},
    settings: {},
    fetch: async (input, init) => {
      const request = new Request(input, init)
      expect(request.headers.get("content-type")).toBe("text/xml;charset=utf-16")
      const text = new TextDecoder("utf-16le").decode(await request.arrayBuffer())
      asked.push(text)
      return new Response(encode(answer(text)), { headers: { "content-type": type } })
    }
  })
  return { asked, client }
}
const all = async <A>(records: AsyncIterable<A>) => {
  const found: Array<A> = []
  for await (const record of records) found.push(record)
  return found
}
const named = (id: string) => `<answer><contact><id>${id}</id></contact></answer>`

describe("a body", () => {
  it.each([
    ["in UTF-16 with a mark", (text: string) => little(text, true), "text/xml"],
    ["in UTF-16 that only its charset names", (text: string) => little(text, false), "text/xml;charset=utf-16"],
    ["in UTF-16 that nothing names", (text: string) => little(text, false), "text/xml"],
    ["in UTF-16 that is called another", (text: string) => little(text, false), "text/xml;charset=utf-8"],
    ["in UTF-8 with a mark", (text: string) => `\uFEFF${text}`, "text/xml;charset=utf-8"],
    ["in UTF-8", (text: string) => text, "text/xml;charset=unheard-of"]
  ])("%s is read", async (_how, encode, type) => {
    const { asked, client } = open(() => named("₹"), encode, type)
    const after = { default: { of: "f", at: 1 } }
    await expect(all(client.list("CONTACTS", { after }))).rejects.toThrow(/whole number/)
    const [first] = await all(client.list("CONTACTS"))
    expect(first?.platform_id).toBe("₹")
    expect(asked[0]).toBe("<ask><ask>count</ask></ask>")
  })
  it("that cannot be written is the caller's fault", async () => {
    const { client } = open(() => named("1"))
    const error = await client.call({ method: "POST", path: "/", body: { "a b": 1 } }).catch((own: unknown) => own)
    expect(isConnectorError(error) && error.reason._tag).toBe("InvalidCall")
  })
})

describe("windows of days", () => {
  const start = (from: string, isChanges = false) =>
    contacts.page.start({ from, now: "2026-03-15T08:00:00.000Z", isChanges }) as Page.DaysState
  const walk = (from: string, isChanges = false) => {
    const found: Array<string> = []
    for (let state: Page.DaysState | null = start(from, isChanges); state !== null;) {
      found.push(`${state.start} ${state.end}`)
      state = contacts.page.next(state, { body: null, headers: {}, items: [] }) as Page.DaysState | null
    }
    return found
  }
  it("cover every day to today once, and those to come in one", () => {
    expect(walk("2026-02-20T23:00:00.000Z")).toEqual([
      "2026-02-20 2026-03-01",
      "2026-03-02 2026-03-11",
      "2026-03-12 2026-03-15",
      "2026-03-16 2026-04-14"
    ])
    expect(walk("2026-03-15")).toEqual(["2026-03-15 2026-03-15", "2026-03-16 2026-04-14"])
    expect(walk("2027-01-01")).toEqual(["2026-04-14 2026-04-14"])
  })
  it("are one for a run that reads changes of any day", () => {
    expect(walk("2026-02-20", true)).toEqual(["1990-01-01 2026-04-14"])
  })
})

describe("a count of changes", () => {
  const context = { settings: {}, now: "2026-03-15T00:00:00.000Z", from: "2026-03-10T00:00:00.000Z", since: null }
  it("restricts the listing to what came after", () => {
    const state = { start: "2026-03-10", end: "2026-03-15" }
    expect(Reading.pageCall(contacts, { ...context, after: 7, state }).body).toEqual({
      ask: "contacts",
      after: 7,
      ...state
    })
    expect(Reading.pageCall(contacts, { ...context, state }).body).toEqual({ ask: "contacts", ...state })
  })
  it.each([
    [null, { of: "f", at: 5 }, null, null],
    [{ of: "f", at: 4 }, { of: "f", at: 5 }, 4, null],
    [{ of: "f", at: 5 }, { of: "f", at: 5 }, 5, 5],
    [{ of: "f", at: 6 }, { of: "f", at: 5 }, null, null],
    [{ of: "g", at: 4 }, { of: "f", at: 5 }, null, null]
  ])(
    "after %o, at %o now, is read after %o, or after %o where that cannot be asked for",
    (last, now, after, coarse) => {
      const { after: _, ...plain } = sequence
      expect(Read.afterOf(sequence, last, now)).toBe(after)
      expect(Read.afterOf(plain, last, now)).toBe(coarse)
    }
  )
  it("is asked for by whoever keeps the place", async () => {
    let at = 5
    const { asked, client } = open((text) =>
      text.includes("count") ? `<answer><of>f</of><at>${at}</at></answer>` : named("c-1")
    )
    const after = await client.positions("CONTACTS")
    expect(after).toEqual({ default: { of: "f", at: 5 } })
    expect(await all(client.list("CONTACTS", { after }))).toEqual([])
    at = 6
    expect(await all(client.list("CONTACTS", { after }))).toHaveLength(1)
    expect(asked.at(-1)).toMatch(/<after>5<\/after><start>1990-01-01<\/start>/)
  })
  it("is asked for by programs in Effect", async () => {
    let at = 5
    const asked: Array<string> = []
    const answer: typeof fetch = async (input, init) => {
      asked.push(new TextDecoder("utf-16le").decode(await new Request(input, init).arrayBuffer()))
      const count = `<answer><of>f</of><at>${at}</at></answer>`
      const text = asked.at(-1)!.includes("count") ? count : named("c-1")
      return new Response(text, { headers: { "content-type": "text/xml" } })
    }
    const found = await Effect.gen(function* () {
      const client = yield* InEffect.connect(make(), { credentials: {}, settings: {} })
      const after = yield* client.positions("CONTACTS")
      const still = yield* Stream.runCollect(client.list("CONTACTS", { after }))
      at = 6
      return [after, still.length, (yield* Stream.runCollect(client.list("CONTACTS", { after }))).length]
    }).pipe(
      Effect.provide(InEffect.layer),
      Effect.provide(Layer.succeed(FetchHttpClient.Fetch, answer)),
      Effect.runPromise
    )
    expect(found).toEqual([{ default: { of: "f", at: 5 } }, 0, 1])
    expect(asked.at(-1)).toMatch(/<after>5<\/after>/)
  })
})

describe("a key in the body", () => {
  const input = { name: "Ada" }
  const write = (idempotency: Write.Idempotency, refuse?: Write.Write["refuse"]) =>
    make({
      CONTACTS: {
        create: Connector.create("CONTACTS", {
          requires: [],
          call: () => ({ method: "POST", path: "/", body: { add: "contact" } }),
          answers: (body) => Read.arrayAt(body, "answer.contact").map(Write.accepted),
          record: contacts,
          idempotency,
          ...(refuse === undefined ? {} : { refuse })
        })
      }
    })
  const send = async (connector: ReturnType<typeof write>) => {
    const asked: Array<string> = []
    const client = connect(connector as unknown as Connector.Any, {
      credentials: {},
      settings: {},
      fetch: async (request, init) => {
        asked.push(new TextDecoder("utf-16le").decode(await new Request(request, init).arrayBuffer()))
        return new Response(named("1"), { headers: { "content-type": "text/xml" } })
      }
    })
    const [result] = await client.create("CONTACTS" as never, [input] as never, { key: "k" })
    return { asked, error: result?.error ?? null }
  }
  const place = { in: "body", name: "REMOTEID" } as const
  it("travels with the call, also where the platform is asked before a repeat", async () => {
    const sent = "<ask><add>contact</add><REMOTEID>k:0</REMOTEID></ask>"
    expect((await send(write({ _tag: "Key", ...place }))).asked).toEqual([sent])
    const lookup = Write.lookup({ key: place, call: () => null, find: () => null })
    expect((await send(write(lookup))).asked).toEqual([sent])
  })
  it("travels in the path as well, where it says so", async () => {
    const path = Write.keyed(
      Write.lookup({ key: { in: "path", name: "{key}" }, call: () => null, find: () => null }),
      "k/1",
      {
        path: "/contacts/{key}"
      }
    )
    expect(path).toEqual({ path: "/contacts/k%2F1" })
  })
  it("is not needed for an item that is there already", async () => {
    const { asked, error } = await send(write(Write.none, () => ({ field: "name", message: "is taken", exists: true })))
    expect(asked).toEqual([])
    expect(error).toMatchObject({ code: "record-already-exists", field: "name", reason: "Conflict" })
  })
})
