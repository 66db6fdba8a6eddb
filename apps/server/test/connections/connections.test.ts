import { assert, layer } from "@effect/vitest"
import { Auth, Connector, Setting } from "@svc/core"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Connections } from "../../src/connections/Connections.ts"
import { InviteLinks } from "../../src/connections/InviteLinks.ts"
import { Integrations } from "../../src/connections/Integrations.ts"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()
const all = new URLSearchParams()
const key = "till-key-0123456789"
const tokens = { access_token: "access-0123456789", refresh_token: "refresh-0123456789" }

/** Platforms that accept the right key and token; `/me`, `/tenants` and the rest of it. */
const kind = (request: Request): Response => {
  const { hostname, pathname } = new URL(request.url)
  if (hostname === "login.ledger.test") return Response.json({})
  const isAllowed =
    request.headers.get("x-key") === key || request.headers.get("authorization") === `Bearer ${tokens.access_token}`
  if (!isAllowed) return Response.json({ message: "no" }, { status: 401 })
  if (pathname === "/tenants") return Response.json([{ id: "t-1", name: "One" }])
  return Response.json({ items: [] })
}

/** The till with a second kind of key. */
const kiosk: Connector.Any = Connector.make({
  ...Fixture.till,
  id: "TEST_KIOSK",
  auth: Auth.choice({
    key: { label: "Use a key", auth: Fixture.till.auth as Auth.ApiKey },
    token: {
      label: "Use a token",
      auth: Auth.apiKey({
        fields: { token: Setting.asked({ label: "Token" }) },
        headers: ({ token }) => ({ authorization: `Bearer ${token}` })
      })
    }
  })
})

layer(
  Fixture.layer(world, [Fixture.ledger, Fixture.till, kiosk], {
    TEST_LEDGER: { clientId: "client", clientSecret: null }
  }),
  { timeout: "180 seconds", excludeTestServices: true }
)("connections", (it) => {
  const fresh = Effect.gen(function* () {
    world.answer = kind
    world.seen.length = 0
    const caller = yield* Fixture.newCaller
    yield* Fixture.listen(caller)
    const company = yield* Fixture.newCompany(caller)
    return { caller, company, connections: yield* Connections, sql: yield* SqlClient.SqlClient }
  })
  const newTill = Effect.gen(function* () {
    const world = yield* fresh
    const till = yield* world.connections.create(world.caller, {
      company_id: world.company.svc_id,
      integration_type: "TEST_TILL",
      credentials: { key },
      settings: { shop: "ada", pin: "secret-pin" }
    })
    return { ...world, till }
  })

  it.effect("credentials become a connection once they have been tried", () =>
    Effect.gen(function* () {
      const { caller, sql, till } = yield* newTill
      assert.deepStrictEqual(world.seen, ["GET https://ada.till.test/me"])
      const { rate_limits, svc_created_at, svc_updated_at, sync_config, ...rest } = till
      assert.deepStrictEqual(rest, {
        svc_id: till.svc_id,
        svc_company_id: till.svc_company_id,
        integration_type: "TEST_TILL",
        status: "HEALTHY",
        status_reason: null,
        sync_status: "QUEUED",
        sync_resume_at: null,
        paused_at: null,
        category: "PAYMENTS",
        auth_method: null,
        settings: { shop: "ada" }
      })
      for (const at of [svc_created_at, svc_updated_at]) assert.strictEqual(new Date(at).toISOString(), at)
      assert.deepStrictEqual(rate_limits, {
        counters: { minute: 0, hour: null, day: null, concurrent: 0 },
        lastReset: { minute: null, hour: null, day: null, concurrent: null },
        maxLimits: { minute: 100, hour: null, day: null, concurrent: 4 }
      })
      const [config, ...others] = sync_config
      assert.deepStrictEqual(others, [])
      const { sync_from, ...entry } = config!
      assert.deepStrictEqual(entry, {
        enabled: true,
        interval: 1,
        frequency: "DAILY",
        data_model: "CURRENCIES",
        category: "ACCOUNTING",
        scope_access: { READ: true, CREATE: false, UPDATE: false, DELETE: false },
        custom_fields: []
      })
      assert.closeTo(Date.now() - Date.parse(sync_from!), 2 * 365.25 * 86_400_000, 2 * 86_400_000)

      const [row] = yield* sql<Record<string, unknown>>`select * from connection where id = ${till.svc_id}`
      const kept = JSON.stringify(row)
      assert.notInclude(kept, key)
      assert.notInclude(kept, "secret-pin")
      assert.strictEqual((yield* sql`select 1 from schedule where connection_id = ${till.svc_id}`).length, 1)
      const syncs = yield* sql`select trigger, status from sync where connection_id = ${till.svc_id}`
      assert.deepStrictEqual(syncs, [{ trigger: "CONNECTED", status: "CREATED" }])
      assert.deepStrictEqual(yield* Fixture.heard(caller), [`CREATE ${till.svc_id} HEALTHY`])
    })
  )

  it.effect("who has a connection open is not given the credentials of another way", () =>
    Effect.gen(function* () {
      const { caller, company, connections } = yield* fresh
      const connect = (auth_method: string, credentials: Record<string, string>) =>
        connections.create(caller, {
          company_id: company.svc_id,
          integration_type: "TEST_KIOSK",
          auth_method,
          credentials,
          settings: { shop: "ada" }
        })
      const { svc_id } = yield* connect("key", { key })
      const before = yield* connections.client(svc_id)
      const again = yield* connect("token", { token: tokens.access_token })
      assert.deepStrictEqual([again.svc_id, again.auth_method], [svc_id, "token"])
      world.seen.length = 0
      const error = yield* Effect.flip(before.check)
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.deepStrictEqual(world.seen, [])
      yield* (yield* connections.client(svc_id)).check
      assert.strictEqual((yield* connections.get(caller, svc_id)).status, "HEALTHY")
    })
  )

  it.effect("calls carry the secret settings, and count against the limits that are shown", () =>
    Effect.gen(function* () {
      const { caller, connections, till } = yield* newTill
      const client = yield* connections.client(till.svc_id)
      let pin: string | null = null
      world.answer = (request) => {
        pin = request.headers.get("x-pin")
        return kind(request)
      }
      yield* client.check
      assert.strictEqual(pin, "secret-pin")
      const { rate_limits } = yield* connections.get(caller, till.svc_id)
      assert.strictEqual(rate_limits.counters["minute"], 1)
      assert.isNotNull(rate_limits.lastReset["minute"])
    })
  )

  it.effect("what the platform refuses is not stored", () =>
    Effect.gen(function* () {
      const { caller, company, connections, sql } = yield* fresh
      const create = (credentials: Record<string, string>, settings: Record<string, string> = { shop: "ada" }) =>
        Effect.flip(
          connections.create(caller, {
            company_id: company.svc_id,
            integration_type: "TEST_TILL",
            credentials,
            settings
          })
        )
      const refused = yield* create({ key: "another-key-0123456789" })
      assert.strictEqual(refused.code, "platform-denied")
      assert.notInclude(JSON.stringify(refused), "another-key-0123456789")
      world.answer = () => new Response("", { status: 503 })
      assert.strictEqual((yield* create({ key })).code, "platform-unavailable")
      world.answer = () => Response.json({}, { status: 404 })
      assert.strictEqual((yield* create({ key })).code, "platform-denied")
      world.answer = kind
      const faults = yield* create({ kee: key }, { shop: "A!", sop: "ada" })
      assert.deepStrictEqual(
        faults.details.map(({ code, field }) => `${code} ${field}`),
        [
          "invalid-params credentials.kee",
          "missing-params credentials.key",
          "invalid-params settings.sop",
          "invalid-params settings.shop"
        ]
      )
      assert.include(faults.message, 'did you mean "key"')
      assert.deepStrictEqual(yield* sql`select id from connection where company_id = ${company.svc_id}`, [])
    })
  )

  it.effect("an integration that is not here is said so", () =>
    Effect.gen(function* () {
      const { caller, company, connections } = yield* fresh
      const create = (integration_type: string, company_id = company.svc_id) =>
        Effect.flip(connections.create(caller, { company_id, integration_type, credentials: {} }))
      assert.strictEqual((yield* create("XERO")).code, "unsupported")
      assert.include((yield* create("XERO")).message, "TEST_LEDGER, TEST_TILL")
      assert.strictEqual((yield* create("NO_SUCH")).code, "invalid-params")
      assert.strictEqual((yield* create("TEST_TILL", 999_999_999)).code, "not-found")
    })
  )

  it.effect("tokens find their account, and several are asked back", () =>
    Effect.gen(function* () {
      const { caller, company, connections } = yield* fresh
      const create = (settings: Record<string, string> = {}) =>
        connections.create(caller, {
          company_id: company.svc_id,
          integration_type: "TEST_LEDGER",
          credentials: tokens,
          settings
        })
      const one = yield* create()
      assert.deepStrictEqual(one.settings, { tenant: "t-1", link: "link-One" })
      world.answer = (request) =>
        new URL(request.url).pathname === "/tenants"
          ? Response.json([
              { id: "t-1", name: "One again" },
              { id: "t-2", name: "Two" }
            ])
          : kind(request)
      const several = yield* Effect.flip(create())
      assert.strictEqual(several.code, "conflict")
      assert.include(several.message, '"t-2"')
      assert.strictEqual(several.details.length, 3)
      const two = yield* create({ tenant: "t-2", link: "l" })
      assert.notStrictEqual(two.svc_id, one.svc_id)
      // The same account is the same connection, whatever its optional settings are now.
      const again = yield* create({ tenant: "t-1", link: "another" })
      assert.strictEqual(again.svc_id, one.svc_id)
      assert.deepStrictEqual(again.settings, { tenant: "t-1", link: "another" })
      assert.deepStrictEqual(yield* Fixture.heard(caller), [
        `CREATE ${one.svc_id} HEALTHY`,
        `CREATE ${two.svc_id} HEALTHY`,
        `UPDATE ${one.svc_id} HEALTHY`
      ])
      const missing = yield* Effect.flip(
        connections.create(caller, { company_id: company.svc_id, integration_type: "TEST_LEDGER", credentials: {} })
      )
      assert.strictEqual(missing.code, "missing-params")
      assert.strictEqual(missing.field, "credentials.access_token")
      // What a sign-in tells must have its form as well where a caller says it.
      const misled = yield* Effect.flip(create({ tenant: "t-2", home: "evil.example" }))
      assert.strictEqual(misled.code, "invalid-params")
      assert.strictEqual(misled.field, "settings.home")
    })
  )

  it.effect("a sync configuration changes what it names", () =>
    Effect.gen(function* () {
      const { caller, company, connections, sql } = yield* fresh
      const { svc_id } = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_LEDGER",
        credentials: tokens
      })
      const update = (sync_config: ReadonlyArray<unknown>) =>
        connections.updateSyncConfig(caller, svc_id, { sync_config })
      yield* update([{ data_model: "CONTACTS", custom_fields: ["vip"] }])
      const changed = yield* update([{ data_model: "CONTACTS", frequency: "HOURLY", interval: 6 }])
      assert.deepInclude(
        changed.sync_config.find(({ data_model }) => data_model === "CONTACTS")!,
        {
          frequency: "HOURLY",
          interval: 6,
          custom_fields: ["vip"]
        }
      )
      assert.deepInclude(
        changed.sync_config.find(({ data_model }) => data_model === "ACCOUNTS")!,
        {
          frequency: "DAILY",
          interval: 1
        }
      )
      const off = yield* update([{ data_model: "ACCOUNTS", enabled: false }])
      assert.isFalse(off.sync_config.find(({ data_model }) => data_model === "ACCOUNTS")!.enabled)
      const due = yield* sql<{ data_model: string }>`select data_model from schedule where connection_id = ${svc_id}`
      assert.deepStrictEqual(due, [{ data_model: "CONTACTS" }])
      const wrong = yield* Effect.flip(
        update([{ data_model: "BILLS" }, { data_model: "CONTACTS", frequency: "DAYLY" }])
      )
      assert.deepStrictEqual(
        wrong.details.map(({ code, field }) => `${code} ${field}`),
        ["unsupported sync_config[0].data_model", "invalid-params sync_config[1].frequency"]
      )
    })
  )

  it.effect("is ended here whatever the platform says, and told there", () =>
    Effect.gen(function* () {
      const { caller, connections, sql, till } = yield* newTill
      const ended = yield* connections.disconnect(caller, till.svc_id)
      assert.deepInclude(ended, { status: "DISCONNECTED", status_reason: null, sync_status: "IDLE" })
      assert.strictEqual(world.count("DELETE https://ada.till.test/link"), 1)
      const [row] = yield* sql<{
        credentials: string | null
      }>`select credentials from connection where id = ${till.svc_id}`
      assert.isNull(row!.credentials)
      assert.deepStrictEqual(yield* sql`select 1 from schedule where connection_id = ${till.svc_id}`, [])
      assert.deepStrictEqual(yield* sql`select status from sync where connection_id = ${till.svc_id}`, [
        { status: "CANCELLED" }
      ])
      // Again does nothing more.
      yield* connections.disconnect(caller, till.svc_id)
      assert.strictEqual(world.count("DELETE"), 1)
      assert.deepStrictEqual(yield* Fixture.heard(caller), [
        `CREATE ${till.svc_id} HEALTHY`,
        `UPDATE ${till.svc_id} DISCONNECTED`
      ])
      const client = yield* connections.client(till.svc_id)
      const refused = yield* Effect.flip(client.check)
      assert.strictEqual(refused.reason._tag, "AuthExpired")
    })
  )

  it.effect("a platform that is down does not keep a connection alive", () =>
    Effect.gen(function* () {
      const { caller, connections, sql, till } = yield* newTill
      yield* sql`insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id,
          platform_id, source, hash, body, created_at, updated_at)
        values (nextval('svc_id'), 'CURRENCIES', ${caller.organisationId}, ${till.svc_company_id}, ${till.svc_id}, 0, 'EUR',
          'default', 'h', '{}', now(), now())`
      world.answer = () => {
        throw new TypeError("fetch failed")
      }
      const ended = yield* connections.disconnect(caller, till.svc_id)
      assert.strictEqual(ended.status, "DISCONNECTED")
      assert.include(ended.status_reason!, "could not be told")
      assert.strictEqual((yield* sql`select 1 from record where connection_id = ${till.svc_id}`).length, 1)
    })
  )

  it.effect("tokens are revoked where the platform has an address for it", () =>
    Effect.gen(function* () {
      const { caller, company, connections } = yield* fresh
      const { svc_id } = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_LEDGER",
        credentials: tokens
      })
      let revoked = ""
      world.answer = async (request) => {
        revoked = await request.text()
        return new Response(null, { status: 200 })
      }
      yield* connections.disconnect(caller, svc_id)
      assert.strictEqual(world.count("POST https://login.ledger.test/revoke"), 1)
      assert.include(revoked, tokens.refresh_token)
    })
  )

  it.effect("a link to reconnect is for this connection", () =>
    Effect.gen(function* () {
      const { caller, connections, till } = yield* newTill
      const links = yield* InviteLinks
      const { company, integrations, invite_link_id, url } = yield* connections.reconnect(caller, till.svc_id)
      assert.deepStrictEqual(integrations, ["TEST_TILL"])
      assert.strictEqual(company.svc_id, till.svc_company_id)
      assert.strictEqual(url, `https://svc.test/connect/${invite_link_id}`)
      const opening = yield* links.open(invite_link_id)
      assert.strictEqual(opening._tag === "Open" && opening.link.reconnects, till.svc_id)
    })
  )

  it.effect("the healthy connection that a request means is found", () =>
    Effect.gen(function* () {
      const { caller, company, connections, sql, till } = yield* newTill
      const choose = (more: object = {}) => connections.choose(caller, { company_id: company.svc_id, ...more })
      assert.strictEqual((yield* choose()).id, till.svc_id)
      assert.strictEqual((yield* choose({ category: "PAYMENTS" })).id, till.svc_id)
      // CURRENCIES belong to accounting, and Till has them.
      assert.strictEqual((yield* choose({ category: "ACCOUNTING" })).id, till.svc_id)
      assert.strictEqual((yield* Effect.flip(choose({ category: "CRM" }))).code, "not-found")
      const other = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_LEDGER",
        credentials: tokens
      })
      const several = yield* Effect.flip(choose())
      assert.strictEqual(several.code, "conflict")
      for (const { svc_id } of [till, other]) assert.include(several.message, String(svc_id))
      assert.strictEqual((yield* choose({ integration_type: "TEST_LEDGER" })).id, other.svc_id)
      assert.strictEqual((yield* choose({ connection_id: till.svc_id })).id, till.svc_id)
      yield* sql`update connection set status = 'EXPIRED' where id = ${till.svc_id}`
      assert.strictEqual((yield* choose()).id, other.svc_id)
      const ended = yield* Effect.flip(choose({ connection_id: till.svc_id }))
      assert.strictEqual(ended.code, "not-found")
      assert.include(ended.message, "is EXPIRED")
      assert.strictEqual((yield* Effect.flip(choose({ company_id: 999_999_999 }))).code, "not-found")
      const integrations = yield* Integrations
      const { data } = yield* integrations.list(caller, all)
      const { svc_id } = data.find(({ integration_type }) => integration_type === "TEST_LEDGER")!
      yield* integrations.update(caller, svc_id, { client_id: "", client_secret: "", is_disabled: true })
      assert.strictEqual((yield* Effect.flip(choose())).code, "unsupported")
      assert.strictEqual((yield* Effect.flip(connections.client(other.svc_id))).code, "unsupported")
    })
  )

  it.effect("others see nothing of it", () =>
    Effect.gen(function* () {
      const { caller, company, connections, till } = yield* newTill
      const links = yield* InviteLinks
      const foreign = yield* Fixture.newCaller
      const elsewhere = yield* Fixture.newCompany(caller, "Elsewhere")
      const restricted = { ...caller, companyId: elsewhere.svc_id }
      for (const other of [foreign, restricted]) {
        const tries = [
          connections.get(other, till.svc_id),
          connections.disconnect(other, till.svc_id),
          connections.reconnect(other, till.svc_id),
          connections.capabilities(other, till.svc_id),
          connections.updateSyncConfig(other, till.svc_id, { sync_config: [] }),
          connections.choose(other, { company_id: company.svc_id }),
          connections.create(other, { company_id: company.svc_id, integration_type: "TEST_TILL", credentials: {} }),
          links.get(other, (yield* connections.reconnect(caller, till.svc_id)).invite_link_id)
        ]
        for (const attempt of tries)
          assert.strictEqual((yield* Effect.flip<unknown, any, any>(attempt as never)).code, "not-found")
        assert.deepStrictEqual((yield* connections.list(other, all)).data, [])
        // A missing one is answered in the same words.
        const missing = yield* Effect.flip(connections.get(other, 999_999_999))
        const hidden = yield* Effect.flip(connections.get(other, till.svc_id))
        assert.strictEqual(missing.message.replace("999999999", String(till.svc_id)), hidden.message)
      }
      assert.strictEqual((yield* connections.get(caller, till.svc_id)).status, "HEALTHY")
    })
  )

  it.effect("lists in pages, both ways", () =>
    Effect.gen(function* () {
      const { caller, company, connections, till } = yield* newTill
      const ids = [till.svc_id]
      for (const shop of ["b", "c", "d", "e"]) {
        const { svc_id } = yield* connections.create(caller, {
          company_id: company.svc_id,
          integration_type: "TEST_TILL",
          credentials: { key },
          settings: { shop }
        })
        ids.push(svc_id)
      }
      const seen: Array<number> = []
      let next: string | null = null
      do {
        const page: any = yield* connections.list(
          caller,
          new URLSearchParams({ limit: "2", ...(next === null ? {} : { next }) })
        )
        seen.push(...page.data.map((one: any) => one.svc_id))
        next = page.next
        if (page.data.length < 2) {
          const back = yield* connections.list(caller, new URLSearchParams({ limit: "2", prev: page.prev }))
          assert.deepStrictEqual(
            back.data.map((one) => one.svc_id),
            ids.slice(2, 4)
          )
        }
      } while (next !== null)
      assert.deepStrictEqual(seen, ids)
      const foreign = Buffer.from(JSON.stringify([1, "not-a-number"])).toString("base64url")
      const refused = yield* Effect.flip(connections.list(caller, new URLSearchParams({ limit: "2", next: foreign })))
      assert.strictEqual(refused.code, "invalid-params")
    })
  )

  it.effect("says what it can do", () =>
    Effect.gen(function* () {
      const { caller, connections, till } = yield* newTill
      assert.deepStrictEqual(yield* connections.capabilities(caller, till.svc_id), {
        connection_id: till.svc_id,
        integration_type: "TEST_TILL",
        name: "Till",
        category: "PAYMENTS",
        registered_webhooks: null,
        data_models: [
          {
            data_model: "CURRENCIES",
            read: true,
            incremental: false,
            create: false,
            update: false,
            delete: false,
            void: false,
            download: false,
            upload: false
          }
        ],
        writes: []
      })
    })
  )
})
