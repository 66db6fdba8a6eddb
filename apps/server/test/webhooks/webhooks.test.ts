import { assert, describe, it } from "@effect/vitest"
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../../src/Config.ts"
import type { Caller } from "../../src/http/Caller.ts"
import { Vault } from "../../src/secrets/Vault.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as Databases from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import { append, change, layer, openGuard, organisation } from "../support/WebhookFixture.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, "None")
const page = new URLSearchParams({ limit: "1000" })
const body = { name: "n", type: "DATA_MODEL_CHANGES", url: "https://example.com/hook" }
const restricted = (caller: Caller): Caller => ({ ...caller, companyId: 5 })

describe("webhooks", () => {
  const { limits } = Config.read({ SVC_MAX_REPLAY_EVENTS: "3" }, []).config
  const kept = Layer.succeed(Config.Kept, limits)
  it.layer(layer(Databases.any(), { guard: {} }).pipe(Layer.provideMerge(quiet), Layer.provideMerge(kept)), {
    timeout: "180 seconds",
    excludeTestServices: true
  })((test) => {
    test.effect("are made, listed, changed and removed; the secret is shown once", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const made = yield* webhooks.create(caller, {
          ...body,
          headers: { "X-Key": "abc" },
          operations: ["CREATE", "CREATE"],
          data_models: ["CONTACTS"]
        })
        assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
        const { secret: _, ...shown } = made
        assert.deepStrictEqual(yield* webhooks.get(caller, made.id), shown)
        assert.deepStrictEqual(shown, {
          id: made.id,
          ...body,
          headers: { "X-Key": "abc" },
          operations: ["CREATE"],
          data_models: ["CONTACTS"],
          is_disabled: false,
          disabled_reason: null,
          created_at: made.created_at,
          updated_at: made.updated_at
        } as never)

        const changed = yield* webhooks.update(caller, made.id, { name: "other", headers: null, operations: [] })
        assert.deepStrictEqual(changed, {
          ...shown,
          name: "other",
          operations: [],
          updated_at: changed.updated_at
        })
        const off = yield* webhooks.update(caller, made.id, { is_disabled: true })
        assert.include(off, { is_disabled: true, disabled_reason: "It was disabled on request." })

        yield* webhooks.remove(caller, made.id)
        assert.strictEqual((yield* Effect.flip(webhooks.get(caller, made.id))).code, "not-found")
        assert.deepStrictEqual((yield* webhooks.list(caller, page)).data, [])
      })
    )

    test.effect("list in pages, both ways", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        for (const name of ["a", "b", "c", "d", "e"]) yield* webhooks.create(caller, { ...body, name })
        const names = ({ data }: { readonly data: ReadonlyArray<{ readonly name: string }> }) =>
          data.map(({ name }) => name).join("")
        const first = yield* webhooks.list(caller, new URLSearchParams({ limit: "2" }))
        assert.strictEqual(names(first), "ab")
        assert.isNull(first.prev)
        const second = yield* webhooks.list(caller, new URLSearchParams({ limit: "2", next: first.next! }))
        assert.strictEqual(names(second), "cd")
        const third = yield* webhooks.list(caller, new URLSearchParams({ limit: "2", next: second.next! }))
        assert.strictEqual(names(third), "e")
        assert.isNull(third.next)
        assert.strictEqual(
          names(yield* webhooks.list(caller, new URLSearchParams({ limit: "2", prev: third.prev! }))),
          "cd"
        )
      })
    )

    test.effect("secrets and header values are sealed in the database", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const sql = yield* SqlClient.SqlClient
        const made = yield* webhooks.create(caller, { ...body, headers: { "X-Key": "canary-value" } })
        yield* webhooks.rotateSecret(caller, made.id)
        const [row] = yield* sql<Record<string, string>>`select * from webhook where id = ${made.id}`
        const stored = JSON.stringify(row)
        assert.notInclude(stored, "canary-value")
        assert.notInclude(stored, made.secret)
        const vault = yield* Vault
        const old = yield* vault.open(`webhook:previous_secret:${made.id}`, row!["previous_secret"]!)
        assert.strictEqual(Redacted.value(old), made.secret)
      })
    )

    test.effect("every fault of a body is named, and nothing is made", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const error = yield* Effect.flip(
          webhooks.create(caller, {
            nam: "n",
            type: "CONNECTION_CHANGE",
            url: "http://example.com",
            headers: { "": "x", Host: "x", "webhook-id": "x", "X-A": "a\r\nb", "x-a": "b", "X-B": 1 },
            operations: ["UPSERT"],
            data_models: ["CONTACT"],
            is_disabled: "no"
          })
        )
        assert.deepStrictEqual(
          error.details.map(({ code, field }) => `${code} ${field}`),
          [
            "invalid-params nam",
            "missing-params name",
            "invalid-params type",
            "invalid-params is_disabled",
            "invalid-params url",
            "invalid-params headers.",
            "invalid-params headers.Host",
            "invalid-params headers.webhook-id",
            "invalid-params headers.X-A",
            "invalid-params headers.x-a",
            "invalid-params headers.X-B",
            "invalid-params operations[0]",
            "invalid-params data_models[0]"
          ]
        )
        assert.include(error.details[0]!.message, `did you mean "name"?`)
        assert.include(error.details.at(-1)!.message, `did you mean "CONTACTS"?`)
        for (const bad of [null, [], "x", 1]) {
          assert.strictEqual((yield* Effect.flip(webhooks.create(caller, bad))).code, "invalid-params")
        }
        const misfit = yield* Effect.flip(
          webhooks.create(caller, { ...body, type: "SYNC_COMPLETED", data_models: ["CONTACTS"] })
        )
        assert.strictEqual(misfit.field, "data_models")
        assert.deepStrictEqual((yield* webhooks.list(caller, page)).data, [])
      })
    )

    test.effect("every data model of the interface can be asked for", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const made = yield* (yield* Webhooks).create(caller, { ...body, data_models: Models.modelIds })
        assert.strictEqual(made.data_models.length, Models.modelIds.length)
      })
    )

    test.effect("addresses inside a network are refused when they are saved", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const { id } = yield* webhooks.create(caller, body)
        for (const url of [
          "http://example.com/",
          "ftp://example.com/",
          "https://localhost/",
          "https://LOCALHOST./",
          "https://127.0.0.1/",
          "https://127.1/",
          "https://2130706433/",
          "https://0x7f000001/",
          "https://0177.0.0.1/",
          "https://10.0.0.1/",
          "https://172.16.5.5/",
          "https://192.168.1.1/",
          "https://169.254.169.254/latest/meta-data/",
          "https://100.64.0.1/",
          "https://0.0.0.0/",
          "https://[::1]/",
          "https://[::ffff:127.0.0.1]/",
          "https://[64:ff9b::7f00:1]/",
          "https://[fe80::1]/",
          "https://[fd00::1]/",
          "https://metadata.google.internal/",
          "https://user:secret@example.com/",
          "https://example.com:22/",
          "https://１２７.0.0.1/",
          "example.com",
          ""
        ]) {
          const made = yield* Effect.flip(webhooks.create(caller, { ...body, url }))
          assert.deepStrictEqual([made.code, made.field], ["invalid-params", "url"], url)
          assert.notInclude(made.message, "secret")
          assert.strictEqual((yield* Effect.flip(webhooks.update(caller, id, { url }))).field, "url")
        }
      })
    )

    test.effect("another organisation's are as if they were not there; a key for one company manages none", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const stranger = yield* organisation
        const webhooks = yield* Webhooks
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* webhooks.create(caller, body)
        yield* append(change(caller, 1))
        const [delivery] = (yield* webhooks.deliveries(caller, id, page)).data
        const span = { from: "2020-01-01", to: "2100-01-01" }
        const missing = "00000000-0000-4000-8000-00000000000a"
        const attempts = (as: Caller, webhook: string, one: string) => [
          webhooks.get(as, webhook),
          webhooks.update(as, webhook, { name: "x" }),
          webhooks.remove(as, webhook),
          webhooks.rotateSecret(as, webhook),
          webhooks.test(as, webhook),
          webhooks.deliveries(as, webhook, page),
          webhooks.replay(as, webhook, span),
          webhooks.retry(as, one)
        ]
        for (const [foreign, absent] of attempts(stranger, id, delivery!.id).map(
          (effect, index) => [effect, attempts(stranger, missing, missing)[index]!] as const
        )) {
          const [seen, none] = [yield* Effect.flip(foreign), yield* Effect.flip(absent)]
          assert.strictEqual(seen.code, "not-found")
          assert.strictEqual(seen.message, none.message)
        }
        for (const no of ["x", "", missing.toUpperCase(), `${id} `, id.replaceAll("-", "")]) {
          for (const effect of attempts(caller, no, no)) {
            assert.strictEqual((yield* Effect.flip(effect)).code, "not-found")
          }
        }
        for (const effect of attempts(restricted(caller), id, delivery!.id)) {
          assert.strictEqual((yield* Effect.flip(effect)).code, "operation-denied")
        }
        assert.strictEqual((yield* Effect.flip(webhooks.list(restricted(caller), page))).code, "operation-denied")
        assert.strictEqual((yield* Effect.flip(webhooks.create(restricted(caller), body))).code, "operation-denied")
        assert.deepStrictEqual((yield* webhooks.list(stranger, page)).data, [])
        assert.strictEqual((yield* sql`select 1 from delivery where webhook_id = ${id}`).length, 1)
      })
    )

    test.effect("a replay is of so many events", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const from = new Date(Date.now() - 60_000).toISOString()
        const to = new Date(Date.now() + 600_000).toISOString()
        const { id } = yield* webhooks.create(caller, body)
        yield* append(...[1, 2, 3].map((subject) => change(caller, subject)))
        assert.deepStrictEqual(yield* webhooks.replay(caller, id, { from, to }), { deliveries: 3 })
        yield* append(change(caller, 4))
        const error = yield* Effect.flip(webhooks.replay(caller, id, { from, to }))
        assert.deepStrictEqual([error.status, error.field], [400, "to"])
        assert.match(error.message, /at most 3 \(SVC_MAX_REPLAY_EVENTS\)/)
        const sql = yield* SqlClient.SqlClient
        const [sent] = yield* sql<{ n: number }>`select count(*) as n from delivery where webhook_id = ${id}`
        // Each change, and the three of the first replay.
        assert.strictEqual(sent!.n, 7)
      })
    )

    test.effect("replays do not pile up: none begins beside another, or while so many deliveries wait", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const sql = yield* SqlClient.SqlClient
        const from = new Date(Date.now() - 60_000).toISOString()
        const to = new Date(Date.now() + 600_000).toISOString()
        const { id } = yield* webhooks.create(caller, body)
        yield* append(...[1, 2].map((subject) => change(caller, subject)))
        const replay = Effect.result(webhooks.replay(caller, id, { from, to }))
        const waiting = Effect.map(
          sql<{ n: number }>`select count(*) as n from delivery where webhook_id = ${id} and status = 'PENDING'`,
          ([row]) => row!.n
        )
        const asked = yield* Effect.all([replay, replay, replay], { concurrency: "unbounded" })
        const refused = asked.flatMap((one) => (one._tag === "Failure" ? [one.failure.message] : []))
        assert.deepStrictEqual(refused, Array(2).fill("A replay of this webhook is under way."))
        assert.strictEqual(yield* waiting, 4)
        const error = yield* Effect.flip(webhooks.replay(caller, id, { from, to }))
        assert.strictEqual(error.code, "conflict")
        assert.match(error.message, /at most 3 \(SVC_MAX_REPLAY_EVENTS\)/)
        // Once they are delivered, or given up, there is room again.
        yield* sql`update delivery set status = 'DELIVERED', next_attempt_at = null where webhook_id = ${id}`
        assert.deepStrictEqual(yield* webhooks.replay(caller, id, { from, to }), { deliveries: 2 })
      })
    )

    test.effect("the span of a replay is checked", () =>
      Effect.gen(function* () {
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const { id } = yield* webhooks.create(caller, body)
        const faults = (span: unknown) =>
          Effect.map(Effect.flip(webhooks.replay(caller, id, span)), ({ details }) => details.map(({ field }) => field))
        assert.deepStrictEqual(yield* faults({ from: "yesterday", too: "x" }), ["too", "from", "to"])
        assert.deepStrictEqual(yield* faults({ from: "2026-02-01", to: "2026-01-01" }), ["from"])
        assert.deepStrictEqual(yield* webhooks.replay(caller, id, { from: "2026-01-01", to: "2026-02-01" }), {
          deliveries: 0
        })
        yield* webhooks.update(caller, id, { is_disabled: true })
        const error = yield* Effect.flip(webhooks.replay(caller, id, { from: "2026-01-01", to: "2026-02-01" }))
        assert.strictEqual(error.code, "conflict")
      })
    )
  })

  // A name that was public when it was saved, and leads into the network when it is looked up.
  const rebound = {
    ...openGuard,
    allow: [],
    resolve: (_: string, callback: (error: null, found: ReadonlyArray<{ address: string; family: number }>) => void) =>
      callback(null, [{ address: "127.0.0.1", family: 4 }])
  }
  it.layer(layer(Databases.any(), { guard: rebound }).pipe(Layer.provideMerge(quiet)), {
    timeout: "180 seconds",
    excludeTestServices: true
  })((test) => {
    test.effect("addresses inside a network are refused at every attempt, whatever the name said before", () =>
      Effect.gen(function* () {
        const receiver = yield* Receiver.start
        const caller = yield* organisation
        const webhooks = yield* Webhooks
        const sql = yield* SqlClient.SqlClient
        yield* (yield* Deliveries).work
        const url = `http://hooks.example.com:${receiver.port}/a`
        const renamed = yield* webhooks.create(caller, { ...body, url })
        const literal = yield* webhooks.create(caller, { ...body, url })
        yield* sql`update webhook set url = ${receiver.url("/a")} where id = ${literal.id}`
        yield* append(change(caller, 1))
        for (const { id } of [renamed, literal]) {
          const { data } = yield* Effect.repeat(Effect.delay(webhooks.deliveries(caller, id, page), "5 millis"), {
            until: ({ data }) => data[0]!.attempts > 0
          }).pipe(Effect.timeout("10 seconds"))
          assert.include(data[0], { status: "PENDING", response_status: null })
          assert.match(data[0]!.error!, /not allowed/)
          assert.match((yield* webhooks.test(caller, id)).error!, /not allowed/)
        }
        assert.strictEqual(receiver.received().length, 0)
      })
    )
  })
})
