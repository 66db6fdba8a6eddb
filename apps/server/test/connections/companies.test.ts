import type { ApiError } from "@svc/core/api"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { Companies } from "../../src/connections/Companies.ts"
import { Connections } from "../../src/connections/Connections.ts"
import { InviteLinks } from "../../src/connections/InviteLinks.ts"
import type { Caller } from "../../src/http/Caller.ts"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()
const all = new URLSearchParams()

layer(Fixture.layer(world, [Fixture.till]), { timeout: "180 seconds", excludeTestServices: true })(
  "companies",
  (it) => {
    const code = <E extends { readonly code: string }>(effect: Effect.Effect<unknown, E, never>) =>
      Effect.map(Effect.flip(effect), (error) => error.code)

    it.effect("are made, renamed and listed", () =>
      Effect.gen(function* () {
        const companies = yield* Companies
        const caller = yield* Fixture.newCaller
        const made = yield* companies.create(caller, { name: "  Ada Ltd ", partner_id: "p-1" })
        assert.deepStrictEqual(Object.keys(made), ["svc_id", "svc_created_at", "svc_updated_at", "name", "partner_id"])
        assert.deepInclude(made, { name: "Ada Ltd", partner_id: "p-1" })
        const renamed = yield* companies.rename(caller, made.svc_id, { name: "Ada GmbH" })
        assert.strictEqual(renamed.name, "Ada GmbH")
        assert.isAtLeast(Date.parse(renamed.svc_updated_at), Date.parse(made.svc_updated_at))
        const other = yield* companies.create(caller, { name: "Grace Inc" })
        const { data } = yield* companies.list(caller, all)
        assert.deepStrictEqual(
          data.map(({ svc_id }) => svc_id),
          [made.svc_id, other.svc_id]
        )
        assert.strictEqual(yield* code(companies.create(caller, { name: " " })), "missing-params")
        assert.strictEqual(yield* code(companies.create(caller, { name: "a\0b" })), "invalid-params")
        assert.strictEqual(yield* code(companies.create(caller, { name: "a".repeat(256) })), "invalid-params")
      })
    )

    it.effect("belong to their organisation, and a key may see one alone", () =>
      Effect.gen(function* () {
        const companies = yield* Companies
        const caller = yield* Fixture.newCaller
        const own = yield* companies.create(caller, { name: "Own" })
        const other = yield* companies.create(caller, { name: "Other" })
        const restricted: Caller = { ...caller, companyId: own.svc_id }
        const foreign = yield* Fixture.newCaller
        for (const who of [restricted, foreign]) {
          assert.strictEqual(yield* code(companies.get(who, other.svc_id)), "not-found")
          assert.strictEqual(yield* code(companies.rename(who, other.svc_id, { name: "Mine" })), "not-found")
          assert.strictEqual(yield* code(companies.erase(who, other.svc_id)), "not-found")
        }
        assert.deepStrictEqual((yield* companies.list(foreign, all)).data, [])
        assert.deepStrictEqual(
          (yield* companies.list(restricted, all)).data.map(({ name }) => name),
          ["Own"]
        )
        assert.strictEqual(yield* code(companies.create(restricted, { name: "New" })), "operation-denied")
        assert.strictEqual((yield* companies.get(caller, other.svc_id)).name, "Other")
      })
    )

    it.effect(
      "have a partner_id that is one company's in an organisation, whoever gives it, and free once that is gone",
      () =>
        Effect.gen(function* () {
          const companies = yield* Companies
          const links = yield* InviteLinks
          const caller = yield* Fixture.newCaller
          const found = (partnerId: string, who: Caller = caller) =>
            Effect.map(companies.list(who, new URLSearchParams({ "partner_id[eq]": partnerId })), ({ data }) =>
              data.map(({ svc_id }) => svc_id)
            )
          const offer = { integration_categories: ["PAYMENTS"] as const }
          const own = yield* companies.create(caller, { name: "Own", partner_id: "p-1" })
          const other = yield* companies.create(caller, { name: "Other", partner_id: "p-2" })
          const foreign = yield* Fixture.newCaller
          yield* companies.create(foreign, { name: "Foreign", partner_id: "p-1" })
          assert.deepStrictEqual(yield* found("p-1"), [own.svc_id])
          assert.deepStrictEqual(yield* found("p-9"), [])

          const refused: ReadonlyArray<Effect.Effect<unknown, ApiError.ApiError>> = [
            companies.create(caller, { name: "Third", partner_id: "p-1" }),
            companies.change(caller, other.svc_id, { partner_id: "p-1" }),
            links.create(caller, { ...offer, company_id: other.svc_id, partner_id: "p-1" }),
            links.create(caller, { ...offer, company_name: "Another name", partner_id: "p-1" })
          ]
          for (const attempt of refused) assert.strictEqual(yield* code(attempt), "conflict")
          // Who may not see the company that has it learns no more than that.
          const restricted: Caller = { ...caller, companyId: other.svc_id }
          const told = yield* Effect.flip(companies.change(restricted, other.svc_id, { partner_id: "p-1" }))
          assert.notInclude(told.message, String(own.svc_id))
          assert.deepStrictEqual(yield* found("p-1", restricted), [])

          // Of many who give it at once, one does.
          const atOnce = yield* Effect.forEach(
            Array.from({ length: 8 }, (_, n) => n),
            (n) => {
              const made: Effect.Effect<unknown, ApiError.ApiError> =
                n % 2 === 0
                  ? companies.create(caller, { name: `Made ${n}`, partner_id: "p-3" })
                  : links.create(caller, { ...offer, partner_id: "p-3" })
              return Effect.result(made)
            },
            { concurrency: "unbounded" }
          )
          assert.strictEqual((yield* found("p-3")).length, 1)
          for (const one of atOnce) {
            if (one._tag === "Failure") assert.strictEqual(one.failure.code, "conflict")
          }
          // A link for a company that has it already is for that one.
          const again = yield* links.create(caller, { ...offer, partner_id: "p-1" })
          assert.strictEqual(again.company.svc_id, own.svc_id)

          const moved = yield* companies.change(caller, own.svc_id, { partner_id: "p-4" })
          assert.deepInclude(moved, { name: "Own", partner_id: "p-4" })
          assert.deepStrictEqual(yield* found("p-1"), [])
          yield* companies.change(caller, other.svc_id, { partner_id: "p-1" })
          assert.strictEqual((yield* companies.change(caller, other.svc_id, { name: "Renamed" })).partner_id, "p-1")
          assert.isNull((yield* companies.change(caller, other.svc_id, { partner_id: null })).partner_id)
          yield* companies.erase(caller, own.svc_id)
          assert.deepStrictEqual(yield* found("p-4"), [])
          yield* companies.create(caller, { name: "Heir", partner_id: "p-4" })
          assert.strictEqual(yield* code(companies.change(caller, other.svc_id, {})), "missing-params")
          assert.strictEqual(
            yield* code(companies.change(caller, other.svc_id, { partner_id: "a\0b" })),
            "invalid-params"
          )
          assert.strictEqual(
            yield* code(companies.create(caller, { name: "Long", partner_id: "p".repeat(256) })),
            "invalid-params"
          )
        })
    )

    /** A company with something in every table that can hold something of it. */
    const filled = Effect.fnUntraced(function* (caller: Caller, shop: string) {
      const sql = yield* SqlClient.SqlClient
      const company = yield* Fixture.newCompany(caller)
      const id = company.svc_id
      const connections = yield* Connections
      const connection = yield* connections.create(caller, {
        company_id: id,
        integration_type: "TEST_TILL",
        credentials: { key: "till-key-0123456789" },
        settings: { shop }
      })
      const link = yield* (yield* InviteLinks).create(caller, { integration_categories: ["PAYMENTS"], company_id: id })
      yield* (yield* ApiKeys).create(caller, { name: "one", scopes: ["read"], company_id: id })
      const [c, organisation] = [connection.svc_id, caller.organisationId]
      yield* sql`insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id,
        source, hash, body, created_at, updated_at)
      select nextval('svc_id'), m, ${organisation}, ${id}, ${c}, 0, 'p' || n, 'default', 'h', '{}', now(), now()
      from generate_series(1, 2100) n, unnest(array['CURRENCIES', 'CONTACTS']) m`
      yield* sql`insert into checkpoint (company_id, connection_id, integration_type, data_model, source, run_id)
        values (${id}, ${c}, 'TEST_TILL', 'CURRENCIES', 'default', ${c})`
      yield* sql`insert into listing_page (company_id, run_id, source, page, platform_ids) values (${id}, ${c}, 'default', 0, '{a}')`
      yield* sql`insert into refusal (company_id, connection_id, data_model, platform_id, issues)
        values (${id}, ${c}, 'CURRENCIES', 'x', '[]')`
      yield* sql`insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id)
      values (${`job-${id}`}, ${organisation}, ${id}, ${c}, 'CONTACTS', 'create', 'SUCCESS', 'r')`
      yield* sql`insert into upload_item (company_id, job_id, position, item_job_id, input)
        values (${id}, ${`job-${id}`}, 0, 'i', '{}')`
      yield* sql`insert into idempotency_key (organisation_id, company_id, key, fingerprint, upload_job_id)
      values (${organisation}, ${id}, ${`key-${id}`}, 'f', ${`job-${id}`})`
      for (const table of ["oauth_flow", "account_choice"]) {
        const name = table === "oauth_flow" ? "state_hash" : "token_hash"
        yield* sql.unsafe(
          `insert into ${table} (${name}, browser_hash, invite_link_id, integration_type, payload, expires_at)
         values ($1, 'b', $2, 'TEST_TILL', 'p', now())`,
          [`hash-${id}`, link.svc_id]
        )
      }
      return { company, connection, link }
    })
    /**
     * How many rows of each table hold one of these values in a column that may name a company or what it owns. The audit
     * log keeps its ids: what is left of its rows, security/audit.test.ts says.
     */
    const traces = Effect.fnUntraced(function* (values: {
      readonly company: number
      readonly connection: number
      readonly link: number
    }) {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name in ('company_id', 'about_company_id', 'connection_id', 'invite_link_id', 'job_id', 'upload_job_id')
        and table_name not like 'record\\_%' and table_name <> 'audit_event' and not (table_name = 'invite_link' and column_name = 'invite_link_id')`
      const found: Array<string> = []
      for (const { column, table } of columns) {
        const value =
          column === "company_id" || column === "about_company_id"
            ? values.company
            : column === "connection_id"
              ? values.connection
              : column === "invite_link_id"
                ? values.link
                : `job-${values.company}`
        const rows = yield* sql.unsafe<{ count: number }>(
          `select count(*) as count from ${table} where ${column} = $1`,
          [value]
        )
        if (rows[0]!.count > 0) found.push(`${table}.${column}`)
      }
      const pages = yield* sql`select 1 from listing_page where run_id = ${values.connection}`
      const company = yield* sql`select 1 from company where id = ${values.company}`
      return [...found, ...pages.map(() => "listing_page"), ...company.map(() => "company")].toSorted()
    })
    const idsOf = ({ company, connection, link }: Effect.Success<ReturnType<typeof filled>>) => ({
      company: company.svc_id,
      connection: connection.svc_id,
      link: link.svc_id
    })

    it.effect("are erased with everything they own, and nothing else", () =>
      Effect.gen(function* () {
        const companies = yield* Companies
        const sql = yield* SqlClient.SqlClient
        const caller = yield* Fixture.newCaller
        yield* Fixture.listen(caller)
        const gone = yield* filled(caller, "gone")
        const kept = yield* filled(caller, "kept")
        const before = yield* traces(idsOf(kept))
        assert.includeMembers(before, [
          "api_key.company_id",
          "account_choice.invite_link_id",
          "checkpoint.connection_id",
          "company",
          "connection.company_id",
          "event.company_id",
          "idempotency_key.company_id",
          "idempotency_key.upload_job_id",
          "invite_link.company_id",
          "listing_page",
          "oauth_flow.invite_link_id",
          "record.company_id",
          "refusal.connection_id",
          "schedule.connection_id",
          "sync.company_id",
          "upload_item.job_id",
          "upload_job.company_id"
        ])
        assert.deepStrictEqual(yield* traces(idsOf(gone)), before)
        world.seen.length = 0
        const erased = yield* companies.erase(caller, gone.company.svc_id)
        assert.strictEqual(erased.svc_id, gone.company.svc_id)
        // Of what it was nothing is left, but that its connections have ended is still to be told.
        assert.deepStrictEqual(yield* traces(idsOf(gone)), [
          "delivery.company_id",
          "delivery.connection_id",
          "event.company_id",
          "event.connection_id"
        ])
        const left = yield* sql<{ type: string; operation: string; data: { sync_config: unknown } }>`
        select type, operation, data from event where company_id = ${gone.company.svc_id}`
        assert.isAtLeast(left.length, 1)
        for (const { data, operation, type } of left) {
          assert.deepStrictEqual([type, operation, data.sync_config], ["CONNECTION_CHANGED", "DELETE", []])
        }
        assert.deepStrictEqual(yield* traces(idsOf(kept)), before)
        // Asked one after the other: the events may be on nodes.
        const events = new Set((yield* sql<{ id: string }>`select id::text as id from event`).map(({ id }) => id))
        const deliveries = yield* sql<{ id: string }>`select event_id::text as id from delivery`
        assert.deepStrictEqual(
          deliveries.filter(({ id }) => !events.has(id)),
          []
        )
        assert.deepStrictEqual(world.seen, ["DELETE https://gone.till.test/link"])
        assert.strictEqual(yield* code(companies.get(caller, gone.company.svc_id)), "not-found")
        assert.strictEqual(yield* code(companies.erase(caller, gone.company.svc_id)), "not-found")
      })
    )

    it.effect("what a process that died left of one is erased by the next", () =>
      Effect.gen(function* () {
        const companies = yield* Companies
        const sql = yield* SqlClient.SqlClient
        const caller = yield* Fixture.newCaller
        const half = yield* filled(caller, "half")
        yield* sql`update company set erasing_at = now() where id = ${half.company.svc_id}`
        // From the first moment on, nobody sees anything of it.
        const connections = yield* Connections
        const links = yield* InviteLinks
        assert.strictEqual(yield* code(companies.get(caller, half.company.svc_id)), "not-found")
        assert.strictEqual(yield* code(connections.get(caller, half.connection.svc_id)), "not-found")
        assert.strictEqual(yield* code(links.get(caller, half.link.invite_link_id)), "not-found")
        assert.strictEqual((yield* links.open(half.link.invite_link_id))._tag, "Unknown")
        const next = Context.get(yield* Layer.build(Layer.fresh(Fixture.services)), Companies)
        yield* next.resumeErasures
        assert.deepStrictEqual(yield* traces(idsOf(half)), [])
      })
    )
  }
)
