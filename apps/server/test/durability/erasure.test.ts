/**
 * Erasing a company leaves nothing of it: a canary text is put everywhere something of a company can be, and after the
 * erasure every column of every table of every schema is searched for it, the database's own tables included.
 */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import { SyncRunner } from "../../src/sync/SyncRunner.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const models = { CONTACTS: { custom_fields: ["name"] }, BILLS: {}, ACCOUNTS: {}, CURRENCIES: {} }

describe.each(Synced.databases)("an erased company on %s", (database) => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start(database)
    for (const type of ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"]) await at.listen(type)
  })
  afterAll(() => at.stop())

  /** Tables with a row that holds a text, in clear or as bytes. */
  const holding = async (text: string): Promise<ReadonlyArray<string>> => {
    const tables = await at.rows<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' order by 1`
    )
    const found: Array<string> = []
    for (const { name } of tables) {
      const rows = await at.rows(
        `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, encode($1::bytea, 'hex')) > 0 limit 1`,
        [text]
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  /** A company with a text in every place; answers what to erase. */
  const filled = async (canary: string) => {
    const tenant = canary
    const { data: company } = await at.ok("POST", "/v3/core/companies", { name: canary, partner_id: canary })
    const companyId: number = company.svc_id
    const contact = await at.platform.call(tenant, "POST", "/contacts", { name: canary, kind: "vendor" })
    // One bill whose lines say it, and one item that cannot be read.
    at.platform.rule(
      Sandbox.to(tenant, "bills"),
      Sandbox.edited((items) =>
        items.map((item) => ({
          ...item,
          lines: (item.lines ?? []).map((line: object) => ({ ...line, id: `${canary}-line`, description: canary }))
        }))
      )
    )
    at.platform.rule(
      Sandbox.to(tenant, "currencies"),
      Sandbox.edited((items) => [...items, { ...items[0], id: null, code: { not: canary } }])
    )
    const connected = await at.connected(tenant, models, companyId)
    assert.strictEqual(connected.sync.status, "SUCCESS", JSON.stringify(connected.jobs))

    // Writes: one that the platform takes, one that it refuses in words of its own.
    const write = (key: string, name: string) =>
      at.call(
        "POST",
        "/accounting/contacts",
        { company_id: companyId, data: [{ name, contact_type: "VENDOR" }] },
        { "idempotency-key": `${canary}-${key}` }
      )
    await write("taken", `${canary} taken`)
    at.platform.rule(
      Sandbox.to(tenant, "contacts", "POST"),
      Sandbox.status(422, {}, JSON.stringify({ error: { message: canary } })),
      1
    )
    await write("refused", `${canary} refused`)

    // A sync that fails in the platform's words.
    const fails = at.platform.rule(
      Sandbox.to(tenant, "accounts"),
      Sandbox.status(400, {}, JSON.stringify({ error: { message: canary } }))
    )
    await at.sync(connected, { data_models_to_sync: ["ACCOUNTS"] })
    fails()
    // A platform's webhook whose record cannot be fetched.
    at.platform.rule(
      (seen) => seen.tenant === tenant && seen.path === `/contacts/${contact.id}`,
      Sandbox.status(400, {}, JSON.stringify({ error: { message: canary } }))
    )
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) =>
        refetch.records(connected.connectionId, "CONTACTS", [contact.id, `${canary}-id`], [])
      )
    )
    await Synced.until(
      () => at.rows("select 1 from pgboss.job where name = 'refetch' and output::text like $1", [`%${canary}%`]),
      (rows) => rows.length > 0
    )

    // One that stands between two pages, waiting for the platform's limit.
    at.platform.rule(Sandbox.laterPage(tenant, "currencies"), Sandbox.status(429, { "retry-after": "3600" }))
    at.platform.rule(Sandbox.to(tenant, "currencies"), async (real, seen) =>
      seen.query.has("cursor")
        ? Sandbox.status(429, { "retry-after": "3600" })(real, seen)
        : Response.json({
            ...(await (await real()).json()),
            items: [{ id: `${canary}-eur`, code: canary, label: canary }],
            nextCursor: canary,
            hasMore: true
          })
    )
    await at.begin(connected, { data_models_to_sync: ["CURRENCIES"] })
    await Synced.until(
      () => at.connection(connected),
      ({ sync_status }) => sync_status === "PAUSED"
    )

    // Somebody who is connecting another platform, and a key for this company alone.
    const { data: link } = await at.ok("POST", "/v3/core/invite_links", {
      company_id: companyId,
      integration_categories: ["ACCOUNTING"],
      partner_id: canary
    })
    for (const [table, name] of [
      ["oauth_flow", "state_hash"],
      ["account_choice", "token_hash"]
    ] as const) {
      await at.rows(
        `insert into ${table} (${name}, browser_hash, invite_link_id, integration_type, payload, expires_at)
         values ($1, $1, $2::bigint, 'SVC_SANDBOX', $1, now() + interval '1 hour')`,
        [canary, link.svc_id]
      )
    }
    await at.ok("POST", "/v3/core/api_keys", { name: canary, scopes: ["read"], company_id: companyId })
    return connected
  }

  it("is nowhere any more, while another one is as it was", async () => {
    const [gone, kept] = [`canary${randomBytes(8).toString("hex")}`, `kept${randomBytes(8).toString("hex")}`]
    const company = await filled(gone)
    const other = await filled(kept)
    // The planner's samples are places too.
    await at.rows("analyze")
    const places = await holding(gone)
    for (const expected of [
      "public.account_choice",
      "public.api_key",
      "public.checkpoint",
      "public.company",
      "public.event",
      "public.idempotency_key",
      "public.invite_link",
      "public.listing_page",
      "public.oauth_flow",
      "public.record_bills",
      "public.record_contacts",
      "public.refusal",
      "public.sync",
      "public.sync_job",
      "public.upload_item",
      "pg_catalog.pg_statistic"
    ]) {
      assert.include(places, expected)
    }
    assert.isTrue(places.some((place) => place.startsWith("pgboss.")))
    const state = () =>
      at.rows(
        `select (select count(*) from record where company_id = $1::bigint) as records,
           (select count(*) from event where company_id = $1::bigint) as events,
           (select count(*) from upload_job where company_id = $1::bigint) as uploads,
           (select count(*) from idempotency_key where key like $2) as keys,
           (select count(*) from listing_page where platform_ids::text like $2) as pages,
           (select count(*) from pgboss.job where group_id = $3) as jobs`,
        [other.companyId, `%${kept}%`, String(other.connectionId)]
      )
    const before = await state()
    for (const value of Object.values(before[0]!)) assert.isAbove(value, 0, JSON.stringify(before))

    const erased = await at.call("DELETE", `/v3/core/companies/${company.companyId}`)
    assert.strictEqual(erased.status, 200, erased.text)
    assert.deepStrictEqual(
      await at.rows("select schemaname, tablename, attname, inherited from pg_stats s where strpos(s::text, $1) > 0", [
        gone
      ]),
      []
    )
    assert.deepStrictEqual(await holding(gone), [])
    const [left] = await at.rows(
      `select (select count(*) from pgboss.job where group_id = $1) as jobs,
         (select count(*) from rate_budget where key like 'connection:' || $1 || '%') as buckets,
         (select count(*) from record where company_id = $2::bigint or connection_id = $1::bigint) as records`,
      [String(company.connectionId), company.companyId]
    )
    assert.deepStrictEqual(left, { jobs: 0, buckets: 0, records: 0 })
    // What is left to be told is that its connection is gone, and nothing that anybody chose.
    const told = await at.rows(
      `select e.type, e.operation, e.data, d.status from event e join delivery d on d.event_id = e.id
       where e.company_id = $1::bigint`,
      [company.companyId]
    )
    assert.strictEqual(told.length, 1)
    const [{ data, ...event }] = told as [any]
    assert.deepStrictEqual(event, { type: "CONNECTION_CHANGED", operation: "DELETE", status: "PENDING" })
    assert.deepInclude(data, {
      svc_id: company.connectionId,
      svc_company_id: company.companyId,
      integration_type: "SVC_SANDBOX",
      status: "DISCONNECTED",
      sync_status: "IDLE",
      settings: {},
      sync_config: []
    })
    const [was, is] = [before[0]!, (await state())[0]!]
    assert.deepStrictEqual({ ...is, jobs: was["jobs"] }, was)
    // Work of its own may have been planned meanwhile.
    assert.isAtLeast(is["jobs"], was["jobs"])
  })

  it("gets nothing more from a sync, a webhook or a write whose platform answers after it is gone", async () => {
    const late = `late${randomBytes(8).toString("hex")}`
    const { data: company } = await at.ok("POST", "/v3/core/companies", { name: late })
    const connected = await at.connected(late, { CONTACTS: {} }, company.svc_id)
    const [contact] = await at.list(connected, "accounting/contacts")
    await at.platform.call(late, "PATCH", `/contacts/${contact.platform_id}`, { name: `${late} changed` })
    const go = Promise.withResolvers<void>()
    const asked: Array<string> = []
    at.platform.rule(Sandbox.to(late, "contacts"), async (real, { method, path }) => {
      asked.push(`${method} ${path}`)
      await go.promise
      return real()
    })
    at.platform.rule(Sandbox.to(late, "contacts", "POST"), async (real) => {
      asked.push("POST")
      await go.promise
      return real()
    })
    const sync = await at.begin(connected)
    const write = at.call("POST", "/accounting/contacts", {
      company_id: company.svc_id,
      data: [{ name: `${late} written`, contact_type: "VENDOR" }]
    })
    await Synced.until(
      async () => asked.length,
      (count) => count === 2
    )
    // Both that read once more, so that their ends can be waited for; a write is answered at its end.
    const others = [
      at.service.run(Effect.flatMap(SyncRunner, (runner) => runner.run(sync.svc_id))),
      at.service.run(
        Effect.flatMap(Refetch, (refetch) => refetch.run(connected.connectionId, "CONTACTS", [contact.platform_id], []))
      )
    ]
    await Synced.until(
      async () => asked.length,
      (count) => count === 4
    )
    await at.ok("DELETE", `/v3/core/companies/${company.svc_id}`)
    go.resolve()
    await Promise.allSettled([write, ...others])
    assert.deepStrictEqual(await holding(late), [])
    const [left] = await at.rows(
      `select (select count(*)::int from record where company_id = $1::bigint or connection_id = $2::bigint) as records,
         (select count(*)::int from refusal where connection_id = $2::bigint) as refusals,
         (select json_agg(type || ' ' || coalesce(operation, '')) from event where company_id = $1::bigint) as told`,
      [company.svc_id, connected.connectionId]
    )
    assert.deepStrictEqual(left, { records: 0, refusals: 0, told: ["CONNECTION_CHANGED DELETE"] })
  })

  it("leaves no sample of its values behind even where nothing else is left", async () => {
    const last = `last${randomBytes(8).toString("hex")}`
    for (const part of ["a", "b", "c"]) {
      await at.ok("POST", "/v3/core/companies", { name: `${last}-${part}`, partner_id: `${last}-${part}` })
    }
    await at.rows("analyze")
    assert.deepStrictEqual(await holding(last), ["pg_catalog.pg_statistic", "public.company"])
    for (const { svc_id } of (await at.ok("GET", "/v3/core/companies?limit=100")).data) {
      await at.ok("DELETE", `/v3/core/companies/${svc_id}`)
    }
    assert.deepStrictEqual(await at.rows("select 1 from company"), [])
    assert.deepStrictEqual(await holding(last), [])
  })
})
