/**
 * How many shards each statement about records touches. On the cluster that `TEST_DATABASE_URL` may name (`pnpm citus`)
 * everything about one company touches one; on a plain PostgreSQL the same statements are planned, and touch none.
 */
import { assert, layer } from "@effect/vitest"
import { Check, type Models } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Lists } from "../../src/records/Lists.ts"
import { Records } from "../../src/records/Records.ts"
import { Checkpoints } from "../../src/sync/Checkpoints.ts"
import { SyncLife } from "../../src/sync/SyncLife.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { deliver } from "../../src/webhooks/Queues.ts"
import * as Databases from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}
const spread = Object.keys(Distribution.places).filter((name) => Distribution.places[name] === "distributed")
const about = new RegExp(String.raw`\b(from|into|update|join)\s+(record_\w+|${spread.join("|")})\b`)
/** What was sent about records and what else is spread, each text once. */
const sent = new Map<string, Sent>()
const note = (text: string, params: ReadonlyArray<unknown>): void => {
  if (about.test(text) && /^\s*(with|select|insert|update|delete)\b/.test(text)) sent.set(text, { text, params })
}
/** What happens once when the places of a page have been found, and the records are still to be asked for. */
let between: Effect.Effect<unknown, unknown> | null = null
const isOfPlaces = (text: string): boolean => text.startsWith("select r.svc_id, r.company_id")
const watched = (sql: SqlClient.SqlClient): SqlClient.SqlClient =>
  new Proxy(sql, {
    apply: (target, self, args) => {
      const asked = Reflect.apply(target, self, args)
      if (typeof asked?.compile === "function") {
        const [text, params] = asked.compile()
        note(text, params)
      }
      return asked
    },
    get: (target, name) => {
      if (name !== "unsafe") return Reflect.get(target, name)
      return (text: string, params: ReadonlyArray<unknown> = []) => {
        note(text, params)
        const asked = target.unsafe(text, params)
        if (between === null || !isOfPlaces(text)) return asked
        const meanwhile = between
        between = null
        return Effect.tap(asked, () => meanwhile)
      }
    }
  })

/** The most tasks of any part of a plan; none where no node is asked. */
const tasksOf = (plan: unknown): number =>
  typeof plan !== "object" || plan === null
    ? 0
    : Math.max(
        0,
        ...Object.entries(plan).map(([name, value]) => (name === "Task Count" ? Number(value) : tasksOf(value)))
      )
/** What the nodes do themselves, of all that a plan has them do. */
const onNodes = (plan: unknown, isRemote = false): ReadonlyArray<string> =>
  typeof plan !== "object" || plan === null
    ? []
    : Object.entries(plan).flatMap(([name, value]) =>
        isRemote && name === "Node Type" ? [String(value)] : onNodes(value, isRemote || name === "Remote Plan")
      )
const planOf = ({ params, text }: Sent) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<Record<string, unknown>>(`explain (format json) ${text}`, params),
      ([row]) => Object.values(row!)[0]
    )
  )
const explained = (statement: Sent) => Effect.map(planOf(statement), tasksOf)

const expense = (id: string, total: number): Reading.Item => {
  const lines = [
    { platform_id: `${id}.1`, total_amount: total, description: "one" },
    { platform_id: `${id}.2`, total_amount: 1, description: `of ${total}` }
  ]
  const checked = Check.check("EXPENSES", {
    platform_id: id,
    contact_id: "ada",
    total_amount: total,
    line_items: lines.slice(0, total)
  })
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: { id, total }, records: [checked.success], deleted: false }
}

const contact = (name: string): Reading.Item => {
  const checked = Check.check("CONTACTS", { platform_id: "ada", name })
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: { name }, records: [checked.success], deleted: false }
}

// All is asked of the coordinator, to be looked at.
const base = Layer.provideMerge(Stored.schema, Databases.postgres({ nodeConnections: 0 }))
const services = Layer.mergeAll(Lists.layer, Records.layer, SyncLife.layer).pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
  Layer.provideMerge(Layer.effect(SqlClient.SqlClient, Effect.map(SqlClient.SqlClient, watched))),
  Layer.provideMerge(base)
)

layer(services, { timeout: "180 seconds", excludeTestServices: true })("statements about records", (it) => {
  it.effect("touch one shard where they are about one company, and are taken where they are about all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const records = yield* Records
      const lists = yield* Lists
      const isSpread = (yield* Distribution.state) === "spread"
      if (!isSpread)
        console.info("No cluster is named by TEST_DATABASE_URL: the statements are planned by PostgreSQL alone.")
      const one = yield* Stored.connect()
      const others = yield* Effect.forEach([1, 2, 3], () => Stored.connect({ organisationId: one.organisationId }))
      const targetOf = (target: Stored.Target) => ({ ...target, integrationType: "TEST" })
      const ingest = (target: Stored.Target, ...items: ReadonlyArray<Reading.Item>) =>
        sql.withTransaction(records.ingest(targetOf(target), "EXPENSES", "default", items))
      const ask = (companyId: number | null, model: Models.ModelId, query: string) =>
        Effect.map(
          lists.list(Stored.callerOf(one, companyId), model, new URLSearchParams(query)),
          (text) =>
            JSON.parse(String(text)) as { readonly data: ReadonlyArray<any>; readonly total_count: number | null }
        )
      yield* Effect.forEach(others, (target, index) => ingest(target, expense(`o${index}`, 2)))
      const before = yield* ask(null, "EXPENSES", "")

      sent.clear()
      yield* ingest(one, expense("a", 2), expense("b", 2), expense("c", 2))
      yield* ingest(one, expense("a", 1), expense("b", 2))
      yield* ingest(one, { ...expense("b", 2), raw: { id: "b", more: true } })
      yield* sql.withTransaction(records.removeItems(targetOf(one), "EXPENSES", ["c"], "default"))
      const own = one.companyId
      const page = yield* ask(own, "EXPENSES", "limit=1&return_count=true")
      assert.strictEqual(page.data.length, 1)
      assert.strictEqual(page.total_count, 2)
      const cursor = (page as unknown as { readonly next: string }).next
      const next = yield* ask(own, "EXPENSES", `limit=1&next=${encodeURIComponent(cursor)}`)
      assert.deepStrictEqual([...page.data, ...next.data].map(({ platform_id }) => platform_id).toSorted(), ["a", "b"])
      yield* ask(own, "EXPENSES", "sort[svc_updated_at]=DESC&svc_updated_at[gte]=2020-01-01T00:00:00Z&expand=contact")
      yield* ask(own, "EXPENSES", "platform_id[eq]=a&sort[total_amount]=ASC&include_deleted_records=true")
      const [first] = page.data
      yield* lists.get(Stored.callerOf(one, own), "EXPENSES", first.svc_id, new URLSearchParams("expand=contact"))
      // How far a source is read is beside what was read of it.
      const checkpoints = Checkpoints(sql)
      const place = { companyId: own, connectionId: one.connectionId, model: "EXPENSES", source: "default" }
      const read = sandbox.reads.EXPENSES
      const ways = { syncId: 0, wantFull: false, read, from: null, counted: null }
      const run = (yield* checkpoints.begin(place, ways))!
      assert.isTrue(yield* checkpoints.advance(place, run, "next", read))
      const under = (yield* checkpoints.begin(place, ways))!
      assert.deepStrictEqual(under, { ...run, pages: 1, state: "next" })
      assert.isTrue(yield* sql.withTransaction(checkpoints.isCurrent(place, under)))
      yield* sql.withTransaction(checkpoints.mapped(place, read))
      yield* checkpoints.complete(place, under)
      assert.isTrue(yield* checkpoints.hasEnded(place, under))
      const anew = (yield* checkpoints.begin(place, ways))!
      assert.strictEqual(anew.goneSince, new Date(Date.parse(run.now) - 15 * 60_000).toISOString())
      yield* checkpoints.abandon(place)
      const ofOne = [...sent.values()]
      assert.isAbove(ofOne.length, 20)
      for (const statement of ofOne) {
        const tasks = yield* explained(statement)
        // What is inserted out of a query is sent where its company is when it is known.
        const isInsert = statement.text.trimStart().startsWith("insert")
        if (isInsert) assert.isAtMost(tasks, isSpread ? 1 : 0, statement.text)
        else assert.strictEqual(tasks, isSpread ? 1 : 0, statement.text)
      }

      sent.clear()
      const all = yield* ask(null, "EXPENSES", "return_count=true&expand=contact&sort[svc_updated_at]=DESC")
      assert.strictEqual(all.total_count, before.data.length + 2)
      const stamps = all.data.map(({ svc_updated_at }) => svc_updated_at as string)
      assert.deepStrictEqual(stamps, stamps.toSorted().toReversed())
      const plans = yield* Effect.forEach(sent.values(), planOf)
      const [asked = null] = plans.filter((plan) => tasksOf(plan) > 1 || !isSpread)
      assert.isNotNull(asked)
      // The nodes filter, sort and cut off themselves: what comes from each is no more than a page.
      if (isSpread) assert.includeMembers([...onNodes(asked)], ["Limit"])

      // Without a count the places are asked for first, of all, and then the records, of the companies that they are of.
      sent.clear()
      const some = yield* ask(null, "EXPENSES", `limit=1&svc_company_id[in]=${others[0]!.companyId}`)
      assert.strictEqual(some.data.length, 1)
      if (isSpread) {
        assert.deepStrictEqual([...sent.keys()].map(isOfPlaces), [true, false])
        assert.isAtMost(yield* explained([...sent.values()].at(-1)!), 1)

        // What became another in between is left for its place, and the page still goes on behind it.
        yield* ingest(one, expense("d", 2))
        const ofOwn = `svc_company_id[in]=${own}&sort[svc_updated_at]=ASC`
        const [moved, stays] = (yield* ask(null, "EXPENSES", ofOwn)).data
        between = ingest(one, expense(moved.platform_id, moved.total_amount === 1 ? 2 : 1))
        const onward = yield* ask(null, "EXPENSES", `${ofOwn}&limit=1`)
        assert.isNull(between)
        assert.deepStrictEqual(
          onward.data.map(({ platform_id }) => platform_id),
          [stays.platform_id]
        )
        assert.isNotNull((onward as unknown as { readonly next: string | null }).next)
      }

      // Records that others refer to are on the same node as those.
      for (const [index, target] of others.entries()) {
        yield* sql.withTransaction(
          records.ingest(targetOf(target), "CONTACTS", "default", [contact(index === 1 ? "Ada" : "Bob")])
        )
      }
      const related = yield* ask(null, "EXPENSES", "contact.name[eq]=Ada&return_count=true")
      assert.deepStrictEqual(
        related.data.map(({ platform_id }) => platform_id),
        ["o1"]
      )
      assert.strictEqual(related.total_count, 1)
    })
  )

  it.effect("end on all nodes together", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const records = yield* Records
      const target = { ...(yield* Stored.connect()), integrationType: "TEST" }
      const isSpread = (yield* Distribution.state) === "spread"
      // What Citus knows of transactions in two steps; a plain PostgreSQL has none.
      const joint = isSpread
        ? Effect.map(sql<{ n: number }>`select count(*) as n from pg_dist_transaction`, ([row]) => row!.n)
        : Effect.succeed(0)
      yield* sql.withTransaction(records.ingest(target, "EXPENSES", "default", [expense("a", 2)]))
      const before = yield* joint
      yield* sql.withTransaction(records.ingest(target, "EXPENSES", "default", [expense("a", 3)]))
      assert.strictEqual((yield* joint) > before, isSpread)

      // So does a page that brought nothing: how far the source is read, and what is counted of the sync.
      const [sync] = yield* sql<{ id: number }>`
        with s as (
          insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger, data_models)
          values (${target.organisationId}, ${target.companyId}, ${target.connectionId}, 'RUNNING', false, 'API', '{EXPENSES}')
          returning id)
        insert into sync_job (sync_id, data_model, status) select id, 'EXPENSES', 'RUNNING' from s returning sync_id as id`
      const checkpoints = Checkpoints(sql)
      const place = {
        companyId: target.companyId,
        connectionId: target.connectionId,
        model: "EXPENSES",
        source: "default"
      }
      const read = sandbox.reads.EXPENSES
      const run = (yield* checkpoints.begin(place, { syncId: 0, wantFull: false, read, from: null, counted: null }))!
      const unchanged = yield* joint
      const nothing = { created: 0, updated: 0, deleted: 0, read: 0, refused: 0, pages: 1 }
      const life = yield* SyncLife
      yield* sql.withTransaction(
        Effect.andThen(checkpoints.advance(place, run, "next", read), life.count(sync!.id, "EXPENSES", nothing))
      )
      assert.strictEqual((yield* joint) > unchanged, isSpread)
    })
  )

  it.effect("wait until a migration is over, which has taken all tables before it changes one", () =>
    Effect.gen(function* () {
      const isSpread = (yield* Distribution.state) === "spread"
      const taken: Array<number> = []
      const looks = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ n: number }>`
          select count(*) as n from pg_locks where pid = pg_backend_pid() and mode = 'AccessExclusiveLock'
            and relation in ('record'::regclass, 'delivery'::regclass)`
        taken.push(row!.n)
      })
      const schema: Migrations.Schema = {
        migrations: { ...Migrations.migrations, "9001_looks": looks },
        expanding: new Set(["9001_looks"])
      }
      yield* Effect.provideService(Migrations.run(), Migrations.Schema, schema)
      assert.deepStrictEqual(taken, [isSpread ? 2 : 0])
    })
  )
})
