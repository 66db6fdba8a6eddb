/**
 * Every model that can be written, created, changed, voided and deleted through HTTP on the sandbox, by a table; and what is
 * refused before anything is sent.
 */
import { Models, Writes } from "@svc/core"
import { Syncs } from "@svc/core/api"
import { samples } from "@svc/sandbox/platform"
import * as Schema from "effect/Schema"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Document from "../http/Document.ts"
import * as Synced from "../support/Synced.ts"

type Item = Readonly<Record<string, unknown>>

describe("writes of every model", () => {
  let at: Synced.Synced
  let document: Document.Document
  /** Operations that were carried out, or refused because the sandbox's platform has none. */
  const answered = new Set<string>()
  let company: Synced.Connected
  let bank: string
  const tenant = "all-models"
  const envelope = (data: unknown) => ({ company_id: company.companyId, connection_id: company.connectionId, data })
  const pathOf = (model: Writes.WriteId) => Models.get(model).path
  const offered = (model: string): ReadonlyArray<string> =>
    Object.entries(capabilities.find(({ data_model }: any) => data_model === model)).flatMap(([name, can]) =>
      can === true ? [name] : []
    )
  let capabilities: any

  /** An item of the table with what is there: the bank's ledger account, and the record that was made for it. */
  const filled = (item: Item, made: unknown): Item =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, value === "bank" ? bank : value === "made" ? made : value])
    )
  /** Lets the platform make a record by itself, and answers its id there. */
  const make = async ([resource, body]: readonly [string, Item], made: unknown): Promise<string> =>
    (await at.platform.call(tenant, "POST", `/${resource}`, filled(body, made))).id
  /** Creates and answers the new record's `svc_id`. */
  const create = async (model: Writes.WriteId, item: Item): Promise<number> => {
    const { body, status, text } = await at.call("POST", pathOf(model), envelope([item]))
    assert.strictEqual(status, 200, text)
    const [result] = body.data.data
    assert.strictEqual(result.status, "success", `create ${model}: ${JSON.stringify(result.error)}`)
    const members = Writes.get(model, "create")!.response
    assert.deepStrictEqual(Object.keys(result.response), ["svc_id", ...members, "raw_data"], `create ${model}`)
    return result.response.svc_id
  }

  beforeAll(async () => {
    const started = await Synced.start("PostgreSQL")
    await started.listen("SYNC_COMPLETED")
    document = await Document.read(started.service)
    const call: Synced.Synced["call"] = async (method, path, body, headers) => {
      const answer = await started.call(method, path, body, headers)
      const operation = document.find(method, path)!
      assert.deepStrictEqual(document.faults(operation, answer), [], `${method} ${path}`)
      if (answer.status === 200 || answer.body.error.code === "unsupported") answered.add(`${method} ${operation.path}`)
      return answer
    }
    const ok: Synced.Synced["ok"] = async (method, path, body) => {
      const answer = await call(method, path, body)
      assert.strictEqual(answer.status, 200, `${method} ${path}: ${answer.text}`)
      return answer.body
    }
    at = { ...started, call, ok }
    await at.listen("DATA_MODEL_CHANGES")
    company = await at.connected(tenant, { ACCOUNTS: {}, CONTACTS: {}, PAYMENT_DISPUTES: {} })
    const { data } = await at.ok("GET", `/v3/core/connections/${company.connectionId}/capabilities`)
    capabilities = data.data_models
    const banks = await at.platform.all(tenant, "bankAccounts")
    bank = banks.find(({ currency }: any) => currency === "EUR").ledgerAccount.id
  })
  afterAll(() => at?.stop())

  it("has every model that can be written in the table, and the sandbox takes all of them", () => {
    assert.deepStrictEqual(Object.keys(samples).toSorted(), [...Writes.writeIds].toSorted())
    for (const model of Writes.writeIds) assert.include(offered(model), "update", model)
  })

  it.each(Writes.writeIds.map((model) => [model] as const))("creates, updates, voids and deletes %s", async (model) => {
    const { create: item, first, update, voided } = samples[model]!
    const can = offered(model)
    const made = first === undefined ? null : await make(first, null)
    let id: number
    if (item === undefined) {
      await at.sync(company, { data_models_to_sync: [model] })
      const { data } = await at.ok("GET", `${pathOf(model)}?platform_id[eq]=${made}`)
      id = data[0].svc_id
    } else id = await create(model, filled(item, made))
    const own = `${pathOf(model)}/${id}`
    const { data: before } = await at.ok("GET", own)
    for (const [name, value] of Object.entries(filled(item ?? {}, made))) {
      if (typeof value === "number" && typeof before[name] === "number") assert.strictEqual(before[name], value, name)
    }
    const { data: after } = await at.ok("PATCH", own, update)
    assert.strictEqual(after.svc_id, id)
    for (const [name, value] of Object.entries(update)) {
      if (!Array.isArray(value)) assert.strictEqual(after[name], value, name)
      else assert.strictEqual(after[name].length, value.length, name)
    }
    assert.deepStrictEqual((await at.ok("GET", own)).data, after)
    const several = await at.ok("PATCH", pathOf(model), envelope([{ svc_id: id, ...update }]))
    const [changed] = several.data.data
    assert.strictEqual(changed.status, "success", JSON.stringify(changed.error))
    const job = await at.ok("GET", `/v3/core/upload_jobs/${several.data.upload_job_id}`)
    for (const { response } of [changed, ...job.data.data]) {
      const members = Writes.get(model, "update")!.response
      assert.deepStrictEqual(Object.keys(response), ["svc_id", ...members, "raw_data"], `update ${model}`)
      assert.strictEqual(response.svc_id, id)
    }
    if (can.includes("void")) {
      const target = voided === undefined ? own : await known(model, await make(voided, made))
      const { data } = await at.ok("POST", `${target}/void`)
      assert.isTrue(
        data.svc_deleted_at !== null ||
          ["VOID", "CANCELLED", "FAILED", "INACTIVE"].includes(data.status ?? data.order_status),
        JSON.stringify(data)
      )
    }
    if (can.includes("delete")) {
      const target = (await at.call("GET", own)).status === 404 ? `${pathOf(model)}/${await again(model, made)}` : own
      const { data } = await at.ok("DELETE", target)
      assert.isNotNull(data.svc_deleted_at)
      assert.strictEqual((await at.call("GET", target)).status, 404)
      assert.strictEqual((await at.call("DELETE", target)).body.error.code, "not-found")
    }
    for (const operation of ["delete", "void"] as const) {
      if (Models.get(model).writes.includes(operation as never) && !can.includes(operation)) {
        const [method, path] = operation === "delete" ? ["DELETE", own] : ["POST", `${own}/void`]
        assert.strictEqual((await at.call(method!, path!)).body.error.code, "unsupported")
      }
    }
  })
  it("are told of in one shape, whatever was done", async () => {
    const told = (await at.events(company, "SYNC_COMPLETED")).map((event) => event["data"])
    for (const one of told) Schema.decodeUnknownSync(Schema.toType(Syncs.SyncCompleted))(one)
    const done = new Set(told.map(({ operation }) => operation))
    assert.sameMembers([...done], [null, ...Writes.operations])
  })
  /** A record that the platform made by itself, read. */
  const known = async (model: Writes.WriteId, platformId: string): Promise<string> => {
    await at.sync(company, { data_models_to_sync: [model] })
    return `${pathOf(model)}/${(await at.ok("GET", `${pathOf(model)}?platform_id[eq]=${platformId}`)).data[0].svc_id}`
  }
  const again = (model: Writes.WriteId, made: unknown) => create(model, filled(samples[model]!.create!, made))

  const svcIdOf = async (path: string, platformId: string, own = company): Promise<number> =>
    (await at.list(own, path, `&platform_id[eq]=${platformId}`))[0].svc_id
  const bill = { posted_date: "2026-11-01", currency_id: "EUR" }

  it("takes references by svc_id, in lines too, and names those that cannot be meant", async () => {
    const vendor = await svcIdOf("accounting/contacts", "ctc_000031")
    const account = await svcIdOf("accounting/accounts", "acc_000010")
    const other = await at.connected("all-models-other", { ACCOUNTS: {} })
    const foreign = await svcIdOf("accounting/accounts", "acc_000010", other)
    const second = await at.connect("all-models-second", { ACCOUNTS: {} }, company.companyId)
    const [sync] = await at.syncs(second)
    await at.ended(sync.svc_id)
    const beside = (await at.list(company, "accounting/accounts", "&platform_id[eq]=acc_000010")).find(
      ({ svc_id }) => svc_id !== account
    ).svc_id
    const gone = await create("ACCOUNTS", { ...samples["ACCOUNTS"]!.create, name: "Gone", nominal_code: "7778" })
    await at.ok("DELETE", `/v3/accounting/accounts/${gone}`)
    const line = (id: unknown) => ({
      ...bill,
      contact_id: { svc_id: vendor },
      line_items: [{ account_id: id, unit_amount: 4 }]
    })
    const { data } = await at.ok("POST", "/v3/accounting/bills", {
      ...envelope([
        line({ svc_id: account }),
        line({ svc_id: foreign }),
        line({ svc_id: beside }),
        line({ svc_id: gone }),
        line({ svc_id: vendor }),
        line({ svc_id: 987_654_321 }),
        line({ svc_id: "1" })
      ])
    })
    assert.deepInclude(data.data[0].response, { contact_id: "ctc_000031", total_amount: 4 })
    assert.strictEqual(data.data[0].response.line_items[0].account_id, "acc_000010")
    const failed = data.data.slice(1)
    for (const { error } of failed) {
      assert.deepInclude(error, { code: "invalid-params", field: "line_items[0].account_id" })
    }
    assert.match(failed[0].error.message, /there is no record/)
    assert.match(failed[1].error.message, /of another connection/)
    assert.match(failed[2].error.message, /is deleted/)
    assert.match(failed[3].error.message, /there is no record \d+ of ACCOUNTS/)
    assert.match(failed[5].error.message, /expected a text/)
    // The specification's own addresses take what it says.
    const specified = await at.ok("POST", "/accounting/purchase_orders", {
      ...envelope([line({ svc_id: account }), { ...line("acc_000010"), contact_id: "ctc_000031", status: "VOID" }])
    })
    assert.deepStrictEqual(
      specified.data.data.map(({ error }: any) => [error.code, error.field]),
      [
        ["invalid-params", "contact_id"],
        ["invalid-params", "status"]
      ]
    )
    await at.ok("POST", `/v3/core/connections/${second.connectionId}/disconnect`)
  })

  it("updates several, each named by either of its ids", async () => {
    const item = samples["CRM_TASKS"]!.create!
    const [one, two] = [await create("CRM_TASKS", item), await create("CRM_TASKS", item)]
    const { data: second } = await at.ok("GET", `/v3/crm/tasks/${two}`)
    const { data } = await at.ok(
      "PATCH",
      "/v3/crm/tasks",
      envelope([
        { svc_id: one, name: "One" },
        { platform_id: second.platform_id, name: "Two" },
        { svc_id: one, platform_id: second.platform_id },
        { name: "None" },
        { svc_id: one, created_at: "2026-01-01" },
        { svc_id: one, company_id: { svc_id: one } }
      ])
    )
    assert.strictEqual(data.status, "PARTIAL_SUCCESS")
    assert.deepStrictEqual(
      data.data.map(({ error, response }: any) => error?.field ?? [response.svc_id, response.name]),
      [[one, "One"], [two, "Two"], "svc_id", "platform_id", "created_at", "company_id"]
    )
    const job = await at.ok("GET", `/v3/core/upload_jobs/${data.upload_job_id}`)
    assert.deepInclude(job.data, { data_model: "CRM_TASKS", operation: "update" })
    assert.deepStrictEqual(job.data.data, data.data)
  })

  it("deletes once under one key, tells of it once, and refuses what may not be", async () => {
    const id = await create("CRM_NOTES", { note: "Gone soon" })
    const own = `/v3/crm/notes/${id}`
    const key = { "idempotency-key": "delete-once" }
    const first = await at.call("DELETE", own, undefined, key)
    const again = await at.call("DELETE", own, undefined, key)
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(again.text, first.text)
    const told = (await at.events(company)).filter(
      (event) => event["subject"] === id && event["operation"] === "DELETE"
    )
    assert.strictEqual(told.length, 1)
    assert.strictEqual((await at.call("PATCH", own, {}, key)).body.error.code, "idempotency-mismatch")

    const bills = "/v3/accounting/bills"
    const billed = await create("BILLS", samples["BILLS"]!.create!)
    for (const [method, path, body, code, field] of [
      ["PATCH", `${bills}/${billed}`, { total_amount: 1 }, "invalid-params", "total_amount"],
      ["PATCH", `${bills}/${billed}`, { platform_id: "x" }, "invalid-params", "platform_id"],
      ["PATCH", `${bills}/${billed}`, { currency_rate: 2 }, "unsupported", "currency_rate"],
      ["PATCH", `${bills}/${billed}`, [], "invalid-params", null],
      ["POST", `${bills}/${billed}/void`, { memo: "x" }, "invalid-params", "memo"],
      ["PATCH", `${bills}/${await svcIdOf("accounting/contacts", "ctc_000031")}`, { memo: "x" }, "not-found", "svc_id"],
      ["DELETE", `${bills}/987654321`, undefined, "not-found", "svc_id"]
    ] as const) {
      const answer = await at.call(method, path, body)
      assert.deepInclude(answer.body.error, { code, field }, `${method} ${JSON.stringify(body)}`)
    }
    const deny = { data_model: "BILLS", scope_access: { DELETE: false } }
    await at.ok("PUT", `/v3/core/connections/${company.connectionId}/sync_config`, { sync_config: [deny] })
    for (const [method, path] of [
      ["DELETE", `${bills}/${billed}`],
      ["POST", `${bills}/${billed}/void`]
    ] as const) {
      const denied = await at.call(method, path)
      assert.strictEqual(denied.status, 403, denied.text)
    }
    assert.strictEqual((await at.call("PATCH", `${bills}/${billed}`, { memo: "still" })).status, 200)
  })

  it("says what an item may refer to, page by page and by a search", async () => {
    const choices = (query: string) => at.call("GET", `/v3/core/connections/${company.connectionId}/choices?${query}`)
    const { data } = (await choices("data_model=BILLS&limit=3")).body
    const fields = new Map<string, any>(data.map((one: any) => [one.field, one]))
    assert.deepStrictEqual([...fields.keys()].toSorted(), [
      "contact_id",
      "currency_id",
      "line_items.account_id",
      "line_items.item_id",
      "line_items.tax_id",
      "line_items.tracking_category_ids",
      "purchase_order_ids"
    ])
    const accounts = fields.get("line_items.account_id")
    assert.strictEqual(accounts.choices.length, 3)
    const all = (await at.list(company, "accounting/accounts")).filter(
      ({ platform_id }: any) => platform_id !== undefined
    )
    const seen: Array<any> = [...accounts.choices]
    for (let { next } = accounts; next !== null;) {
      const page = (await choices(`data_model=BILLS&field=line_items.account_id&limit=3&next=${next}`)).body.data[0]
      seen.push(...page.choices)
      next = page.next
    }
    const own = all.filter(({ svc_id }: any) => seen.some((one) => one.svc_id === svc_id))
    assert.strictEqual(own.length, seen.length)
    assert.strictEqual(new Set(seen.map(({ svc_id }) => svc_id)).size, seen.length)
    const [{ choices: searched }] = (await choices("data_model=BILLS&field=contact_id&search=e")).body.data
    assert.isAbove(searched.length, 0)
    for (const { name } of searched) assert.match(name, /e/i)
    for (const [query, code] of [
      ["data_model=BALANCE_SHEET", "unsupported"],
      ["data_model=BILLS&field=memo", "invalid-params"],
      ["data_model=BILLS&next=x", "missing-params"],
      ["data_model=BILLS&field=contact_id&next=x", "invalid-params"],
      ["operation=create", "missing-params"]
    ] as const) {
      assert.strictEqual((await choices(query)).body.error.code, code, query)
    }
  })

  it("has no write that was not answered as the document says", () => {
    const writes = document.operations.filter(
      ({ method, path }) => !["GET", "PUT"].includes(method) && Document.modelPathOf(path) !== undefined
    )
    assert.isAbove(writes.length, 150)
    assert.deepStrictEqual(
      writes.map(({ method, path }) => `${method} ${path}`).filter((name) => !answered.has(name)),
      []
    )
  })
})
