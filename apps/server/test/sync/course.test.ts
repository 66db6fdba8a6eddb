/** The course of a sync: what starts it, holds it up, ends it, and what a request for one is refused for. */
import { Page } from "@svc/core"
import { Registry } from "@svc/core/runtime"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Syncs } from "../../src/sync/Syncs.ts"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { until } = Synced

/** The sandbox, one of whose models needs a scope that not every connection has. */
const scoped = {
  ...sandbox,
  id: "SCOPED",
  reads: { CONTACTS: sandbox.reads.CONTACTS, BILLS: { ...sandbox.reads.BILLS, scope: "bills.read" } },
  writes: {},
  inbound: undefined
} as unknown as typeof sandbox

/** The sandbox with statements that are asked for month by month. */
const monthly = {
  ...sandbox,
  id: "MONTHLY",
  reads: {
    INCOME_STATEMENT: {
      ...sandbox.reads.INCOME_STATEMENT,
      page: Page.months(({ start }) => ({ query: { month: start.slice(0, 7) } }))
    }
  },
  writes: {},
  inbound: undefined
} as unknown as typeof sandbox

describe("the course of a sync", () => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start("embedded", [sandbox, scoped, monthly])
    await at.listen("CONNECTION_CHANGED")
    await at.listen("SYNC_COMPLETED")
  })
  afterAll(() => at.stop())

  /** The next request that fits waits until it is let go. */
  const hold = (fits: Sandbox.Fits) => {
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    at.platform.rule(
      fits,
      async (real) => {
        reached.resolve()
        await go.promise
        return real()
      },
      1
    )
    return { reached: reached.promise, go: go.resolve }
  }
  const idle = (connection: Synced.Connected) =>
    until(
      () => at.syncs(connection),
      (all) => all.every(({ finished_at }) => finished_at !== null)
    )

  it("names what is wrong with a request", async () => {
    const company = await at.connected("asked", { CONTACTS: {} })
    const start = (body: object) => at.call("POST", "/v3/core/syncs", { company_id: company.companyId, ...body })
    const unknown = await start({ data_models_to_sync: ["CONTACTS", "CONTACT"] })
    assert.strictEqual(unknown.status, 400)
    assert.strictEqual(unknown.body.error.field, "data_models_to_sync[1]")
    assert.match(unknown.body.error.message, /CONTACTS/)
    const part = await start({ data_models_to_sync: ["LINE_ITEMS"] })
    assert.strictEqual(part.status, 422)
    assert.strictEqual(part.body.error.code, "unsupported")
    assert.strictEqual((await start({ data_models_to_sync: [] })).status, 400)
    assert.strictEqual((await start({ connection_id: 999_999_999 })).body.error.field, "connection_id")
    assert.strictEqual((await start({ integration_type: "XERO" })).status, 404)
    assert.strictEqual((await at.call("POST", "/v3/core/syncs", { company_id: await at.newCompany() })).status, 404)
    assert.strictEqual((await at.call("POST", "/v3/core/syncs", { company_id: 999_999_999 })).status, 404)

    await at.ok("PUT", `/v3/core/connections/${company.connectionId}/sync_config`, {
      sync_config: [{ data_model: "BILLS", enabled: false, scope_access: { READ: false } }]
    })
    const denied = await start({ data_models_to_sync: ["BILLS"] })
    assert.strictEqual(denied.status, 403, denied.text)
    assert.strictEqual(denied.body.error.field, "data_models_to_sync[0]")
  })

  it("refuses to guess between connections", async () => {
    const first = await at.connected("several", { CONTACTS: {} })
    const second = await at.rows<{ id: number }>(
      `insert into connection (id, organisation_id, company_id, integration_type, category, status, settings, credentials, sync_config)
       select nextval('svc_id'), organisation_id, company_id, integration_type, category, status, settings, credentials, sync_config
       from connection where id = $1::bigint returning id`,
      [first.connectionId]
    )
    const both = await at.call("POST", "/v3/core/syncs", { company_id: first.companyId })
    assert.strictEqual(both.status, 409)
    assert.include(both.body.error.message, String(second[0]!.id))
    assert.include(both.body.error.message, String(first.connectionId))
    assert.strictEqual((await at.sync(first)).sync.status, "SUCCESS")
  })

  it("pauses for a platform's rate limit and resumes by itself", async () => {
    const company = await at.connected("limited", { CONTACTS: {}, BILLS: {} })
    at.platform.rule(Sandbox.to("limited", "bills"), Sandbox.status(429, { "retry-after": "2" }), 1)
    const sync = await at.begin(company)
    const paused = await until(
      () => at.connection(company),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    const wait = Date.parse(paused.sync_resume_at) - Date.now()
    assert.isAbove(wait, 0)
    assert.isAtMost(wait, 2500)
    const running = await at.ok("GET", `/v3/core/syncs/${sync.svc_id}`)
    assert.strictEqual(running.data.status, "RUNNING")
    const { jobs, sync: done } = await at.ended(sync.svc_id)
    assert.strictEqual(done.status, "SUCCESS", JSON.stringify(jobs))
    const after = await at.connection(company)
    assert.strictEqual(after.sync_status, "IDLE")
    assert.isNull(after.sync_resume_at)
    assert.strictEqual((await at.events(company, "SYNC_COMPLETED")).length, 2)
  })

  it("goes on at once when the pause that a platform asked for is lifted", async () => {
    const company = await at.connected("lifted", { CONTACTS: {} })
    at.platform.rule(Sandbox.to("lifted", "contacts"), Sandbox.status(429, { "retry-after": "3600" }), 1)
    const sync = await at.begin(company)
    await until(
      () => at.connection(company),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    const lifted = await at.ok("POST", `/v3/core/connections/${company.connectionId}/resume`)
    assert.isNull(lifted.data.sync_resume_at)
    assert.strictEqual((await at.ended(sync.svc_id)).sync.status, "SUCCESS")
  })

  it("waits while an operator has paused its connection, and writes and passthrough go on", async () => {
    const tenant = "paused"
    const company = await at.connected(tenant, { CURRENCIES: {} })
    const path = `/v3/core/connections/${company.connectionId}`
    const held = hold(Sandbox.to(tenant, "currencies"))
    const sync = await at.begin(company)
    await held.reached
    const since: Array<string | null> = []
    for (const _ of [1, 2]) {
      const { data } = await at.ok("POST", `${path}/pause`)
      assert.deepInclude(data, { status: "HEALTHY", sync_status: "PAUSED", sync_resume_at: null })
      since.push(data.paused_at)
    }
    // Pausing twice is pausing once.
    assert.isNotNull(since[0])
    assert.strictEqual(since[1], since[0])
    held.go()
    const refused = await at.call("POST", "/v3/core/syncs", { company_id: company.companyId })
    assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "conflict"])
    assert.include(refused.body.error.message, `${path}/resume`)
    const written = await at.ok("POST", "/accounting/contacts", {
      company_id: company.companyId,
      data: [{ name: "Meanwhile", contact_type: "VENDOR" }]
    })
    assert.strictEqual(written.data.status, "SUCCESS")
    const passed = await at.ok("POST", "/passthrough", {
      company_id: company.companyId,
      data: { method: "GET", path: "/company" }
    })
    assert.strictEqual(passed.platform_status, 200)
    // It has put itself off.
    await until(
      () =>
        at.rows("select 1 from pgboss.job where name = 'sync' and group_id = $1 and state < 'active'", [
          String(company.connectionId)
        ]),
      (rows) => rows.length > 0
    )
    assert.strictEqual((await at.ok("GET", `/v3/core/syncs/${sync.svc_id}`)).data.finished_at, null)
    await at.ok("POST", `${path}/resume`)
    const { jobs, sync: done } = await at.ended(sync.svc_id)
    assert.strictEqual(done.status, "SUCCESS", JSON.stringify(jobs))
    assert.deepInclude(await at.connection(company), { sync_status: "IDLE", paused_at: null })
    const { data: acts } = await at.ok("GET", "/v3/core/audit_events?limit=1000")
    assert.deepStrictEqual(
      acts
        .filter((act: any) => act.target_id === String(company.connectionId))
        .map((act: any) => act.action)
        .toSorted(),
      ["CONNECTION_CREATED", "CONNECTION_PAUSED", "CONNECTION_RESUMED"]
    )
  })

  it("does not mind a single refusal of good credentials", async () => {
    const company = await at.connected("once", { CONTACTS: {} })
    at.platform.rule(Sandbox.to("once", "contacts"), Sandbox.status(401), 1)
    assert.strictEqual((await at.sync(company)).sync.status, "SUCCESS")
    assert.strictEqual((await at.connection(company)).status, "HEALTHY")
  })

  it("fails the one model whose call is always refused, and the connection stays", async () => {
    const company = await at.connected("forbidden", { CONTACTS: {}, BILLS: {} })
    const end = at.platform.rule(Sandbox.to("forbidden", "bills"), Sandbox.status(401))
    const { jobs, sync } = await at.sync(company)
    end()
    assert.strictEqual(sync.status, "PARTIAL_SUCCESS", JSON.stringify(jobs))
    assert.strictEqual(jobs["CONTACTS"].status, "SUCCESS")
    assert.strictEqual(jobs["BILLS"].status, "FAILED")
    assert.strictEqual((await at.connection(company)).status, "HEALTHY")
  })

  it("marks a connection whose credentials have ended, says so once, and loses nothing", async () => {
    const company = await at.connected("ended", { CONTACTS: {} })
    const before = await at.list(company, "accounting/contacts")
    const end = at.platform.rule(({ tenant }) => tenant === "ended", Sandbox.status(401))
    const { jobs, sync } = await at.sync(company)
    assert.strictEqual(sync.status, "FAILED")
    assert.strictEqual(jobs["CONTACTS"].status, "FAILED")
    assert.isString(jobs["CONTACTS"].error)
    const now = await at.connection(company)
    assert.strictEqual(now.status, "EXPIRED")
    assert.strictEqual(now.sync_status, "FAILED")
    const told = (await at.events(company, "CONNECTION_CHANGED")).filter(({ data }) => data.status === "EXPIRED")
    assert.strictEqual(told.length, 1)
    assert.deepStrictEqual(await at.list(company, "accounting/contacts"), before)
    const refused = await at.call("POST", "/v3/core/syncs", { company_id: company.companyId })
    assert.strictEqual(refused.status, 404)
    end()
    const again = await at.connect("ended", { CONTACTS: {} }, company.companyId)
    assert.strictEqual(again.connectionId, company.connectionId)
    const runs = await idle(again)
    assert.strictEqual(runs.at(-1).status, "SUCCESS")
    assert.deepStrictEqual(await at.list(company, "accounting/contacts"), before)
  })

  it("stops when it is cancelled, stores nothing after, and takes nothing of the last page for read", async () => {
    const tenant = "cancelled"
    const company = await at.connected(tenant, { CURRENCIES: {}, CONTACTS: {} })
    const made = await at.platform.call(tenant, "POST", "/contacts", { name: "Late", kind: "vendor" })
    const before = await at.list(company, "accounting/currencies")
    const held = [hold(Sandbox.to(tenant, "currencies")), hold(Sandbox.to(tenant, "contacts"))]
    const sync = await at.begin(company)
    await Promise.all(held.map(({ reached }) => reached))
    const cancelled = await at.ok("POST", `/v3/core/syncs/${sync.svc_id}/cancel`)
    assert.strictEqual(cancelled.data.status, "CANCELLED")
    assert.deepStrictEqual(
      Object.values(await at.jobsOf(sync.svc_id)).map(({ status }) => status),
      ["CANCELLED", "CANCELLED"]
    )
    for (const { go } of held) go()
    const again = await at.call("POST", `/v3/core/syncs/${sync.svc_id}/cancel`)
    assert.strictEqual(again.status, 409)
    // The next one waits for the run of the cancelled one, and finds all that it left.
    const { jobs } = await at.sync(company)
    assert.strictEqual(jobs["CONTACTS"].records_created, 1)
    assert.strictEqual(jobs["CURRENCIES"].records_deleted, 0)
    assert.deepStrictEqual(await at.list(company, "accounting/currencies"), before)
    assert.isTrue((await at.list(company, "accounting/contacts")).some(({ platform_id }) => platform_id === made.id))
    const told = (await at.events(company, "SYNC_COMPLETED")).filter(({ subject }) => subject === sync.svc_id)
    assert.deepStrictEqual(
      told.map(({ data }) => data.status),
      ["CANCELLED"]
    )
  })

  it("runs one sync of a connection at a time", async () => {
    const company = await at.connected("serial", { CONTACTS: {} })
    const held = hold(Sandbox.to("serial", "contacts"))
    const first = await at.begin(company)
    await held.reached
    const second = await at.begin(company)
    const other = await at.connected("beside", { CONTACTS: {} })
    assert.strictEqual(other.sync.status, "SUCCESS", "other connections go on")
    assert.strictEqual((await at.ok("GET", `/v3/core/syncs/${second.svc_id}`)).data.status, "CREATED")
    held.go()
    const [one, two] = [await at.ended(first.svc_id), await at.ended(second.svc_id)]
    assert.isAtLeast(Date.parse(two.sync.started_at), Date.parse(one.sync.finished_at))
  })

  it("runs what is due in one sync, and what is never due never", async () => {
    const company = await at.connected("due", {
      CONTACTS: { frequency: "HOURLY", interval: 2 },
      BILLS: {},
      ITEMS: { frequency: "WEEKLY" },
      EXPENSES: { frequency: "NEVER" }
    })
    const schedule = () =>
      at.rows<{ data_model: string; hours: number }>(
        `select data_model, extract(epoch from next_run_at - now())::float8 / 3600 as hours from schedule
         where connection_id = $1::bigint order by data_model`,
        [company.connectionId]
      )
    const planned = await schedule()
    assert.deepStrictEqual(
      planned.map(({ data_model }) => data_model),
      ["BILLS", "CONTACTS", "ITEMS"]
    )
    for (const [index, hours] of [24, 2, 168].entries()) assert.closeTo(planned[index]!.hours, hours, hours * 0.06)
    const claim = () => at.service.run(Effect.flatMap(Syncs, (syncs) => syncs.claimDue))
    await claim()
    assert.strictEqual((await at.syncs(company)).length, 1, "nothing is due yet")

    const move = (models: ReadonlyArray<string>) =>
      at.rows(
        "update schedule set next_run_at = now() - interval '1 second' where connection_id = $1::bigint and data_model = any($2::text[])",
        [company.connectionId, models]
      )
    const held = hold(Sandbox.to("due", "contacts"))
    await move(["CONTACTS", "BILLS"])
    // The scheduler of the service and others at once: the run is made once.
    await Promise.all([claim(), claim(), claim()])
    await held.reached
    const [, due] = await at.syncs(company)
    assert.strictEqual(due.trigger, "SCHEDULE")
    assert.deepStrictEqual(due.data_models.toSorted(), ["BILLS", "CONTACTS"])
    // What a run under way still reads is not read by another; what it does not read is.
    await move(["CONTACTS", "ITEMS"])
    await claim()
    // Where the scheduler of the service was first, it may not have ended yet.
    await until(
      () => at.syncs(company),
      ({ length }) => length > 2
    )
    held.go()
    const all = await idle(company)
    assert.deepStrictEqual(
      all.slice(2).map(({ data_models }) => data_models),
      [["ITEMS"]]
    )
    for (const { hours } of await schedule()) assert.isAbove(hours, 1)

    await at.ok("PUT", `/v3/core/connections/${company.connectionId}/sync_config`, {
      sync_config: [
        { data_model: "BILLS", frequency: "NEVER" },
        { data_model: "ITEMS", enabled: false }
      ]
    })
    assert.deepStrictEqual(
      (await schedule()).map(({ data_model }) => data_model),
      ["CONTACTS"]
    )
  })

  it("starts what is due of many connections in one claim, once each, and the connections that may not be read not at all", async () => {
    const company = await at.connected("many", { CONTACTS: {} })
    const copies = await at.rows<{ id: number }>(
      `with c as (
         insert into connection (organisation_id, company_id, integration_type, category, status, settings, sync_config)
         select organisation_id, company_id, integration_type, category, case when n % 10 = 0 then 'EXPIRED' else 'HEALTHY' end, settings, sync_config
         from connection, generate_series(1, 200) n where id = $1::bigint returning id),
       s as (
         insert into schedule (connection_id, data_model, next_run_at)
         select id, model, now() from c, unnest(array['CONTACTS', 'BILLS']) model)
       select id from c`,
      [company.connectionId]
    )
    const ids = copies.map(({ id }) => id)
    // The scheduler of the service claims as well.
    await at.service.run(Effect.flatMap(Syncs, (syncs) => syncs.claimDue))
    const started = await until(
      () =>
        at.rows<{ connection_id: number; data_models: ReadonlyArray<string>; jobs: number }>(
          `select connection_id, data_models, (select count(*)::int from sync_job j where j.sync_id = s.id) as jobs
           from sync s where connection_id = any($1::bigint[])`,
          [ids]
        ),
      (rows) => rows.length >= 180
    )
    assert.strictEqual(started.length, 180)
    assert.strictEqual(new Set(started.map(({ connection_id }) => connection_id)).size, 180)
    for (const { data_models, jobs } of started) {
      assert.deepStrictEqual(data_models, ["CONTACTS"], "only CONTACTS is configured")
      assert.strictEqual(jobs, 1)
    }
    const [left] = await at.rows<{ due: number; never: number }>(
      `select count(*) filter (where next_run_at <= now())::int as due,
         count(*) filter (where data_model = 'BILLS')::int as never from schedule where connection_id = any($1::bigint[])`,
      [ids]
    )
    assert.deepStrictEqual(left, { due: 0, never: 0 })
    await at.rows("delete from connection where id = any($1::bigint[])", [ids])
  })

  it("has no schedule, no run and no pause after the connection was ended", async () => {
    const company = await at.connected("left", { CONTACTS: {} })
    const held = hold(Sandbox.to("left", "contacts"))
    const sync = await at.begin(company)
    await held.reached
    await at.ok("POST", `/v3/core/connections/${company.connectionId}/disconnect`)
    held.go()
    assert.strictEqual((await at.ended(sync.svc_id)).sync.status, "CANCELLED")
    assert.strictEqual((await at.connection(company)).sync_status, "IDLE")
    assert.deepStrictEqual(
      await at.rows("select * from schedule where connection_id = $1::bigint", [company.connectionId]),
      []
    )
    assert.isAbove((await at.list(company, "accounting/contacts")).length, 0, "records stay")
  })

  it("copies the platform's fields that the configuration names, and tells of the change", async () => {
    const company = await at.connected("custom", { CONTACTS: { custom_fields: ["paymentTermsDays", "people.0.id"] } })
    const [contact] = await at.list(company, "accounting/contacts")
    const raw = await at.platform.call("custom", "GET", `/contacts/${contact.platform_id}`)
    assert.deepStrictEqual(contact.custom_fields, {
      paymentTermsDays: raw.paymentTermsDays,
      "people.0.id": raw.people[0]?.id ?? null
    })
    const { jobs } = await at.sync(company, { full_sync: true })
    assert.strictEqual(jobs["CONTACTS"].records_updated, 0)
  })

  it("asks for statements from sync_from on, and again for all of them", async () => {
    const company = await at.newCompany()
    const { data } = await at.ok("POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "MONTHLY",
      credentials: { api_key: "sandbox-statements" },
      sync_config: [{ data_model: "INCOME_STATEMENT", sync_from: "2025-03-15T00:00:00Z" }]
    })
    const connection = { companyId: company, connectionId: data.svc_id, tenant: "statements" }
    const [sync] = await idle(connection)
    assert.strictEqual(sync.status, "SUCCESS", JSON.stringify(sync))
    const asked = () =>
      at.platform
        .seen("statements")
        .filter(Sandbox.to("statements", "reports"))
        .map(({ query }) => query.get("month"))
    const months = asked()
    assert.strictEqual(months[0], "2025-03")
    assert.strictEqual(months.at(-1), new Date().toISOString().slice(0, 7))
    await at.sync(connection)
    assert.deepStrictEqual(asked(), [...months, ...months])
  })

  it("leaves out what the credentials are not granted, and says so when it is asked for", async () => {
    const company = await at.newCompany()
    const made = await at.call("POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SCOPED",
      credentials: { api_key: "sandbox-scoped" }
    })
    assert.strictEqual(made.status, 200, made.text)
    const connection = { companyId: company, connectionId: made.body.data.svc_id, tenant: "scoped" }
    const [sync] = await idle(connection)
    assert.strictEqual(sync.status, "SUCCESS")
    assert.deepStrictEqual(sync.data_models, ["CONTACTS"])
    const asked = await at.call("POST", "/v3/core/syncs", { company_id: company, data_models_to_sync: ["BILLS"] })
    assert.strictEqual(asked.status, 422, asked.text)
    assert.match(asked.body.error.message, /not granted BILLS/)
    const can = await at.ok("GET", `/v3/core/connections/${connection.connectionId}/capabilities`)
    assert.deepStrictEqual(
      can.data.data_models
        .filter(({ read }: any) => read)
        .map(({ data_model }: any) => data_model)
        .includes("BILLS"),
      false
    )
    assert.isTrue(Registry.capabilities(scoped).some(({ model }) => model === "BILLS"))
  })

  it("forgets what is old and nothing else", async () => {
    const company = await at.connected("old", { CONTACTS: {} })
    const [sync] = await at.syncs(company)
    await at.rows("update sync set finished_at = now() - interval '100 days' where id = $1::bigint", [sync.svc_id])
    const key = (name: string) =>
      at.call(
        "POST",
        "/accounting/contacts",
        { company_id: company.companyId, data: [{ name, contact_type: "VENDOR" }] },
        { "idempotency-key": name }
      )
    await key("kept")
    await key("old")
    await at.rows("update idempotency_key set created_at = now() - interval '26 hours' where key = 'old'")
    // Of a run that is over, and of one that is under way.
    await at.rows("update checkpoint set run_id = 2 where company_id = $1::bigint and data_model = 'CONTACTS'", [
      company.companyId
    ])
    await at.rows(
      `insert into listing_page (company_id, run_id, source, page, platform_ids)
       values ($1::bigint, 1, 'gone', 0, '{}'), ($1::bigint, 2, 'default', 0, '{}')`,
      [company.companyId]
    )
    const others = (await at.rows("select id from sync")).length
    await at.service.run(Upkeep.run)
    assert.strictEqual((await at.call("GET", `/v3/core/syncs/${sync.svc_id}`)).status, 404)
    assert.strictEqual((await at.rows("select id from sync")).length, others - 1)
    assert.deepStrictEqual(await at.rows("select run_id::int as run from listing_page"), [{ run: 2 }])
    assert.strictEqual((await key("kept")).headers.get("idempotent-replayed"), "true")
    assert.isNull((await key("old")).headers.get("idempotent-replayed"))
  })
})
