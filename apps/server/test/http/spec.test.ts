/** Every endpoint of the interface specification, section 4, on the sandbox: each answer against the specification's own field lists. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"

let service: Service.Service
let document: Document.Document
let companyId: number

/** Calls, and holds the answer against the document that the service itself serves. */
const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await service.call(method, path, body, headers)
  const operation = document.find(method, path)
  expect(operation, `${method} ${path}`).toBeDefined()
  expect(document.faults(operation!, answer)).toEqual([])
  return answer
}
const ok = async (method: string, path: string, shape: S.Check, body?: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBe(200)
  expect(S.problemsOf(answer.body, shape)).toEqual([])
  return answer.body
}

beforeAll(async () => {
  service = await Service.start()
  document = await Document.read(service)
  companyId = (await Service.connected(service)).companyId
})
afterAll(() => service.stop())

describe("4.5 lists", () => {
  it("answers expenses", async () => {
    const { data } = await ok("GET", "/v3/accounting/expenses?limit=1000", Seed.envelope(Seed.expense))
    expect(data.length).toBeGreaterThan(10)
    expect(data.some((one: any) => one.line_items.length > 0)).toBe(true)
  })
  it("answers expenses with everything expanded and selected", async () => {
    const { data } = await ok(
      "GET",
      "/v3/accounting/expenses?limit=1000&expand=account,line_items,contact,currency,documents&select=raw_data,data_hash",
      Seed.envelope(Seed.expandedExpense)
    )
    for (const relation of ["account", "contact", "currency"]) {
      expect(
        data.some((one: any) => one[relation] !== null && one[relation].platform_id === one[`${relation}_id`]),
        relation
      ).toBe(true)
    }
    expect(data.some((one: any) => one.line_items.some((line: any) => line.account !== null))).toBe(true)
  })
  it("answers currencies", async () => {
    const { data } = await ok("GET", "/v3/accounting/currencies", Seed.envelope(Seed.currency))
    expect(data.filter((one: any) => one.is_base_currency)).toHaveLength(1)
  })
  it("answers deals", async () => {
    const plain = { company: S.absent, contact: S.absent, stage: S.absent }
    await ok("GET", "/v3/crm/deals", Seed.envelope(Seed.deal(plain)))
    const related = S.members({ ...Seed.common, name: S.orNull(S.text) })
    const { data } = await ok(
      "GET",
      "/v3/crm/deals?expand=company,contact,stage",
      Seed.envelope(Seed.deal({ company: S.orNull(related), contact: S.orNull(related), stage: S.orNull(related) }))
    )
    expect(data.some((one: any) => one.stage !== null && one.company !== null)).toBe(true)
    expect(new Set(data.map((one: any) => one.status))).toContain("Open")
  })
  it("answers orders", async () => {
    const { data } = await ok("GET", "/v3/payments/orders", Seed.envelope(Seed.order))
    expect(data.some((one: any) => one.status === "PAID")).toBe(true)
  })
  it("answers webhooks", async () => {
    await call("POST", "/v3/core/webhooks", {
      name: "Expenses",
      type: "DATA_MODEL_CHANGES",
      url: "https://example.com/hooks",
      headers: { "x-team": "books" },
      operations: ["CREATE", "UPDATE"],
      data_models: ["EXPENSES"]
    })
    const { data } = await ok("GET", "/v3/core/webhooks", Seed.envelope(Seed.webhook))
    expect(data[0]).toMatchObject({
      name: "Expenses",
      type: "DATA_MODEL_CHANGES",
      url: "https://example.com/hooks",
      headers: { "x-team": "books" },
      operations: ["CREATE", "UPDATE"],
      data_models: ["EXPENSES"]
    })
    await call("DELETE", `/v3/core/webhooks/${data[0].id}`)
  })
  it("understands every common parameter", async () => {
    const first = await ok(
      "GET",
      "/v3/accounting/expenses?limit=2&return_count=true&sort[svc_created_at]=ASC&sort[svc_updated_at]=DESC",
      Seed.envelope(Seed.expense)
    )
    expect(first.data).toHaveLength(2)
    expect(first.prev).toBeNull()
    const second = await ok(
      "GET",
      `/v3/accounting/expenses?limit=2&sort[svc_created_at]=ASC&sort[svc_updated_at]=DESC&next=${first.next}`,
      Seed.envelope(Seed.expense)
    )
    const back = await ok("GET", `/v3/accounting/expenses?limit=2&prev=${second.prev}`, Seed.envelope(Seed.expense))
    expect(back.data).toEqual(first.data)
    const all = await ok(
      "GET",
      `/v3/accounting/expenses?svc_company_id[eq]=${companyId}&include_deleted_records=true&return_count=true&limit=1`,
      Seed.envelope(Seed.expense)
    )
    expect(all.total_count).toBe(first.total_count)
    const none = await ok(
      "GET",
      "/v3/accounting/expenses?svc_updated_at[gte]=2999-01-01T00:00:00Z&return_count=true&include_deleted_records=false",
      Seed.envelope(Seed.expense)
    )
    expect(none).toEqual({ data: [], prev: null, next: null, total_count: 0 })
    const uncounted = await ok("GET", "/v3/accounting/expenses?return_count=false", Seed.envelope(Seed.expense))
    expect(uncounted.total_count).toBeNull()
  })
})

describe("4.1 writes", () => {
  const one = async (path: string): Promise<any> => (await call("GET", path)).body.data[0]

  it("creates contacts", async () => {
    const body = await ok("POST", "/accounting/contacts", Seed.upload(Seed.writtenContact), {
      company_id: companyId,
      data: [
        { name: "Ada Ltd", contact_name: "Ada Lovelace", contact_type: "CUSTOMER", email: "ada@example.com" },
        { name: "Babbage & Sons", contact_type: "VENDOR", tax_number: "GB123456789" }
      ]
    })
    expect(body.data.data.map((result: any) => result.response.name)).toEqual(["Ada Ltd", "Babbage & Sons"])
    const { platform_id } = body.data.data[0].response
    const { data } = await ok(
      "GET",
      `/v3/accounting/contacts?platform_id[eq]=${platform_id}`,
      Seed.envelope(Seed.contact)
    )
    expect(data).toMatchObject([{ name: "Ada Ltd", contact_type: "CUSTOMER" }])
  })
  it("creates purchase orders", async () => {
    const vendor = await one("/v3/accounting/contacts?contact_type[eq]=VENDOR&limit=1")
    const account = await one("/v3/accounting/accounts?category[eq]=EXPENSE&status[eq]=ACTIVE&limit=1")
    const body = await ok("POST", "/accounting/purchase_orders", Seed.upload(Seed.writtenPurchaseOrder), {
      company_id: companyId,
      data: [
        {
          contact_id: vendor.platform_id,
          document_number: "PO-TEST-1",
          currency_id: "EUR",
          posted_date: "2026-01-31T00:00:00Z",
          delivery_date: "2026-02-28T00:00:00Z",
          line_items: [
            { account_id: account.platform_id, description: "Paper", quantity: 4, unit_amount: 12.5, total_discount: 0 }
          ]
        }
      ]
    })
    expect(body.data.data[0].response).toMatchObject({ document_number: "PO-TEST-1", contact_id: vendor.platform_id })
  })
  it("creates bill credit notes", async () => {
    const vendor = await one("/v3/accounting/contacts?contact_type[eq]=VENDOR&limit=1")
    const account = await one("/v3/accounting/accounts?category[eq]=EXPENSE&status[eq]=ACTIVE&limit=1")
    const body = await ok("POST", "/accounting/bill_credit_notes", Seed.upload(Seed.writtenBillCreditNote), {
      company_id: companyId,
      data: [
        {
          contact_id: vendor.platform_id,
          document_number: "BCN-TEST-1",
          currency_id: "EUR",
          memo: "Returned paper",
          posted_date: "2026-01-31T00:00:00Z",
          line_items: [{ account_id: account.platform_id, description: "Paper", quantity: 1, unit_amount: 12.5 }]
        }
      ]
    })
    expect(body.data.data[0].response).toMatchObject({ document_number: "BCN-TEST-1", memo: "Returned paper" })
  })
  it("updates an invoice", async () => {
    const invoice = await one("/v3/accounting/invoices?status[in]=DRAFT,SUBMITTED&limit=1")
    const body = await ok("PUT", "/v3/accounting/invoices", S.members({ data: Seed.updatedInvoice }), {
      company_id: companyId,
      data: [{ platform_id: invoice.platform_id, memo: "Thank you" }]
    })
    expect(body.data).toMatchObject({ svc_id: invoice.svc_id, platform_id: invoice.platform_id, memo: "Thank you" })
    const { body: again } = await call("GET", `/v3/accounting/invoices/${invoice.svc_id}`)
    expect(again.data).toEqual(body.data)
  })
})

describe("4.2 integrations", () => {
  it("updates one", async () => {
    const list = await call("GET", "/v3/core/integrations")
    const xero = list.body.data.find((one: any) => one.integration_type === "XERO")
    const { data } = await ok("PUT", `/integrations/${xero.svc_id}`, Seed.updatedIntegration, {
      client_id: "my-app",
      client_secret: "my-secret",
      is_disabled: false,
      is_svc_identity: false
    })
    expect(data).toMatchObject({
      integration_type: "XERO",
      client_id: "my-app",
      client_secret: "my-secret",
      is_disabled: false,
      is_svc_identity: false
    })
    const read = await call("GET", `/v3/core/integrations/${xero.svc_id}`)
    expect(read.text).not.toContain("my-secret")
  })
})

describe("4.3 passthrough", () => {
  it("forwards a call", async () => {
    const { data } = await ok("POST", "/passthrough", Seed.passthrough, {
      company_id: companyId,
      data: { method: "GET", path: "/accounts", headers: { accept: "application/json" }, params: { limit: 2 } }
    })
    expect(data.items).toHaveLength(2)
  })
  it("forwards a body", async () => {
    const answer = await call("POST", "/passthrough", {
      company_id: companyId,
      data: { method: "POST", path: "/contacts", data: { name: "Raw & Co", kind: "customer" } }
    })
    expect(answer.body).toMatchObject({ platform_status: 201, data: { name: "Raw & Co" } })
  })
})

describe("4.4 invite links", () => {
  it("creates one", async () => {
    const { data } = await ok("POST", "/v3/core/invite_links", S.members({ data: Seed.inviteLink }), {
      company_name: "Globex",
      integration_categories: ["ACCOUNTING", "CRM"],
      integrations: ["SVC_SANDBOX"],
      sync_config: [{ data_model: "EXPENSES", frequency: "DAILY", interval: 1, enabled: true }],
      partner_id: "globex-1"
    })
    expect(data).toMatchObject({
      integrations: ["SVC_SANDBOX"],
      integration_categories: ["ACCOUNTING", "CRM"],
      company: { name: "Globex" },
      connections: []
    })
    const page = await fetch(data.url.replace(/^https?:\/\/[^/]+/, service.url))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("Sandbox")
  })
  it("creates one with nothing but categories", async () => {
    const { data } = await ok("POST", "/v3/core/invite_links", S.members({ data: Seed.inviteLink }), {
      integration_categories: ["ACCOUNTING"],
      company_name: null,
      integrations: null,
      sync_config: null,
      partner_id: null
    })
    expect(data.company.name).toBeNull()
  })
})
