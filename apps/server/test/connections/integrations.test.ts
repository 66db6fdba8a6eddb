import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Integrations, mask } from "../../src/connections/Integrations.ts"
import { Connector } from "@svc/core"
import { Connections } from "../../src/connections/Connections.ts"
import { Credentials } from "../../src/connections/Credentials.ts"
import { Platform } from "@svc/core/runtime"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()
/** Keys of its users, and one of the operator's in the address of every call. */
const counter = Connector.make({
  ...Fixture.till,
  id: "TEST_COUNTER",
  app: { clientSecret: "API key" },
  http: { ...Fixture.till.http, query: (_, { clientId, clientSecret }) => ({ app: `${clientId}${clientSecret}` }) }
})
const all = new URLSearchParams()

layer(
  Fixture.layer(world, [Fixture.ledger, Fixture.till], {
    TEST_LEDGER: {
      clientId: "service-client",
      clientSecret: Redacted.make("service-secret"),
      tokenUrl: "https://proxy.test/token",
      scopes: " ledger.read  ledger.write"
    }
  }),
  { timeout: "180 seconds", excludeTestServices: true }
)("integrations", (it) => {
  const fresh = Effect.gen(function* () {
    const integrations = yield* Integrations
    const caller = yield* Fixture.newCaller
    const { data } = yield* integrations.list(caller, all)
    return { integrations, caller, data, ledger: data.find((one) => one.integration_type === "TEST_LEDGER")! }
  })

  it.effect("are there for every composed connector from the start", () =>
    Effect.gen(function* () {
      const { caller, data, integrations, ledger } = yield* fresh
      assert.deepStrictEqual(
        data.map(({ integration_type }) => integration_type),
        ["TEST_LEDGER", "TEST_TILL"]
      )
      assert.deepStrictEqual(ledger, {
        svc_id: ledger.svc_id,
        svc_created_at: ledger.svc_created_at,
        svc_updated_at: ledger.svc_updated_at,
        svc_organisation_id: caller.organisationId,
        svc_company_id: null,
        svc_integration_type: "TEST_LEDGER",
        integration_type: "TEST_LEDGER",
        client_id: null,
        client_secret: null,
        is_disabled: false,
        is_svc_identity: true,
        metadata: {}
      })
      assert.deepStrictEqual(yield* integrations.get(caller, ledger.svc_id), ledger)
      const again = yield* Effect.all(
        Array.from({ length: 10 }, () => integrations.list(caller, all)),
        { concurrency: "unbounded" }
      )
      for (const { data: same } of again) assert.deepStrictEqual(same, data)
    })
  )

  it.effect("take an OAuth client, seal its secret and show it once", () =>
    Effect.gen(function* () {
      const { caller, integrations, ledger } = yield* fresh
      const sql = yield* SqlClient.SqlClient
      const service = yield* integrations.clientFor(caller.organisationId, Fixture.ledger)
      assert.deepStrictEqual(service, {
        clientId: "service-client",
        clientSecret: "service-secret",
        redirectUri: "https://svc.test/oauth/callback/test_ledger",
        authorizeUrl: undefined,
        tokenUrl: "https://proxy.test/token",
        scopes: ["ledger.read", "ledger.write"]
      })
      const own = { client_id: "own-client", client_secret: "own-secret-0123456789", is_disabled: false }
      const answered = yield* integrations.update(caller, ledger.svc_id, own)
      assert.deepInclude(answered, { ...own, is_svc_identity: false })
      const shown = yield* integrations.get(caller, ledger.svc_id)
      assert.deepInclude(shown, { client_id: "own-client", client_secret: mask })
      const rows = yield* sql`select * from integration where id = ${ledger.svc_id}`
      assert.notInclude(JSON.stringify(rows), own.client_secret)
      const client = yield* integrations.clientFor(caller.organisationId, Fixture.ledger)
      assert.deepInclude(client, { clientId: "own-client", clientSecret: own.client_secret })
      // Sent back as it was shown, the secret stays what it is.
      yield* integrations.update(caller, ledger.svc_id, { ...own, client_secret: shown.client_secret! })
      const kept = yield* integrations.clientFor(caller.organisationId, Fixture.ledger)
      assert.strictEqual(kept.clientSecret, own.client_secret)
      yield* integrations.update(caller, ledger.svc_id, { ...own, is_svc_identity: true })
      const back = yield* integrations.clientFor(caller.organisationId, Fixture.ledger)
      assert.strictEqual(back.clientId, "service-client")
    })
  )

  it.effect("are each organisation's own", () =>
    Effect.gen(function* () {
      const { caller, integrations, ledger } = yield* fresh
      const foreign = yield* Fixture.newCaller
      const body = { client_id: "x", client_secret: "y", is_disabled: true }
      assert.strictEqual((yield* Effect.flip(integrations.get(foreign, ledger.svc_id))).code, "not-found")
      assert.strictEqual((yield* Effect.flip(integrations.update(foreign, ledger.svc_id, body))).code, "not-found")
      assert.strictEqual((yield* Effect.flip(integrations.get(caller, 1.5))).code, "not-found")
      const restricted = yield* Effect.flip(integrations.update({ ...caller, companyId: 1 }, ledger.svc_id, body))
      assert.strictEqual(restricted.code, "operation-denied")
      assert.strictEqual((yield* integrations.get(caller, ledger.svc_id)).is_disabled, false)
      const empty = yield* Effect.flip(
        integrations.update(caller, ledger.svc_id, { client_id: " ", client_secret: "", is_disabled: false })
      )
      assert.strictEqual(empty.field, "client_id")
    })
  )

  it.effect("that are disabled or have no OAuth client are not offered", () =>
    Effect.gen(function* () {
      const { caller, integrations, ledger } = yield* fresh
      const both = ["TEST_LEDGER", "TEST_TILL"]
      const offered = Effect.map(integrations.offered(caller.organisationId, both), (found) =>
        found.map(({ connector }) => connector.id)
      )
      assert.deepStrictEqual(yield* offered, ["TEST_LEDGER", "TEST_TILL"])
      yield* integrations.update(caller, ledger.svc_id, { client_id: "", client_secret: "", is_disabled: true })
      assert.deepStrictEqual(yield* offered, ["TEST_TILL"])
      const refused = yield* Effect.flip(integrations.refuseDisabled(caller.organisationId, both, "integrations"))
      assert.strictEqual(refused.message, "The integration TEST_LEDGER is disabled.")
      yield* integrations.refuseDisabled(caller.organisationId, both, "integration_categories", "all")
      const none = yield* Effect.flip(integrations.clientFor(caller.organisationId, Fixture.ledger))
      assert.strictEqual(none.code, "unsupported")
    })
  )
})

layer(Fixture.layer(world, [counter], {}), { timeout: "180 seconds", excludeTestServices: true })(
  "an app of the operator's that calls name",
  (it) => {
    it.effect("is asked for where OAuth clients are, sealed, sent with every call and shown nowhere", () =>
      Effect.gen(function* () {
        world.seen.length = 0
        const integrations = yield* Integrations
        const connections = yield* Connections
        const credentials = yield* Credentials
        const platform = yield* Platform.Platform
        const sql = yield* SqlClient.SqlClient
        const caller = yield* Fixture.newCaller
        const company = yield* Fixture.newCompany(caller)
        const [integration] = (yield* integrations.list(caller, all)).data
        const id = integration!.svc_id
        const connect = connections.create(caller, {
          company_id: company.svc_id,
          integration_type: "TEST_COUNTER",
          credentials: { key: "key-1" },
          settings: { shop: "ada" }
        })
        assert.deepStrictEqual(yield* integrations.offered(caller.organisationId, ["TEST_COUNTER"]), [])
        const refused = yield* Effect.flip(connect)
        assert.strictEqual(refused.code, "unsupported")
        assert.include(refused.message, "There is no API key for TEST_COUNTER")
        assert.deepStrictEqual(world.seen, [])

        const own = { client_id: "", client_secret: "operator-key-1", is_disabled: false }
        const none = yield* Effect.flip(integrations.update(caller, id, { ...own, client_secret: "" }))
        assert.strictEqual(none.field, "client_secret")
        yield* integrations.update(caller, id, own)
        assert.strictEqual((yield* integrations.get(caller, id)).client_secret, mask)
        const stored = yield* sql<{ row: string }>`select integration::text as row from integration where id = ${id}`
        assert.notInclude(stored[0]!.row, "operator-key-1")
        assert.deepStrictEqual(
          (yield* integrations.offered(caller.organisationId, ["TEST_COUNTER"])).map(({ connector }) => connector.id),
          ["TEST_COUNTER"]
        )

        world.answer = (request) => Response.json({ said: request.url }, { status: 200 })
        const { svc_id } = yield* connect
        assert.deepStrictEqual(world.seen, ["GET https://ada.till.test/me?app=operator-key-1"])
        const opened = yield* credentials.connection(svc_id)
        const client = platform.open(counter, opened.connection)
        const { body } = yield* client.call({ path: "/anything" })
        assert.deepStrictEqual(body, { said: "https://ada.till.test/anything?app=[redacted]" })
        yield* connections.disconnect(caller, svc_id)
        yield* integrations.update(caller, id, { ...own, client_secret: "operator-key-2" })
        assert.isTrue(world.seen.includes("DELETE https://ada.till.test/link?app=operator-key-1"))
        yield* connect
        assert.strictEqual(world.seen.at(-1), "GET https://ada.till.test/me?app=operator-key-2")
      })
    )
  }
)
