/**
 * An Idempotency-Key on every POST of the served document: the first answer is given again, another body is refused, and
 * nothing is done twice, whoever died in between.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"

let service: Service.Service
let document: Document.Document
let companyId: number
let connectionId: number
let keys = 0
const newKey = (): string => `key-${++keys}`

beforeAll(async () => {
  service = await Service.start({ SVC_MAX_KEPT_ANSWER_BYTES: "4096" })
  document = await Document.read(service)
  const company = await ok("POST", "/v3/core/companies", { name: "Repeated Ltd" })
  companyId = company.svc_id
  connectionId = (await ok("POST", "/v3/core/connections", connection())).svc_id
})
afterAll(() => service.stop())

const ok = async (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any> => {
  const answer = await service.call(method, path, body, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const connection = () => ({
  company_id: companyId,
  integration_type: "SVC_SANDBOX",
  credentials: { api_key: "sandbox-repeated" },
  sync_config: [{ data_model: "CURRENCIES" }, { data_model: "INVOICES" }]
})
const hook = () => ({ name: "hook", type: "CONNECTION_CHANGED", url: "http://127.0.0.1:9/none" })
const rows = (statement: string): Promise<ReadonlyArray<any>> =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.unsafe<any>(statement))))
const companiesNamed = async (name: string): Promise<number> =>
  (await ok("GET", "/v3/core/companies?limit=1000")).filter((one: any) => one.name === name).length
const contact = (company_id: number, name: string) => ({
  company_id,
  data: { method: "POST", path: "/contacts", data: { name, kind: "customer" } }
})

/** What each POST is asked with, beside a path whose `svc_id` is that of the connection; `other` is another body. */
const asked: Readonly<Record<string, () => Promise<{ path?: string; body?: unknown; other?: unknown }>>> = {
  "/passthrough": async () => ({ body: contact(companyId, "Once"), other: contact(companyId, "Other") }),
  "/v3/accounting/documents/content": async () => {
    const query = `record_id=${await anInvoice()}&file_name=once.json`
    return { path: `/v3/accounting/documents/content?${query}`, body: '{"cups":4}', other: '{"cups":5}' }
  },
  "/v3/core/companies": async () => ({ body: { name: "Once" }, other: { name: "Other" } }),
  "/v3/core/invite_links": async () => ({
    body: { integration_categories: ["ACCOUNTING"] },
    other: { integration_categories: ["CRM"] }
  }),
  "/v3/core/connections": async () => ({ body: connection(), other: { ...connection(), sync_config: [] } }),
  "/v3/core/syncs": async () => ({
    body: { company_id: companyId, data_models_to_sync: ["CURRENCIES"] },
    other: { company_id: companyId, data_models_to_sync: ["ACCOUNTS"] }
  }),
  "/v3/core/syncs/{svc_id}/cancel": async () => {
    // One that has not begun: nobody works on a connection that waits.
    const [row] = await rows(`insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger,
      data_models) select organisation_id, company_id, id, 'CREATED', false, 'API', '{CURRENCIES}' from connection
      where id = ${connectionId} returning id`)
    return { path: `/v3/core/syncs/${row.id}/cancel` }
  },
  "/v3/core/integrations/{integration_id}/check": async () => {
    const [integration] = await ok("GET", "/v3/core/integrations?integration_type[eq]=SVC_SANDBOX")
    return { path: `/v3/core/integrations/${integration.svc_id}/check` }
  },
  "/v3/core/records/{data_model}/{svc_id}/map": async () => ({
    path: `/v3/core/records/INVOICES/${await anInvoice()}/map`
  }),
  "/v3/core/service/failed_jobs/{id}/retry": async () => {
    // Nobody can read what it carries.
    await rows("insert into pgboss.job (name, data) values ('refetch', '{}')")
    const [job] = await Service.until(
      () => ok("GET", "/v3/core/service/failed_jobs"),
      (found) => found.length > 0
    )
    return { path: `/v3/core/service/failed_jobs/${job.id}/retry` }
  },
  "/v3/core/webhooks": async () => ({ body: hook(), other: { ...hook(), name: "other" } }),
  "/v3/core/webhooks/{id}/rotate_secret": async () => ({ path: `/v3/core/webhooks/${await aHook()}/rotate_secret` }),
  "/v3/core/webhooks/{id}/test": async () => ({ path: `/v3/core/webhooks/${await aHook()}/test` }),
  "/v3/core/webhooks/{id}/replay": async () => ({
    path: `/v3/core/webhooks/${await aHook()}/replay`,
    body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    other: { from: "2026-01-01T00:00:00Z", to: "2026-01-03T00:00:00Z" }
  }),
  "/v3/core/deliveries/{id}/retry": async () => {
    const delivery = await ok("POST", `/v3/core/webhooks/${await aHook()}/test`)
    return { path: `/v3/core/deliveries/${delivery.id}/retry` }
  },
  "/v3/core/field_mappings": async () => {
    const body = {
      integration_type: "SVC_SANDBOX",
      data_model: "EXPENSES",
      name: "region",
      path: "region",
      type: "text"
    }
    return { body, other: { ...body, name: "area" } }
  },
  "/v3/core/api_keys": async () => ({
    body: { name: "once", scopes: ["read"] },
    other: { name: "other", scopes: ["read"] }
  }),
  "/v3/core/api_keys/{svc_id}/rotate": async () => {
    const made = await ok("POST", "/v3/core/api_keys", { name: "to rotate", scopes: ["read"] })
    return { path: `/v3/core/api_keys/${made.svc_id}/rotate`, body: {}, other: { overlap_seconds: 1 } }
  }
}
const anInvoice = async (): Promise<number> => {
  const invoices = await Service.until(
    () => ok("GET", `/v3/accounting/invoices?svc_company_id[eq]=${companyId}&limit=1`),
    (found) => found.length > 0
  )
  return invoices[0].svc_id
}
const aHook = async (): Promise<string> => (await ok("POST", "/v3/core/webhooks", hook())).id

it("every POST gives its first answer again, and refuses the key for another body", async () => {
  const posts = document.operations.filter(
    ({ method, op, path }) =>
      method === "POST" && !path.startsWith("/v3/core/inbound/") && !op.responses[200].description?.includes("upload")
  )
  // Writes of records keep theirs with their jobs: `uploads/idempotency.test.ts`.
  const writes = new Set(["/accounting/purchase_orders", "/accounting/bill_credit_notes", "/accounting/contacts"])
  // Signing in answers a cookie, which is kept nowhere: it is done anew.
  writes.add("/v3/core/sessions")
  // What ends the connection comes last.
  const ordered = posts
    .filter(({ path }) => !writes.has(path) && Document.modelPathOf(path) === undefined)
    .toSorted((a, b) => rank(a.path) - rank(b.path))
  expect(ordered.length).toBeGreaterThan(14)
  for (const { op, path } of ordered) {
    const request = await (asked[path] ?? (async () => ({})))()
    const { body, other } = request as { body?: unknown; other?: unknown }
    const address = (request as { path?: string }).path ?? path.replace("{svc_id}", String(connectionId))
    const key = { "idempotency-key": newKey() }
    const call = (sent: unknown) => service.call("POST", address, sent, key)
    const first = await call(body)
    expect([path, first.status, first.text]).toEqual([path, 200, first.text])
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    const second = await call(body)
    expect([path, second.status, second.text]).toEqual([path, 200, first.text])
    expect(second.headers.get("idempotent-replayed")).toBe("true")
    if (other !== undefined) expect([path, (await call(other)).status]).toEqual([path, 422])
    expect(op.parameters.some((one: any) => one.name === "idempotency-key")).toBe(true)
  }
})
const rank = (path: string): number => (path.endsWith("/disconnect") ? 1 : 0)

describe("a key", () => {
  it("lets one of many at once do the work", async () => {
    const key = { "idempotency-key": newKey() }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => service.call("POST", "/v3/core/companies", { name: "Many at once" }, key))
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
    expect(await companiesNamed("Many at once")).toBe(1)
  })
  it("belongs to one company", async () => {
    const other = (await ok("POST", "/v3/core/companies", { name: "Other company" })).svc_id
    const key = { "idempotency-key": newKey() }
    const link = (company_id: number) =>
      service.call("POST", "/v3/core/invite_links", { company_id, integration_categories: ["CRM"] }, key)
    const [mine, theirs] = [await link(companyId), await link(other)]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(theirs.body.data.company.svc_id).toBe(other)
    const restricted = await ok("POST", "/v3/core/api_keys", {
      name: "restricted",
      scopes: ["admin"],
      company_id: other
    })
    const spied = await service.call(
      "POST",
      "/v3/core/invite_links",
      { company_id: companyId, integration_categories: ["CRM"] },
      { ...key, api_key: restricted.secret }
    )
    expect(spied.status).toBe(404)
  })
  it("belongs to the company that an address leads to", async () => {
    const other = (await ok("POST", "/v3/core/companies", { name: "Led to" })).svc_id
    const theirs = (await ok("POST", "/v3/core/connections", { ...connection(), company_id: other })).svc_id
    const key = { "idempotency-key": newKey() }
    for (const act of ["pause", "resume"]) {
      const done = []
      for (const id of [connectionId, theirs, connectionId]) {
        done.push(await service.call("POST", `/v3/core/connections/${id}/${act}`, undefined, key))
      }
      // For each of the two, one key is for one act.
      const expected = act === "pause" ? [200, 200, 200] : [422, 422, 422]
      expect(done.map(({ status }) => status)).toEqual(expected)
      if (act === "pause")
        expect(done.map(({ body }) => body.data.svc_id)).toEqual([connectionId, theirs, connectionId])
    }
    await ok("POST", `/v3/core/connections/${connectionId}/resume`)
  })
  it("of a refused request can be used again", async () => {
    const key = { "idempotency-key": newKey() }
    expect((await service.call("POST", "/v3/core/companies", {}, key)).status).toBe(400)
    expect((await service.call("POST", "/v3/core/companies", { name: "After a refusal" }, key)).status).toBe(200)
    for (const bad of ["x".repeat(256)]) {
      const answer = await service.call("POST", "/v3/core/companies", { name: "x" }, { "idempotency-key": bad })
      expect(answer.body.error.field).toBe("Idempotency-Key")
    }
  })
  it("keeps of an answer that is too large that it was given, and does nothing twice", async () => {
    const key = newKey()
    const made = await ok("POST", "/v3/core/companies", { name: "Large answers" })
    await ok("POST", "/v3/core/connections", { ...connection(), company_id: made.svc_id })
    const body = { company_id: made.svc_id, data: { method: "GET", path: "/contacts", params: { limit: 100 } } }
    const post = () => service.call("POST", "/passthrough", body, { "idempotency-key": key })
    const first = await post()
    expect([first.status, first.text.length > 4096]).toEqual([200, true])
    const again = await post()
    expect([again.status, again.body.error.code, again.headers.get("idempotent-replayed")]).toEqual([
      409,
      "conflict",
      "true"
    ])
    expect(again.body.error.message).toMatch(/had \d+ bytes, .* at most 4096 \(SVC_MAX_KEPT_ANSWER_BYTES\)/)
    const [{ largest }] = (await rows("select max(octet_length(sealed_body)) as largest from idempotency_key")) as [
      { largest: number }
    ]
    expect(largest).toBeLessThan(4096 * 2)
  })
  it("keeps a secret sealed, and gives it again to the API key that made it alone", async () => {
    const key = { "idempotency-key": newKey() }
    const body = { name: "shown once", scopes: ["read"] }
    const made = await ok("POST", "/v3/core/api_keys", body, key)
    const kept = await rows("select sealed_body, body from idempotency_key where sealed_body is not null")
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(made.secret)
    expect((await ok("POST", "/v3/core/api_keys", body, key)).secret).toBe(made.secret)
    const other = await ok("POST", "/v3/core/api_keys", { name: "other admin", scopes: ["read", "admin"] })
    const asked = await service.call("POST", "/v3/core/api_keys", body, { ...key, api_key: other.secret })
    expect(asked.status).toBe(422)
  })
})

describe("a process that died", () => {
  /** As it leaves the row of a key it held. */
  const died = (key: string) =>
    rows(`update idempotency_key set status = null, sealed_body = null, holder = 'dead',
      held_until = now() - interval '1 second' where key = '${key}' returning id`)

  it("leaves neither the work nor the answer of what is one transaction", async () => {
    await rows(`create function fail_to_keep() returns trigger language plpgsql as
      $$ begin if new.status is not null then raise exception 'not kept'; end if; return new; end $$`)
    await rows(
      `create trigger fail_to_keep before update on idempotency_key for each row execute function fail_to_keep()`
    )
    const key = newKey()
    const post = () => service.call("POST", "/v3/core/companies", { name: "Half done" }, { "idempotency-key": key })
    expect((await post()).status).toBe(500)
    expect(await companiesNamed("Half done")).toBe(0)
    await rows("drop trigger fail_to_keep on idempotency_key")
    expect((await post()).status).toBe(200)
    expect(await companiesNamed("Half done")).toBe(1)
  })
  it("has its work taken up where nothing of it was done", async () => {
    const key = newKey()
    const post = () => service.call("POST", "/v3/core/companies", { name: "Taken up" }, { "idempotency-key": key })
    await post()
    expect(await died(key)).toHaveLength(1)
    const again = await post()
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect((await post()).headers.get("idempotent-replayed")).toBe("true")
  })
  it("is said to have left an unknown outcome at the platform, which is not asked twice", async () => {
    const made = await ok("POST", "/v3/core/companies", { name: "Unknown outcome" })
    await ok("POST", "/v3/core/connections", { ...connection(), company_id: made.svc_id })
    const modifiedSince = new Date().toISOString()
    const key = newKey()
    const post = () =>
      service.call("POST", "/passthrough", contact(made.svc_id, "Sent once"), { "idempotency-key": key })
    expect((await post()).body.platform_status).toBeLessThan(300)
    expect(await died(key)).toHaveLength(1)
    const again = await post()
    expect([again.status, again.body.error.code]).toEqual([502, "unknown-outcome"])
    const sent = await service.call("POST", "/passthrough", {
      company_id: made.svc_id,
      data: { method: "GET", path: "/contacts", params: { limit: 200, modifiedSince } }
    })
    expect(sent.body.platform_status, sent.text).toBe(200)
    expect(sent.text.split("Sent once").length - 1, sent.text).toBe(1)
  })
  it("still holds its key while it may live", async () => {
    const key = newKey()
    const post = () => service.call("POST", "/v3/core/companies", { name: "Held" }, { "idempotency-key": key })
    await post()
    await rows(`update idempotency_key set status = null, sealed_body = null, holder = 'alive',
      held_until = now() + interval '1 hour' where key = '${key}'`)
    expect((await post()).status).toBe(409)
  })
})
