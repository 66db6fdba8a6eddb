/** Texts and numbers that not every system can hold: what platforms send is stored as it is, or refused with its field. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const replaced = "\uFFFD"
/** What is sent, and what the lists show. The sign for what cannot be shown says that something stood there. */
const texts: ReadonlyArray<readonly [sent: string, shown: string]> = [
  ["a\u0000b", `a${replaced}b`],
  ["half \ud800", `half ${replaced}`],
  ["\udc00 half", `${replaced} half`],
  ["\udc00\ud800", replaced + replaced],
  ["four bytes \u{1F600}\u{10FFFF}", "four bytes \u{1F600}\u{10FFFF}"],
  ["\u202Eright to left \u05E9\u05DC\u05D5\u05DD", "\u202Eright to left \u05E9\u05DC\u05D5\u05DD"],
  ["e\u0301 is not \u00E9", "e\u0301 is not \u00E9"],
  ["\u{1F984}".repeat(50_000), "\u{1F984}".repeat(50_000)],
  ["long ".repeat(20_000).trim(), "long ".repeat(20_000).trim()],
  ["\u0001\u001F\u007F\u2028", "\u0001\u001F\u007F\u2028"],
  ['"}],{"', '"}],{"']
]
/** A number as its platform writes it in JSON, and what is shown; null where it is refused. */
const numbers: ReadonlyArray<readonly [sent: string, shown: number | null]> = [
  ["9007199254740991", 9_007_199_254_740_991],
  ["-9007199254740992", -9_007_199_254_740_992],
  ["9007199254740993", null],
  ["-9007199254740993", null],
  ['"9007199254740993"', null],
  ["1e308", 1e308],
  ["1e400", null],
  ["5e-324", 5e-324],
  ["-0", 0],
  ["-0.0e5", 0],
  ['"NaN"', null],
  ['"Infinity"', null],
  ['"12,50"', null],
  ["1234.1234567891", 1234.1234567891],
  ['"1234.1234567891"', 1234.1234567891],
  ["0.0000000001", 1e-10],
  ["0.30000000000000004", 0.30000000000000004],
  ["123456789012.1234567891", null],
  ["90071992547409.91", null],
  ['"123456789012.1234567891"', null],
  // As a platform writes a double that shows all of its digits.
  ["9999999999999.0996", 9999999999999.1]
]

describe.each(Synced.databases)("values on %s", (database) => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start(database)
  })
  afterAll(() => at.stop())

  /** The platform has these items and no others, each as its JSON text. */
  const having = (tenant: string, items: ReadonlyArray<string>) =>
    at.platform.rule(
      Sandbox.to(tenant, "items"),
      () =>
        new Response(`{"items":[${items.join(",")}],"nextCursor":null}`, {
          headers: { "content-type": "application/json" }
        })
    )
  const shown = (own: Synced.Connected) => at.list(own, "accounting/items", "&select=raw_data")
  const unchanged = async (own: Synced.Connected, warned: number) => {
    const { jobs, sync } = await at.sync(own, { full_sync: true })
    const {
      records_created: created,
      records_refused: refused,
      records_updated: updated,
      records_warned
    } = jobs["ITEMS"]
    assert.deepStrictEqual([sync.status, created, updated, refused, records_warned], ["SUCCESS", 0, 0, 0, warned])
  }

  it("texts come through as they are; what cannot be stored is replaced, and fails nothing", async () => {
    having(
      "texts",
      texts.map(([sent], n) => JSON.stringify({ id: `t${n}`, title: sent, sku: `[${sent}]`, note: { [sent]: sent } }))
    )
    const own = await at.connected("texts", { ITEMS: {} })
    assert.strictEqual(own.sync.status, "SUCCESS")
    assert.strictEqual(own.jobs["ITEMS"].records_created, texts.length)
    const records = await shown(own)
    for (const [n, [sent, expected]] of texts.entries()) {
      const record = records.find(({ platform_id }) => platform_id === `t${n}`)!
      const said = JSON.stringify(sent.slice(0, 40))
      assert.strictEqual(record.name, expected, said)
      assert.strictEqual(record.raw_data.title, expected, said)
      assert.strictEqual(Object.values<string>(record.raw_data.note)[0], expected, said)
      if (expected.length < 100) {
        const query = `&code[eq]=${encodeURIComponent(record.code)}`
        assert.include(
          (await at.list(own, "accounting/items", query)).map(({ platform_id }) => platform_id),
          `t${n}`
        )
      }
    }
    await unchanged(own, 0)
  })

  it("numbers come through as they are; one with more digits than can be kept is null, and told", async () => {
    having(
      "numbers",
      numbers.map(([sent], n) => `{"id":"n${n}","stock":{"onHand":${sent}}}`)
    )
    const own = await at.connected("numbers", { ITEMS: {} })
    const warned = numbers.filter(([, expected]) => expected === null).length
    assert.strictEqual(own.sync.status, "SUCCESS")
    assert.deepInclude(own.jobs["ITEMS"], { records_refused: 0, records_warned: warned })
    const records = await shown(own)
    assert.strictEqual(records.length, numbers.length)
    for (const [n, [sent, expected]] of numbers.entries()) {
      const record = records.find(({ platform_id }) => platform_id === `n${n}`)
      assert.strictEqual(record!.quantity_on_hand, expected, sent)
    }
    for (const { issues, platform_id } of await at.rows(
      "select platform_id, issues from refusal where connection_id = $1::bigint",
      [own.connectionId]
    )) {
      assert.match(JSON.stringify(issues), /onHand/, platform_id)
    }
    await unchanged(own, warned)
  })

  it("an id keeps every digit, and a sum of cents is not rounded", async () => {
    having("ids", ['{"id":9007199254740993,"sku":"x"}', '{"id":9007199254740992,"sku":"y"}', '{"id":17,"sku":"z"}'])
    const own = await at.connected("ids", { ITEMS: {} })
    const records = await shown(own)
    // The one in the middle may be another id that lost its last digit, so it is refused.
    assert.deepStrictEqual(records.map(({ platform_id }) => platform_id).toSorted(), ["17", "9007199254740993"])
    assert.strictEqual(records.find(({ code }) => code === "x")!.raw_data.id, "9007199254740993")
  })

  it("a caller's numbers reach the platform as they were sent, or are refused with their place", async () => {
    const tenant = "callers"
    const own = await at.connected(tenant, { PURCHASE_ORDERS: {} })
    const [vendor] = (await at.platform.all(tenant, "contacts")).filter(
      ({ kind, state }) => kind === "vendor" && state === "active"
    )
    const order = (amount: string) =>
      at.call(
        "POST",
        "/accounting/purchase_orders",
        `{"company_id":${own.companyId},"data":[{"contact_id":"${vendor.id}","currency_id":"EUR",
          "posted_date":"2025-03-01","line_items":[{"description":"x","quantity":1,"unit_amount":${amount}}]}]}`
      )
    const sent = () => at.platform.seen(tenant).filter(({ method }) => method === "POST")
    for (const [amount, minor] of [
      ["10.1234567891", "1012.34567891"],
      ["-0.0000000001", "-1e-8"],
      ["9007199254740.99", "900719925474099"]
    ] as const) {
      const answer = await order(amount)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.include(sent().at(-1)!.body, `"unitMinor":${minor}`)
    }
    const before = sent().length
    for (const amount of [
      "9007199254740993",
      "90071992547409.91",
      "1e400",
      "123456789012.1234567891",
      '"NaN"',
      "NaN"
    ]) {
      const answer = await order(amount)
      if (amount.startsWith('"')) {
        assert.strictEqual(answer.body.data.data[0].error.field, "line_items[0].unit_amount", answer.text)
      } else {
        assert.strictEqual(answer.status, 400, answer.text)
        if (amount !== "NaN") assert.strictEqual(answer.body.error.field, "data[0].line_items[0].unit_amount")
      }
    }
    assert.strictEqual(sent().length, before)
  })
})
