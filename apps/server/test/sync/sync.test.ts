/** What a sync reads, stores, deletes and tells, on both databases. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const models = { CONTACTS: {}, BILLS: {}, CURRENCIES: {}, INVOICE_PAYMENTS: {} }
const ids = (records: ReadonlyArray<any>) => records.map(({ platform_id }) => platform_id).toSorted()
const counts = ({ records_created: created, records_deleted: deleted, records_updated: updated }: any) => ({
  created,
  updated,
  deleted
})
const nothing = { created: 0, updated: 0, deleted: 0 }

describe.each(Synced.databases)("syncs on %s", (database) => {
  let at: Synced.Synced
  let company: Synced.Connected & Synced.Ran
  beforeAll(async () => {
    at = await Synced.start(database)
    await at.listen("DATA_MODEL_CHANGES")
    await at.listen("SYNC_COMPLETED")
    company = await at.connected("plain", models)
  })
  afterAll(() => at.stop())

  it("reads everything at first, and tells of each record once", async () => {
    assert.strictEqual(company.sync.status, "SUCCESS", JSON.stringify(company.jobs))
    assert.strictEqual(company.sync.trigger, "CONNECTED")
    const contacts = await at.platform.all("plain", "contacts")
    assert.deepStrictEqual(ids(await at.list(company, "accounting/contacts")), contacts.map(({ id }) => id).toSorted())
    assert.deepStrictEqual(
      ids(await at.list(company, "accounting/bills")),
      (await at.platform.all("plain", "bills")).map(({ id }) => id).toSorted()
    )
    assert.strictEqual(company.jobs["CONTACTS"].records_created, contacts.length)
    const events = await at.events(company)
    assert.strictEqual(new Set(events.map(({ subject }) => subject)).size, events.length)
    const told = events.filter(({ data_model, operation }) => data_model === "CONTACTS" && operation === "CREATE")
    assert.strictEqual(told.length, contacts.length)
    assert.strictEqual((await at.connection(company)).sync_status, "IDLE")
  })

  it("reports nothing and writes no row when nothing has changed, asking for changes only", async () => {
    const state = () =>
      at.rows(
        "select sum(svc_id) as ids, max(updated_at) as last, count(*) as n, max(xmin::text::bigint) as wrote from record"
      )
    const [before] = await state()
    const events = (await at.events(company)).length
    const from = at.platform.seen("plain").length
    const { jobs, sync } = await at.sync(company)
    assert.strictEqual(sync.status, "SUCCESS")
    for (const [model, job] of Object.entries(jobs)) assert.deepStrictEqual(counts(job), nothing, model)
    assert.deepStrictEqual(await state(), [before!])
    assert.strictEqual((await at.events(company)).length, events)
    const seen = at.platform.seen("plain").slice(from)
    for (const resource of ["contacts", "bills", "customerPayments"]) {
      const asked = seen.filter(Sandbox.to("plain", resource))
      assert.isAbove(asked.length, 0, resource)
      for (const { query } of asked) assert.isNotNull(query.get("modifiedSince"), resource)
    }
    // The source that cannot say what has changed is read as a whole.
    assert.isTrue(seen.filter(Sandbox.to("plain", "currencies")).every(({ query }) => !query.has("modifiedSince")))
    assert.isTrue(seen.some(({ path, query }) => path === "/changes" && query.get("resource") === "bills"))
  })

  it("finds what was changed, marked, announced as deleted and deleted without a word, with one event each", async () => {
    const call = (method: string, path: string, body?: unknown) => at.platform.call("plain", method, path, body)
    const changed = await call("POST", "/contacts", { name: "To be changed", kind: "vendor" })
    const marked = await call("POST", "/contacts", { name: "To be marked", kind: "vendor" })
    const bill = await call("POST", "/bills", {
      number: "GONE-1",
      vendor: changed.id,
      billedOn: "2025-01-10",
      currency: "EUR",
      stage: "entered",
      lines: [{ accountId: (await expenseAccount()).id, qty: 1, unitMinor: 500 }]
    })
    const currency = await call("POST", "/currencies", { code: "XXB", label: "Gone", decimals: 2, unitsPerBase: "2" })
    assert.strictEqual((await at.sync(company)).sync.status, "SUCCESS")
    const from = (await at.events(company)).length

    await call("PATCH", `/contacts/${changed.id}`, { vatId: "EE123" })
    await call("DELETE", `/contacts/${marked.id}`)
    await call("DELETE", `/bills/${bill.id}`)
    await call("DELETE", `/currencies/${currency.id}`)
    const { jobs } = await at.sync(company)
    assert.deepStrictEqual(counts(jobs["CONTACTS"]), { created: 0, updated: 1, deleted: 1 })
    assert.deepStrictEqual(counts(jobs["BILLS"]), { created: 0, updated: 0, deleted: 1 })
    assert.deepStrictEqual(counts(jobs["CURRENCIES"]), { created: 0, updated: 0, deleted: 1 })
    const told = (await at.events(company)).slice(from).map(({ data, data_model, operation }) => {
      return `${data_model} ${operation} ${data.platform_id}`
    })
    const own = told.filter((line) => !line.startsWith("LINE_ITEMS"))
    assert.deepStrictEqual(own.toSorted(), [
      `BILLS DELETE ${bill.id}`,
      `CONTACTS DELETE ${marked.id}`,
      `CONTACTS UPDATE ${changed.id}`,
      "CURRENCIES DELETE XXB"
    ])
    assert.isFalse(ids(await at.list(company, "accounting/contacts")).includes(marked.id))
    const deleted = await at.list(company, "accounting/contacts", "&include_deleted_records=true")
    assert.isString(deleted.find(({ platform_id }) => platform_id === marked.id).svc_deleted_at)
    for (const job of Object.values((await at.sync(company)).jobs)) assert.deepStrictEqual(counts(job), nothing)
  })

  it("reads everything in a full sync, in which what is unchanged fires nothing and what was deleted is still found", async () => {
    const call = (method: string, path: string, body?: unknown) => at.platform.call("plain", method, path, body)
    const bill = await call("POST", "/bills", {
      number: "GONE-2",
      vendor: (await at.platform.all("plain", "contacts")).find(({ kind }) => kind === "vendor").id,
      billedOn: "2025-01-10",
      currency: "EUR",
      stage: "entered",
      lines: [{ accountId: (await expenseAccount()).id, qty: 1, unitMinor: 500 }]
    })
    await at.sync(company)
    await call("DELETE", `/bills/${bill.id}`)
    const events = (await at.events(company)).length
    const from = at.platform.seen("plain").length
    const { jobs, sync } = await at.sync(company, { full_sync: true, data_models_to_sync: ["CONTACTS", "BILLS"] })
    assert.strictEqual(sync.full_sync, true)
    assert.deepStrictEqual(Object.keys(jobs).toSorted(), ["BILLS", "CONTACTS"])
    assert.deepStrictEqual(counts(jobs["CONTACTS"]), nothing)
    assert.deepStrictEqual(counts(jobs["BILLS"]), { created: 0, updated: 0, deleted: 1 })
    assert.strictEqual(
      jobs["CONTACTS"].records_read,
      (await at.list(company, "accounting/contacts", "&include_deleted_records=true")).length
    )
    const seen = at.platform.seen("plain").slice(from)
    assert.isTrue(seen.filter(Sandbox.to("plain", "contacts")).every(({ query }) => !query.has("modifiedSince")))
    assert.isFalse(seen.some(Sandbox.to("plain", "currencies")))
    const told = (await at.events(company)).slice(events).filter(({ data_model }) => data_model !== "LINE_ITEMS")
    assert.deepStrictEqual(
      told.map(({ data, operation }) => [operation, data.platform_id]),
      [["DELETE", bill.id]]
    )
  })

  it("stores what can be read when one item cannot, counts the refusal, and takes nothing for deleted", async () => {
    const tenant = "refusals"
    const own = await at.connected(tenant, models)
    const currency = await at.platform.call(tenant, "POST", "/currencies", {
      code: "XXD",
      label: "Silently gone",
      decimals: 2,
      unitsPerBase: "2"
    })
    await at.sync(own)
    await at.platform.call(tenant, "DELETE", `/currencies/${currency.id}`)
    const end = at.platform.rule(
      Sandbox.to(tenant, "currencies"),
      Sandbox.edited((items) => items.map((item) => (item.code === "USD" ? { ...item, code: {} } : item)))
    )
    const { jobs, sync } = await at.sync(own)
    end()
    assert.strictEqual(sync.status, "SUCCESS")
    assert.strictEqual(jobs["CURRENCIES"].records_refused, 1)
    assert.deepStrictEqual(counts(jobs["CURRENCIES"]), nothing)
    const codes = () => at.list(own, "accounting/currencies").then(ids)
    assert.includeMembers(await codes(), ["USD", "XXD"])
    const again = await at.sync(own)
    assert.strictEqual(again.jobs["CURRENCIES"].records_refused, 0)
    assert.strictEqual(again.jobs["CURRENCIES"].records_deleted, 1)
    assert.isFalse((await codes()).includes("XXD"))
  })

  it("stores an item without a member that cannot be read, tells so until it can be, and lets it delete", async () => {
    const tenant = "warnings"
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const shown = async () => {
      const all = await at.list(own, "accounting/currencies", "&include_deleted_records=true")
      return new Map(all.map((one) => [one.platform_id, one]))
    }
    const before = await shown()
    const warned = async () =>
      at.rows(`select platform_id, issues from refusal where connection_id = ${own.connectionId} order by platform_id`)
    const end = at.platform.rule(
      Sandbox.to(tenant, "currencies"),
      Sandbox.edited((items) =>
        items.flatMap((item) =>
          item.code === "EUR" ? [] : [item.code === "USD" ? { ...item, unitsPerBase: "n/a", label: {} } : item]
        )
      )
    )
    const { jobs, sync } = await at.sync(own)
    const again = await at.sync(own)
    end()
    assert.strictEqual(sync.status, "SUCCESS")
    assert.deepInclude(jobs["CURRENCIES"], { records_refused: 0, records_warned: 1, records_updated: 1 })
    // It is known which item it is: what the listing lacks is gone all the same.
    assert.strictEqual(jobs["CURRENCIES"].records_deleted, 1)
    assert.deepInclude(again.jobs["CURRENCIES"], { records_warned: 1, records_updated: 0 })
    assert.deepInclude((await at.list(own, "accounting/currencies", "&platform_id[eq]=USD"))[0], {
      name: null,
      exchange_rate: null,
      code: "USD"
    })
    const [row] = await warned()
    assert.deepStrictEqual(
      [row!["platform_id"], row!["issues"].map(({ field }: any) => field)],
      ["USD", ["name", "exchange_rate"]]
    )
    const right = await at.sync(own)
    assert.deepInclude(right.jobs["CURRENCIES"], { records_warned: 0, records_refused: 0 })
    assert.deepStrictEqual((await shown()).get("USD")!.name, before.get("USD")!.name)
    assert.deepStrictEqual(await warned(), [])
  })

  it("deletes nothing after a listing that broke off, and goes on where it stopped", async () => {
    const tenant = "broken"
    const own = await at.connected(tenant, { CRM_NOTES: {}, CONTACTS: {} })
    const notes = ids(await at.list(own, "crm/notes"))
    const [gone] = await at.platform.all(tenant, "notes")
    await at.platform.call(tenant, "DELETE", `/notes/${gone.id}`)
    assert.isAbove(notes.length, 200, "more than a page")
    const end = at.platform.rule(Sandbox.laterPage(tenant, "notes"), Sandbox.status(500))
    const { jobs, sync } = await at.sync(own)
    end()
    assert.strictEqual(sync.status, "PARTIAL_SUCCESS")
    assert.strictEqual(jobs["CRM_NOTES"].status, "FAILED")
    assert.isString(jobs["CRM_NOTES"].error)
    assert.strictEqual(sync.error, jobs["CRM_NOTES"].error)
    assert.strictEqual(jobs["CONTACTS"].status, "SUCCESS")
    assert.deepStrictEqual(ids(await at.list(own, "crm/notes")), notes)
    const from = at.platform.seen(tenant).length
    const again = await at.sync(own)
    assert.strictEqual(again.sync.status, "SUCCESS")
    assert.strictEqual(again.jobs["CRM_NOTES"].records_deleted, 1)
    const [first] = at.platform.seen(tenant).slice(from).filter(Sandbox.to(tenant, "notes"))
    assert.isTrue(first!.query.has("cursor"), "goes on with the second page")
    assert.deepStrictEqual(
      ids(await at.list(own, "crm/notes")),
      notes.filter((id) => id !== gone.id)
    )
  })

  it("begins anew when the platform has forgotten the cursor meanwhile", async () => {
    const tenant = "cursor"
    const own = await at.connected(tenant, { CRM_NOTES: {} })
    const broken = at.platform.rule(Sandbox.laterPage(tenant, "notes"), Sandbox.status(503))
    assert.strictEqual((await at.sync(own)).sync.status, "FAILED")
    broken()
    at.platform.rule(Sandbox.laterPage(tenant, "notes"), Sandbox.status(400), 1)
    const from = at.platform.seen(tenant).length
    const { jobs, sync } = await at.sync(own)
    assert.strictEqual(sync.status, "SUCCESS")
    assert.deepStrictEqual(counts(jobs["CRM_NOTES"]), nothing)
    const asked = at.platform.seen(tenant).slice(from).filter(Sandbox.to(tenant, "notes"))
    assert.isTrue(asked[0]!.query.has("cursor"))
    assert.isFalse(asked[1]!.query.has("cursor"))
  })

  it.each([
    [
      "cut JSON",
      (response: Response) =>
        response
          .text()
          .then((text) => new Response(text.slice(0, 80), { headers: { "content-type": "application/json" } }))
    ],
    [
      "a page of HTML with 200",
      async () => new Response("<html>Maintenance</html>", { headers: { "content-type": "text/html" } })
    ]
  ] as const)("fails one model that answers %s, and the others go on", async (_name, change) => {
    const tenant = "plain"
    const before = ids(await at.list(company, "accounting/currencies"))
    const end = at.platform.rule(Sandbox.to(tenant, "currencies"), async (real) => change(await real()))
    const { jobs, sync } = await at.sync(company)
    end()
    assert.strictEqual(sync.status, "PARTIAL_SUCCESS")
    assert.strictEqual(jobs["CURRENCIES"].status, "FAILED")
    assert.strictEqual(jobs["BILLS"].status, "SUCCESS")
    assert.deepStrictEqual(ids(await at.list(company, "accounting/currencies")), before)
    assert.strictEqual((await at.sync(company)).sync.status, "SUCCESS")
  })

  it("takes nothing for deleted when an answer holds no list at all", async () => {
    const before = ids(await at.list(company, "accounting/currencies"))
    const end = at.platform.rule(Sandbox.to("plain", "currencies"), () => Response.json({ maintenance: true }))
    const { jobs } = await at.sync(company, { data_models_to_sync: ["CURRENCIES"] })
    end()
    assert.deepStrictEqual(counts(jobs["CURRENCIES"]), nothing)
    assert.deepStrictEqual(ids(await at.list(company, "accounting/currencies")), before)
  })

  it("keeps, changes and deletes the records of an item together", async () => {
    const tenant = "owners"
    const own = await at.connected(tenant, { INVOICE_PAYMENTS: {} })
    const of = async (owner: string) =>
      (await at.list(own, "accounting/invoice_payments")).filter(({ payment_id }) => payment_id === owner)
    const payments = await at.platform.all(tenant, "customerPayments")
    const item = payments.find(({ allocations, state }) => allocations.length > 0 && state === "cleared")
    const had = (await of(item.id)).length
    assert.isAbove(had, 0)
    // A refused item keeps its records.
    const end = at.platform.rule(
      Sandbox.to(tenant, "customerPayments"),
      Sandbox.edited((items) => items.map((one) => (one.id === item.id ? { ...one, currency: {} } : one)))
    )
    const refused = await at.sync(own, { full_sync: true })
    end()
    assert.strictEqual(refused.jobs["INVOICE_PAYMENTS"].records_refused, 1)
    assert.strictEqual((await of(item.id)).length, had)
    // One that lost its documents loses its records.
    const bare = at.platform.rule(
      Sandbox.to(tenant, "customerPayments"),
      Sandbox.edited((items) =>
        items.map((one) => (one.id === item.id ? { ...one, allocations: [], unallocated: "1.00" } : one))
      )
    )
    const { jobs } = await at.sync(own, { full_sync: true })
    bare()
    assert.deepStrictEqual(counts(jobs["INVOICE_PAYMENTS"]), { created: 1, updated: 0, deleted: had })
    assert.deepStrictEqual(
      (await of(item.id)).map(({ platform_id }) => platform_id),
      [item.id]
    )
    const back = await at.sync(own, { full_sync: true })
    assert.deepStrictEqual(counts(back.jobs["INVOICE_PAYMENTS"]), { created: had, updated: 0, deleted: 1 })
    // One that is deleted takes them all with it.
    await at.platform.call(tenant, "DELETE", `/customerPayments/${item.id}`)
    await at.sync(own)
    assert.deepStrictEqual(await of(item.id), [])
  })

  it("removes all records of an item that the change feed names", async () => {
    const tenant = "feed"
    const own = await at.connected(tenant, { BILL_PAYMENTS: {} })
    const list = () => at.list(own, "accounting/bill_payments")
    const [payment] = (await at.platform.all(tenant, "vendorPayments")).filter(
      ({ applied, voided }) => !voided && applied.length > 0
    )
    const had = (await list()).filter(({ payment_id }) => payment_id === payment.id).length
    assert.isAbove(had, 0)
    await at.platform.call(tenant, "DELETE", `/vendorPayments/${payment.id}`)
    const { jobs } = await at.sync(own)
    assert.strictEqual(jobs["BILL_PAYMENTS"].records_deleted, had)
    assert.isFalse((await list()).some(({ payment_id }) => payment_id === payment.id))
  })

  it("says SYNC_COMPLETED once for each sync", async () => {
    const all = await at.syncs(company)
    const events = await at.events(company, "SYNC_COMPLETED")
    assert.deepStrictEqual(
      events.map(({ subject }) => subject),
      all.map(({ svc_id }) => svc_id)
    )
    assert.deepStrictEqual(
      events.map(({ data }) => data),
      // Syncs are told of in the shape that uploads are told of as well.
      all.map((sync) => ({ ...sync, upload_job_id: null, operation: null }))
    )
  })

  const expenseAccount = async () =>
    (await at.platform.all("plain", "accounts")).find(
      ({ kind, state }) => kind === "operatingExpense" && state === "open"
    )
})
