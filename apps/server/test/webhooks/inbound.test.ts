import { assert, describe, it, vi } from "@effect/vitest"
import { Inbound as Contract } from "@svc/core"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac, randomUUID } from "node:crypto"
import { AppConfig } from "../../src/AppConfig.ts"
import { Connectors } from "../../src/ComposedConnectors.ts"
import * as Config from "../../src/Config.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Tokens from "../../src/secrets/Tokens.ts"
import { Refetch } from "../../src/sync/Refetch.ts"
import { Inbound } from "../../src/webhooks/Inbound.ts"
import * as Databases from "../support/Databases.ts"

vi.setConfig({ testTimeout: 30_000 })

const secret = "the operator's secret"

/** A platform that has one address for an app, names the account in each event and checks the address by a challenge. */
const tenants = {
  ...sandbox,
  id: "TENANTS",
  inbound: Contract.make({
    signature: ({ body, headers }) =>
      headers["x-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["x-signature"]] },
    handshake: ({ url }) => {
      const challenge = url.searchParams.get("challenge")
      return challenge === null ? null : { status: 200, headers: { "content-type": "text/plain" }, body: challenge }
    },
    events: (body) =>
      (body as ReadonlyArray<{ tenant?: string; model: "CONTACTS"; id: string }>).map(({ id, model, tenant }) => ({
        model,
        platform_id: id,
        settings: tenant === undefined ? {} : { tenant }
      })),
    refusal: { status: 403, body: "no" },
    receipt: { status: 202 }
  })
}
const silent = { ...sandbox, id: "SILENT", inbound: undefined }
const broken = {
  ...tenants,
  id: "BROKEN",
  inbound: {
    ...tenants.inbound,
    handshake: () => {
      throw new Error("no")
    }
  }
}

/** What was asked to be fetched again, by connection. */
let asked: Array<readonly [connection: number, model: string, ids: ReadonlyArray<string>]> = []
const services = Inbound.layer.pipe(
  Layer.provide([
    Connectors.layer([sandbox, tenants, silent as never, broken]),
    Layer.succeed(Refetch, {
      records: (connection, model, ids) => Effect.sync(() => void asked.push([connection, model, ids])),
      run: () => Effect.void,
      work: Effect.void
    }),
    Layer.succeed(AppConfig, {
      baseUrl: "http://localhost",
      dataDir: "",
      allowPrivateTargets: true,
      trustedProxies: 0,
      auditDays: 400,
      limits: Config.read({}, []).config.limits,
      integration: () => ({
        clientId: null,
        clientSecret: null,
        baseUrl: null,
        authorizeUrl: null,
        tokenUrl: null,
        webhookSecret: Redacted.make(secret)
      })
    })
  ]),
  Layer.provideMerge(Layer.effectDiscard(Migrations.run())),
  Layer.provideMerge(Databases.embedded()),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
  Layer.orDie
)

const connect = (integration: string, settings: object, more: { enabled?: boolean; status?: string } = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [organisation] = yield* sql<{ id: number }>`insert into organisation (name) values ('o') returning id`
    const [company] = yield* sql<{ id: number }>`
      insert into company (organisation_id, name) values (${organisation!.id}, 'c') returning id`
    const token = randomUUID()
    const configs = [{ data_model: "CONTACTS", enabled: more.enabled ?? true }]
    const [row] = yield* sql<{ id: number }>`
      insert into connection (organisation_id, company_id, integration_type, category, status, settings, sync_config, inbound_hash)
      values (${organisation!.id}, ${company!.id}, ${integration}, 'ACCOUNTING', ${more.status ?? "HEALTHY"},
        ${JSON.stringify(settings)}::text::json, ${JSON.stringify(configs)}::text::json, ${Tokens.hashOf(token)})
      returning id`
    return { id: row!.id, token }
  })

const sign = (body: string | Uint8Array, key = secret) => createHmac("sha256", key).update(body).digest("hex")
const post = (
  integration: string,
  token: string | null,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  query = ""
) =>
  Effect.gen(function* () {
    asked = []
    const inbound = yield* Inbound
    return yield* inbound.receive(integration, token, {
      method: "POST",
      url: new URL(`http://localhost/v3/core/inbound/${integration}${query}`),
      headers,
      body: Effect.succeed(Buffer.from(body))
    })
  })
const events = (...list: ReadonlyArray<object>) => JSON.stringify(list)
const signed = (body: string | Uint8Array, key?: string) => ({ "x-signature": sign(body, key) })

describe("inbound", () => {
  it.layer(services, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("records are asked for again for every connection the settings name, in all organisations", () =>
      Effect.gen(function* () {
        const one = yield* connect("TENANTS", { tenant: "t1", region: "eu" })
        const two = yield* connect("TENANTS", { tenant: "t1" })
        yield* connect("TENANTS", { tenant: "t2" })
        yield* connect("OTHER", { tenant: "t1" })
        yield* connect("TENANTS", { tenant: "t1" }, { status: "DISCONNECTED" })
        yield* connect("TENANTS", { tenant: "t1" }, { enabled: false })
        const body = events(
          { tenant: "t1", model: "CONTACTS", id: "a" },
          { tenant: "t1", model: "CONTACTS", id: "b" },
          { tenant: "t1", model: "CONTACTS", id: "a" },
          { tenant: "nobody", model: "CONTACTS", id: "c" },
          { model: "CONTACTS", id: "d" }
        )
        assert.deepStrictEqual(yield* post("tenants", null, body, signed(body)), { status: 202 })
        assert.deepStrictEqual(
          asked.toSorted(([a], [b]) => a - b),
          [
            [one.id, "CONTACTS", ["a", "b"]],
            [two.id, "CONTACTS", ["a", "b"]]
          ]
        )
      })
    )

    test.effect("with a token it is about that connection alone, whose token may be the secret", () =>
      Effect.gen(function* () {
        const one = yield* connect("SVC_SANDBOX", {})
        const two = yield* connect("SVC_SANDBOX", {})
        const body = JSON.stringify({ events: [{ resource: "contacts", id: "x", operation: "update" }] })
        const response = yield* post("svc_sandbox", one.token, body, { "sandbox-signature": sign(body, one.token) })
        assert.strictEqual(response.status, 200)
        assert.deepStrictEqual(asked[0], [one.id, "CONTACTS", ["x"]])
        assert.isTrue(asked.every(([connection]) => connection === one.id))
        yield* post("SVC_SANDBOX", one.token, body, { "sandbox-signature": sign(body) })
        assert.strictEqual(asked[0]?.[0], one.id)
        const foreign = yield* post("SVC_SANDBOX", one.token, body, { "sandbox-signature": sign(body, two.token) })
        assert.strictEqual(foreign.status, 401)
        assert.deepStrictEqual(asked, [])
        // An account that names itself must be the connection's own.
        const tenant = yield* connect("TENANTS", { tenant: "mine" })
        const other = events({ tenant: "other", model: "CONTACTS", id: "a" }, { model: "CONTACTS", id: "b" })
        yield* post("TENANTS", tenant.token, other, signed(other))
        assert.deepStrictEqual(asked, [[tenant.id, "CONTACTS", ["b"]]])
      })
    )

    test.effect("a wrong or missing signature is refused as the connector says, over the exact bytes", () =>
      Effect.gen(function* () {
        yield* connect("TENANTS", { tenant: "t9" })
        const body = events({ tenant: "t9", model: "CONTACTS", id: "a" })
        for (const headers of [{}, signed(body, "wrong"), signed(`${body} `), { "x-signature": "" }]) {
          assert.deepStrictEqual(yield* post("TENANTS", null, body, headers), { status: 403, body: "no" })
          assert.deepStrictEqual(asked, [])
        }
        const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)])
        assert.strictEqual((yield* post("TENANTS", null, marked, signed(marked))).status, 202)
        assert.strictEqual((yield* post("TENANTS", null, marked, signed(body))).status, 403)
        const nonsense = "no json"
        assert.strictEqual((yield* post("TENANTS", null, nonsense, signed(nonsense))).status, 202)
        assert.deepStrictEqual(asked, [])
      })
    )

    test.effect("a handshake is answered, and what does not exist is not found", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* post("TENANTS", null, "", {}, "?challenge=abc"), {
          status: 200,
          headers: { "content-type": "text/plain" },
          body: "abc"
        })
        const { token } = yield* connect("SVC_SANDBOX", {})
        for (const attempt of [
          post("NOBODY", null, ""),
          post("SILENT", null, ""),
          post("TENANTS", "no-token", ""),
          post("TENANTS", token, "")
        ]) {
          assert.strictEqual((yield* Effect.flip(attempt)).code, "not-found")
        }
        assert.strictEqual((yield* Effect.flip(post("BROKEN", null, "x"))).code, "invalid-params")
      })
    )

    test.effect("many records become jobs of a bearable size", () =>
      Effect.gen(function* () {
        const { id } = yield* connect("TENANTS", { tenant: "many" })
        const body = events(
          ...Array.from({ length: 120 }, (_, index) => ({ tenant: "many", model: "CONTACTS", id: `r${index}` }))
        )
        yield* post("TENANTS", null, body, signed(body))
        assert.deepStrictEqual(
          asked.map(([connection, , ids]) => [connection, ids.length]),
          [
            [id, 50],
            [id, 50],
            [id, 20]
          ]
        )
      })
    )
  })
})
