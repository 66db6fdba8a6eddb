import { assert, describe, it } from "@effect/vitest"
import { Check } from "@svc/core"
import type { Models } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Crypto from "node:crypto"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { type Counts, Records, type Target } from "../../src/records/Records.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { deliver } from "../../src/webhooks/Queues.ts"
import { both } from "../support/Databases.ts"

const item = (model: Models.ModelId, mapped: object, more: Partial<Reading.Item> = {}): Reading.Item => {
  const checked = Check.check(model, mapped)
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: { was: mapped }, records: [checked.success], deleted: false, ...more }
}
const expense = (id: string, total: number, lines: ReadonlyArray<object>, more: Partial<Reading.Item> = {}) =>
  item("EXPENSES", { platform_id: id, total_amount: total, line_items: lines }, more)

interface Row {
  readonly svc_id: number
  readonly platform_id: string
  readonly body: Record<string, any>
  readonly deleted: boolean
  readonly updated: string
}

const setup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [organisation] = yield* sql<{ id: number }>`insert into organisation (name) values ('o') returning id`
  const [company] = yield* sql<{
    id: number
  }>`insert into company (organisation_id, name) values (${organisation!.id}, 'c') returning id`
  const [connection] = yield* sql<{ id: number }>`
    insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
    values (${organisation!.id}, ${company!.id}, 'TEST', 'ACCOUNTING', 'HEALTHY', '[]') returning id`
  const target: Target = {
    organisationId: organisation!.id,
    companyId: company!.id,
    connectionId: connection!.id,
    integrationType: "TEST"
  }
  const records = yield* Records
  const ingestAs = (model: Models.ModelId, ...items: ReadonlyArray<Reading.Item>) =>
    Effect.map(
      sql.withTransaction(records.ingest(target, model, "default", items)),
      ({ created, deleted, updated }): Counts => ({ created, updated, deleted })
    )
  const listen = sql`insert into webhook (id, organisation_id, name, type, url, headers, operations, data_models, secret)
    values (gen_random_uuid(), ${target.organisationId}, 'w', 'DATA_MODEL_CHANGES', 'https://x.example', '', '{}', '{}', '')`
  return {
    sql,
    target,
    ingest: (...items: ReadonlyArray<Reading.Item>) => ingestAs("EXPENSES", ...items),
    ingestAs,
    remove: (...ids: ReadonlyArray<string>) => sql.withTransaction(records.remove(target, "EXPENSES", ids)),
    rows: (model: Models.ModelId) =>
      sql<Row>`select svc_id, platform_id, body, deleted_at is not null as deleted, updated_at::text as updated
        from record where data_model = ${model} and connection_id = ${target.connectionId} order by svc_id`,
    listen,
    events: sql<{ data_model: string; operation: string; data: Record<string, any> }>`
      select data_model, operation, data from event where organisation_id = ${target.organisationId} order by created_at, id`
  }
})

describe.each(both)("ingest on %s", (_, database) => {
  const layer = Layer.mergeAll(Records.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(Layer.effectDiscard(Effect.all([Migrations.run(), Partitions.run, Distribution.run]))),
    Layer.provideMerge(database())
  )
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("refuses by name what cannot be stored, wherever on a page it stands, and stores the others", () =>
      Effect.gen(function* () {
        const { rows, sql, target } = yield* setup
        const records = yield* Records
        let nested: unknown = []
        for (let level = 0; level < 5000; level++) nested = [nested]
        // Longer than an index holds, however it is compressed.
        const long = Array.from({ length: 120 }, (_, n) => Crypto.hash("sha256", String(n), "base64url")).join("")
        // Past the check of records, which cleans or refuses such ids: the database is the last to refuse them.
        const unchecked = (platform_id: string): Reading.Item => {
          const { records, ...rest } = expense("checked", 1, [])
          return { ...rest, records: records.map((own) => ({ ...own, platform_id })) }
        }
        const faulty = [unchecked(long), unchecked("nul\0"), expense("deep", 1, [], { raw: nested })]
        const good = Array.from({ length: 9 }, (_, n) => expense(`good-${n}`, n, [{ platform_id: "l" }]))
        for (const [at, culprit] of faulty.entries()) {
          const page = good.toSpliced(at * 4, 0, culprit)
          const done = yield* sql.withTransaction(records.ingest(target, "EXPENSES", "default", page))
          assert.strictEqual(done.created, at === 0 ? 9 : 0)
          assert.deepStrictEqual(done.stored, good)
          assert.deepStrictEqual(
            done.refusals.map(({ platform_id }) => platform_id),
            [culprit.records[0]!.platform_id]
          )
        }
        const all = yield* sql.withTransaction(
          records.ingest(target, "EXPENSES", "default", [...faulty, ...good, expense("last", 1, [])])
        )
        assert.deepInclude(all, { created: 1, updated: 0 })
        assert.strictEqual(all.refusals.length, 3)
        assert.strictEqual((yield* rows("EXPENSES")).length, 10)
      })
    )

    test.effect("stores what lists answer, and the sub-records as records of their own", () =>
      Effect.gen(function* () {
        const { ingest, rows, target } = yield* setup
        const counts = yield* ingest(
          expense("e1", 12.5, [{ platform_id: "l1", description: "a" }, { description: "b" }])
        )
        assert.deepStrictEqual(counts, { created: 1, updated: 0, deleted: 0 })
        const [row] = yield* rows("EXPENSES")
        const lines = yield* rows("LINE_ITEMS")
        assert.deepStrictEqual(Object.keys(row!.body).slice(0, 7), [
          "svc_id",
          "svc_created_at",
          "svc_updated_at",
          "svc_company_id",
          "svc_deleted_at",
          "platform_id",
          "platform_unique_id"
        ])
        assert.strictEqual(row!.body["svc_id"], row!.svc_id)
        assert.strictEqual(row!.body["svc_company_id"], target.companyId)
        assert.match(row!.body["svc_updated_at"], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.deepStrictEqual(
          row!.body["line_items"].map((line: any) => line.svc_id),
          lines.map(({ svc_id }) => svc_id)
        )
        assert.strictEqual(lines[0]!.body["line_item_type_id"], "e1")
        assert.strictEqual(lines[0]!.body["platform_unique_id"], "l1")
      })
    )

    test.effect("writes nothing for what is unchanged, however its members are ordered", () =>
      Effect.gen(function* () {
        const { ingest, rows } = yield* setup
        yield* ingest(expense("e1", 1, [{ platform_id: "l1" }]))
        const before = yield* rows("EXPENSES")
        assert.deepStrictEqual(yield* ingest(expense("e1", 1, [{ platform_id: "l1" }], { raw: { other: "noise" } })), {
          created: 0,
          updated: 0,
          deleted: 0
        })
        assert.deepStrictEqual(yield* rows("EXPENSES"), before)
      })
    )

    test.effect("keeps the ids of a record and of the sub-records that stay", () =>
      Effect.gen(function* () {
        const { ingest, rows } = yield* setup
        yield* ingest(
          expense("e1", 1, [
            { platform_id: "l1", quantity: 1 },
            { platform_id: "l2", quantity: 1 }
          ])
        )
        const [before] = yield* rows("EXPENSES")
        const [l1, l2] = yield* rows("LINE_ITEMS")
        assert.deepStrictEqual(
          yield* ingest(expense("e1", 2, [{ platform_id: "l2", quantity: 5 }, { platform_id: "l3" }])),
          { created: 0, updated: 1, deleted: 0 }
        )
        const [after] = yield* rows("EXPENSES")
        const lines = yield* rows("LINE_ITEMS")
        assert.strictEqual(after!.svc_id, before!.svc_id)
        assert.strictEqual(after!.body["svc_created_at"], before!.body["svc_created_at"])
        assert.isTrue(lines.find(({ svc_id }) => svc_id === l1!.svc_id)!.deleted)
        assert.isNotNull(lines.find(({ svc_id }) => svc_id === l1!.svc_id)!.body["svc_deleted_at"])
        assert.strictEqual(after!.body["line_items"][0].svc_id, l2!.svc_id)
        assert.strictEqual(lines.find(({ svc_id }) => svc_id === l2!.svc_id)!.body["quantity"], 5)
      })
    )

    test.effect("deletes with the sub-records, and brings back under the same id", () =>
      Effect.gen(function* () {
        const { ingest, remove, rows } = yield* setup
        yield* ingest(expense("e1", 1, [{ platform_id: "l1" }]))
        const [before] = yield* rows("EXPENSES")
        assert.strictEqual((yield* remove("e1", "unknown")).deleted, 1)
        assert.strictEqual((yield* remove("e1")).deleted, 0)
        const [gone] = yield* rows("EXPENSES")
        assert.isTrue(gone!.deleted)
        assert.isString(gone!.body["svc_deleted_at"])
        assert.strictEqual(gone!.body["svc_updated_at"], gone!.body["svc_deleted_at"])
        assert.isTrue((yield* rows("LINE_ITEMS"))[0]!.deleted)
        yield* ingest(expense("e1", 1, [{ platform_id: "l1" }]))
        const [back] = yield* rows("EXPENSES")
        assert.isFalse(back!.deleted)
        assert.isNull(back!.body["svc_deleted_at"])
        assert.strictEqual(back!.svc_id, before!.svc_id)
        assert.isFalse((yield* rows("LINE_ITEMS"))[0]!.deleted)
      })
    )

    test.effect("marks what the platform flags, and tells nobody of what was first seen deleted", () =>
      Effect.gen(function* () {
        const { events, ingest, listen, rows } = yield* setup
        yield* listen
        yield* ingest(expense("e1", 1, []))
        assert.strictEqual(
          (yield* ingest(expense("e1", 1, [], { deleted: true }), expense("e2", 1, [], { deleted: true }))).deleted,
          1
        )
        assert.deepStrictEqual(
          (yield* rows("EXPENSES")).map(({ deleted, platform_id }) => [platform_id, deleted]),
          [
            ["e1", true],
            ["e2", true]
          ]
        )
        assert.strictEqual(
          (yield* rows("EXPENSES"))[1]!.body["svc_deleted_at"],
          (yield* rows("EXPENSES"))[1]!.body["svc_updated_at"]
        )
        assert.deepStrictEqual(yield* ingest(expense("e2", 1, [], { deleted: true })), {
          created: 0,
          updated: 0,
          deleted: 0
        })
        assert.deepStrictEqual(
          (yield* events).map(({ operation }) => operation),
          ["CREATE", "DELETE"]
        )
      })
    )

    test.effect("drops what an owner no longer has", () =>
      Effect.gen(function* () {
        const { ingestAs, rows } = yield* setup
        const person = (id: string) => item("CONTACT_PERSONS", { platform_id: id, contact_id: "c1" }).records[0]!
        yield* ingestAs("CONTACT_PERSONS", {
          owner: "c1",
          raw: {},
          deleted: false,
          records: [person("p1"), person("p2")]
        })
        const counts = yield* ingestAs("CONTACT_PERSONS", {
          owner: "c1",
          raw: {},
          deleted: false,
          records: [person("p2")]
        })
        assert.strictEqual(counts.deleted, 1)
        assert.deepStrictEqual(
          (yield* rows("CONTACT_PERSONS")).map(({ deleted }) => deleted),
          [true, false]
        )
      })
    )

    test.effect("keeps a record whose owner comes without it, once it has come as an item of its own", () =>
      Effect.gen(function* () {
        const { ingestAs } = yield* setup
        const { records } = item("CONTACT_PERSONS", { platform_id: "p1", contact_id: "c1" })
        const owner = { owner: "c1", raw: { persons: ["p1"] }, deleted: false }
        yield* ingestAs("CONTACT_PERSONS", { ...owner, records })
        const own = yield* ingestAs("CONTACT_PERSONS", { owner: null, raw: { id: "p1" }, deleted: false, records })
        assert.deepStrictEqual(own, { created: 0, updated: 0, deleted: 0 })
        const without = yield* ingestAs("CONTACT_PERSONS", { ...owner, records: [] })
        assert.deepStrictEqual(without, { created: 0, updated: 0, deleted: 0 })
      })
    )

    test.effect("tells of each change exactly once, and of nothing when nobody listens", () =>
      Effect.gen(function* () {
        const { events, ingest, listen, remove, rows } = yield* setup
        yield* ingest(expense("e0", 1, []))
        assert.deepStrictEqual(yield* events, [])
        yield* listen
        yield* ingest(expense("e1", 1, [{ platform_id: "l1" }]), expense("e0", 1, []))
        yield* ingest(expense("e1", 2, [{ platform_id: "l1" }]))
        yield* ingest(expense("e1", 2, [{ platform_id: "l1" }]))
        yield* remove("e1")
        const told = yield* events
        assert.sameMembers(
          told.map(({ data_model, operation }) => `${operation} ${data_model}`),
          ["CREATE EXPENSES", "CREATE LINE_ITEMS", "UPDATE EXPENSES", "DELETE EXPENSES", "DELETE LINE_ITEMS"]
        )
        const [, row] = yield* rows("EXPENSES")
        assert.deepStrictEqual(
          told.find(({ data_model, operation }) => data_model === "EXPENSES" && operation === "DELETE")!.data,
          row!.body
        )
      })
    )

    test.effect("takes a record twice in one page, and raw text that PostgreSQL refuses", () =>
      Effect.gen(function* () {
        const { ingest, rows } = yield* setup
        yield* ingest(expense("e1", 1, []), expense("e1", 2, [], { raw: { note: "a\u0000b\ud800" } }))
        const stored = yield* rows("EXPENSES")
        assert.deepStrictEqual(
          stored.map(({ body }) => body["total_amount"]),
          [2]
        )
      })
    )
  })
})
