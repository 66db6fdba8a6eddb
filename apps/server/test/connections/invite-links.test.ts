import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Companies } from "../../src/connections/Companies.ts"
import { type CreateInviteLink, InviteLinks } from "../../src/connections/InviteLinks.ts"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()
const all = new URLSearchParams()

layer(Fixture.layer(world, [Fixture.ledger, Fixture.till, Fixture.depot]), {
  timeout: "180 seconds",
  excludeTestServices: true
})("invite links", (it) => {
  const fresh = Effect.gen(function* () {
    const links = yield* InviteLinks
    const caller = yield* Fixture.newCaller
    const create = (body: Partial<CreateInviteLink>) =>
      links.create(caller, { integration_categories: ["ACCOUNTING"], ...body })
    return { links, caller, create, sql: yield* SqlClient.SqlClient }
  })

  it.effect("show what the interface says, and where the page is", () =>
    Effect.gen(function* () {
      const { create, links } = yield* fresh
      const link = yield* create({ company_name: "Ada Ltd", partner_id: "partner-7" })
      assert.match(link.invite_link_id, /^[\w-]{43}$/)
      const { company, svc_created_at, svc_id, svc_updated_at } = link
      assert.deepStrictEqual(link, {
        svc_id,
        svc_created_at,
        svc_updated_at,
        invite_link_id: link.invite_link_id,
        url: `https://svc.test/connect/${link.invite_link_id}`,
        integrations: [],
        integration_categories: ["ACCOUNTING"],
        company: {
          svc_id: company.svc_id,
          svc_created_at: company.svc_created_at,
          svc_updated_at: company.svc_updated_at,
          name: "Ada Ltd"
        },
        connections: [],
        sync_config: null,
        partner_id: "partner-7",
        return_url: null,
        origin: null,
        expires_at: link.expires_at,
        revoked: false,
        revoked_at: null
      })
      assert.closeTo(Date.parse(link.expires_at) - Date.now(), 30 * 86_400_000, 60_000)
      const opening = yield* links.open(link.invite_link_id)
      assert.deepStrictEqual(opening._tag === "Open" && opening.link.integrations, ["TEST_LEDGER", "TEST_DEPOT"])
    })
  )

  it.effect("may name integrations that are not here, as long as one of them is", () =>
    Effect.gen(function* () {
      const { create, links } = yield* fresh
      const link = yield* create({ integrations: ["XERO", "TEST_TILL", "TEST_TILL"], company_name: "" })
      assert.deepStrictEqual(link.integrations, ["XERO", "TEST_TILL"])
      assert.isNull(link.company.name)
      const opening = yield* links.open(link.invite_link_id)
      assert.deepStrictEqual(opening._tag === "Open" && opening.link.integrations, ["TEST_TILL"])
      const none = yield* Effect.flip(create({ integrations: ["XERO", "QUICKBOOKS"] }))
      assert.deepInclude({ ...none }, { code: "unsupported", field: "integrations" })
      assert.include(none.message, "TEST_LEDGER")
      const category = yield* Effect.flip(create({ integration_categories: ["CRM"] }))
      assert.deepInclude({ ...category }, { code: "unsupported", field: "integration_categories" })
    })
  )

  it.effect("every fault is named", () =>
    Effect.gen(function* () {
      const { create, sql } = yield* fresh
      const [before] = yield* sql<{ count: number }>`select count(*) as count from company`
      const wrong = yield* Effect.flip(
        create({ integration_categories: ["ACOUNTING"], integrations: ["XERO", "XERRO"], company_name: "A" })
      )
      assert.deepStrictEqual(
        wrong.details.map(
          ({ code, field, message }) => `${code} ${field} ${/did you mean "(\w+)"/.exec(message)?.[1]}`
        ),
        ["invalid-params integrations[1] XERO", "invalid-params integration_categories[0] ACCOUNTING"]
      )
      assert.strictEqual((yield* Effect.flip(create({ integration_categories: [] }))).field, "integration_categories")
      assert.strictEqual((yield* Effect.flip(create({ company_name: "\0" }))).field, "company_name")
      const config = yield* Effect.flip(create({ sync_config: [{ data_model: "ACCOUNTS", interval: 0 }] }))
      assert.strictEqual(config.field, "sync_config[0].interval")
      // A refused request makes no company.
      assert.deepStrictEqual(yield* sql`select count(*) as count from company`, [before!])
    })
  )

  it.effect("can be for a company that is there", () =>
    Effect.gen(function* () {
      const { caller, create, links } = yield* fresh
      const company = yield* Fixture.newCompany(caller)
      const link = yield* create({ company_id: company.svc_id })
      assert.strictEqual(link.company.svc_id, company.svc_id)
      assert.strictEqual((yield* Effect.flip(create({ company_id: 999_999_999 }))).code, "not-found")
      assert.strictEqual(
        (yield* Effect.flip(create({ company_id: company.svc_id, company_name: "X" }))).field,
        "company_name"
      )
      const restricted = { ...caller, companyId: company.svc_id }
      const denied = yield* Effect.flip(links.create(restricted, { integration_categories: ["ACCOUNTING"] }))
      assert.strictEqual(denied.code, "operation-denied")
      const own = yield* links.create(restricted, {
        integration_categories: ["ACCOUNTING"],
        company_id: company.svc_id
      })
      assert.deepStrictEqual(
        (yield* links.list(restricted, all)).data.map(({ svc_id }) => svc_id),
        [link.svc_id, own.svc_id]
      )
    })
  )

  it.effect("change in what is sent, and end when they are revoked or expire", () =>
    Effect.gen(function* () {
      const { caller, create, links, sql } = yield* fresh
      const link = yield* create({ sync_config: [{ data_model: "ACCOUNTS" }], partner_id: "p" })
      const token = link.invite_link_id
      const changed = yield* links.update(caller, token, { integrations: ["TEST_TILL"], company_name: "Named" })
      assert.deepInclude(changed, { integrations: ["TEST_TILL"], partner_id: "p", sync_config: link.sync_config })
      assert.strictEqual(changed.company.name, "Named")
      const back = yield* links.update(caller, token, { integrations: null, sync_config: null, partner_id: null })
      assert.deepInclude(back, { integrations: [], partner_id: null, sync_config: null })
      assert.strictEqual(
        (yield* Effect.flip(links.update(caller, token, { integrations: ["XERO"] }))).code,
        "unsupported"
      )
      const companies = yield* Companies
      assert.strictEqual((yield* companies.get(caller, link.company.svc_id)).name, "Named")

      yield* sql`update invite_link set expires_at = now() where id = ${link.svc_id}`
      assert.strictEqual((yield* links.open(token))._tag, "Expired")
      const revoked = yield* links.revoke(caller, token)
      assert.isTrue(revoked.revoked)
      assert.deepStrictEqual((yield* links.revoke(caller, token)).revoked_at, revoked.revoked_at)
      assert.strictEqual((yield* links.open(token))._tag, "Revoked")
      assert.strictEqual((yield* links.open("x".repeat(43)))._tag, "Unknown")
    })
  )

  it.effect("are stored sealed, those of an earlier release too", () =>
    Effect.gen(function* () {
      const { caller, create, sql } = yield* fresh
      const link = yield* create({})
      const rows = Effect.map(sql<{ row: string }>`select l::text as row from invite_link l`, (all) =>
        all.map(({ row }) => row).join()
      )
      assert.notInclude(yield* rows, link.invite_link_id)
      const older = "o".repeat(43)
      yield* sql`insert into invite_link (invite_link_id, organisation_id, company_id, integrations,
          integration_categories, expires_at)
        values (${older}, ${caller.organisationId}, ${link.company.svc_id}, '{}', '{ACCOUNTING}', now() + interval '1 day')`
      const links = Layer.fresh(InviteLinks.layer)
      const found = yield* InviteLinks.use((started) => started.get(caller, older)).pipe(Effect.provide(links))
      assert.strictEqual(found.url, `https://svc.test/connect/${older}`)
      assert.strictEqual((yield* InviteLinks.use((at) => at.open(older)))._tag, "Open")
      assert.notInclude(yield* rows, older)
    })
  )
})
