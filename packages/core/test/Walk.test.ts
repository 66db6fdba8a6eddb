/** Walks over pages of every strategy, along platforms that page right and along those that go in circles. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { connect } from "../src/connect/index.ts"
import {
  Account,
  Auth,
  Bounds,
  Call,
  Connector,
  ConnectorError,
  Models,
  Normalize,
  Page,
  Read,
  Wire
} from "../src/contract/index.ts"
import { Reading } from "../src/runtime/index.ts"
import * as Walk from "../src/runtime/Walk.ts"

interface Row {
  readonly id: string
}
const rowsOf = (count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1).padStart(6, "0") }))
const size = 2

interface Answered {
  readonly items: ReadonlyArray<unknown>
  readonly more?: boolean
  readonly next?: string | number | null
  readonly data?: unknown
  readonly link?: string
  readonly pages?: number
  /** Refused as holding too much. */
  readonly isTooMuch?: true
}
interface Way {
  readonly page: Page.Page
  /** What a platform that pages right answers to a call. */
  readonly answer: (rows: ReadonlyArray<Row>, call: Call.Call) => Answered
}
const numberIn = (call: Call.Call, name: string, otherwise = 0) => Number(call.query?.[name] ?? otherwise)
const slice = (rows: ReadonlyArray<Row>, from: number): Answered => {
  const isMore = from + size < rows.length
  return { items: rows.slice(from, from + size), more: isMore, next: isMore ? from + size : null }
}
const after = (rows: ReadonlyArray<Row>, key: unknown): Answered =>
  slice(
    rows.filter(({ id }) => typeof key !== "string" || id > key),
    0
  )
const idOf = (row: Row) => row.id
/** When a row is of: one in each of these hours. */
const hour = 3_600_000
const began = Date.parse("2026-03-01T00:00:00.000Z")
const timeOf = ({ id }: Row) => new Date(began + (Number(id) - 0.5) * hour).toISOString()

/** Each way to page, with a platform that pages that way. */
const ways: Readonly<Record<string, Way>> = {
  numbered: {
    page: Page.numbered({ size }),
    answer: (rows, call) => slice(rows, (numberIn(call, "page", 1) - 1) * size)
  },
  "numbered with a count of pages": {
    page: Page.numbered({ size, pageCountAt: "pages" }),
    answer: (rows, call) => ({
      ...slice(rows, (numberIn(call, "page", 1) - 1) * size),
      pages: Math.ceil(rows.length / size)
    })
  },
  offset: {
    page: Page.offset({ param: "offset", size, sizeParam: "limit" }),
    answer: (rows, call) => slice(rows, numberIn(call, "offset"))
  },
  cursor: {
    page: Page.cursor({ param: "cursor", at: "next" }),
    answer: (rows, call) => slice(rows, numberIn(call, "cursor"))
  },
  "cursor that says whether there is more": {
    page: Page.cursor({ param: "cursor", at: "next", moreAt: "more" }),
    answer: (rows, call) => slice(rows, numberIn(call, "cursor"))
  },
  "path of the next page": {
    page: Page.nextPath({ at: "next" }),
    answer: (rows, call) => {
      const { next, ...rest } = slice(rows, numberIn(call, "from"))
      return { ...rest, next: next === null ? null : `/rows?from=${next}` }
    }
  },
  "numbered in the body": {
    page: Page.numbered({ size, in: "body", param: "variables.page", sizeParam: "variables.input.size" }),
    answer: (rows, call) => slice(rows, (Number(Call.at(call.body, "variables.page")) - 1) * size)
  },
  "offset inside a list of the body": {
    page: Page.offset({ in: "body", param: "params.args.1.offset", size, sizeParam: "params.args.1.limit" }),
    answer: (rows, call) => slice(rows, Number(Call.at(call.body, "params.args.1.offset")))
  },
  "last key in the body": {
    page: Page.lastKey({ in: "body", param: "after", key: idOf }),
    answer: (rows, call) => after(rows, Call.at(call.body, "after"))
  },
  "last key in a query of the platform's own": {
    page: Page.lastKey({
      in: "body",
      sizeParam: "limit",
      size,
      key: idOf,
      after: (key, call) => ({ body: { domain: [...(Call.at(call.body, "domain") as []), ["id", ">", key]] } })
    }),
    answer: (rows, call) => {
      expect(Call.at(call.body, "limit")).toBe(size)
      const [base, own] = Call.at(call.body, "domain") as ReadonlyArray<ReadonlyArray<string>>
      expect(base).toEqual(["kind", "=", "row"])
      return after(rows, own?.[2])
    }
  },
  "absolute link in the body": {
    page: Page.nextLink({ at: "next" }),
    answer: (rows, call) => {
      const { next, ...rest } = slice(rows, numberIn(call, "$skiptoken"))
      return { ...rest, next: next === null ? null : `https://acme.example/v2/rows?$skiptoken=${next}` }
    }
  },
  "relative link in the body": {
    page: Page.nextLink({ at: (body) => Call.at(body, "data") }),
    answer: (rows, call) => {
      const { items, next } = slice(rows, numberIn(call, "from"))
      return { items, data: next === null ? undefined : `/rows?from=${next}` }
    }
  },
  "spans of time, with pages inside": {
    page: Page.spans({
      days: 0.25,
      first: "2026-03-01T00:00:00.000Z",
      page: Page.numbered({ size }),
      end: (now) => Normalize.before(now, 3 * 3600),
      call: ({ end, start }) => ({ query: { start, end } }),
      narrow: ({ body }) => Call.at(body, "isTooMuch") === true
    }),
    answer: (rows, call) => {
      const own = rows.filter((row) => timeOf(row) >= call.query!["start"]! && timeOf(row) < call.query!["end"]!)
      return own.length > 4 ? { items: [], isTooMuch: true } : slice(own, (numberIn(call, "page") - 1) * size)
    }
  },
  "newest first": {
    page: Page.newestFirst({
      at: (row: Row) => new Date(began + (20_000 - Number(row.id)) * hour).toISOString(),
      page: Page.numbered({ size })
    }),
    answer: (rows, call) => slice(rows, (numberIn(call, "page", 1) - 1) * size)
  },
  relay: {
    page: Page.relay({ at: "data" }),
    answer: (rows, call) => {
      const { items, more, next } = slice(rows, Number(Call.at(call.body, "variables.after") ?? 0))
      return { items, data: { pageInfo: { hasNextPage: more, endCursor: String(next) } } }
    }
  },
  "relay that begins anew": {
    page: Page.relay({
      at: "data",
      restart: { every: 4, key: idOf, beyond: (key) => ({ query: { beyond: key } }) }
    }),
    answer: (rows, call) => {
      const left = rows.filter(({ id }) => id > String(call.query?.["beyond"] ?? ""))
      const { items, more, next } = slice(left, Number(Call.at(call.body, "variables.after") ?? 0))
      return { items, data: { pageInfo: { hasNextPage: more, endCursor: String(next) } } }
    }
  },
  link: {
    page: Page.link(),
    answer: (rows, call) => {
      const { items, next } = slice(rows, numberIn(call, "from"))
      return next === null ? { items } : { items, link: `<https://a.example/rows?from=${next}>; title="b"; rel="next"` }
    }
  },
  "last key": {
    page: Page.lastKey({ param: "after", key: idOf }),
    answer: (rows, call) => after(rows, call.query?.["after"])
  },
  "last key that says whether there is more": {
    page: Page.lastKey({ param: "after", key: idOf, moreAt: "more" }),
    answer: (rows, call) => after(rows, call.query?.["after"])
  },
  windows: {
    page: Page.windows({
      page: Page.cursor({ param: "cursor", at: "next" }),
      limit: 4,
      size,
      key: idOf,
      after: (key) => ({ query: { after: key } })
    }),
    answer: (rows, call) =>
      slice(
        rows.filter(({ id }) => id > String(call.query?.["after"] ?? "")),
        numberIn(call, "cursor")
      )
  },
  each: {
    page: Page.each([{ query: { half: 0 } }, { query: { half: 1 } }], Page.cursor({ param: "cursor", at: "next" })),
    answer: (rows, call) => {
      const middle = Math.ceil(rows.length / 2)
      const own = numberIn(call, "half") === 0 ? rows.slice(0, middle) : rows.slice(middle)
      return slice(own, numberIn(call, "cursor"))
    }
  },
  "two lists of spans, and then one by a cursor": {
    page: Page.inTurn([
      Page.each(
        [{ query: { third: 0 } }, { query: { third: 1 } }],
        Page.spans({
          days: 0.25,
          first: "2026-03-01T00:00:00.000Z",
          page: Page.numbered({ size }),
          call: ({ end, start }) => ({ query: { start, end } }),
          narrow: ({ body }) => Call.at(body, "isTooMuch") === true
        })
      ),
      Page.cursor({ param: "cursor", at: "next" })
    ]),
    answer: (rows, call) => {
      const [one, two] = [Math.ceil(rows.length / 3), Math.ceil((2 * rows.length) / 3)]
      const third = call.query?.["third"]
      if (third === undefined) return slice(rows.slice(two), numberIn(call, "cursor"))
      const own = (third === 0 ? rows.slice(0, one) : rows.slice(one, two)).filter(
        (row) => timeOf(row) >= call.query!["start"]! && timeOf(row) < call.query!["end"]!
      )
      return own.length > 4 ? { items: [], isTooMuch: true } : slice(own, (numberIn(call, "page") - 1) * size)
    }
  }
}
const names = Object.keys(ways)

const read = (way: Way, deletes: Read.Deletes = Read.fullListing) =>
  Connector.read("ITEMS", {
    path: "/rows",
    body: { domain: [["kind", "=", "row"]], params: { args: ["key", {}] } },
    page: way.page,
    items: "items",
    item: Wire.struct({ id: Wire.required(Wire.id) }),
    emptyStatuses: [404],
    unofferedStatuses: [403],
    deletes,
    map: ({ id }) => ({ platform_id: id })
  })
const request = {
  settings: {},
  now: "2026-03-15T00:00:00.000Z",
  from: "2026-03-01T00:00:00.000Z",
  since: null,
  lookups: {}
}
const connector = { id: "ACME", reads: {} } as Connector.Any

/** What the platform does wrong: what is answered to the call of this index, given what would be. */
type Trouble = (right: (call: Call.Call) => Answered, call: Call.Call, calls: ReadonlyArray<Call.Call>) => Answered
const straight: Trouble = (right, call) => right(call)
/** Far more calls than any of these lists takes. */
const many = 400

const origins = new Set(["https://acme.example"])
const answered = ({ link, ...body }: Answered) =>
  body.isTooMuch === true
    ? Effect.fail(
        new ConnectorError.ConnectorError({
          connector: "ACME",
          operation: "list",
          reason: new ConnectorError.Rejected({ status: 400, body })
        })
      )
    : Effect.succeed({ status: 200, headers: link === undefined ? {} : { link }, body, origins })

/** Walks to the end, with each state as a checkpoint gives it back. */
const walk = (own: Read.Read<"ITEMS">, way: Way, rows: ReadonlyArray<Row>, trouble: Trouble) => {
  const calls: Array<Call.Call> = []
  const send = (call: Call.Call) =>
    Effect.suspend(() => {
      calls.push(call)
      if (calls.length > many) throw new Error("without end")
      return answered(trouble((asked) => way.answer(rows, asked), call, calls))
    })
  const run = Effect.gen(function* () {
    const found: Array<string> = []
    let state: unknown = undefined
    while (state !== null) {
      const page: Reading.PageResult = yield* Reading.readPage(connector, send, own, { ...request, state })
      found.push(...page.items.flatMap(({ records }) => records.map((record) => record.platform_id)))
      state = JSON.parse(JSON.stringify(page.next))
    }
    return found
  })
  return { calls, result: Effect.runSync(Effect.result(run)) }
}
const isCircular = (result: Result.Result<unknown, ConnectorError.ConnectorError>): boolean =>
  Result.isFailure(result) &&
  result.failure.reason._tag === "Undecodable" &&
  result.failure.reason.isCircular === true &&
  !result.failure.retryable

describe.each(names)("%s", (name) => {
  const way = ways[name]!
  const lengths = [0, 1, 2, 3, 4, 5, 8, 9, 10, 17]
  /** Where parts may look the same, a page of one that comes in another is none that comes twice. */
  const isTold = way.page.isRepeating !== true
  it("reads lists of any length to their end", () => {
    for (const length of lengths) {
      const rows = rowsOf(length)
      const { result } = walk(read(way), way, rows, straight)
      expect(Result.isSuccess(result) && result.success).toEqual(rows.map(idOf))
    }
  })
  if (isTold)
    it("ends with an error at a page that comes twice, whichever it is", () => {
      for (const length of lengths.filter((own) => own > size)) {
        const rows = rowsOf(length)
        const pages = walk(read(way), way, rows, straight).calls.length
        for (let twice = 1; twice < pages; twice++) {
          // The second half of `each` begins anew: what stands before it is of another list.
          const { result } = walk(read(way), way, rows, (right, call, calls) =>
            calls.length === twice + 1 ? right(calls[twice - 1]!) : right(call)
          )
          const found = Result.isSuccess(result) ? new Set(result.success) : null
          if (found !== null) expect(found, `${length} rows, page ${twice} twice`).toEqual(new Set(rows.map(idOf)))
        }
      }
    })
  if (isTold)
    it("ends with an error where the platform goes in circles, of any length, from any page on", () => {
      const rows = rowsOf(51)
      for (let from = 0; from < 7; from++) {
        for (let length = 1; length < 7; length++) {
          // The same answers again, in turn.
          const { calls, result } = walk(read(way), way, rows, (right, call, before) =>
            right(before.length <= from + length ? call : before[from + ((before.length - from - 1) % length)]!)
          )
          const what = `a circle of ${length} from page ${from} on`
          expect(isCircular(result), what).toBe(true)
          expect(calls.length, what).toBeLessThan(60)
        }
      }
    })
  it("takes no status for an empty list where the page before said that there is more", () => {
    const rows = rowsOf(9)
    const own = read(way)
    const first = Effect.runSync(Reading.readPage(connector, (call) => answered(way.answer(rows, call)), own, request))
    for (const reason of ["NotFound", "Forbidden"] as const) {
      const status = reason === "NotFound" ? 404 : 403
      const refused = Effect.fail({ _tag: "ConnectorError", reason: { _tag: reason, status } } as never)
      const later = Reading.readPage(connector, () => refused, own, { ...request, state: first.next })
      expect(Effect.runSync(Effect.result(later))._tag).toBe("Failure")
    }
  })
  it("remembers no more after many pages than after a few", () => {
    const sizes = [40, 4000].map((length) => {
      let longest = 0
      const rows = rowsOf(length)
      const own = read(way)
      const send = (call: Call.Call) => answered(way.answer(rows, call))
      for (let state: unknown = undefined; state !== null;) {
        const { next } = Effect.runSync(Reading.readPage(connector, send, own, { ...request, state }))
        longest = Math.max(longest, JSON.stringify(next).length)
        state = next
      }
      return longest
    })
    expect(sizes[1]! - sizes[0]!).toBeLessThan(20)
  })
})

describe("pages without an item", () => {
  const way: Way = { page: Page.cursor({ param: "cursor", at: "next" }), answer: (rows) => ({ items: rows }) }
  const after = (count: number) => {
    let calls = 0
    const send = () =>
      Effect.sync(() => {
        calls++
        return { status: 200, headers: {}, body: { items: [], next: calls < count ? `c${calls}` : null } }
      })
    const own = read(way, Read.idListing({ call: () => ({ path: "/" }), page: way.page, ids: () => [] }))
    return Effect.runSync(Effect.result(Reading.readIds(connector, send, own, { ...request, since: request.now })))
  }
  it("may be many", () => expect(Result.isSuccess(after(Bounds.emptyPages))).toBe(true))
  it("are not without end, whatever new cursors come with them", () => expect(isCircular(after(Infinity))).toBe(true))
})

describe("a log", () => {
  const feed = (next: (call: number) => string | null) => {
    let calls = 0
    const send = () => Effect.sync(() => ({ status: 200, headers: {}, body: { ids: ["1"], next: next(++calls) } }))
    const own = read(
      { page: Page.single, answer: (rows) => ({ items: rows }) },
      Read.feed({
        call: () => ({ path: "/" }),
        page: Page.cursor({ param: "cursor", at: "next" }),
        ids: (body) => Call.at(body, "ids") as ReadonlyArray<string>
      })
    )
    return Effect.runSync(Effect.result(Reading.readIds(connector, send, own, { ...request, since: request.now })))
  }
  it("may tell the same thing on page after page", () =>
    expect(Result.isSuccess(feed((call) => (call < 9 ? `c${call}` : null)))).toBe(true))
  it("does not lead back to where it has been", () => expect(isCircular(feed((call) => `c${call % 5}`))).toBe(true))
})

describe("a page is known by", () => {
  /** A list whose next page the state names, in parts of ten pages. */
  const strategy = (more: Partial<Page.Page> = {}): Page.Page => ({
    start: () => 0,
    apply: () => ({}),
    next: (state) => Number(state) + 1,
    ...more
  })
  /** Walks over pages of these items, and says what it ended with. */
  const walked = (pages: ReadonlyArray<ReadonlyArray<unknown>>, own: Page.Page = strategy(), kind?: Walk.Kind) => {
    let place: Walk.Place | null = Walk.start(0)
    try {
      for (const items of pages) place = place && Walk.next(own, place, { body: {}, headers: {}, items }, kind)
    } catch (error) {
      return (error as Error).message
    }
    return place === null ? "the end" : "more"
  }
  const again = "the platform answered a page that it had answered before"
  it("its first, middle and last item, and by how many there are", () => {
    expect(
      walked([
        ["a", "b", "c"],
        ["a", "b", "c"]
      ])
    ).toBe(again)
    expect(
      walked([
        ["a", "b", "c"],
        ["x", "b", "c"]
      ])
    ).toBe("more")
    expect(
      walked([
        ["a", "b", "c"],
        ["a", "x", "c"]
      ])
    ).toBe("more")
    expect(
      walked([
        ["a", "b", "c"],
        ["a", "b", "x"]
      ])
    ).toBe("more")
    expect(
      walked([
        ["a", "b", "c"],
        ["a", "x", "b", "y", "c"]
      ])
    ).toBe("more")
  })
  it("its part, where parts may be alike", () => {
    const part = (state: unknown) => (Number(state) < 1 ? "one" : "two")
    expect(walked([["a"], ["a"]], strategy({ part, isRepeating: true }))).toBe("more")
    expect(walked([["a"], ["a"], ["a"]], strategy({ part, isRepeating: true }))).toBe(again)
    expect(walked([["a"], ["a"]], strategy({ part }))).toBe(again)
  })
  it("what it was asked with as well, where it is empty or of a log", () => {
    expect(walked([[], []])).toBe("more")
    expect(walked([[], []], strategy({ next: () => 0 }))).toBe(again)
    expect(walked([["a"], ["a"]], strategy(), "log")).toBe("more")
    expect(walked([["a"], ["a"]], strategy({ next: () => 0 }), "log")).toBe(again)
  })
  it("and the walk has an end, and a memory of its own length", () => {
    const answer = { body: {}, headers: {}, items: ["a"] }
    const { walk } = Walk.start(0)
    const last = { page: 0, walk: { ...walk, pages: Bounds.pages - 1 } }
    expect(() => Walk.next(strategy(), last, answer)).toThrow(`${Bounds.pages} pages`)
    const before = { page: 0, walk: { ...walk, pages: Bounds.pages - 2 } }
    expect(Walk.next(strategy(), before, answer)).not.toBeNull()
    const long = strategy({ next: () => "x".repeat(Bounds.state) })
    expect(() => Walk.next(long, Walk.start(0), answer)).toThrow(`longer than ${Bounds.state}`)
    // A state that was kept before walks had any memory is no first page, which may say that there is nothing.
    expect(Walk.placeOf("c1")).toMatchObject({ page: "c1", walk: { isFirst: false } })
    expect(Walk.placeOf(Walk.start(0))).toEqual(Walk.start(0))
  })
})

describe("a link in the body", () => {
  const page = Page.nextLink({ at: "next" })
  const origins = new Set(["https://acme.example"])
  const next = (link: unknown) => page.next("from=1", { body: { next: link }, headers: {}, items: [], origins })
  it("is of the connection's host, or of none", () => {
    expect(next("https://acme.example/any?a=1&a=2&b=%20")).toBe("a=1&a=2&b=%20")
    for (const link of ["https://other.example/any?a=1", "http://acme.example/any?a=1", "//other.example/x?a=1"]) {
      expect(() => next(link), link).toThrow("another host")
    }
    for (const link of ["https://acme.example/any", "?", 5, {}, "https://"]) expect(() => next(link)).toThrow()
    for (const none of [null, undefined, "", false]) expect(next(none)).toBeNull()
    expect(() => next("/?from=1")).toThrow(Page.Circular)
  })
  it("takes the place of the call's own query, every value of it", () => {
    const call = { path: "/rows", query: { top: 5, filter: "x" } }
    expect(Call.merge(call, page.apply("a=1&a=2&top=9", call)).query).toEqual({
      filter: undefined,
      a: ["1", "2"],
      top: "9"
    })
  })
  it("stays with what its platform is, also behind an operator's address", async () => {
    const [real, gateway] = ["https://acme.example", "http://127.0.0.1:9"]
    const linked = async (baseUrl: string | undefined, link: string) => {
      const asked: Array<string> = []
      const client = connect(
        Connector.make({
          id: "ACME",
          name: "Acme",
          category: "CUSTOM",
          models: Models.models,
          auth: Auth.none,
          settings: {},
          account: Account.untold("a test has one account"),
          check: { path: "/" },
          http: { baseUrl: real, limits: { windows: [] } },
          reads: { ITEMS: read({ page, answer: () => ({ items: [] }) }) },
          writes: {}
        }),
        {
          credentials: {},
          settings: {},
          ...(baseUrl === undefined ? {} : { baseUrl }),
          fetch: async (input) => {
            const { href, origin, search } = new URL(new Request(input).url)
            asked.push(href)
            expect(origin).toBe(baseUrl ?? real)
            const isLast = search !== ""
            return Response.json({ items: [{ id: isLast ? "2" : "1" }], next: isLast ? null : link })
          }
        }
      )
      let length = 0
      for await (const _ of client.list("ITEMS")) length++
      return [length, asked.at(-1)]
    }
    expect(await linked(undefined, `${real}/x?p=2`)).toEqual([2, `${real}/rows?p=2`])
    expect(await linked(gateway, `${real}/x?p=2`)).toEqual([2, `${gateway}/rows?p=2`])
    expect(await linked(gateway, `${gateway}/x?p=2`)).toEqual([2, `${gateway}/rows?p=2`])
    await expect(linked(undefined, `${gateway}/x?p=2`)).rejects.toThrow("another host")
  })
})

describe("a platform that refuses a page of which it has nothing", () => {
  const page = Page.emptyWhere(
    ({ message, status }) => status === 404 && message === "nothing",
    Page.numbered({ size })
  )
  const list = { path: "/rows", page, items: "items", item: Wire.struct({ id: Wire.required(Wire.id) }) } as const
  const platform = Connector.make({
    id: "REFUSING",
    name: "Refusing",
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.none,
    settings: {},
    account: Account.untold("it is invented"),
    http: {
      baseUrl: "https://refusing.example",
      limits: { windows: [] },
      failure: ({ body }) => ({ message: String(Call.at(body, "message")) })
    },
    check: { path: "/" },
    reads: {
      CURRENCIES: Connector.read("CURRENCIES", {
        ...list,
        deletes: Read.idListing({
          call: () => ({ path: "/rows" }),
          page,
          ids: (body) => Read.requiredArrayAt(body, "items").map((row) => String(Call.at(row, "id")))
        }),
        follow: () => [Read.pages({ call: { path: "/rows" }, page, items: "items" })],
        map: ({ id }, { followed: [all] }) => ({ platform_id: id, name: String(Read.arrayAt(all, "").length) })
      })
    },
    writes: {}
  })
  const read = async (count: number, message = "nothing") => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const at = (Number(new URL(new Request(input, init).url).searchParams.get("page")) - 1) * size
      const items = rowsOf(count).slice(at, at + size)
      return items.length === 0 ? Response.json({ message }, { status: 404 }) : Response.json({ items })
    }
    const client = connect(platform, { settings: {}, credentials: {}, fetch })
    const found = []
    for await (const change of client.list("CURRENCIES", { deleted: { known: ["gone"] } })) found.push(change)
    return found
  }
  for (const count of [0, 1, size, 2 * size]) {
    it(`is read to its end: ${count} rows`, async () => {
      const changes = await read(count)
      expect(changes.map(({ deleted, id }) => (deleted ? `${id}!` : id))).toEqual([...rowsOf(count).map(idOf), "gone!"])
      const names = changes.flatMap((change) => (change.deleted ? [] : change.records.map(({ name }) => name)))
      expect(names).toEqual(rowsOf(count).map(() => String(count)))
    })
  }
  it("is not at its end when it says something else", async () => {
    for (const count of [0, size]) await expect(read(count, "no such list")).rejects.toThrow("no such list")
  })
})

describe("spans of time", () => {
  const now = "2026-03-15T12:00:00.000Z"
  const spans = (narrow?: (failure: Page.Refused) => boolean) =>
    Page.spans({
      days: 10,
      first: (at) => Normalize.before(at, 30 * 86_400),
      page: Page.single,
      end: (at) => Normalize.before(at, 3 * 3600),
      call: ({ end, start }) => ({ query: { start, end } }),
      ...(narrow === undefined ? {} : { narrow })
    })
  const all = (from: string | null) => {
    const found: Array<string> = []
    const page = spans()
    for (let state: any = page.start({ now, from }); state !== null;) {
      found.push(`${state.start}/${state.end}`.replaceAll(":00.000Z", ""))
      state = page.next(state, { body: {}, headers: {}, items: [] })
    }
    return found
  }
  it("begin where it is asked from, and end where the platform's do", () => {
    expect(all(null)).toEqual([
      "2026-02-13T12:00/2026-02-23T12:00",
      "2026-02-23T12:00/2026-03-05T12:00",
      "2026-03-05T12:00/2026-03-15T09:00"
    ])
    expect(all("2026-03-10T00:00:00.000Z")).toEqual(["2026-03-10T00:00/2026-03-15T09:00"])
    // What is asked from has not come yet, and one moment is no span.
    expect(all("2026-03-15T11:00:00.000Z")).toEqual(["2026-03-15T08:59:59.000Z/2026-03-15T09:00"])
  })
  it("begin so many days earlier where a run looks at what is older again", () => {
    const page = Page.earlier(10, spans())
    const start = (from: string | null) => page.start({ now, from }).start
    expect(start("2026-03-10T00:00:00.000Z")).toBe("2026-02-28T00:00:00.000Z")
    expect(start("2026-02-14T00:00:00.000Z")).toBe("2026-02-13T12:00:00.000Z")
    expect(start(null)).toBe("2026-02-13T12:00:00.000Z")
  })
  it("tell of an empty page, and of one that is too much, through lists of them", () => {
    const page = Page.emptyWhere(
      ({ status }) => status === 404,
      spans(({ status }) => status === 400)
    )
    for (const lists of [Page.each([{}, {}], page), Page.inTurn([Page.single, page])]) {
      expect(lists.isEmpty!({ status: 404 })).toBe(true)
      expect(lists.isEmpty!({ status: 400 })).toBe(false)
      expect(lists.narrow!(lists.start({ now, from: null }) as never, { status: 404 })).toBeNull()
    }
    expect(Page.each([{}], Page.single)).not.toHaveProperty("narrow")
    expect(Page.inTurn([Page.single, Page.single])).not.toHaveProperty("isEmpty")
  })
  it("are halved as long as they hold too much, for nothing else, and never without end", () => {
    const page = spans(({ status }) => status === 400)
    let state: any = page.start({ now, from: null })
    expect(page.narrow!(state, { status: 404 })).toBeNull()
    let times = 0
    for (let less = state; less !== null; times++) less = page.narrow!((state = less), { status: 400 })
    expect(times).toBeLessThan(25)
    expect(Date.parse(state.end) - Date.parse(state.start)).toBe(1000)
    // What comes after is asked for in longer spans again, from where this one ended.
    const next: any = page.next(state, { body: {}, headers: {}, items: [] })
    expect([next.start, Date.parse(next.end) - Date.parse(next.start)]).toEqual([state.end, 2000])
  })
})

describe("what changed last first", () => {
  const page = Page.newestFirst({ at: "changed", page: Page.numbered({ size }) })
  const answer = (...moments: ReadonlyArray<unknown>) => ({
    body: {},
    headers: {},
    items: moments.map((changed) => ({ changed }))
  })
  const [old, later, latest] = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"]
  const from = (moment: string | null) => page.start({ now: latest, from: moment })
  it("ends where what is older begins, and not before", () => {
    expect(page.next(from(later), answer(latest, old))).toBeNull()
    expect(page.next(from(later), answer(latest, later))).toMatchObject({ page: 2 })
    expect(page.next(from(null), answer(latest, old))).toMatchObject({ page: 2 })
    expect(page.next(from(later), answer(latest))).toBeNull()
  })
  it("goes on where items do not say when they changed", () => {
    expect(page.next(from(later), answer(null, "soon"))).toMatchObject({ page: 2 })
    expect(page.next(from(later), answer("soon", old, null))).toBeNull()
  })
  it("is an error where it is not so", () => {
    expect(() => page.next(from(later), answer(old, latest))).toThrow("what changed last")
  })
  it("makes a read one that knows changes", () => {
    expect(Read.isIncremental({ ...read({ page, answer: () => ({ items: [] }) }), sincePage: page })).toBe(true)
    expect(Read.isIncremental(read({ page, answer: () => ({ items: [] }) }))).toBe(false)
  })
})

describe("a platform that ignores which page is asked for", () => {
  const rows = rowsOf(5)
  const own = (page: Page.Page): Way => ({ page, answer: (all) => ({ items: all }) })
  const deaf = { mayIgnore: true }
  it.each([Page.numbered({ size, ...deaf }), Page.offset({ param: "offset", sizeParam: "limit", size, ...deaf })])(
    "is read once, and what it lacks is not taken for deleted where it came twice",
    (page) => {
      for (const length of [0, 1, 2, 5]) {
        const way = own(page)
        const { calls, result } = walk(read(way), way, rows.slice(0, length), straight)
        expect(Result.isSuccess(result) && result.success).toEqual(rows.slice(0, length).map(idOf))
        expect(calls.length).toBe(length === size ? 2 : 1)
      }
      const send = () => Effect.succeed({ status: 200, headers: {}, body: { items: rows.slice(0, size) } })
      const first = Effect.runSync(Reading.readPage(connector, send, read(own(page)), request))
      const again = Effect.runSync(
        Reading.readPage(connector, send, read(own(page)), { ...request, state: first.next })
      )
      expect(again).toMatchObject({ items: [], isListless: true, next: null })
      expect(first.isListless).toBeUndefined()
    }
  )
  it("is a circle where nobody said that it may", () => {
    const way = own(Page.numbered({ size }))
    expect(isCircular(walk(read(way), way, rows.slice(0, size), straight).result)).toBe(true)
  })
})
