import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeys, operator } from "../../src/connections/ApiKeys.ts"
import type { Caller } from "../../src/http/Caller.ts"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()
const all = new URLSearchParams()

layer(Fixture.layer(world, []), { timeout: "180 seconds", excludeTestServices: true })("API keys", (it) => {
  const fresh = Effect.gen(function* () {
    const keys = yield* ApiKeys
    const caller = yield* Fixture.newCaller
    const authenticate = (secret: string) => keys.authenticate(Redacted.make(secret))
    return { keys, caller, authenticate, sql: yield* SqlClient.SqlClient }
  })

  it.effect("let in who has the secret, which is shown once and never stored", () =>
    Effect.gen(function* () {
      const { authenticate, caller, keys, sql } = yield* fresh
      const { secret, ...shown } = yield* keys.create(caller, { name: " reporting ", scopes: ["read", "read"] })
      assert.match(secret, /^svc_[\w-]{43}$/)
      assert.deepStrictEqual(shown, {
        svc_id: shown.svc_id,
        svc_created_at: shown.svc_created_at,
        name: "reporting",
        prefix: secret.slice(0, 10),
        scopes: ["read"],
        company_id: null,
        request_limit: null,
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
        replaced_by: null
      })
      assert.deepStrictEqual(yield* authenticate(secret), {
        organisationId: caller.organisationId,
        keyId: shown.svc_id,
        scopes: ["read"],
        companyId: null,
        requestLimit: null
      })
      for (const wrong of ["", secret.slice(0, -1), `${secret}x`, secret.toUpperCase()]) {
        assert.isNull(yield* authenticate(wrong))
      }
      assert.notInclude(JSON.stringify(yield* sql`select * from api_key`), secret)
      assert.deepStrictEqual(
        (yield* keys.list(caller, all)).data.map(({ svc_id }) => svc_id),
        [shown.svc_id]
      )
      const used = sql<{ at: Date | null }>`select last_used_at as at from api_key where id = ${shown.svc_id}`
      yield* Effect.repeat(used, { until: ([row]) => row!.at !== null })
    })
  )

  it.effect("end with their time, and when they are revoked: here at once, elsewhere within a second", () =>
    Effect.gen(function* () {
      const { authenticate, caller, keys, sql } = yield* fresh
      const elsewhere = Context.get(yield* Layer.build(Layer.fresh(Fixture.services)), ApiKeys)
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      const { secret, svc_id } = yield* keys.create(caller, { name: "k", scopes: ["read"], expires_at: soon })
      assert.isNotNull(yield* elsewhere.authenticate(Redacted.make(secret)))
      assert.isNotNull(yield* authenticate(secret))
      const since = performance.now()
      const revoked = yield* keys.revoke(caller, svc_id)
      assert.isNotNull(revoked.revoked_at)
      assert.isNull(yield* authenticate(secret))
      yield* Effect.repeat(elsewhere.authenticate(Redacted.make(secret)), { until: (found) => found === null })
      assert.isBelow(performance.now() - since, 1000)
      assert.strictEqual((yield* keys.revoke(caller, svc_id)).revoked_at, revoked.revoked_at)

      const late = yield* keys.create(caller, { name: "k", scopes: ["read"], expires_at: soon })
      yield* sql`update api_key set expires_at = now() where id = ${late.svc_id}`
      assert.isNull(yield* authenticate(late.secret))
    })
  )

  it.effect("are replaced with an overlap", () =>
    Effect.gen(function* () {
      const { authenticate, caller, keys } = yield* fresh
      const old = yield* keys.create(caller, { name: "k", scopes: ["read", "write"] })
      const next = yield* keys.rotate(caller, old.svc_id, { overlap_seconds: 60 })
      assert.deepInclude(next, { name: "k", scopes: ["read", "write"], expires_at: null })
      assert.notStrictEqual(next.secret, old.secret)
      assert.isNotNull(yield* authenticate(old.secret))
      assert.isNotNull(yield* authenticate(next.secret))
      const { data } = yield* keys.list(caller, all)
      assert.closeTo(Date.parse(data[0]!.expires_at!) - Date.now(), 60_000, 5_000)
      assert.strictEqual((yield* Effect.flip(keys.rotate(caller, old.svc_id, {}))).code, "conflict")
      const at = yield* keys.rotate(caller, next.svc_id, { overlap_seconds: 0 })
      const elsewhere = Context.get(yield* Layer.build(Layer.fresh(Fixture.services)), ApiKeys)
      assert.isNull(yield* elsewhere.authenticate(Redacted.make(next.secret)))
      assert.isNotNull(yield* authenticate(at.secret))
      assert.strictEqual(
        (yield* Effect.flip(keys.rotate(caller, at.svc_id, { overlap_seconds: -1 }))).code,
        "invalid-params"
      )
    })
  )

  it.effect("give nobody more than they have", () =>
    Effect.gen(function* () {
      const { caller, keys } = yield* fresh
      const company = yield* Fixture.newCompany(caller)
      const other = yield* Fixture.newCompany(caller, "Other")
      const powerful = yield* keys.create(caller, { name: "p", scopes: ["write"] })
      const weak: Caller = { ...caller, scopes: ["read", "admin"] }
      const code = (effect: Effect.Effect<unknown, { readonly code: string }>) =>
        Effect.map(Effect.flip(effect), (error) => error.code)
      assert.strictEqual(yield* code(keys.create(weak, { name: "x", scopes: ["write"] })), "operation-denied")
      assert.strictEqual(yield* code(keys.rotate(weak, powerful.svc_id, {})), "operation-denied")
      const bound: Caller = { ...caller, companyId: company.svc_id }
      assert.strictEqual(yield* code(keys.create(bound, { name: "x", scopes: ["read"] })), "operation-denied")
      assert.strictEqual(
        yield* code(keys.create(bound, { name: "x", scopes: ["read"], company_id: other.svc_id })),
        "operation-denied"
      )
      const own = yield* keys.create(bound, { name: "x", scopes: ["read"], company_id: company.svc_id })
      assert.deepStrictEqual(
        (yield* keys.list(bound, all)).data.map(({ svc_id }) => svc_id),
        [own.svc_id]
      )
      assert.strictEqual(yield* code(keys.revoke(bound, powerful.svc_id)), "not-found")
      assert.strictEqual(yield* code(keys.revoke(yield* Fixture.newCaller, own.svc_id)), "not-found")
    })
  )

  it.effect("every fault of a new one is named", () =>
    Effect.gen(function* () {
      const { caller, keys } = yield* fresh
      const wrong = yield* Effect.flip(
        keys.create(caller, { name: " ", scopes: ["reed", "read"], expires_at: "2001-01-01" })
      )
      assert.deepStrictEqual(
        wrong.details.map(({ field }) => field),
        ["name", "scopes[0]", "expires_at"]
      )
      assert.strictEqual((yield* Effect.flip(keys.create(caller, { name: "x", scopes: [] }))).field, "scopes")
    })
  )

  it.effect("the operator's own is there from the start, whoever starts first", () =>
    Effect.gen(function* () {
      const { authenticate, keys, sql } = yield* fresh
      const secret = Redacted.make("operator-0123456789-abcdef")
      const callers = yield* Effect.all(
        Array.from({ length: 5 }, () => keys.seed(secret)),
        { concurrency: "unbounded" }
      )
      for (const caller of callers) assert.deepStrictEqual(caller, callers[0]!)
      assert.strictEqual(callers[0]!._tag, "Valid")
      const found = yield* authenticate(Redacted.value(secret))
      assert.deepStrictEqual(found, { ...operator(yield* keys.organisation), keyId: found!.keyId })
      const prefixes = yield* sql<{ prefix: string }>`select prefix from api_key where id = ${found!.keyId}`
      assert.deepStrictEqual(prefixes, [{ prefix: "operat" }])
      assert.strictEqual((yield* sql`select 1 from svc_meta where name = 'default_organisation'`).length, 1)
    })
  )
})
