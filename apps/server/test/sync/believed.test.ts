/**
 * What platforms are believed at most, as an operator moves it: what is beyond a bound is refused by the name of its setting, what is
 * within is taken, and the widest that a setting lets in is held by both databases and shown by every door.
 */
import * as Crypto from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const json = { "content-type": "application/json" }
const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)
/** JSON of an object that is so many levels deep, with a text in the last. */
const deep = (levels: number, last = '"hush"'): string =>
  `${'{"a":'.repeat(levels - 1)}{"password":${last}}${"}".repeat(levels - 1)}`
/** As many characters of three bytes each, which no index can make fewer. */
const written = (length: number): string => {
  const bytes = Crypto.createHash("shake256", { outputLength: 2 * length })
    .update("id")
    .digest()
  return Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + (bytes.readUInt16LE(2 * at) % 20_000))).join("")
}

describe.each(Synced.databases)("the bounds of platforms on %s", (database) => {
  const started = (env: Readonly<Record<string, string>>) => {
    let at: Synced.Synced
    let own: Synced.Connected & Synced.Ran
    beforeAll(async () => {
      at = await Synced.start(database, undefined, env)
      own = await at.connected("believed", { SALES_ORDERS: {}, CONTACTS: {} })
      assert.strictEqual(own.sync.status, "SUCCESS", JSON.stringify(own.jobs))
    })
    afterAll(() => at.stop())
    const refusals = () =>
      at.rows<{ platform_id: string; issues: ReadonlyArray<string> }>(
        "select platform_id, issues from refusal where connection_id = $1::bigint and data_model = 'SALES_ORDERS'",
        [own.connectionId]
      )
    const orders = (query = "") => at.list(own, "accounting/sales_orders", query)
    /** Reads all orders anew, from pages that are made of the real first one. */
    const listing = async (page: (turn: number, real: any) => string) => {
      let turn = 0
      let first: any
      // Single orders are the platform's own: whoever is not in a list is asked for.
      const isList: Sandbox.Fits = (seen) => Sandbox.to(own.tenant, "salesOrders")(seen) && seen.path === "/salesOrders"
      const behave = at.platform.rule(isList, async (real) => {
        first ??= await (await real()).json()
        return new Response(page(turn++, first), { headers: json })
      })
      const { jobs } = await at.sync(own, { full_sync: true })
      behave()
      return { job: jobs["SALES_ORDERS"], turns: turn }
    }
    /** One page of the real items, and others made of the first: another id, and a member that no model has. */
    const among = (...made: ReadonlyArray<{ readonly id: string; readonly more?: string }>) =>
      listing((_, real) => {
        const others = made.map(({ id, more = "null" }) =>
          JSON.stringify({ ...real.items[0], id, more: 0 }).replace(/"more":0/, () => `"more":${more}`)
        )
        return `{"items":[${[...real.items.map((item: unknown) => JSON.stringify(item)), ...others].join(",")}],"nextCursor":null}`
      })
    /** So many pages, the real items on the first, and one of another id on each. */
    const pages = (count: number, cursor: (turn: number) => string) =>
      listing((turn, { items }) =>
        JSON.stringify({
          items: [...(turn === 0 ? items : []), { ...items[0], id: `p${turn}` }],
          nextCursor: turn + 1 < count ? cursor(turn) : null
        })
      )
    const passed = async (body: string) => {
      const behave = at.platform.rule(Sandbox.to(own.tenant, "company"), () => new Response(body, { headers: json }))
      const answer = await at.call("POST", "/passthrough", {
        company_id: own.companyId,
        data: { method: "GET", path: "/company" }
      })
      behave()
      assert.strictEqual(answer.status, 200, answer.text.slice(0, 300))
      return answer.body
    }
    const paused = async () => {
      const behave = at.platform.rule(
        Sandbox.to(own.tenant, "contacts"),
        Sandbox.status(429, { "retry-after": "1e12" })
      )
      const begun = Date.now()
      const sync = await at.begin(own)
      const { sync_resume_at } = await Synced.until(
        () => at.connection(own),
        ({ sync_status }) => sync_status === "PAUSED"
      )
      behave()
      await at.ok("POST", `/v3/core/connections/${own.connectionId}/resume`)
      const done = await at.ended(sync.svc_id)
      assert.strictEqual(done.sync.status, "SUCCESS", JSON.stringify(done.jobs))
      return (Date.parse(sync_resume_at) - begun) / 1000
    }
    return { pages, among, refusals, orders, passed, paused, at: () => at }
  }

  describe("as narrow as they may be", () => {
    const { among, orders, pages, passed, paused, refusals } = started({
      SVC_MAX_PLATFORM_DEPTH: "20",
      SVC_MAX_PLATFORM_ID_LENGTH: "100",
      SVC_MAX_PLATFORM_PAGES: "10",
      SVC_MAX_PLATFORM_CURSOR_LENGTH: "1000",
      SVC_MAX_PLATFORM_WAIT_SECONDS: "60"
    })
    it("take what is within, and refuse alone what is deeper or has a longer id", async () => {
      const { job } = await among(
        { id: "flat", more: lists(19) },
        { id: "deep", more: lists(20) },
        { id: "s".repeat(100) },
        { id: "l".repeat(101) }
      )
      assert.strictEqual(job.status, "SUCCESS", JSON.stringify(job))
      const ids = (await orders()).map(({ platform_id }) => platform_id)
      assert.includeMembers(ids, ["flat", "s".repeat(100)])
      assert.notIncludeMembers(ids, ["deep", "l".repeat(101)])
      const told = Object.fromEntries((await refusals()).map(({ issues, platform_id }) => [platform_id, issues.join()]))
      assert.match(told["deep"]!, /is nested deeper than 20 levels \(SVC_MAX_PLATFORM_DEPTH\)$/)
      assert.strictEqual(
        told["l".repeat(101)],
        "platform_id: is longer than 100 characters (SVC_MAX_PLATFORM_ID_LENGTH)"
      )
    })
    it("pass through as text what is deeper", async () => {
      assert.deepInclude(await passed(lists(20)), { encoding: "json" })
      assert.deepInclude(await passed(lists(21)), { encoding: "text", data: lists(21) })
      // One that has to be looked into is parsed for it.
      assert.deepInclude(await passed(deep(20)), {
        encoding: "json",
        data: JSON.parse(deep(20, '"[redacted]"'))
      })
      assert.deepInclude(await passed(deep(21)), { encoding: "text" })
    })
    it("let a list have so many pages, and fail the model with more, which deletes nothing", async () => {
      const within = await pages(10, (turn) => `c${turn}`)
      assert.strictEqual(within.job.status, "SUCCESS", JSON.stringify(within.job))
      assert.strictEqual(within.turns, 10)
      const before = await orders()
      assert.includeMembers(
        before.map(({ platform_id }) => platform_id),
        ["p0", "p9"]
      )
      const { job, turns } = await pages(11, (turn) => `d${turn}`)
      assert.strictEqual(turns, 10)
      assert.strictEqual(job.status, "FAILED")
      assert.include(job.error, "answered 10 pages (SVC_MAX_PLATFORM_PAGES) and says that there are more")
      assert.deepStrictEqual(await orders(), before)
    })
    it("let a cursor have so many characters, and fail the model with more", async () => {
      // It is kept as JSON, with what stands around it.
      const within = await pages(2, () => "c".repeat(900))
      assert.strictEqual(within.job.status, "SUCCESS", JSON.stringify(within.job))
      assert.strictEqual(within.turns, 2)
      const { job, turns } = await pages(2, () => "c".repeat(1001))
      assert.strictEqual(turns, 1)
      assert.strictEqual(job.status, "FAILED")
      assert.include(job.error, "is longer than 1000 characters (SVC_MAX_PLATFORM_CURSOR_LENGTH)")
    })
    it("cut waits", async () => {
      const seconds = await paused()
      assert.isAtMost(seconds, 70)
      assert.isAtLeast(seconds, 50)
    })
  })

  describe("as wide as they may be", () => {
    const { among, at, orders, pages, passed, paused, refusals } = started({
      SVC_MAX_PLATFORM_DEPTH: "1000",
      SVC_MAX_PLATFORM_ID_LENGTH: "800",
      SVC_MAX_PLATFORM_PAGES: "1000000000",
      SVC_MAX_PLATFORM_CURSOR_LENGTH: "16000000",
      SVC_MAX_PLATFORM_WAIT_SECONDS: "2678400",
      SVC_KEEP_ALL_EVENTS: "1"
    })
    it("take items as deep and with ids as long, store, change, list and show them, and refuse one more", async () => {
      const long = written(800)
      const made = (last: string) => [
        { id: "deep", more: deep(999, last) },
        { id: "lists", more: lists(999) },
        { id: "deeper", more: lists(1000) },
        { id: long },
        { id: `${long}x` }
      ]
      for (const last of ['"one"', '"other"']) {
        const { job } = await among(...made(last))
        assert.strictEqual(job.status, "SUCCESS", JSON.stringify(job))
        assert.strictEqual(job.records_refused, 2)
        const shown = await orders("&select=raw_data")
        const raw = Object.fromEntries(shown.map(({ platform_id, raw_data }) => [platform_id, raw_data]))
        assert.strictEqual(JSON.stringify(raw["deep"].more), deep(999, last))
        assert.strictEqual(JSON.stringify(raw["lists"].more), lists(999))
        assert.containsAllKeys(raw, [long])
      }
      const issues = (await refusals()).map((refusal) => refusal.issues.join())
      assert.lengthOf(issues, 2)
      for (const one of issues) {
        assert.match(
          one,
          /deeper than 1000 levels \(SVC_MAX_PLATFORM_DEPTH\)|800 characters \(SVC_MAX_PLATFORM_ID_LENGTH\)/
        )
      }
      const [found] = await orders(`&platform_id[eq]=${encodeURIComponent(long)}`)
      assert.strictEqual(found!["platform_id"], long)
      const one = await at().ok("GET", `/v3/accounting/sales_orders/${found!["svc_id"]}?select=raw_data`)
      assert.strictEqual(one.data.raw_data.id, long)
      const events = await at().ok("GET", "/v3/core/events?limit=1000")
      assert.isNotEmpty(events.data)
    })
    it("pass through what is as deep", async () => {
      assert.deepInclude(await passed(lists(1000)), { encoding: "json", data: JSON.parse(lists(1000)) })
      const { data, encoding } = await passed(deep(1000))
      assert.strictEqual(encoding, "json")
      assert.strictEqual(JSON.stringify(data), deep(1000, '"[redacted]"'))
      assert.deepInclude(await passed(lists(1001)), { encoding: "text" })
    })
    it("go on from a cursor as long", async () => {
      const { job, turns } = await pages(2, () => "c".repeat(10_000))
      assert.deepInclude(job, { status: "SUCCESS" })
      assert.strictEqual(turns, 2)
      assert.includeMembers(
        (await orders()).map(({ platform_id }) => platform_id),
        ["p0", "p1"]
      )
    })
    it("wait for a month", async () => {
      const seconds = await paused()
      assert.isAtMost(seconds, 2_678_400 + 10)
      assert.isAtLeast(seconds, 2_678_400 - 10)
    })
  })
})
