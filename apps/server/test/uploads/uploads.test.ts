/** Writes to a platform: results, faults, keys, jobs, and the records they leave behind. */
import { type Connector, Write } from "@svc/core"
import { Syncs as ApiSyncs } from "@svc/core/api"
import { sandbox } from "@svc/sandbox"
import * as Schema from "effect/Schema"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { until } = Synced

/** The sandbox without keys for writes: what was lost cannot be asked for. */
const keyless = {
  ...sandbox,
  id: "KEYLESS",
  writes: { CONTACTS: { create: { ...sandbox.writes.CONTACTS.create, idempotency: Write.none } } },
  inbound: undefined
} as unknown as Connector.Any

const vendor = (name: string) => ({ name, contact_type: "VENDOR" })
const models = { CONTACTS: {}, INVOICES: {}, PURCHASE_ORDERS: {}, BILL_CREDIT_NOTES: {} }

describe.each(Synced.databases)("writes on %s", (database) => {
  let at: Synced.Synced
  let company: Synced.Connected
  const tenant = "writes"
  const post = (path: string, data: unknown, headers: Readonly<Record<string, string>> = {}, more: object = {}) =>
    at.call("POST", `/accounting/${path}`, { company_id: company.companyId, data, ...more }, headers)
  const contacts = (data: unknown, headers: Readonly<Record<string, string>> = {}) => post("contacts", data, headers)
  const onBooks = async (name: string) =>
    (await at.platform.all(tenant, "contacts")).filter((contact) => contact.name === name).length
  const jobs = async () => Number((await at.rows("select count(*)::int as n from upload_job"))[0]!["n"])

  beforeAll(async () => {
    at = await Synced.start(database, [sandbox, keyless])
    await at.listen("DATA_MODEL_CHANGES")
    await at.listen("SYNC_COMPLETED")
    company = await at.connected(tenant, models)
  })
  afterAll(() => at.stop())

  it("answers one result for each item, in their order, and faulty items fail alone", async () => {
    const answer = await contacts([
      vendor("First"),
      { contact_type: "VENDOR" },
      { ...vendor("Third"), contact_nmae: "Ada" },
      vendor("First"),
      { ...vendor("Fifth"), contact_type: "FRIEND" },
      "no item",
      {
        name: "Last",
        contact_type: "CUSTOMER",
        contact_name: "Ada Lovelace",
        email: "ada@example.com",
        currency_id: "EUR"
      }
    ])
    assert.strictEqual(answer.status, 200, answer.text)
    const { data } = answer.body
    assert.deepStrictEqual(Object.keys(answer.body), ["data", "request_timestamp", "response_timestamp", "request_id"])
    assert.deepStrictEqual(Object.keys(data), ["status", "upload_job_id", "data"])
    assert.strictEqual(data.status, "PARTIAL_SUCCESS")
    assert.deepStrictEqual(
      data.data.map(({ error, status }: any) => `${status} ${error?.code ?? ""} ${error?.field ?? ""}`.trim()),
      [
        "success",
        "failed missing-params name",
        "failed invalid-params contact_nmae",
        "failed record-already-exists name",
        "failed invalid-params contact_type",
        "failed invalid-params",
        "success"
      ]
    )
    assert.match(data.data[2].error.message, /contact_name/)
    assert.isNull(data.data[1].error.platform_error)
    assert.isNotNull(data.data[3].error.platform_error)
    for (const item of data.data) assert.deepStrictEqual(Object.keys(item), ["job_id", "status", "response", "error"])
    assert.strictEqual(new Set(data.data.map(({ job_id }: any) => job_id)).size, 7)
    assert.deepStrictEqual(Object.keys(data.data[6].response), [
      "platform_id",
      "currency_id",
      "name",
      "contact_name",
      "contact_type",
      "tax_number",
      "registration_number",
      "status",
      "updated_at",
      "raw_data"
    ])
    assert.strictEqual(data.data[6].response.contact_name, "Ada Lovelace")
    const detail = await at.ok("GET", `/v3/core/upload_jobs/${data.upload_job_id}`)
    // The address answers the specification's members, the job all that such a write answers.
    for (const [index, { response, ...rest }] of data.data.entries()) {
      const { response: whole, ...own } = detail.data.data[index]
      assert.deepStrictEqual(own, rest)
      if (response === null) assert.isNull(whole)
      else assert.deepInclude(whole, { ...response, svc_id: whole.svc_id })
    }
    assert.isNumber(detail.data.data[6].response.svc_id)
    assert.strictEqual(detail.data.status, "PARTIAL_SUCCESS")
    const told = (await at.events(company, "SYNC_COMPLETED")).filter(
      (event) => event["data"].upload_job_id === data.upload_job_id
    )
    assert.deepStrictEqual(
      told.map((event) => event["data"].status),
      ["PARTIAL_SUCCESS"]
    )
    // One shape for whoever hears of syncs and of uploads.
    const all = await at.events(company, "SYNC_COMPLETED")
    const ofSync = all.find((event) => event["data"].upload_job_id === null)!["data"]
    const { data: sync } = await at.ok("GET", `/v3/core/syncs/${ofSync.svc_id}`)
    assert.deepStrictEqual(ofSync, { ...sync, upload_job_id: null, operation: null })
    const ofUpload = told[0]!["data"]
    assert.deepStrictEqual(Object.keys(ofUpload), Object.keys(ofSync))
    assert.deepInclude(ofUpload, {
      svc_id: null,
      svc_company_id: company.companyId,
      connection_id: company.connectionId,
      integration_type: "SVC_SANDBOX",
      trigger: "UPLOAD",
      data_models: ["CONTACTS"],
      operation: "create",
      finished_at: detail.data.finished_at
    })
    for (const one of [ofSync, ofUpload]) Schema.decodeUnknownSync(Schema.toType(ApiSyncs.SyncCompleted))(one)
  })

  it("is a success when all are written, and a failure when none is", async () => {
    assert.strictEqual((await contacts([vendor("All")])).body.data.status, "SUCCESS")
    const failed = await contacts([vendor("All"), {}])
    assert.strictEqual(failed.status, 200)
    assert.strictEqual(failed.body.data.status, "FAILED")
  })

  it("refuses a faulty envelope, and writes nothing", async () => {
    const before = await jobs()
    const seen = at.platform.seen(tenant).length
    const write = (body: unknown) => at.call("POST", "/accounting/contacts", body)
    for (const [body, field] of [
      [{ data: [vendor("A")] }, "company_id"],
      [{ company_id: "1", data: [vendor("A")] }, "company_id"],
      [{ company_id: company.companyId }, "data"],
      [{ company_id: company.companyId, data: [] }, "data"],
      [{ company_id: company.companyId, data: {} }, "data"],
      [{ company_id: company.companyId, data: Array.from({ length: 501 }, () => vendor("A")) }, "data"],
      [{ company_id: company.companyId, data: [vendor("A")], dta: 1 }, "dta"]
    ] as const) {
      const answer = await write(body)
      assert.strictEqual(answer.status, 400, answer.text)
      assert.strictEqual(answer.body.error.field, field)
    }
    assert.strictEqual((await write({ company_id: 999_999_999, data: [vendor("A")] })).status, 404)
    assert.strictEqual(await jobs(), before)
    assert.strictEqual(at.platform.seen(tenant).length, seen)
  })

  it("writes purchase orders and bill credit notes with exactly the specified members", async () => {
    const [seller] = (await at.platform.all(tenant, "contacts")).filter(
      ({ kind, state }) => kind === "vendor" && state === "active"
    )
    const account = (await at.platform.all(tenant, "accounts")).find(
      ({ kind, state }) => kind === "operatingExpense" && state === "open"
    )
    const item = {
      contact_id: seller.id,
      currency_id: "EUR",
      posted_date: "2025-03-01T00:00:00Z",
      line_items: [{ account_id: account.id, quantity: 2, unit_amount: 10.5, description: "Paper" }]
    }
    const order = await post("purchase_orders", [{ ...item, document_number: "PO-77", delivery_date: "2025-03-09" }])
    assert.strictEqual(order.body.data.status, "SUCCESS", order.text)
    const { response } = order.body.data.data[0]
    assert.deepStrictEqual(Object.keys(response).toSorted(), [
      "bill_ids",
      "contact_id",
      "currency_id",
      "currency_rate",
      "delivery_date",
      "description",
      "document_number",
      "platform_id",
      "posted_date",
      "raw_data",
      "status",
      "sub_total",
      "tax_amount",
      "total_amount",
      "total_discount",
      "updated_at"
    ])
    assert.strictEqual(response.sub_total, 21)
    const note = await post("bill_credit_notes", [{ ...item, document_number: "CN-77" }])
    assert.strictEqual(note.body.data.status, "SUCCESS", note.text)
    assert.deepStrictEqual(Object.keys(note.body.data.data[0].response).toSorted(), [
      "bill_ids",
      "contact_id",
      "currency_id",
      "document_number",
      "memo",
      "platform_id",
      "posted_date",
      "raw_data",
      "remaining_credit",
      "status",
      "total_amount",
      "updated_at"
    ])
  })

  it("shows what was written at once, with one event, and the next sync does not report it again", async () => {
    const from = (await at.events(company)).length
    const answer = await contacts([vendor("Read at once")])
    const id = answer.body.data.data[0].response.platform_id
    const [listed] = (await at.list(company, "accounting/contacts")).filter(({ platform_id }) => platform_id === id)
    assert.strictEqual(listed.name, "Read at once")
    const told = async () =>
      (await at.events(company)).slice(from).map(({ data, operation }) => `${operation} ${data.platform_id}`)
    assert.deepStrictEqual(await told(), [`CREATE ${id}`])
    const { jobs: synced } = await at.sync(company)
    assert.strictEqual(synced["CONTACTS"].records_created + synced["CONTACTS"].records_updated, 0)
    assert.deepStrictEqual(await told(), [`CREATE ${id}`])
  })

  it("does not say any more how a source is mapped that a process of another release has mapped", async () => {
    const version = async () =>
      (
        await at.rows(
          `select mapping_version as version from checkpoint
           where data_model = 'CONTACTS' and company_id = $1::bigint`,
          [company.companyId]
        )
      )[0]!["version"]
    assert.isString(await version())
    await contacts([vendor("Of this release")])
    assert.isString(await version())
    await at.rows("update checkpoint set mapping_version = '9.9' where data_model = 'CONTACTS'")
    await contacts([vendor("Of another release")])
    assert.isNull(await version())
  })

  it("lets a hundred equal requests at once have one effect and one answer", async () => {
    const body = [vendor("Hundred")]
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => contacts(body, { "idempotency-key": "hundred" }))
    )
    const done = answers.filter(({ status }) => status === 200)
    assert.isAtLeast(done.length, 1)
    assert.strictEqual(new Set(done.map(({ text }) => text)).size, 1)
    assert.strictEqual(done.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1)
    for (const answer of answers) if (answer.status !== 200) assert.strictEqual(answer.status, 409, answer.text)
    assert.strictEqual(await onBooks("Hundred"), 1)
    const again = await contacts(body, { "idempotency-key": "hundred" })
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(again.text, done[0]!.text)
    const other = await contacts([vendor("Another")], { "idempotency-key": "hundred" })
    assert.strictEqual(other.status, 422)
    assert.strictEqual(other.body.error.code, "idempotency-mismatch")
    assert.strictEqual(await onBooks("Another"), 0)
  })

  it("keeps no key of a request that validation refused", async () => {
    const headers = { "idempotency-key": "free" }
    assert.strictEqual((await post("contacts", [], headers)).status, 400)
    const put = (data: unknown) =>
      at.call("PUT", "/v3/accounting/invoices", { company_id: company.companyId, data }, headers)
    assert.strictEqual((await put([{ platform_id: "inv_1", memoo: "x" }])).status, 400)
    assert.strictEqual((await put([{ platform_id: "inv_000001", status: "PAID" }])).status, 400)
    const answer = await contacts([vendor("Freed")], headers)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.isNull(answer.headers.get("idempotent-replayed"))
    assert.strictEqual((await contacts([vendor("Long")], { "idempotency-key": "k".repeat(256) })).status, 400)
  })

  it("answers at once when it is asked to, and tells the rest when asked", async () => {
    const go = Promise.withResolvers<void>()
    at.platform.rule(
      (seen) => Sandbox.to(tenant, "contacts", "POST")(seen),
      async (real) => {
        await go.promise
        return real()
      },
      1
    )
    const answer = await contacts([vendor("Later")], { prefer: "respond-async" })
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.body.data.status, "RUNNING")
    assert.deepStrictEqual(answer.body.data.data, [])
    const path = `/v3/core/upload_jobs/${answer.body.data.upload_job_id}`
    assert.strictEqual((await at.ok("GET", path)).data.status, "RUNNING")
    go.resolve()
    const done = await until(
      () => at.ok("GET", path),
      ({ data }) => data.finished_at !== null
    )
    assert.strictEqual(done.data.status, "SUCCESS")
    assert.strictEqual(done.data.data[0].response.name, "Later")
    assert.strictEqual((await at.call("GET", "/v3/core/upload_jobs/nothing")).status, 404)
    const all = await at.ok("GET", "/v3/core/upload_jobs?limit=1000")
    assert.deepStrictEqual(
      all.data.find(({ upload_job_id }: any) => upload_job_id === done.data.upload_job_id),
      done.data
    )
  })

  describe("of invoices", () => {
    const put = (data: unknown, headers: Readonly<Record<string, string>> = {}) =>
      at.call("PUT", "/v3/accounting/invoices", { company_id: company.companyId, data }, headers)
    const draft = async () => {
      const [item] = (await at.platform.all(tenant, "items")).filter(
        ({ sales, state }) => sales?.account && state === "active"
      )
      const [customer] = (await at.platform.all(tenant, "contacts")).filter(
        ({ kind, state }) => kind === "customer" && state === "active"
      )
      return at.platform.call(tenant, "POST", "/invoices", {
        number: `W-${crypto.randomUUID().slice(0, 8)}`,
        customer: customer.id,
        issuedOn: "2025-02-01",
        currency: "EUR",
        note: "as it was",
        state: "draft",
        lines: [
          { item: item.id, quantity: 1, unitPrice: "10.00", description: "one" },
          { item: item.id, quantity: 2, unitPrice: "20.00", description: "two" }
        ]
      })
    }

    it("changes only what is sent, and keeps the identity of lines", async () => {
      const invoice = await draft()
      const first = await put([{ platform_id: invoice.id, memo: "as it is" }])
      assert.strictEqual(first.status, 200, first.text)
      assert.deepStrictEqual(Object.keys(first.body), ["data"])
      const after = await at.platform.call(tenant, "GET", `/invoices/${invoice.id}`)
      const same = ({ note: _n, updatedAt: _u, ...rest }: any) => rest
      assert.strictEqual(after.note, "as it is")
      assert.deepStrictEqual(same(after), same(invoice))
      const before = first.body.data
      assert.deepStrictEqual(
        [
          "svc_id",
          "svc_deleted_at",
          "svc_created_at",
          "svc_updated_at",
          "svc_company_id",
          "platform_id",
          "platform_unique_id",
          "currency_id",
          "contact_id",
          "total_discount",
          "sub_total",
          "tax_amount",
          "total_amount",
          "amount_due",
          "document_number",
          "posted_date",
          "due_date",
          "memo",
          "updated_at",
          "status",
          "currency_rate",
          "sales_order_ids",
          "line_items"
        ].filter((name) => !(name in before)),
        []
      )
      const [one, two] = before.line_items
      const second = await put([
        {
          platform_id: invoice.id,
          line_items: [
            { platform_id: two.platform_id, item_id: two.item_id, quantity: 3, unit_amount: 20, description: "two" },
            { item_id: one.item_id, quantity: 1, unit_amount: 5, description: "new" }
          ]
        }
      ])
      assert.strictEqual(second.status, 200, second.text)
      const lines = second.body.data.line_items
      assert.strictEqual(lines.length, 2)
      assert.strictEqual(lines[0].svc_id, two.svc_id)
      assert.strictEqual(lines[0].platform_id, two.platform_id)
      assert.strictEqual(lines[0].quantity, 3)
      assert.notStrictEqual(lines[1].svc_id, one.svc_id)
      assert.strictEqual(second.body.data.svc_id, before.svc_id)
      assert.strictEqual(second.body.data.memo, "as it is")
      assert.deepStrictEqual(Object.keys(lines[0]), [
        "svc_id",
        "platform_id",
        "line_item_type",
        "line_item_type_id",
        "tracking_category_ids",
        "project_id",
        "item_id",
        "tax_id",
        "account_id",
        "description",
        "quantity",
        "unit_amount",
        "total_amount",
        "sub_total",
        "tax_amount",
        "total_discount",
        "updated_at"
      ])
      const [listed] = (await at.list(company, "accounting/invoices")).filter(
        ({ platform_id }) => platform_id === invoice.id
      )
      assert.deepStrictEqual(listed, second.body.data)
    })

    it("refuses with the status of the fault", async () => {
      const invoice = await draft()
      const two = await put([{ platform_id: invoice.id }, { platform_id: invoice.id }])
      assert.strictEqual(two.status, 400)
      assert.strictEqual(two.body.error.field, "data")
      const faulty = await put([{ platform_id: invoice.id, memoo: 1, line_items: [{ quantity: "two" }] }])
      assert.strictEqual(faulty.status, 400)
      assert.deepStrictEqual(faulty.body.error.details.map(({ field }: any) => field).toSorted(), [
        "data[0].line_items[0].quantity",
        "data[0].memoo"
      ])
      assert.strictEqual((await put([{ memo: "nobody's" }])).body.error.code, "missing-params")
      const none = await put([{ platform_id: "inv_999999", memo: "x" }], { "idempotency-key": "refused" })
      assert.strictEqual(none.status, 404, none.text)
      assert.strictEqual(none.body.error.code, "not-found")
      const again = await put([{ platform_id: "inv_999999", memo: "x" }], { "idempotency-key": "refused" })
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(again.body.error, none.body.error)
      const denied = await put([{ platform_id: invoice.id, contact_id: "ctc_999999" }])
      assert.strictEqual(denied.status, 422, denied.text)
      assert.strictEqual(denied.body.error.code, "platform-denied")
      assert.strictEqual(denied.body.error.field, "data[0].contact_id")
    })
  })

  it("says that an outcome is unknown when the connection broke and the platform has no keys, and writes once when it has", async () => {
    const broken = (fits: Sandbox.Fits) => at.platform.rule(fits, async (real) => (await real(), null), 1)
    broken((seen) => Sandbox.to(tenant, "contacts", "POST")(seen))
    const keyed = await contacts([vendor("Broken with key")])
    assert.strictEqual(keyed.body.data.status, "SUCCESS", keyed.text)
    assert.strictEqual(await onBooks("Broken with key"), 1)
    const other = await at.newCompany()
    await at.connect("keyless", { CONTACTS: {} }, other, "KEYLESS")
    broken((seen) => Sandbox.to("keyless", "contacts", "POST")(seen))
    const answer = await at.call("POST", "/accounting/contacts", {
      company_id: other,
      data: [vendor("Broken"), vendor("Fine")]
    })
    assert.strictEqual(answer.body.data.status, "PARTIAL_SUCCESS", answer.text)
    assert.strictEqual(answer.body.data.data[0].error.code, "unknown-outcome")
    assert.strictEqual(answer.body.data.data[1].status, "success")
    const names = (await at.platform.all("keyless", "contacts")).map(({ name }) => name)
    assert.strictEqual(names.filter((name) => name === "Broken").length, 1)
    // A 5xx leaves it open as well, and is not tried again.
    at.platform.rule((seen) => Sandbox.to("keyless", "contacts", "POST")(seen), Sandbox.status(500), 1)
    const failing = await at.call("POST", "/accounting/contacts", { company_id: other, data: [vendor("Perhaps")] })
    assert.strictEqual(failing.body.data.data[0].error.code, "unknown-outcome")
  })

  it("waits when the platform's budget is used up, and goes on", async () => {
    const data = [vendor("Before"), vendor("Limited"), vendor("After")]
    let writes = 0
    at.platform.rule(
      (seen) => Sandbox.to(tenant, "contacts", "POST")(seen) && ++writes === 2,
      Sandbox.status(429, { "retry-after": "1" }),
      1
    )
    const answer = await contacts(data)
    assert.strictEqual(answer.body.data.status, "SUCCESS", answer.text)
    assert.deepStrictEqual(
      answer.body.data.data.map(({ response }: any) => response.name),
      ["Before", "Limited", "After"]
    )
    for (const { name } of data) assert.strictEqual(await onBooks(name), 1)
  })

  it("does not wait for a connection that many slow writes are under way of", async () => {
    const [slow, other] = [await at.connected("slow", models), await at.connected("other", models)]
    const go = Promise.withResolvers<void>()
    const stop = at.platform.rule(Sandbox.to("slow", "contacts", "POST"), async (real) => {
      await go.promise
      return real()
    })
    const write = async (
      { companyId }: Synced.Connected,
      name: string,
      headers: Readonly<Record<string, string>> = {}
    ) =>
      (await at.call("POST", "/accounting/contacts", { company_id: companyId, data: [vendor(name)] }, headers)).body
        .data
    const waiting = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(slow, `Slow ${n}`, { prefer: "respond-async" }))
    )
    assert.strictEqual((await write(other, "Quick")).status, "SUCCESS")
    go.resolve()
    for (const { upload_job_id } of waiting) {
      const done = await until(
        () => at.ok("GET", `/v3/core/upload_jobs/${upload_job_id}`),
        ({ data }) => data.finished_at !== null
      )
      assert.strictEqual(done.data.status, "SUCCESS")
    }
    stop()
  })

  it("chooses no connection by guessing, and none that may not be written to", async () => {
    const other = await at.newCompany()
    const none = await at.call("POST", "/accounting/contacts", { company_id: other, data: [vendor("A")] })
    assert.strictEqual(none.status, 404)
    const first = await at.connect("choice", { CONTACTS: {} }, other)
    const second = await at.connect("choice", { CONTACTS: {} }, other, "KEYLESS")
    const several = await at.call("POST", "/accounting/contacts", { company_id: other, data: [vendor("A")] })
    assert.strictEqual(several.status, 409)
    for (const { connectionId } of [first, second]) assert.include(several.text, String(connectionId))
    const write = (more: object) =>
      at.call("POST", "/accounting/contacts", {
        company_id: other,
        data: [vendor(`A${JSON.stringify(more)}`)],
        ...more
      })
    assert.strictEqual((await write({ connection_id: first.connectionId })).body.data.status, "SUCCESS")
    assert.strictEqual((await write({ integration_type: "KEYLESS" })).body.data.status, "SUCCESS")
    const unsupported = await at.call("PUT", "/v3/accounting/invoices", {
      company_id: other,
      connection_id: second.connectionId,
      data: [{ platform_id: "inv_000001", memo: "x" }]
    })
    assert.strictEqual(unsupported.status, 422)
    assert.strictEqual(unsupported.body.error.code, "unsupported")
    await at.ok("PUT", `/v3/core/connections/${first.connectionId}/sync_config`, {
      sync_config: [{ data_model: "CONTACTS", scope_access: { CREATE: false } }]
    })
    assert.strictEqual((await write({ connection_id: first.connectionId })).status, 403)
  })
})
