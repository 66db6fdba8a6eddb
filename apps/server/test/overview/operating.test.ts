/**
 * What whoever runs the service looks at and does: how a connection stands, how a sync went, where a record came from, jobs that
 * were given up, and whether a platform takes the credentials that are set.
 */
import { afterAll, assert, beforeAll, it } from "vitest"
import * as AuthorizationServer from "../support/AuthorizationServer.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

let at: Synced.Synced
let own: Synced.Connected & Synced.Ran
let company: number
let onlyReads: Readonly<Record<string, string>>
beforeAll(async () => {
  at = await Synced.start("embedded", undefined, { SVC_KEEP_ALL_EVENTS: "1" }, { pageSize: 10 })
  company = await at.newCompany("Acme Ltd")
  own = await at.connected("acme", { CONTACTS: { interval: 2 }, EXPENSES: {} }, company)
  const { data } = await at.ok("POST", "/v3/core/api_keys", { name: "reader", scopes: ["read"] })
  onlyReads = { api_key: data.secret }
})
afterAll(() => at.stop())

const auditOf = async (action: string): Promise<ReadonlyArray<any>> =>
  (await at.ok("GET", `/v3/core/audit_events?action[eq]=${action}`)).data

it("says of each part of a sync its pages, its calls, and how far it was when", async () => {
  const job = own.jobs["CONTACTS"]
  const calls = at.platform.seen("acme").filter(({ path }) => path.includes("contacts"))
  assert.strictEqual(job.pages, Math.ceil(job.records_read / 10))
  assert.isAbove(job.pages, 1)
  assert.strictEqual(job.calls, calls.length)
  assert.isAtLeast(job.waited_milliseconds, 0)
  const first = job.course[0]
  const last = job.course.at(-1)
  assert.deepStrictEqual([first.pages, first.records_read], [0, 0])
  assert.strictEqual(first.at, job.started_at)
  assert.deepStrictEqual([last.at, last.pages, last.records_read], [job.finished_at, job.pages, job.records_read])
  const moments = job.course.map((step: any) => [Date.parse(step.at), step.pages, step.records_read])
  assert.deepStrictEqual(
    moments,
    moments.toSorted((a: any, b: any) => a[0] - b[0] || a[1] - b[1])
  )
})

it("says how a connection stands, model by model", async () => {
  const { data } = await at.ok("GET", `/v3/core/connections/${own.connectionId}/state`, undefined, onlyReads)
  const contacts = data.data_models.find(({ data_model }: any) => data_model === "CONTACTS")
  const listed = await at.list(own, "accounting/contacts")
  assert.strictEqual(contacts.records, listed.length)
  assert.strictEqual(contacts.last_sync_id, own.sync.svc_id)
  assert.strictEqual(contacts.last_status, "SUCCESS")
  assert.strictEqual(contacts.last_finished_at, own.jobs["CONTACTS"].finished_at)
  const days = (Date.parse(contacts.next_sync_at) - Date.now()) / 86_400_000
  assert.isTrue(days > 1.8 && days < 2.2, `${days}`)
  const [checkpoint] = contacts.checkpoints
  assert.strictEqual(checkpoint.is_under_way, false)
  assert.isAtMost(Date.parse(checkpoint.read_until), Date.parse(checkpoint.completed_at))
  assert.sameMembers(
    data.data_models.map(({ data_model }: any) => data_model),
    ["CONTACTS", "EXPENSES"]
  )
  assert.strictEqual(data.connection_id, own.connectionId)
  assert.isString(data.account)
  assert.strictEqual((await at.call("GET", "/v3/core/connections/1/state")).status, 404)

  const lift = at.platform.rule(Sandbox.to("acme", "expenses"), Sandbox.status(403))
  const { sync } = await at.sync(own, { data_models_to_sync: ["EXPENSES"] })
  lift()
  const after = (await at.ok("GET", `/v3/core/connections/${own.connectionId}/state`)).data
  const expenses = after.data_models.find(({ data_model }: any) => data_model === "EXPENSES")
  assert.include(expenses, { last_sync_id: sync.svc_id, last_status: "FAILED" })
  assert.isString(expenses.last_error)
})

it("notes in the audit log who started and who ended a sync", async () => {
  const gate = Promise.withResolvers<void>()
  const lift = at.platform.rule(Sandbox.to("acme", "contacts"), async (real) => {
    await gate.promise
    return real()
  })
  const { svc_id: id } = await at.begin(own, { full_sync: true })
  await at.ok("POST", `/v3/core/syncs/${id}/cancel`)
  lift()
  gate.resolve()
  for (const action of ["SYNC_STARTED", "SYNC_CANCELLED"]) {
    const [act] = (await auditOf(action)).toReversed()
    assert.include(act, { actor_type: "API_KEY", target_id: String(id), company_id: company })
  }
})

it("says where each member of a record came from, by the mapping itself", async () => {
  const [contact] = await at.list(own, "accounting/contacts", "&select=raw_data")
  const path = `/v3/core/records/CONTACTS/${contact.svc_id}`
  const { data } = await at.ok("GET", `${path}/origins`, undefined, onlyReads)
  const from = Object.fromEntries(data.members.map((one: any) => [one.member, one.from]))
  assert.isTrue(data.is_complete)
  assert.include(from["platform_id"], "id")
  assert.include(from["name"], "name")
  // What is made of nothing in the item is not there, though the same value stands in it.
  assert.notProperty(from, "svc_id")
  for (const places of Object.values<ReadonlyArray<string>>(from)) {
    for (const place of places) assert.property(contact.raw_data, place.split(/[.[]/)[0]!)
  }
  assert.strictEqual((await at.call("GET", "/v3/core/records/CONTACTS/1/origins")).status, 404)
  assert.strictEqual((await at.call("GET", `/v3/core/records/EXPENSES/${contact.svc_id}/origins`)).status, 404)
})

it("maps one record again on the spot, and tells of what changes by it", async () => {
  const [contact] = await at.list(own, "accounting/contacts")
  const path = `/v3/core/records/CONTACTS/${contact.svc_id}`
  assert.strictEqual((await at.call("POST", `${path}/map`, undefined, onlyReads)).status, 403)
  const before = at.platform.seen("acme").length
  const same = await at.ok("POST", `${path}/map`)
  assert.include(same.data, { outcome: "UNCHANGED", svc_id: contact.svc_id })
  assert.deepStrictEqual(same.data.changed, [])
  const history = async () => (await at.ok("GET", `/v3/accounting/contacts/${contact.svc_id}/history`)).data
  const events = (await history()).length

  // As another release of the mapping had made it.
  await at.rows(
    `update record_contacts set body = jsonb_set(body::jsonb, '{name}', '"Misread"')::json, hash = 'of-before'
     where svc_id = $1`,
    [contact.svc_id]
  )
  const mended = await at.ok("POST", `${path}/map`)
  assert.strictEqual(mended.data.outcome, "CHANGED")
  assert.deepStrictEqual(mended.data.changed, [{ member: "name", from: "Misread", to: contact.name }])
  assert.strictEqual((await at.list(own, "accounting/contacts"))[0].name, contact.name)
  assert.strictEqual((await history()).length, events + 1)

  await at.rows(`update record_contacts set raw = (raw::jsonb - 'id')::json where svc_id = $1`, [contact.svc_id])
  const refused = await at.ok("POST", `${path}/map`)
  assert.strictEqual(refused.data.outcome, "REFUSED")
  assert.isNotEmpty(refused.data.issues)
  const { data } = await at.ok("GET", `/v3/core/refusals?connection_id[eq]=${own.connectionId}`)
  assert.deepInclude(
    data.map(({ kind, platform_id }: any) => ({ kind, platform_id })),
    { kind: "refused", platform_id: contact.platform_id }
  )
  await at.rows(`update record_contacts set raw = null where svc_id = $1`, [contact.svc_id])
  const lost = await at.call("POST", `${path}/map`)
  assert.strictEqual(lost.status, 422)
  assert.match(lost.text, /is not kept/)
  assert.strictEqual(at.platform.seen("acme").length, before)
  assert.lengthOf(await auditOf("RECORD_MAPPED"), 3)
})

it("names jobs that were given up with what they were to do, and tries one again", async () => {
  const failed = async () => (await at.ok("GET", "/v3/core/service/failed_jobs")).data as ReadonlyArray<any>
  const troubles = async () =>
    (await at.ok("GET", "/v3/core/overview")).data.needs_a_hand.filter(({ trouble }: any) => trouble === "JOBS_FAILED")
  assert.deepStrictEqual(await failed(), [])
  // Nobody can read what it carries: trying it again is of no use before somebody has mended it.
  await at.rows(`insert into pgboss.job (name, data, group_id) values ('refetch', $1::text::jsonb, $2)`, [
    JSON.stringify({ connection_id: own.connectionId, model: "CONTACTS", ids: "poison" }),
    String(own.connectionId)
  ])
  const [job, ...more] = await Synced.until(failed, (all) => all.length > 0)
  assert.deepStrictEqual(more, [])
  assert.include(job, { queue: "refetch", connection_id: own.connectionId, svc_company_id: company, attempts: 1 })
  assert.match(
    job.about,
    new RegExp(`^Fetch some CONTACTS again, of which the platform of connection ${own.connectionId} `)
  )
  assert.match(job.error, /cannot be read/)
  const [trouble] = await troubles()
  assert.match(trouble.sentence, /^1 job was given up that was to fetch records again of which a platform has told: /)
  const [{ deletion_seconds: kept }] = (await at.rows("select deletion_seconds from pgboss.job where id = $1::uuid", [
    job.id
  ])) as any
  assert.strictEqual(kept, 7 * 24 * 3600)

  assert.strictEqual((await at.call("GET", "/v3/core/service/failed_jobs", undefined, onlyReads)).status, 403)
  assert.strictEqual((await at.call("POST", "/v3/core/service/failed_jobs/none/retry")).status, 404)
  // What no id can be is refused before the database is asked, which takes no NUL.
  assert.strictEqual((await at.call("POST", "/v3/core/service/failed_jobs/a%00b/retry")).status, 400)
  await at.rows("update pgboss.job set data = jsonb_set(data, '{ids}', '[]') where id = $1::uuid", [job.id])
  assert.deepStrictEqual((await at.ok("POST", `/v3/core/service/failed_jobs/${job.id}/retry`)).data, {
    id: job.id,
    queue: "refetch"
  })
  await Synced.until(
    () => at.rows("select state::text as state from pgboss.job where id = $1::uuid", [job.id]),
    ([row]) => row!["state"] === "completed"
  )
  assert.deepStrictEqual([await failed(), await troubles()], [[], []])
  assert.strictEqual((await at.call("POST", `/v3/core/service/failed_jobs/${job.id}/retry`)).status, 404)
  assert.deepInclude((await auditOf("JOB_RETRIED"))[0], { target_id: job.id })
})

it("asks a platform whether it takes the client that is set", async () => {
  const redirect = "https://svc.example/oauth/callback/test_books"
  const server = await AuthorizationServer.start(redirect)
  const { books } = AuthorizationServer
  const world = await Synced.start("embedded", [books], {
    ...AuthorizationServer.environment(server),
    SVC_BASE_URL: "https://svc.example"
  })
  try {
    const { data } = await world.ok("GET", "/v3/core/integrations")
    const { svc_id: id } = data.find(({ integration_type }: any) => integration_type === books.id)
    const check = async () => (await world.ok("POST", `/v3/core/integrations/${id}/check`)).data
    const set = (client_id: string, client_secret: string) =>
      world.ok("PUT", `/integrations/${id}`, { client_id, client_secret, is_disabled: false, is_svc_identity: false })
    await set(AuthorizationServer.clientId, AuthorizationServer.clientSecret)
    const taken = await check()
    assert.include(taken, { result: "ACCEPTED", integration_type: books.id })
    assert.match(taken.platform_answer, /^invalid_grant/)
    for (const [client, secret] of [
      [AuthorizationServer.clientId, "another-secret"],
      ["another-client", AuthorizationServer.clientSecret]
    ] as const) {
      await set(client, secret)
      const refused = await check()
      assert.strictEqual(refused.result, "REFUSED")
      assert.match(refused.sentence, /copy both once more/)
      assert.notInclude(JSON.stringify(refused), secret)
    }
    await server.close()
    const silent = await check()
    assert.strictEqual(silent.result, "UNKNOWN")
    assert.lengthOf((await world.ok("GET", "/v3/core/audit_events?action[eq]=INTEGRATION_CHECKED")).data, 4)
  } finally {
    await world.stop()
  }
})
