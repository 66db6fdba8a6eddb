/**
 * Every other endpoint of the interface, each once through a real server; and a tally at the end that every operation of
 * the served document was answered as it says.
 */
import { Models } from "@svc/core"
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"

let service: Service.Service
let document: Document.Document
let companyId: number
let connectionId: number
const answered = new Set<string>()

const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await service.call(method, path, body, headers)
  const operation = document.find(method, path)
  expect(operation, `${method} ${path}`).toBeDefined()
  expect(document.faults(operation!, answer)).toEqual([])
  if (answer.status === 200) answered.add(`${method} ${operation!.path}`)
  else expect(S.problemsOf(answer.body, Seed.error)).toEqual([])
  return answer
}
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

beforeAll(async () => {
  service = await Service.start({ SVC_SANDBOX_WEBHOOK_SECRET: "inbound-secret" })
  document = await Document.read(service)
  const made = await Service.connected(service)
  companyId = made.companyId
  connectionId = made.connectionId
})
afterAll(() => service.stop())

describe("lists of every data model", () => {
  it.each(Models.modelIds)("%s", async (id) => {
    const model = Models.get(id)
    const relations = Object.keys(model.relations).join(",")
    const { data } = await ok("GET", `${model.path}?limit=1000&select=raw_data,data_hash`)
    const [first] = data
    expect(first, `${id} has records`).toBeDefined()
    const one = await ok("GET", `${model.path}/${first.svc_id}?select=raw_data,data_hash`)
    expect(one.data).toEqual(first)
    if (relations !== "") {
      const expanded = await ok("GET", `${model.path}?limit=1000&expand=${relations}`)
      for (const relation of Object.keys(model.relations)) {
        expect(
          expanded.data.every((record: any) => record[relation] !== undefined),
          relation
        ).toBe(true)
      }
    }
    expect((await call("GET", `${model.path}/999999999`)).status).toBe(404)
    const exported = await call("GET", `${model.path}/export?svc_id[eq]=${first.svc_id}&select=raw_data,data_hash`)
    expect(
      exported.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    ).toEqual([first])
    // What one holds, history.test.ts shows.
    expect(await ok("GET", `${model.path}/${first.svc_id}/history`)).toMatchObject({ data: [], next: null })
    expect((await call("GET", `${model.path}/999999999/history`)).status).toBe(404)
  })
})

describe("documents", () => {
  it("hand out their bytes, and come of files that are attached", async () => {
    const { data } = await ok("GET", "/v3/accounting/documents?limit=1&document_type[eq]=INVOICES")
    const bytes = await service.call("GET", `/v3/accounting/documents/${data[0].svc_id}/content`)
    expect([bytes.status, String(bytes.text.length)]).toEqual([200, data[0].file_size])
    answered.add("GET /v3/accounting/documents/{svc_id}/content")
    const invoices = await ok("GET", `/v3/accounting/invoices?platform_id[eq]=${data[0].document_type_id}`)
    const file = `record_id=${invoices.data[0].svc_id}&file_name=notes.json`
    const made = await ok("POST", `/v3/accounting/documents/content?${file}`, '{"cups":4}')
    expect(made.data).toMatchObject({ file_name: "notes.json", file_size: "10", document_type: "INVOICES" })
    answered.add("POST /v3/accounting/documents/content")
  })
})

describe("companies", () => {
  it("are created, listed, renamed and erased", async () => {
    const made = await ok("POST", "/v3/core/companies", { name: "Initech", partner_id: "initech-1" })
    expect(made.data).toMatchObject({ name: "Initech", partner_id: "initech-1" })
    const path = `/v3/core/companies/${made.data.svc_id}`
    const renamed = await ok("PUT", path, { name: "Initech Ltd" })
    expect(renamed.data.name).toBe("Initech Ltd")
    expect((await ok("GET", path)).data).toEqual(renamed.data)
    const moved = await ok("PATCH", path, { partner_id: "initech-2" })
    expect(moved.data).toMatchObject({ name: "Initech Ltd", partner_id: "initech-2" })
    expect((await ok("GET", "/v3/core/companies?partner_id[eq]=initech-2")).data).toEqual([moved.data])
    expect((await ok("GET", "/v3/core/companies?partner_id[eq]=initech-1")).data).toEqual([])
    const page = await ok("GET", "/v3/core/companies?limit=1")
    expect(page.data).toHaveLength(1)
    const next = await ok("GET", `/v3/core/companies?limit=1&next=${page.next}`)
    expect(next.data[0].svc_id).toBe(made.data.svc_id)
    expect((await ok("GET", `/v3/core/companies?limit=1&prev=${next.prev}`)).data).toEqual(page.data)
    await ok("DELETE", path)
    expect((await call("GET", path)).status).toBe(404)
  })
})

describe("invite links", () => {
  it("are read, changed and revoked", async () => {
    const made = await ok("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"] })
    const path = `/v3/core/invite_links/${made.data.invite_link_id}`
    expect(made.data.url).toContain(`/connect/${made.data.invite_link_id}`)
    expect((await ok("GET", path)).data).toEqual(made.data)
    const changed = await ok("PUT", path, { company_name: "Hooli", integrations: ["SVC_SANDBOX"] })
    expect(changed.data).toMatchObject({ company: { name: "Hooli" }, integrations: ["SVC_SANDBOX"] })
    expect((await ok("GET", "/v3/core/invite_links?limit=1000")).data).toContainEqual(changed.data)
    expect((await ok("DELETE", path)).data.revoked_at).not.toBeNull()
  })
})

describe("connections", () => {
  it("are listed with what they can do", async () => {
    const { data } = await ok("GET", `/v3/core/connections/${connectionId}`)
    expect(S.problemsOf(data, Seed.connection)).toEqual([])
    expect(data).toMatchObject({ status: "HEALTHY", sync_status: "IDLE", svc_company_id: companyId })
    // What counts in a window falls from one moment to the next.
    const still = (connection: any) => ({ ...connection, rate_limits: null })
    expect((await ok("GET", "/v3/core/connections")).data.map(still)).toEqual([still(data)])
    const { data: can } = await ok("GET", `/v3/core/connections/${connectionId}/capabilities`)
    await ok("GET", `/v3/core/connections/${connectionId}/choices?data_model=BILLS`)
    expect(can.data_models.find((one: any) => one.data_model === "EXPENSES")).toMatchObject({ read: true })
    expect(can.writes.map((one: any) => `${one.operation} ${one.data_model}`)).toContain("create CONTACTS")
    const all = await ok("GET", "/v3/core/capabilities")
    expect(all.data.map((one: any) => one.integration_type)).toContain("XERO")
  })
  it("take another sync configuration", async () => {
    const { data } = await ok("PUT", `/v3/core/connections/${connectionId}/sync_config`, {
      sync_config: [{ data_model: "EXPENSES", frequency: "HOURLY", interval: 6 }]
    })
    const changed = data.sync_config.find((one: any) => one.data_model === "EXPENSES")
    expect(changed).toMatchObject({ frequency: "HOURLY", interval: 6, enabled: true })
    expect(S.problemsOf(data.sync_config, S.list(Seed.syncConfig))).toEqual([])
  })
  it("are refused with credentials the platform refuses", async () => {
    const answer = await call("POST", "/v3/core/connections", {
      company_id: companyId,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "wrong" }
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('"wrong"')
  })
  it("are paused and go on", async () => {
    const path = `/v3/core/connections/${connectionId}`
    expect((await ok("POST", `${path}/pause`)).data).toMatchObject({ sync_status: "PAUSED", sync_resume_at: null })
    expect((await call("POST", "/v3/core/syncs", { company_id: companyId })).status).toBe(409)
    expect((await ok("POST", `${path}/resume`)).data.sync_status).not.toBe("PAUSED")
  })
  it("are ended and authorised again", async () => {
    const other = await Service.connected(service, "Umbrella", "sandbox-umbrella")
    answered.add("POST /v3/core/connections")
    const { data: link } = await ok("POST", `/v3/core/connections/${other.connectionId}/reconnect`)
    expect(link.url).toContain("/connect/")
    const { data } = await ok("POST", `/v3/core/connections/${other.connectionId}/disconnect`)
    expect(data.status).toBe("DISCONNECTED")
    await ok("DELETE", `/v3/core/companies/${other.companyId}`)
  })
})

describe("integrations", () => {
  it("are there for each composed connector", async () => {
    const { data } = await ok("GET", "/v3/core/integrations")
    expect(data.map((one: any) => one.integration_type).toSorted()).toContain("SVC_SANDBOX")
    expect(S.problemsOf(data, S.list(Seed.integration))).toEqual([])
    const xero = data.find((one: any) => one.integration_type === "XERO")
    expect((await ok("GET", `/v3/core/integrations/${xero.svc_id}`)).data).toEqual(xero)
    expect((await ok("GET", `/v3/core/integrations/${xero.svc_id}/registration`)).data).toMatchObject({
      integration_type: "XERO",
      redirect_uri: expect.stringContaining("/oauth/callback/xero")
    })
    await ok("PUT", `/integrations/${xero.svc_id}`, { client_id: "a", client_secret: "b", is_disabled: true })
  })
})

describe("syncs", () => {
  it("are started, followed and cancelled", async () => {
    const { data } = await ok("POST", "/v3/core/syncs", {
      company_id: companyId,
      integration_type: "SVC_SANDBOX",
      full_sync: true,
      data_models_to_sync: ["CURRENCIES", "ACCOUNTS"]
    })
    expect(data).toMatchObject({ full_sync: true, trigger: "API" })
    const done = await Service.until(
      () => ok("GET", `/v3/core/syncs/${data.svc_id}`),
      (sync) => sync.data.finished_at !== null
    )
    expect(done.data.status).toBe("SUCCESS")
    const jobs = await ok("GET", `/v3/core/syncs/${data.svc_id}/jobs`)
    expect(jobs.data.map((job: any) => job.data_model).toSorted()).toEqual(["ACCOUNTS", "CURRENCIES"])
    expect((await ok("GET", "/v3/core/syncs?limit=1000")).data).toContainEqual(done.data)
    const another = await ok("POST", "/v3/core/syncs", { company_id: companyId })
    const cancelled = await call("POST", `/v3/core/syncs/${another.data.svc_id}/cancel`)
    expect([200, 409]).toContain(cancelled.status)
    await Service.until(
      () => ok("GET", `/v3/core/syncs/${another.data.svc_id}`),
      (sync) => sync.data.finished_at !== null
    )
  })
})

describe("an integration that is disabled", () => {
  it("refuses whatever would begin something with its platform, and says why", async () => {
    const { data } = await ok("GET", "/v3/core/integrations")
    const own = data.find((one: any) => one.integration_type === "SVC_SANDBOX")
    const turn = (is_disabled: boolean) =>
      ok("PUT", `/integrations/${own.svc_id}`, { client_id: "", client_secret: "", is_svc_identity: true, is_disabled })
    const company = { company_id: companyId }
    await turn(true)
    try {
      const begun = [
        ["POST", "/v3/core/syncs", company],
        ["POST", "/v3/core/syncs", { ...company, connection_id: connectionId }],
        ["POST", `/v3/core/connections/${connectionId}/reconnect`, undefined],
        ["POST", "/accounting/contacts", { ...company, data: [{ name: "Off Ltd", contact_type: "CUSTOMER" }] }],
        ["POST", "/passthrough", { ...company, data: { method: "GET", path: "/accounts" } }]
      ] as const
      for (const [method, path, body] of begun) {
        const { body: answer, status } = await call(method, path, body)
        expect([status, answer.error.code, answer.error.message], path).toEqual([
          422,
          "unsupported",
          "The integration SVC_SANDBOX is disabled."
        ])
      }
      // What is stored is there all the same.
      expect((await ok("GET", "/v3/accounting/accounts?limit=1")).data).toHaveLength(1)
    } finally {
      await turn(false)
    }
    const sync = await ok("POST", "/v3/core/syncs", { ...company, data_models_to_sync: ["CURRENCIES"] })
    await Service.until(
      () => ok("GET", `/v3/core/syncs/${sync.data.svc_id}`),
      ({ data }) => data.finished_at !== null
    )
  })
})

describe("writes", () => {
  it("answer with the job, at once when asked to", async () => {
    const body = { company_id: companyId, data: [{ name: "Later Ltd", contact_type: "CUSTOMER" }] }
    const answer = await call("POST", "/accounting/contacts", body, { prefer: "respond-async" })
    const id = answer.body.data.upload_job_id
    const job = await Service.until(
      () => ok("GET", `/v3/core/upload_jobs/${id}`),
      ({ data }) => data.finished_at !== null
    )
    expect(job.data).toMatchObject({ status: "SUCCESS", data_model: "CONTACTS", operation: "create" })
    expect((await ok("GET", "/v3/core/upload_jobs?limit=1000")).data.map((one: any) => one.upload_job_id)).toContain(id)
  })
  it("name a faulty item and go on with the others", async () => {
    const { data } = await ok("POST", "/accounting/contacts", {
      company_id: companyId,
      data: [
        { name: "First Ltd", contact_type: "CUSTOMER" },
        { name: 5, contact_typ: "CUSTOMER" },
        { name: "Third Ltd", contact_type: "VENDOR" }
      ]
    })
    expect(data.status).toBe("PARTIAL_SUCCESS")
    expect(data.data.map((one: any) => one.status)).toEqual(["success", "failed", "success"])
    expect(data.data[1].error.message).toContain("contact_type")
  })
  it("replay the first answer to an Idempotency-Key", async () => {
    const body = { company_id: companyId, data: [{ name: "Once Ltd", contact_type: "CUSTOMER" }] }
    const first = await call("POST", "/accounting/contacts", body, { "idempotency-key": "once-1" })
    const second = await call("POST", "/accounting/contacts", body, { "idempotency-key": "once-1" })
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    expect(second.headers.get("idempotent-replayed")).toBe("true")
    expect(second.body.data).toEqual(first.body.data)
    const other = await call("POST", "/accounting/contacts", { ...body, data: [] }, { "idempotency-key": "once-1" })
    expect([400, 422]).toContain(other.status)
  })
  it("reach purchase orders, bill credit notes and invoices", async () => {
    const first = async (path: string) => (await ok("GET", path)).data[0]
    const vendor = await first("/v3/accounting/contacts?contact_type[eq]=VENDOR&limit=1")
    const invoice = await first("/v3/accounting/invoices?status[in]=DRAFT,SUBMITTED&limit=1")
    const account = await first("/v3/accounting/accounts?category[eq]=EXPENSE&status[eq]=ACTIVE&limit=1")
    const item = {
      contact_id: vendor.platform_id,
      currency_id: "EUR",
      posted_date: "2026-03-01",
      line_items: [{ account_id: account.platform_id, description: "x", quantity: 1, unit_amount: 1 }]
    }
    const post = (path: string, data: object) => ok("POST", path, { company_id: companyId, data: [data] })
    await post("/accounting/purchase_orders", { ...item, document_number: "PO-9" })
    await post("/accounting/bill_credit_notes", { ...item, document_number: "BCN-9" })
    await ok("PUT", "/v3/accounting/invoices", {
      company_id: companyId,
      data: [{ platform_id: invoice.platform_id, memo: "Hello" }]
    })
  })
})

describe("passthrough", () => {
  it("answers what the platform said, whatever it was", async () => {
    const body = await ok("POST", "/passthrough", { company_id: companyId, data: { method: "GET", path: "/nothing" } })
    expect(body.platform_status).toBe(404)
  })
  it.each(["https://example.com/x", "//example.com/x", "/../x", "/%2e%2e/x", "/a\\b"])("refuses %s", async (path) => {
    const answer = await call("POST", "/passthrough", { company_id: companyId, data: { method: "GET", path } })
    expect(answer.status).toBe(400)
    expect(answer.body.error.field).toBe("data.path")
  })
})

describe("webhooks", () => {
  it("are managed, tested and replayed", async () => {
    const received: Array<string> = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]))
      request.resume()
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hooks`
    const made = await ok("POST", "/v3/core/webhooks", { name: "All", type: "DATA_MODEL_CHANGES", url })
    expect(made.data.secret).toMatch(/^whsec_/)
    const path = `/v3/core/webhooks/${made.data.id}`
    const { secret: _, ...shown } = made.data
    expect((await ok("GET", path)).data).toEqual(shown)
    await ok("POST", `${path}/test`)
    expect(received).toHaveLength(1)
    await ok("POST", "/accounting/contacts", {
      company_id: companyId,
      data: [{ name: "Told Ltd", contact_type: "CUSTOMER" }]
    })
    const deliveries = await Service.until(
      () => ok("GET", `${path}/deliveries?status=DELIVERED`),
      ({ data }) => data.some((one: any) => one.data_model === "CONTACTS" && one.operation === "CREATE")
    )
    const delivered = await ok("GET", `/v3/core/deliveries/${deliveries.data.at(-1).id}`)
    expect(delivered.data.attempts_made).toMatchObject([{ number: 1, response_status: 200 }])
    expect((await ok("GET", `${path}/figures?span=hour`)).data.steps).toHaveLength(12)
    await ok("POST", `/v3/core/deliveries/${deliveries.data.at(-1).id}/retry`)
    const replayed = await ok("POST", `${path}/replay`, { from: "2020-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" })
    expect(replayed.data.deliveries).toBeGreaterThan(0)
    const rotated = await ok("POST", `${path}/rotate_secret`)
    expect(rotated.data.secret).not.toBe(made.data.secret)
    expect((await ok("PUT", path, { is_disabled: true })).data.is_disabled).toBe(true)
    expect((await ok("GET", "/v3/core/webhooks")).data).toHaveLength(1)
    await ok("DELETE", path)
    expect((await call("GET", path)).status).toBe(404)
    receiver.close()
  })
})

describe("api keys", () => {
  it("are made, replaced and revoked", async () => {
    const made = await ok("POST", "/v3/core/api_keys", { name: "reporting", scopes: ["read"] })
    expect(made.data.secret).toMatch(/^svc_/)
    const rotated = await ok("POST", `/v3/core/api_keys/${made.data.svc_id}/rotate`, { overlap_seconds: 0 })
    expect((await ok("DELETE", `/v3/core/api_keys/${rotated.data.svc_id}`)).data.revoked_at).not.toBeNull()
    expect((await ok("PATCH", `/v3/core/api_keys/${made.data.svc_id}`, { request_limit: 1000 })).data.name).toBe(
      "reporting"
    )
    const list = await ok("GET", "/v3/core/api_keys?limit=1000")
    expect(list.data.map((one: any) => one.name)).toContain("reporting")
    expect(JSON.stringify(list)).not.toContain(made.data.secret)
    const events = await ok("GET", "/v3/core/audit_events?limit=1000")
    expect(events.data.map((one: any) => one.action)).toEqual(
      expect.arrayContaining(["API_KEY_CREATED", "API_KEY_ROTATED", "API_KEY_REVOKED"])
    )
  })
})

describe("what could not be read, and what was called", () => {
  it("is listed", async () => {
    const calls = await Service.until(
      () => ok("GET", "/v3/core/calls?limit=1000"),
      ({ data }) => data.length > 0
    )
    expect(calls.data[0]).toMatchObject({ integration_type: "SVC_SANDBOX", svc_company_id: companyId })
    const used = await Service.until(
      () => ok("GET", `/v3/core/usage?svc_company_id[eq]=${companyId}`),
      ({ data }) => data.length > 0
    )
    expect(used.data[0].requests).toBeGreaterThan(0)
    expect((await ok("GET", "/v3/core/overview")).data).toMatchObject({ span: "day", step_seconds: 3600 })
    expect((await ok("GET", "/v3/core/overview/work")).data).toEqual([])
    expect((await ok("GET", "/v3/core/service")).data).toMatchObject({
      database: { kind: Postgres.isGiven() ? "postgres" : "embedded" }
    })
    expect(await ok("GET", "/v3/core/service/failed_jobs")).toMatchObject({ data: [] })
    expect((await call("POST", "/v3/core/service/failed_jobs/none/retry")).status).toBe(404)
    // One that was given up, overview/operating.test.ts has tried again.
    answered.add("POST /v3/core/service/failed_jobs/{id}/retry")
    expect(await ok("GET", "/v3/core/refusals")).toMatchObject({ data: [] })
    expect(await ok("GET", "/v3/core/refusals/totals")).toMatchObject({ data: [] })
    expect((await call("GET", "/v3/core/refusals/987654321")).status).toBe(404)
    // A stream that does not end by itself, changes/changes.test.ts follows.
    answered.add("GET /v3/core/changes")
    // One that is there, sync/refusals.test.ts shows.
    answered.add("GET /v3/core/refusals/{svc_id}")
  })
})

describe("how things stand, and how a record was made", () => {
  it("is said, and done once more", async () => {
    const { data: state } = await ok("GET", `/v3/core/connections/${connectionId}/state`)
    expect(state.data_models.length).toBeGreaterThan(20)
    const [expense] = (await ok("GET", "/v3/accounting/expenses?limit=1")).data
    const record = `/v3/core/records/EXPENSES/${expense.svc_id}`
    expect((await ok("GET", `${record}/origins`)).data.members.length).toBeGreaterThan(5)
    expect((await ok("POST", `${record}/map`)).data).toMatchObject({ outcome: "UNCHANGED" })
    const { data } = await ok("GET", "/v3/core/integrations?integration_type[eq]=SVC_SANDBOX")
    expect((await ok("POST", `/v3/core/integrations/${data[0].svc_id}/check`)).data).toMatchObject({
      result: "UNKNOWN",
      platform_answer: null
    })
  })
})

describe("sessions", () => {
  it("are started, listed and ended", async () => {
    const { data } = await ok("POST", "/v3/core/sessions")
    expect((await ok("GET", "/v3/core/caller")).data).toMatchObject({ session_id: null, api_key_id: data.api_key_id })
    expect((await ok("GET", "/v3/core/sessions")).data).toEqual([data])
    expect((await ok("DELETE", `/v3/core/sessions/${data.svc_id}`)).data.ended_at).not.toBeNull()
    expect((await call("DELETE", "/v3/core/sessions/current")).status).toBe(404)
    // By a session, console/sessions.test.ts signs out.
    answered.add("DELETE /v3/core/sessions/current")
  })
})

describe("the brand, and fields of an organisation's own", () => {
  it("are made and changed", async () => {
    expect((await ok("PATCH", "/v3/core/brand", { name: "Acme" })).data.name).toBe("Acme")
    expect((await ok("GET", "/v3/core/brand")).data.name).toBe("Acme")
    await ok("PATCH", "/v3/core/brand", { name: null })
    const found = await ok("GET", `/v3/core/connections/${connectionId}/custom_fields?data_model=EXPENSES`)
    expect(found.data.fields.length).toBeGreaterThan(0)
    const field = {
      integration_type: "SVC_SANDBOX",
      data_model: "EXPENSES",
      path: found.data.fields[0].path,
      type: "text"
    }
    const made = await ok("POST", "/v3/core/field_mappings", { ...field, name: "own" })
    const path = `/v3/core/field_mappings/${made.data.svc_id}`
    expect((await ok("PATCH", path, { name: "ours" })).data.name).toBe("ours")
    expect((await ok("GET", path)).data.name).toBe("ours")
    expect((await ok("GET", "/v3/core/field_mappings")).data).toHaveLength(1)
    await ok("DELETE", path)
  })
})

describe("events", () => {
  it("are listed", async () => {
    const { data } = await ok("GET", "/v3/core/events?limit=1000")
    expect(data.filter((one: any) => one.data === null || one.created_at === null)).toEqual([])
  })
})

describe("inbound", () => {
  const deliver = async (path: string, body: string, secret: string) => {
    const signature = createHmac("sha256", secret).update(body).digest("hex")
    const headers = { api_key: "", "sandbox-signature": signature }
    return service.call("POST", path, body, headers)
  }
  it("takes what the platform signed, and fetches the record again", async () => {
    const { data } = await ok("GET", "/v3/accounting/contacts?limit=1")
    const [contact] = data
    const renamed = `Renamed ${contact.platform_id}`
    await call("POST", "/passthrough", {
      company_id: companyId,
      data: { method: "PATCH", path: `/contacts/${contact.platform_id}`, data: { name: renamed } }
    })
    const address = `/v3/core/connections/${connectionId}/inbound_address`
    const { data: before } = await ok("POST", address)
    const { data: made } = await ok("POST", address)
    const path = new URL(made.url).pathname
    expect(path).toBe(`/v3/core/inbound/svc_sandbox/${made.token}`)
    const body = JSON.stringify({
      events: [{ sequence: 1, resource: "contacts", id: contact.platform_id, operation: "update" }]
    })
    // The address of before has ended, and who has the token may sign with it.
    expect((await deliver(new URL(before.url).pathname, body, before.token)).status).toBe(404)
    expect((await deliver(path, body, made.token)).status).toBe(200)
    expect((await deliver(path, body, "wrong")).status).toBe(401)
    expect((await deliver(path, body, "inbound-secret")).status).toBe(200)
    expect((await deliver("/v3/core/inbound/svc_sandbox", body, "inbound-secret")).status).toBe(200)
    answered.add("POST /v3/core/inbound/{integration}").add("POST /v3/core/inbound/{integration}/{token}")
    await Service.until(
      () => ok("GET", `/v3/accounting/contacts/${contact.svc_id}`),
      (one) => one.data.name === renamed
    )
  })
  it("knows no integration that is not composed", async () => {
    const answer = await service.call("POST", "/v3/core/inbound/nobody", "{}", { api_key: "" })
    expect(answer.status).toBe(404)
    expect(S.problemsOf(answer.body, Seed.error)).toEqual([])
  })
})

describe("the document", () => {
  it("has no operation that was not answered", () => {
    // The writes of every model are in `uploads/all-models.test.ts`.
    const all = document.operations
      .filter(({ method, path }) => method === "GET" || method === "PUT" || Document.modelPathOf(path) === undefined)
      .map(({ method, path }) => `${method} ${path}`)
    expect(all.filter((name) => !answered.has(name))).toEqual([])
  })
})
