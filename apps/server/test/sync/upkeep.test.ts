/** What is old is forgotten after the days that were set, and nothing else. */
import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import * as Synced from "../support/Synced.ts"

describe.each(Synced.databases)("upkeep on %s", (database) => {
  let at: Synced.Synced
  let company: Synced.Connected
  beforeAll(async () => {
    at = await Synced.start(database, undefined, {
      SVC_KEEP_EVENTS_DAYS: "3",
      SVC_KEEP_HISTORY_DAYS: "5",
      SVC_KEEP_RAW_DAYS: "7",
      SVC_KEEP_DELETED_DAYS: "9"
    })
    await at.listen("DATA_MODEL_CHANGES")
    company = await at.connected("kept", { CONTACTS: {}, BILLS: {} })
  })
  afterAll(() => at.stop())
  const upkeep = () => at.service.run(Upkeep.run)
  /** Rows are made older here than they can become: behind where an upkeep has come to. */
  const forgetPlace = () => at.rows("delete from svc_meta where name like 'upkeep:%'")
  const count = async (table: string, where = "true") =>
    Number((await at.rows(`select count(*) as n from ${table} where ${where}`))[0]!["n"])

  it("keeps syncs, upload jobs and refusals for as long as is set", async () => {
    const old = await at.sync(company)
    const young = await at.sync(company)
    for (const [{ sync }, days] of [
      [old, 6],
      [young, 4]
    ] as const) {
      await at.rows("update sync set finished_at = now() - make_interval(days => $2::int) where id = $1::bigint", [
        sync.svc_id,
        days
      ])
      await at.rows(
        `insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id, finished_at)
         select $2, organisation_id, company_id, id, 'CONTACTS', 'create', 'SUCCESS', 'r', now() - make_interval(days => $3::int)
         from connection where id = $1::bigint`,
        [company.connectionId, `job-${days}`, days]
      )
      await at.rows(
        `insert into refusal (company_id, connection_id, data_model, platform_id, issues, refused_at)
         select company_id, id, 'CONTACTS', $2, '[]', now() - make_interval(days => $3::int) from connection
         where id = $1::bigint`,
        [company.connectionId, `item-${days}`, days]
      )
    }
    await upkeep()
    assert.strictEqual((await at.call("GET", `/v3/core/syncs/${old.sync.svc_id}`)).status, 404)
    await at.ok("GET", `/v3/core/syncs/${young.sync.svc_id}`)
    assert.deepStrictEqual(await at.rows("select id from upload_job"), [{ id: "job-4" }])
    assert.deepStrictEqual(await at.rows("select platform_id from refusal"), [{ platform_id: "item-4" }])
  })

  it("removes invite links that ended long ago, and none of what was connected on them", async () => {
    const link = async (name: string) =>
      (await at.ok("POST", "/v3/core/invite_links", { company_name: name, integration_categories: ["ACCOUNTING"] }))
        .data
    const [expired, revoked, young, open] = [await link("a"), await link("b"), await link("c"), await link("d")]
    const end = (id: string, set: string) => at.rows(`update invite_link set ${set} where id = $1::bigint`, [id])
    await end(expired.svc_id, "expires_at = now() - interval '6 days'")
    await end(revoked.svc_id, "revoked_at = now() - interval '6 days'")
    await end(young.svc_id, "expires_at = now() - interval '4 days', revoked_at = now() - interval '4 days'")
    await at.rows("update connection set invite_link_id = $1::bigint where id = $2::bigint", [
      expired.svc_id,
      company.connectionId
    ])
    await upkeep()
    const left = (await at.rows("select id from invite_link order by id")).map(({ id }) => Number(id))
    assert.deepStrictEqual(
      left,
      [young.svc_id, open.svc_id].toSorted((a, b) => a - b)
    )
    assert.strictEqual(await count("connection", `id = ${company.connectionId} and invite_link_id is null`), 1)
  })

  it("removes what was under way on a link and left alone, whoever connects or not", async () => {
    const { data: link } = await at.ok("POST", "/v3/core/invite_links", {
      company_name: "e",
      integration_categories: ["ACCOUNTING"]
    })
    const begun = { oauth_flow: "state_hash", account_choice: "token_hash" }
    for (const minutes of [-1, 20]) {
      const values = [String(minutes), link.svc_id, minutes]
      const end = "now() + make_interval(mins => $3::int)"
      for (const [table, key] of Object.entries(begun)) {
        await at.rows(
          `insert into ${table} (${key}, browser_hash, invite_link_id, integration_type, payload, expires_at)
           values ($1, 'b', $2::bigint, 'XERO', 'sealed', ${end})`,
          values
        )
      }
      await at.rows(
        `insert into connect_attempt (attempt_hash, invite_link_id, status, reason, expires_at)
         values ($1, $2::bigint, 'failed', 'denied', ${end})`,
        values
      )
    }
    await upkeep()
    const left = { ...begun, connect_attempt: "attempt_hash" }
    for (const [table, key] of Object.entries(left)) {
      assert.deepStrictEqual(await at.rows(`select ${key} as key from ${table}`), [{ key: "20" }], table)
    }
  })

  it("keeps events and their deliveries for as long as is set, open ones until they are done", async () => {
    const all = await count("event")
    await at.rows("update event set created_at = now() - interval '4 days' where position % 2 = 0")
    await at.rows("update delivery set status = 'PENDING', next_attempt_at = now() + interval '1 day'")
    const purge = () => at.service.run(Effect.flatMap(Deliveries, (deliveries) => deliveries.purge))
    assert.strictEqual(await purge(), 0)
    await at.rows("update delivery set status = 'FAILED', finished_at = now()")
    const old = await count("event", "created_at < now() - interval '3 days'")
    assert.isAbove(old, 0)
    assert.strictEqual(await purge(), old)
    assert.strictEqual(await count("event"), all - old)
    assert.strictEqual(await count("delivery", "event_id not in (select id from event)"), 0)
  })

  it("clears the raw items of records that rest, goes on from there, and lists are as they were", async () => {
    const contacts = await at.list(company, "accounting/contacts")
    const [first, second, third] = contacts.map(({ svc_id }) => svc_id)
    const age = (id: number, days: number) =>
      at.rows("update record set updated_at = now() - make_interval(days => $2::int) where svc_id = $1::bigint", [
        id,
        days
      ])
    await forgetPlace()
    await age(first, 8)
    await age(second, 6)
    await upkeep()
    const cleared = () => at.rows("select svc_id from record where raw is null and data_model = 'CONTACTS' order by 1")
    assert.deepStrictEqual(await cleared(), [{ svc_id: first }])
    assert.deepStrictEqual(await at.list(company, "accounting/contacts"), contacts)
    // A complete reading that finds nothing new writes nothing, and brings none of it back.
    await at.sync(company, { full_sync: true })
    assert.deepStrictEqual(await cleared(), [{ svc_id: first }])
    // What changes has its item again.
    const { platform_id } = contacts.find(({ svc_id }) => svc_id === first)!
    await at.platform.call("kept", "PATCH", `/contacts/${platform_id}`, { name: "Renamed" })
    await at.sync(company)
    assert.deepStrictEqual(await cleared(), [])
    // Later, only what has come of age since the last time is looked at.
    await at.rows("update svc_meta set value = (now() - interval '7 days 1 hour')::text where name = 'upkeep:raw'")
    await age(second, 8)
    await at.rows("update record set updated_at = now() - interval '7 days 30 minutes' where svc_id = $1::bigint", [
      third
    ])
    await upkeep()
    assert.deepStrictEqual(await cleared(), [{ svc_id: third }])
  })

  it("removes deleted records after their time, more than a chunk of them, and no others", async () => {
    const { connectionId, companyId } = company
    await at.rows(
      `insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
         hash, body, created_at, updated_at, deleted_at)
       select nextval('svc_id'), 'BILLS', organisation_id, company_id, id, 0, 'gone' || n, 'default', 'h', '{}',
         t.at, t.at, case when n > 2 then t.at end
       from connection, generate_series(1, 2602) n,
         lateral (select now() - make_interval(days => case when n <= 2502 then 10 else 8 end) as at) t
       where id = $1::bigint`,
      [connectionId]
    )
    await forgetPlace()
    const left = () => count("record_bills", `company_id = ${companyId} and platform_id like 'gone%'`)
    assert.strictEqual(await left(), 2602)
    assert.isAtLeast(await upkeep(), 2500)
    // Two that are not deleted, and a hundred that are not old enough.
    assert.strictEqual(await left(), 102)
    assert.strictEqual(await upkeep(), 0)
  })
})
