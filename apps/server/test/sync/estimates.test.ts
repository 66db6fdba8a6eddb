/**
 * A company that has come since statistics were taken: the planner expects its records before there are many, so that a
 * look-up, a page and a list go on finding them one by one.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Plan from "../../src/records/Plan.ts"
import * as Synced from "../support/Synced.ts"

const models = { BILLS: {} }
/** What is first looked after, and what is then stored without another look. */
const pages = 12
const size = 60

describe.each(Synced.databases)("a company that is new on %s", (database) => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start(database)
    at.platform.rule(
      ({ path, query }) => path === "/bills" && query.has("limit"),
      async (real, { query, tenant }) => {
        const [bill] = await at.platform.all(tenant, "bills")
        const from = Number(query.get("cursor") ?? 0)
        const isLast = tenant === "small" || from === (pages - 1) * size
        const items = Array.from({ length: tenant === "small" ? 3 : size }, (_, n) => ({
          ...bill,
          deleted: false,
          id: `bill-${from + n}`
        }))
        await real()
        return Response.json({ items, nextCursor: isLast ? null : String(from + size), hasMore: !isLast })
      }
    )
  })
  afterAll(() => at.stop())

  const expected = async (table: string, { companyId }: { readonly companyId: number }) => {
    const text = `explain (format json) select 1 from ${table} where company_id = $1::bigint`
    const [plan] = await at.rows<Plan.Explained & Record<string, any>>(text, [companyId])
    return Plan.rowsOf(plan!)
  }

  it("is expected to have its records, and their lines, while they are stored", async () => {
    const first = await at.connected("small", models)
    for (const table of ["record_bills", "record_line_items"]) await at.rows(`analyze ${table}`)
    const second = await at.connected("large", models)
    const bills = await at.list(second, "accounting/bills")
    assert.strictEqual(bills.length, pages * size)
    const lines = bills.reduce((sum, bill) => sum + bill.line_items.length, 0)
    assert.isAbove(lines, 256)
    for (const [table, there] of [
      ["record_bills", bills.length],
      ["record_line_items", lines]
    ] as const) {
      assert.isAbove((await expected(table, second)) * 8, there)
      assert.isBelow(await expected(table, first), 100)
    }
  })
})
