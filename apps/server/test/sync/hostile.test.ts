/**
 * A platform whose answers are made to do harm: what cannot be is refused, the rest goes on, nothing is taken for deleted,
 * and once the platform behaves everything is as it shows it. How long others wait meanwhile is for `pnpm chaos F18` to say.
 */
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

describe.each(Synced.databases)("a hostile platform on %s", (database) => {
  let at: Synced.Synced
  let own: Synced.Connected & Synced.Ran
  beforeAll(async () => {
    // As an operator has moved them, for all to see what they do.
    const env = {
      SVC_MAX_PLATFORM_ITEM_LENGTH: "100000",
      SVC_MAX_PLATFORM_LIST_ITEMS: "1000",
      SVC_MAX_PLATFORM_EMPTY_PAGES: "10"
    }
    at = await Synced.start(database, undefined, env, { pageSize: 20 })
    // What a listing lacks is gone, of sales orders; the other model shows that the rest goes on.
    own = await at.connected("hostile", { SALES_ORDERS: {}, CONTACTS: {} })
    assert.strictEqual(own.sync.status, "SUCCESS", JSON.stringify(own.jobs))
  })
  afterAll(() => at.stop())

  const ids = async (path: string) =>
    (await at.list(own, path)).map(({ platform_id }) => platform_id as string).toSorted()
  const there = async (resource: string) =>
    (await at.platform.all(own.tenant, resource)).map(({ id }) => id as string).toSorted()

  /** Keeps pages by the cursor they were asked with. */
  const pages = (resource: string, answer: (turn: number, kept: ReadonlyArray<string>) => string | null) => {
    const kept: Array<string> = []
    let turn = 0
    return at.platform.rule(Sandbox.to(own.tenant, resource), async (real) => {
      const response = await real()
      const text = await response.text()
      kept.push(text)
      const said = answer(turn++, kept)
      const headers = { "content-type": "application/json" }
      return new Response(said ?? text, { status: said === null ? response.status : 200, headers })
    })
  }

  it.each([
    ["a page that comes twice", (turn, kept) => (turn === 2 ? kept[1]! : null)],
    ["a cursor that leads back", (turn, kept) => (turn >= 2 ? kept[turn % 2]! : null)],
    ["the first page for ever", (_, kept) => kept[0]!],
    [
      "new cursors to one page for ever",
      (turn, kept) => JSON.stringify({ ...JSON.parse(kept[0]!), nextCursor: `c${turn}` })
    ]
  ] satisfies ReadonlyArray<readonly [string, (turn: number, kept: ReadonlyArray<string>) => string | null]>)(
    "with %s fails the model, deletes nothing, and is over when the platform behaves",
    async (_, answer) => {
      const before = await ids("accounting/sales_orders")
      assert.isAbove(before.length, 40)
      const behave = pages("salesOrders", answer)
      const { jobs, sync } = await at.sync(own, { full_sync: true })
      behave()
      assert.strictEqual(sync.status, "PARTIAL_SUCCESS", JSON.stringify(jobs))
      assert.strictEqual(jobs["SALES_ORDERS"].status, "FAILED")
      assert.strictEqual(jobs["CONTACTS"].status, "SUCCESS")
      assert.match(jobs["SALES_ORDERS"].error, /answered a page that it had answered before/)
      assert.deepStrictEqual(await ids("accounting/sales_orders"), before)
      // The run that went in circles is given up: the next one reads everything.
      const after = await at.sync(own)
      assert.strictEqual(after.sync.status, "SUCCESS", JSON.stringify(after.jobs))
      assert.deepStrictEqual(await ids("accounting/sales_orders"), await there("salesOrders"))
    }
  )

  it("with pages without a record for ever fails the model, and deletes nothing", async () => {
    const before = await ids("accounting/sales_orders")
    const behave = pages("salesOrders", (turn) => JSON.stringify({ items: [], nextCursor: `e${turn}` }))
    const { jobs } = await at.sync(own, { full_sync: true })
    behave()
    assert.strictEqual(jobs["SALES_ORDERS"].status, "FAILED")
    assert.match(jobs["SALES_ORDERS"].error, /10 empty pages \(SVC_MAX_PLATFORM_EMPTY_PAGES\)/)
    assert.deepStrictEqual(await ids("accounting/sales_orders"), before)
    assert.strictEqual((await at.sync(own)).sync.status, "SUCCESS")
  })

  const deep = `${"[".repeat(40_000)}${"]".repeat(40_000)}`
  const hostile = [
    `{"id":"deep","lines":${deep}}`,
    `{"id":"${"x".repeat(4000)}"}`,
    `{"id":"long","note":"${"x".repeat(4_100_000)}"}`,
    `{"id":"many","lines":[${Array.from({ length: 1001 }, () => "{}").join()}]}`,
    deep
  ]
  it("refuses items that nothing can hold, stores the others, and takes nothing for deleted", async () => {
    const before = await ids("accounting/sales_orders")
    const behave = at.platform.rule(
      (seen) => Sandbox.to(own.tenant, "salesOrders")(seen) && !seen.query.has("cursor"),
      async (real) => {
        const text = await (await real()).text()
        const first = `{"items":[${hostile.join(",")},`
        return new Response(text.replace('{"items":[', first), { headers: { "content-type": "application/json" } })
      }
    )
    const { jobs, sync } = await at.sync(own, { full_sync: true })
    behave()
    assert.strictEqual(sync.status, "SUCCESS", JSON.stringify(jobs))
    assert.strictEqual(jobs["SALES_ORDERS"].records_refused, hostile.length)
    assert.strictEqual(jobs["SALES_ORDERS"].records_deleted, 0)
    assert.deepStrictEqual(await ids("accounting/sales_orders"), before)
    const refused = await at.rows<{ platform_id: string; issues: ReadonlyArray<string> }>(
      "select platform_id, issues from refusal where connection_id = $1::bigint and data_model = 'SALES_ORDERS'",
      [own.connectionId]
    )
    assert.strictEqual(refused.length, hostile.length)
    for (const { issues } of refused) {
      assert.match(
        issues.join(),
        /100 levels \(SVC_MAX_PLATFORM_DEPTH\)|500 characters \(SVC_MAX_PLATFORM_ID_LENGTH\)|100000 characters \(SVC_MAX_PLATFORM_ITEM_LENGTH\)|1000 .*\(SVC_MAX_PLATFORM_LIST_ITEMS\)/
      )
    }
  })

  it("is not waited for longer than a day and an hour, and no longer at all once an operator says so", async () => {
    const behave = at.platform.rule(Sandbox.to(own.tenant, "contacts"), Sandbox.status(429, { "retry-after": "1e12" }))
    const sync = await at.begin(own)
    const paused = await Synced.until(
      () => at.connection(own),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    assert.isAtMost(Date.parse(paused.sync_resume_at) - Date.now(), 25 * 3_600_000)
    behave()
    await at.ok("POST", `/v3/core/connections/${own.connectionId}/resume`)
    const done = await at.ended(sync.svc_id)
    assert.strictEqual(done.sync.status, "SUCCESS", JSON.stringify(done.jobs))
  })

  it("is passed through as text where its answer is nested too deep", async () => {
    const behave = at.platform.rule(
      Sandbox.to(own.tenant, "company"),
      () => new Response(deep, { headers: { "content-type": "application/json" } })
    )
    const answer = await at.call("POST", "/passthrough", {
      company_id: own.companyId,
      data: { method: "GET", path: "/company" }
    })
    behave()
    assert.strictEqual(answer.status, 200, answer.text.slice(0, 300))
    assert.strictEqual(answer.body.encoding, "text")
    assert.strictEqual(answer.body.data, deep)
  })

  it("is told from what a webhook named: one record is refused, the others are fetched", async () => {
    const [first, second] = await ids("accounting/sales_orders")
    const behave = at.platform.rule(
      (seen) => Sandbox.to(own.tenant, "salesOrders")(seen) && seen.path.endsWith(`/${first}`),
      () => new Response(`{"id":"${first}","lines":${deep}}`, { headers: { "content-type": "application/json" } })
    )
    const before = at.platform.seen(own.tenant).length
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) => refetch.records(own.connectionId, "SALES_ORDERS", [first!, second!], []))
    )
    await Synced.until(
      async () => at.platform.seen(own.tenant).slice(before),
      (seen) => seen.some(({ path }) => path.endsWith(`/${second}`))
    )
    behave()
    assert.include(await ids("accounting/sales_orders"), first)
  })
})
