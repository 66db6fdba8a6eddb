/** `sync_from`: what is older is neither asked for nor stored, and nothing is deleted because a listing leaves it out. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const from = "2026-06-15T09:30:00.000Z"
const day = from.slice(0, 10)
const earlier = "2026-02-01T00:00:00.000Z"

describe.each(Synced.databases)("sync_from on %s", (database) => {
  /** What is asked for is the same on every database. */
  const asks = (name: string, test: () => Promise<void>) => {
    if (database === "embedded") it(name, test)
  }
  let at: Synced.Synced
  let all: ReadonlyArray<any>
  let orders: ReadonlyArray<any>
  beforeAll(async () => {
    at = await Synced.start(database)
    await at.listen("DATA_MODEL_CHANGES")
    all = await at.platform.all("whole", "bills")
    orders = await at.platform.all("whole", "salesOrders")
  })
  afterAll(() => at.stop())

  const bills = (connection: Synced.Connected) => at.list(connection, "accounting/bills")
  const idsOf = (records: ReadonlyArray<any>) => records.map(({ platform_id }) => platform_id).toSorted()
  const datedFrom = (first: string, member: string, rows: ReadonlyArray<any>) =>
    rows
      .filter((row) => row[member] >= first)
      .map(({ id }) => id)
      .toSorted()
  const configure = (connection: Synced.Connected, data_model: string, sync_from: string | null) =>
    at.ok("PUT", `/v3/core/connections/${connection.connectionId}/sync_config`, {
      sync_config: [{ data_model, sync_from }]
    })
  const told = async (connection: Synced.Connected, operation: string) =>
    (await at.events(connection)).filter((event) => event["operation"] === operation).map(({ subject }) => subject)

  asks("asks for less, stores less and tells of less; master data comes whole", async () => {
    const company = await at.connected("less", {
      BILLS: { sync_from: from },
      SALES_ORDERS: { sync_from: from },
      BALANCE_SHEET: { sync_from: from },
      CONTACTS: { sync_from: from }
    })
    const wanted = datedFrom(day, "billedOn", all)
    assert.isAbove(wanted.length, 0)
    assert.isBelow(wanted.length, all.length)
    assert.deepStrictEqual(idsOf(await bills(company)), wanted)
    assert.strictEqual(company.jobs["BILLS"].records_read, wanted.length)
    assert.deepStrictEqual(
      idsOf(await at.list(company, "accounting/sales_orders")),
      datedFrom(day, "orderedOn", orders)
    )
    // The platform cannot list statements from a month on: the older ones are left out here.
    const months = (await at.list(company, "accounting/balance_sheet")).map(({ period_end }) => period_end)
    assert.isTrue(months.length > 0 && months.every((end) => end >= day))
    assert.isTrue(months.includes("2026-06-30"))
    const seen = at.platform.seen("less")
    const asked = (resource: string) =>
      new Set(seen.filter(Sandbox.to("less", resource)).map(({ query }) => query.get("datedFrom")))
    assert.deepStrictEqual([...asked("bills")], ["2026-06-14T00:00:00.000Z"])
    assert.deepStrictEqual([...asked("contacts")], [null])
    const contacts = await at.platform.all("less", "contacts")
    assert.strictEqual((await at.list(company, "accounting/contacts")).length, contacts.length)
    const created = new Set(await told(company, "CREATE"))
    assert.strictEqual((await bills(company)).filter(({ svc_id }) => created.has(svc_id)).length, wanted.length)
    const stored = await at.rows("select count(*)::int as n from record_bills where connection_id = $1::bigint", [
      company.connectionId
    ])
    assert.strictEqual(stored[0]!["n"], wanted.length)
  })

  it("keeps what is stored up to date when its date moves, and leaves an old record's change out", async () => {
    const company = await at.connected("moves", { BILLS: { sync_from: from }, SALES_ORDERS: { sync_from: from } })
    const move = (resource: string, id: string, change: object) =>
      at.platform.call("moves", "PATCH", `/${resource}/${id}`, change)
    const old = all.filter(({ billedOn, deleted }) => billedOn < day && deleted !== true).map(({ id }) => id)
    const [later] = datedFrom(day, "billedOn", all)
    const [order] = datedFrom(day, "orderedOn", orders)
    const lost = orders.find(
      ({ id, invoices, orderedOn }) => id !== order && orderedOn >= day && invoices.length === 0
    ).id
    await move("bills", old[0], { payBy: "2026-12-24" })
    await move("bills", old[1], { billedOn: "2026-07-01" })
    await move("bills", later, { billedOn: "2026-01-31" })
    await move("salesOrders", order, { orderedOn: "2026-01-31" })
    await at.platform.call("moves", "DELETE", `/salesOrders/${lost}`)
    for (const full_sync of [false, true]) {
      const { jobs } = await at.sync(company, { full_sync })
      assert.strictEqual(jobs["BILLS"].records_refused, 0)
      const stored = new Map((await bills(company)).map((bill) => [bill.platform_id, bill]))
      assert.isFalse(stored.has(old[0]))
      assert.strictEqual(stored.get(old[1])?.posted_date, "2026-07-01T00:00:00.000Z")
      assert.strictEqual(stored.get(later)?.posted_date, "2026-01-31T00:00:00.000Z")
      const kept = new Map((await at.list(company, "accounting/sales_orders")).map((one) => [one.platform_id, one]))
      assert.strictEqual(kept.get(order)?.posted_date, "2026-01-31T00:00:00.000Z")
      assert.isFalse(kept.has(lost))
    }
    const gone = await at.events(company)
    const deleted = gone.filter(({ data_model, operation }) => operation === "DELETE" && data_model === "SALES_ORDERS")
    assert.strictEqual(deleted.length, 1)
    assert.isEmpty(gone.filter(({ data_model, operation }) => operation === "DELETE" && data_model === "BILLS"))
  })

  it("reads the older part once it is wanted, deletes nothing when less is wanted, and takes null for everything", async () => {
    const company = await at.connected("lowered", { BILLS: { sync_from: from }, SALES_ORDERS: { sync_from: from } })
    const stored = async () => [idsOf(await bills(company)), idsOf(await at.list(company, "accounting/sales_orders"))]
    const dated = (first: string) => [datedFrom(first, "billedOn", all), datedFrom(first, "orderedOn", orders)]
    const want = async (sync_from: string | null) => {
      await configure(company, "BILLS", sync_from)
      await configure(company, "SALES_ORDERS", sync_from)
    }
    await want(earlier)
    await at.sync(company)
    assert.deepStrictEqual(await stored(), dated(earlier.slice(0, 10)))
    await want(from)
    await at.sync(company, { full_sync: true })
    assert.deepStrictEqual(await stored(), dated(earlier.slice(0, 10)))
    // What was not read meanwhile is read again.
    await want(earlier)
    const { jobs } = await at.sync(company)
    assert.strictEqual(jobs["BILLS"].records_read, dated(earlier.slice(0, 10))[0]!.length)
    const again = await at.sync(company)
    assert.strictEqual(again.jobs["BILLS"].records_read, 0)
    await want(null)
    await at.sync(company)
    assert.deepStrictEqual(await stored(), dated(""))
    assert.isEmpty(await told(company, "DELETE"))
    const { data } = await at.ok("GET", `/v3/core/connections/${company.connectionId}`)
    assert.isNull(data.sync_config.find(({ data_model }: any) => data_model === "BILLS").sync_from)
  })

  it("is not passed by a run that began before it was lowered", async () => {
    const company = await at.connect("under-way", { BILLS: { sync_from: from } })
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    at.platform.rule(
      Sandbox.to("under-way", "bills"),
      async (real) => {
        reached.resolve()
        await go.promise
        return real()
      },
      1
    )
    const running = at.syncs(company).then(([first]) => at.ended(first.svc_id))
    await Promise.race([reached.promise, running])
    await configure(company, "BILLS", earlier)
    go.resolve()
    await running
    await at.sync(company)
    assert.deepStrictEqual(idsOf(await bills(company)), datedFrom(earlier.slice(0, 10), "billedOn", all))
  })
})
