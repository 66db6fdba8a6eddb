/** The fake platform as its users see it: a `fetch` that answers, misbehaves and remembers. */
import { describe, expect, it } from "vitest"
import { FakePlatform, Fault, Unruly } from "../src/platform.ts"

const base = "https://api.acme.example/v1"
const page = (number: number, ids: ReadonlyArray<number>): FakePlatform.Exchange => ({
  request: { path: "/things", query: { page: number } },
  response: { headers: { "x-page": String(number) }, body: { data: { things: ids.map((id) => ({ id })) } } }
})
const pages = [page(1, [1, 2]), page(2, [3])]
const open = (...faults: ReadonlyArray<Fault.Fault>) => {
  let now = 0
  const wait = async (seconds: number) => void (now += seconds * 1000)
  const fake = FakePlatform.make(pages, { "": base }, { faults, now: () => now, wait })
  const ask = async (number: number, init?: RequestInit) => {
    const response = await fake.fetch(`${base}/things?page=${number}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  return { ask, fake }
}

describe("answers", () => {
  it("gives what is written, counts what was asked, and says what it does not know", async () => {
    const { ask, fake } = open()
    const first = await ask(1)
    expect([first.status, first.headers.get("x-page"), first.json()]).toEqual([
      200,
      "1",
      { data: { things: [{ id: 1 }, { id: 2 }] } }
    ])
    expect(fake.unasked()).toEqual([pages[1]])
    const unknown = await ask(7)
    expect([unknown.status, unknown.text]).toEqual([599, `{"unknown":"GET ${base}/things?page=7"}`])
    expect(fake.strays()).toEqual([`GET ${base}/things?page=7`])
    expect(fake.calls.map(({ url }) => url.search)).toEqual(["?page=1", "?page=7"])
    expect(fake.replies.map((reply) => reply?.status)).toEqual([200, 599])
  })
  it("tells calls apart by method, query, headers and body, whatever the order of members", async () => {
    const body = { b: [1], a: { c: null } }
    const fake = FakePlatform.make([
      { request: { method: "POST", path: "/x", headers: { "x-key": "1" }, body }, response: { status: 201 } },
      {
        request: { method: "POST", path: "/x", text: ["<a>", "</a>"] },
        response: { text: ["<b>", "</b>"], headers: { "content-type": "text/xml" } }
      }
    ])
    const post = (content: string, headers = {}) =>
      fake.fetch("https://any.example/v9/x", { method: "POST", body: content, headers })
    expect((await post('{"a":{"c":null},"b":[1]}', { "x-key": "1" })).status).toBe(201)
    expect((await post('{"a":{"c":null},"b":[1]}')).status).toBe(599)
    expect((await post('{"a":{"c":null},"b":[2]}', { "x-key": "1" })).status).toBe(599)
    const xml = await post("<a></a>")
    expect([xml.headers.get("content-type"), await xml.text()]).toEqual(["text/xml", "<b></b>"])
  })
  it("knows a call that is asked again by all that tells it from others, headers among it", async () => {
    const asked = (query: string): FakePlatform.Exchange => ({
      request: { path: "/", headers: { "x-query": query } },
      response: { body: { query } }
    })
    const faults = [Fault.unavailable("every call once")]
    const fake = FakePlatform.make([asked("one"), asked("two")], {}, { faults })
    const ask = (query: string, id: string) =>
      fake.fetch("https://any.example/", { headers: { "x-query": query, "x-id": id } }).then(({ status }) => status)
    expect([await ask("one", "1"), await ask("one", "2"), await ask("two", "3"), await ask("two", "4")]).toEqual([
      503, 200, 503, 200
    ])
  })
  it("gives up on a caller that never ends", async () => {
    const fake = FakePlatform.make(pages, { "": base }, { patience: 3 })
    for (let index = 0; index < 3; index++) await fake.fetch(`${base}/things?page=1`)
    expect(fake.isWornOut()).toBe(false)
    expect((await fake.fetch(`${base}/things?page=1`)).status).toBe(599)
    expect(fake.isWornOut()).toBe(true)
  })
  it("knows how many calls were under way at once", async () => {
    const { ask, fake } = open()
    await Promise.all([ask(1), ask(2), ask(1)])
    expect(fake.peak()).toBe(3)
  })
})

describe("faults", () => {
  it("hit the call of an index, every call, every call once, or those that a function chooses", async () => {
    const statuses = async (when: Fault.When) => {
      const { ask } = open(Fault.unavailable(when))
      return [await ask(1), await ask(1), await ask(2), await ask(2)].map(({ status }) => status)
    }
    expect(await statuses(1)).toEqual([200, 503, 200, 200])
    expect(await statuses("every call")).toEqual([503, 503, 503, 503])
    expect(await statuses("every call once")).toEqual([503, 200, 503, 200])
    expect(await statuses(({ call }) => call.url.search === "?page=2")).toEqual([200, 200, 503, 503])
  })
  it("answer 429 with and without Retry-After", async () => {
    const { ask, fake } = open(Fault.tooManyRequests(0, 7), Fault.tooManyRequests(1))
    const [patient, silent] = [await ask(1), await ask(1)]
    expect([patient.status, patient.headers.get("retry-after")]).toEqual([429, "7"])
    expect([silent.status, silent.headers.get("retry-after")]).toEqual([429, null])
    expect(fake.unasked()).toHaveLength(2)
  })
  it("refuse a token from a call on, until another comes", async () => {
    const { ask } = open(Fault.expiredToken(1, "old"))
    const as = (token: string) => ask(1, { headers: { authorization: `Bearer ${token}` } })
    expect([await as("old"), await as("old"), await as("old"), await as("new")].map(({ status }) => status)).toEqual([
      200, 401, 401, 200
    ])
  })
  it("cut a body in half, and answer with a page for people", async () => {
    const { ask, fake } = open(Fault.cutShort(0), Fault.html(1))
    const whole = JSON.stringify(pages[0]!.response.body)
    expect((await ask(1)).text).toBe(whole.slice(0, Math.floor(whole.length / 2)))
    expect(fake.unasked()).toHaveLength(1)
    const html = await ask(2)
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(html.text).toMatch(/^<!doctype html>/)
  })
  it("repeat a page, and shift one", async () => {
    const things = ({ json }: { readonly json: () => any }) => json().data.things.map(({ id }: { id: number }) => id)
    const repeating = open(Fault.repeatedPage(1))
    expect([things(await repeating.ask(1)), things(await repeating.ask(2))]).toEqual([
      [1, 2],
      [1, 2]
    ])
    const shifting = open(Fault.shiftedPage(1, "data.things"))
    expect([things(await shifting.ask(1)), things(await shifting.ask(2))]).toEqual([
      [1, 2],
      [2, 3]
    ])
  })
  it("double items, change their types, and set their times wrong", async () => {
    const [list, member] = ["data.things", "id"]
    const doubled = open(Fault.doubledItems(0, list))
    expect((await doubled.ask(1)).json().data.things).toEqual([{ id: 1 }, { id: 2 }, { id: 1 }, { id: 2 }])
    const wrong = open(Fault.wrongTypes(0, list, member), Fault.wrongTypes(1, list, "absent"))
    expect((await wrong.ask(2)).json().data.things).toEqual([{ id: { not: "documented" } }])
    expect((await wrong.ask(2)).json().data.things).toEqual([{ id: 3 }])
    const dated: FakePlatform.Exchange = {
      request: { path: "/x" },
      response: { body: { items: [{ at: "2026-01-01T00:00:00Z" }, { at: null }] } }
    }
    const late = FakePlatform.make([dated], {}, { faults: [Fault.skewedTimes(0, "items", "at", -60)] })
    expect(await (await late.fetch("https://any.example/x")).json()).toEqual({
      items: [{ at: "2025-12-31T23:59:00.000Z" }, { at: null }]
    })
  })
  it("carry out what was asked, and lose the answer", async () => {
    const { ask, fake } = open(Fault.lostAnswer(0))
    await expect(ask(1)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } })
    expect(fake.unasked()).toEqual([pages[1]])
  })
  it("stand before a platform with a state of its own", async () => {
    let count = 0
    const answers = ({ text }: Unruly.Asked): Fault.Reply => ({ status: 200, headers: {}, text: `${++count} ${text}` })
    const unruly = Unruly.make(answers, { faults: [Fault.unavailable(1)] })
    const ask = async () => (await unruly.fetch("https://any.example/x", { method: "POST", body: "a" })).text()
    expect([await ask(), await ask(), await ask()]).toEqual(["1 a", '{"message":"Try again later"}', "2 a"])
    expect(unruly.calls).toHaveLength(3)
  })
  it("forget a cursor, in the platform's own status", async () => {
    const { ask } = open(Fault.expiredCursor(0), Fault.expiredCursor(1, 400), Fault.unauthorized(2))
    expect([await ask(2), await ask(2), await ask(2)].map(({ status }) => status)).toEqual([410, 400, 401])
  })
  it("break a connection as fetch does", async () => {
    const { ask, fake } = open(Fault.brokenConnection(0))
    await expect(ask(1)).rejects.toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } })
    expect(fake.calls).toHaveLength(1)
    expect(fake.replies).toEqual([undefined])
  })
  it("are slow on the platform's clock, and end when the caller gives up", async () => {
    const { ask, fake } = open(Fault.slow(0, 600))
    expect((await ask(1)).status).toBe(200)
    await ask(1)
    expect(fake.calls.map(({ at }) => at)).toEqual([0, 600_000])
    const patient = FakePlatform.make(pages, { "": base }, { faults: [Fault.slow(0, 600)] })
    const gone = new AbortController()
    const asked = patient.fetch(`${base}/things?page=1`, { signal: gone.signal })
    gone.abort(new Error("enough"))
    await expect(asked).rejects.toThrow("enough")
  })
})
