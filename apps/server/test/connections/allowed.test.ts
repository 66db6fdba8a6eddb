/**
 * What may not be done. A disabled integration at every door: nothing is begun with its platform, and what was scheduled goes
 * on once it is enabled. And what the configuration of a connection forbids, as its capabilities show it.
 */
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import { Syncs } from "../../src/sync/Syncs.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

/** The same platform under another name, which stays enabled. */
const other = { ...sandbox, id: "OTHER" } as unknown as typeof sandbox

describe("what may not be done", () => {
  let at: Synced.Synced
  let integrationId: number
  let company: Synced.Connected
  const disable = (is_disabled: boolean) =>
    at.ok("PUT", `/integrations/${integrationId}`, {
      client_id: "",
      client_secret: "",
      is_disabled,
      is_svc_identity: true
    })
  beforeAll(async () => {
    at = await Synced.start("embedded", [sandbox, other])
    const { data } = await at.ok("GET", "/v3/core/integrations")
    integrationId = data.find((one: any) => one.integration_type === "SVC_SANDBOX").svc_id
    company = await at.connected("disabled", { CONTACTS: {} })
  })
  afterAll(() => at.stop())

  const said = "The integration SVC_SANDBOX is disabled."
  const doors: ReadonlyArray<readonly [method: string, path: string, body: (of: Synced.Connected) => unknown]> = [
    ["POST", "/v3/core/syncs", ({ companyId }) => ({ company_id: companyId })],
    [
      "POST",
      "/accounting/contacts",
      ({ companyId }) => ({ company_id: companyId, data: [{ name: "Ada", contact_type: "VENDOR" }] })
    ],
    [
      "PUT",
      "/v3/accounting/invoices",
      ({ companyId }) => ({ company_id: companyId, data: [{ platform_id: "1", memo: "x" }] })
    ],
    [
      "POST",
      "/passthrough",
      ({ companyId }) => ({ company_id: companyId, data: { method: "GET", path: "/contacts" } })
    ],
    [
      "POST",
      "/v3/core/connections",
      ({ companyId }) => ({
        company_id: companyId,
        integration_type: "SVC_SANDBOX",
        credentials: { api_key: "sandbox-disabled" }
      })
    ],
    [
      "POST",
      "/v3/core/invite_links",
      () => ({ integration_categories: ["ACCOUNTING"], integrations: ["OTHER", "SVC_SANDBOX"] })
    ],
    ["POST", "/v3/core/connections/:id/reconnect", () => undefined]
  ]
  it.each(doors)("is refused at %s %s, and let through when it is enabled", async (method, path, body) => {
    const call = () => at.call(method, path.replace(":id", String(company.connectionId)), body(company))
    await disable(true)
    const asked = at.platform.seen("disabled").length
    const { body: refused, status, text } = await call()
    assert.deepStrictEqual([status, refused.error?.message], [422, said], text)
    assert.strictEqual(at.platform.seen("disabled").length, asked, "its platform is not asked")
    await disable(false)
    const after = await call()
    assert.notInclude(after.text, said)
    assert.notStrictEqual(after.body.error?.code, "unsupported", after.text)
  })

  it("leaves a link what else it offers, and its page shows no other", async () => {
    await disable(true)
    const body = { integration_categories: ["ACCOUNTING"] }
    const { data: link } = await at.ok("POST", "/v3/core/invite_links", body)
    const page = await fetch(link.url)
    assert.strictEqual(page.status, 200)
    assert.notInclude((await page.text()).toLowerCase(), "/svc_sandbox")
    await disable(false)
  })

  it("is no part of what the capabilities of a connection that may do less show", async () => {
    const less = await at.connected("less", { CONTACTS: {}, BILLS: {}, INVOICES: {} })
    const path = `/v3/core/connections/${less.connectionId}`
    const shown = async () => {
      const { data } = await at.ok("GET", `${path}/capabilities`)
      const models: Record<string, any> = {}
      for (const { data_model, ...can } of data.data_models) models[data_model] = can
      return { models, writes: data.writes.map((one: any) => `${one.operation} ${one.data_model}`) }
    }
    const before = await shown()
    assert.deepInclude(before.models["CONTACTS"], { read: true, create: true })
    assert.includeMembers(before.writes, ["create CONTACTS", "update INVOICES"])
    await at.ok("PUT", `${path}/sync_config`, {
      sync_config: [
        { data_model: "CONTACTS", scope_access: { CREATE: false } },
        { data_model: "INVOICES", scope_access: { UPDATE: false } },
        { data_model: "BILLS", enabled: false, scope_access: { READ: false } }
      ]
    })
    const after = await shown()
    assert.deepStrictEqual(after.models, {
      ...before.models,
      CONTACTS: { ...before.models["CONTACTS"], create: false },
      INVOICES: { ...before.models["INVOICES"], update: false },
      BILLS: { ...before.models["BILLS"], read: false, incremental: false }
    })
    for (const write of ["create CONTACTS", "update INVOICES"]) assert.notInclude(after.writes, write)
    // What is shown is what can be done.
    const write = await at.call("POST", "/accounting/contacts", {
      company_id: less.companyId,
      data: [{ name: "Ada", contact_type: "VENDOR" }]
    })
    assert.strictEqual(write.status, 403, write.text)
  })

  it("still shows what was stored, and ends a connection", async () => {
    const ending = await at.connected("ending", { CONTACTS: {} })
    await disable(true)
    assert.isAbove((await at.list(ending, "accounting/contacts")).length, 0)
    const ended = await at.ok("POST", `/v3/core/connections/${ending.connectionId}/disconnect`)
    assert.strictEqual(ended.data.status, "DISCONNECTED")
    await disable(false)
  })

  it("holds back what is under way, due or told by the platform, and lets it go on when it is enabled again", async () => {
    const tenant = "held"
    const held = await at.connected(tenant, { CONTACTS: { frequency: "HOURLY" }, CURRENCIES: {} })
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    at.platform.rule(
      Sandbox.to(tenant, "currencies"),
      async (real) => {
        reached.resolve()
        await go.promise
        return real()
      },
      1
    )
    const sync = await at.begin(held, { data_models_to_sync: ["CURRENCIES"] })
    await reached.promise
    await disable(true)
    go.resolve()
    const waiting = await Synced.until(
      () => at.connection(held),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    assert.strictEqual(waiting.status, "HEALTHY")
    await at.rows("update schedule set next_run_at = now() where connection_id = $1::bigint", [held.connectionId])
    await at.service.run(Effect.flatMap(Syncs, (syncs) => syncs.claimDue))
    const [contact] = await at.platform.all(tenant, "contacts")
    await at.platform.call(tenant, "PATCH", `/contacts/${contact.id}`, { name: "Told meanwhile" })
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) => refetch.records(held.connectionId, "CONTACTS", [contact.id], []))
    )
    // It looked once, and put itself off.
    await Synced.until(
      () =>
        at.rows("select 1 from pgboss.job where name = 'refetch' and group_id = $1 and start_after > now()", [
          String(held.connectionId)
        ]),
      (rows) => rows.length > 0
    )
    assert.strictEqual((await at.syncs(held)).length, 2, "nothing is started")
    const asked = at.platform.seen(tenant).length
    await disable(false)
    assert.strictEqual((await at.ended(sync.svc_id)).sync.status, "SUCCESS")
    const all = await Synced.until(
      () => at.syncs(held),
      (found) => found.length === 3 && found.every(({ finished_at }) => finished_at !== null)
    )
    assert.deepStrictEqual(
      all.map(({ status, trigger }) => `${trigger} ${status}`),
      ["CONNECTED SUCCESS", "API SUCCESS", "SCHEDULE SUCCESS"]
    )
    await Synced.until(
      async () => at.platform.seen(tenant).slice(asked),
      (seen) => seen.some(({ path }) => path === `/contacts/${contact.id}`)
    )
    assert.strictEqual((await at.connection(held)).sync_status, "IDLE")
  })
})
