/** Walks over pages of every strategy, along platforms that page right and along those that go in circles. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Bounds, Call, type ConnectorError, Connector, Page, Read, Wire } from "../src/contract/index.ts"
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
  }
}
const names = Object.keys(ways)

const read = (way: Way, deletes: Read.Deletes = Read.fullListing) =>
  Connector.read("ITEMS", {
    path: "/rows",
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

/** Walks to the end, with each state as a checkpoint gives it back. */
const walk = (own: Read.Read<"ITEMS">, way: Way, rows: ReadonlyArray<Row>, trouble: Trouble) => {
  const calls: Array<Call.Call> = []
  const send = (call: Call.Call) =>
    Effect.sync(() => {
      calls.push(call)
      if (calls.length > many) throw new Error("without end")
      const { link, ...body } = trouble((asked) => way.answer(rows, asked), call, calls)
      return { status: 200, headers: link === undefined ? {} : { link }, body }
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
  it("reads lists of any length to their end", () => {
    for (const length of lengths) {
      const rows = rowsOf(length)
      const { result } = walk(read(way), way, rows, straight)
      expect(Result.isSuccess(result) && result.success).toEqual(rows.map(idOf))
    }
  })
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
    const first = Effect.runSync(
      Reading.readPage(
        connector,
        (call) =>
          Effect.sync(() => {
            const { link, ...body } = way.answer(rows, call)
            return { status: 200, headers: link === undefined ? {} : { link }, body }
          }),
        own,
        request
      )
    )
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
      const send = (call: Call.Call) =>
        Effect.sync(() => {
          const { link, ...body } = way.answer(rows, call)
          return { status: 200, headers: link === undefined ? {} : { link }, body }
        })
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
