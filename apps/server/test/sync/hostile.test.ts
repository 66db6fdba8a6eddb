/**
 * A platform whose answers are made to do harm: what cannot be is refused, the rest goes on, nothing is taken for deleted,
 * and once the platform behaves everything is as it shows it.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

describe.each(Synced.databases)("a hostile platform on %s", { timeout: 120_000 }, (database) => {
  let at: Synced.Synced
  let own: Synced.Connected & Synced.Ran
  beforeAll(async () => {
    at = await Synced.start(database, undefined, {}, { pageSize: 20 })
    // What a listing lacks is gone, of expenses; the other model shows that the rest goes on.
    own = await at.connected("hostile", { EXPENSES: {}, CONTACTS: {} })
    assert.strictEqual(own.sync.status, "SUCCESS", JSON.stringify(own.jobs))
  }, 120_000)
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
      const before = await ids("accounting/expenses")
      assert.isAbove(before.length, 40)
      const behave = pages("expenses", answer)
      const { jobs, sync } = await at.sync(own, { full_sync: true })
      behave()
      assert.strictEqual(sync.status, "PARTIAL_SUCCESS", JSON.stringify(jobs))
      assert.strictEqual(jobs["EXPENSES"].status, "FAILED")
      assert.strictEqual(jobs["CONTACTS"].status, "SUCCESS")
      assert.match(jobs["EXPENSES"].error, /answered a page that it had answered before/)
      assert.deepStrictEqual(await ids("accounting/expenses"), before)
      // The run that went in circles is given up: the next one reads everything.
      const after = await at.sync(own)
      assert.strictEqual(after.sync.status, "SUCCESS", JSON.stringify(after.jobs))
      assert.deepStrictEqual(await ids("accounting/expenses"), await there("expenses"))
    }
  )
})
