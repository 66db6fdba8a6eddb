import { assert, describe, it } from "@effect/vitest"
import { ConnectorError, Inbound as Contract } from "@svc/core"
import { ApiError } from "@svc/core/api"
import type { Platform } from "@svc/core/runtime"
import { sandbox } from "@svc/sandbox"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac, randomUUID } from "node:crypto"
import { AppConfig } from "../../src/AppConfig.ts"
import { Connectors } from "../../src/ComposedConnectors.ts"
import { Connections } from "../../src/connections/Connections.ts"
import { Integrations } from "../../src/connections/Integrations.ts"
import * as Config from "../../src/Config.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Tokens from "../../src/secrets/Tokens.ts"
import { Refetch } from "../../src/sync/Refetch.ts"
import { Inbound } from "../../src/webhooks/Inbound.ts"
import { Subscriptions } from "../../src/webhooks/Subscriptions.ts"
import { Told } from "../../src/webhooks/Told.ts"
import * as Databases from "../support/Databases.ts"

const secret = "the operator's secret"

/** A platform that has one address for an app, names the account in each event and checks the address by a challenge. */
const tenants = {
  ...sandbox,
  id: "TENANTS",
  inbound: Contract.make({
    proof: ({ body, headers }) =>
      headers["x-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["x-signature"]] },
    handshake: ({ url }) => {
      const challenge = url.searchParams.get("challenge")
      return challenge === null ? null : { status: 200, headers: { "content-type": "text/plain" }, body: challenge }
    },
    events: (body) =>
      (body as ReadonlyArray<{ tenant?: string; model?: "CONTACTS"; id?: string }>).map(({ id, model, tenant }) => {
        const settings: Readonly<Record<string, string>> = tenant === undefined ? {} : { tenant }
        return model === undefined ? { ended: true, settings } : { model, platform_id: id ?? null, settings }
      }),
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

/** Platforms that send the secret as it is, and that have to be asked whether they sent a webhook. */
const tokened = {
  ...tenants,
  id: "TOKENED",
  inbound: Contract.make({ ...tenants.inbound, proof: ({ headers }) => ({ equals: headers["x-token"] }) })
}
const asking = {
  ...tenants,
  id: "ASKING",
  inbound: Contract.make({
    ...tenants.inbound,
    proof: ({ body, headers }) =>
      headers["x-signature"] === undefined
        ? null
        : { ask: () => ({ method: "POST", path: "/verify", body }), holds: () => false }
  })
}
/** Of which connections the platform was asked, and what it says. */
let questions: Array<number> = []
let word: Effect.Effect<boolean, ApiError.ApiError | ConnectorError.ConnectorError> = Effect.succeed(true)

/** What was told without naming a record: a model that changed, or, with null, that the authorisation ended. */
let hints: Array<readonly [connection: number, model: string | null]> = []
/** What was asked to be fetched again, by connection. */
let asked: Array<readonly [connection: number, model: string, ids: ReadonlyArray<string>]> = []
const services = Inbound.layer.pipe(
  Layer.provide([
    Connectors.layer([sandbox, tenants, tokened, asking, silent as never, broken]),
    Layer.mock(Connections, {
      client: (id) =>
        Effect.succeed({
          proves: () => Effect.suspend(() => (questions.push(id), word))
        } as unknown as Platform.Client)
    }),
    Layer.succeed(Refetch, {
      records: (connection, model, ids) => Effect.sync(() => void asked.push([connection, model, ids])),
      run: () => Effect.void,
      work: Effect.void
    }),
    Layer.mock(Integrations, {}),
    Layer.mock(Subscriptions, {}),
    Layer.succeed(Told, {
      changed: (connection, model) => Effect.sync(() => void hints.push([connection, model])),
      ended: (connection) => Effect.sync(() => void hints.push([connection, null])),
      work: Effect.void
    }),
    Layer.succeed(AppConfig, {
      baseUrl: "http://localhost",
      dataDir: "",
      allowPrivateTargets: true,
      trustedProxies: 0,
      auditDays: 400,
      callLogDays: 0,
      console: true,
      sessionHours: 12,
      sessionMinutes: 60,
      limits: Config.read({}, []).config.limits,
      integration: () => ({
        clientId: null,
        clientSecret: null,
        baseUrl: null,
        authorizeUrl: null,
        tokenUrl: null,
        scopes: null,
        webhookSecret: Redacted.make(secret)
      })
    })
  ]),
  Layer.provideMerge(Layer.effectDiscard(Migrations.run())),
  Layer.provideMerge(Databases.any()),
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
    hints = []
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

    test.effect("a secret that comes as it is counts for the connection whose own it is, and for no other", () =>
      Effect.gen(function* () {
        const one = yield* connect("TOKENED", { tenant: "t1" })
        const two = yield* connect("TOKENED", { tenant: "t1" })
        const body = events({ tenant: "t1", model: "CONTACTS", id: "a" })
        assert.strictEqual((yield* post("TOKENED", one.token, body, { "x-token": one.token })).status, 202)
        assert.deepStrictEqual(asked, [[one.id, "CONTACTS", ["a"]]])
        // Neither another's, nor the operator's, which whoever administers an account could read there; nor without any.
        for (const [token, given] of [
          [one.token, two.token],
          [one.token, secret],
          [one.token, ""],
          [one.token, Tokens.hashOf(one.token)],
          [null, secret],
          [null, one.token]
        ] as const) {
          assert.strictEqual((yield* post("TOKENED", token, body, { "x-token": given })).status, 403)
          assert.deepStrictEqual(asked, [])
        }
        assert.strictEqual((yield* post("TOKENED", one.token, body)).status, 403)
      })
    )

    test.effect("a platform is asked as the connection whose address it is, and never for another address", () =>
      Effect.gen(function* () {
        const one = yield* connect("ASKING", { tenant: "t1" })
        const gone = yield* connect("ASKING", { tenant: "t1" }, { status: "DISCONNECTED" })
        const body = events({ tenant: "t1", model: "CONTACTS", id: "a" })
        const sent = { "x-signature": "s" }
        questions = []
        word = Effect.succeed(true)
        assert.strictEqual((yield* post("ASKING", one.token, body, sent)).status, 202)
        assert.deepStrictEqual([asked, questions], [[[one.id, "CONTACTS", ["a"]]], [one.id]])
        questions = []
        assert.strictEqual((yield* Effect.flip(post("ASKING", "no-token", body, sent))).code, "not-found")
        for (const [token, text, headers] of [
          [null, body, sent],
          [gone.token, body, sent],
          [one.token, body, {}],
          [one.token, `${body},"more":1`, sent]
        ] as const) {
          assert.strictEqual((yield* post("ASKING", token, text, headers)).status, 403)
          assert.deepStrictEqual([asked, questions], [[], []])
        }
        word = Effect.succeed(false)
        assert.strictEqual((yield* post("ASKING", one.token, body, sent)).status, 403)
        assert.deepStrictEqual(asked, [])
        // What cannot be asked now is to be sent again.
        word = Effect.fail(
          new ConnectorError.ConnectorError({
            connector: "ASKING",
            operation: "receive",
            reason: new ConnectorError.Unavailable({ message: "down" })
          })
        )
        assert.strictEqual((yield* Effect.flip(post("ASKING", one.token, body, sent))).code, "platform-unavailable")
        assert.deepStrictEqual(asked, [])
      })
    )

    test.effect("a flood of requests asks a platform no more than a few questions at once", () =>
      Effect.gen(function* () {
        const one = yield* connect("ASKING", { tenant: "t1" })
        const body = events({ tenant: "t1", model: "CONTACTS", id: "a" })
        questions = []
        const gate = yield* Deferred.make<boolean>()
        const few = yield* Deferred.make<void>()
        word = Effect.suspend(() =>
          (questions.length === 4 ? Deferred.succeed(few, undefined) : Effect.void).pipe(
            Effect.andThen(Deferred.await(gate))
          )
        )
        const flood = yield* Effect.forEach(Array.from({ length: 4 }), () =>
          Effect.forkChild(post("ASKING", one.token, body, { "x-signature": "s" }), { startImmediately: true })
        )
        yield* Deferred.await(few)
        const more = yield* Effect.flip(post("ASKING", one.token, body, { "x-signature": "s" }))
        assert.deepStrictEqual([more.code, questions.length], ["platform-unavailable", 4])
        yield* Deferred.succeed(gate, true)
        for (const fiber of flood) assert.strictEqual((yield* Fiber.join(fiber)).status, 202)
        assert.strictEqual((yield* post("ASKING", one.token, body, { "x-signature": "s" })).status, 202)
      })
    )

    test.effect(
      "a model that changed and an end are put down once, for whom the settings name, and for nobody unproved",
      () =>
        Effect.gen(function* () {
          const one = yield* connect("TENANTS", { tenant: "h1" })
          yield* connect("TENANTS", { tenant: "h2" })
          yield* connect("TENANTS", { tenant: "h1" }, { status: "DISCONNECTED" })
          const body = events(
            { tenant: "h1", model: "CONTACTS" },
            { tenant: "h1", model: "CONTACTS" },
            { tenant: "h1" },
            { tenant: "h1" },
            // Without a name they would mean everybody.
            { model: "CONTACTS" },
            {}
          )
          for (const headers of [{}, signed(body, "guess"), signed(`${body} `)]) {
            assert.strictEqual((yield* post("TENANTS", null, body, headers)).status, 403)
            assert.deepStrictEqual([asked, hints], [[], []])
          }
          assert.strictEqual((yield* post("TENANTS", null, body, signed(body))).status, 202)
          assert.deepStrictEqual(hints, [
            [one.id, "CONTACTS"],
            [one.id, null]
          ])
          // At a connection's address nothing is said of another.
          const two = yield* connect("TENANTS", { tenant: "h3" })
          const foreign = events({ tenant: "h1" }, { tenant: "h1", model: "CONTACTS" })
          assert.strictEqual((yield* post("TENANTS", two.token, foreign, signed(foreign, two.token))).status, 202)
          assert.deepStrictEqual([asked, hints], [[], []])
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
