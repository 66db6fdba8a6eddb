/**
 * Lists are read at the nodes, by the tables of their shards: of the cluster that `TEST_DATABASE_URL` may name (`pnpm citus`). A plain PostgreSQL has
 * no nodes, and answers all of it itself.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Distribution from "../../src/database/Distribution.ts"
import { Lists } from "../../src/records/Lists.ts"
import * as Databases from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

const services = Lists.layer.pipe(
  Layer.provideMerge(Layer.provideMerge(Stored.schema, Databases.postgres({ nodeConnections: 2 })))
)

/** Runs something on each worker, in the sessions that read there or beside them; gives the sum of what it answers. */
const onNodes = (question: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ result: string }>(`select result from run_command_on_workers($1)`, [question]), (rows) =>
      rows.reduce((sum, { result }) => sum + Number(result), 0)
    )
  )
const sessions = `from pg_stat_activity where application_name = 'svc reads' and datname = current_database()`

layer(services, { timeout: "180 seconds", excludeTestServices: true })("what one company has", (it) => {
  it.effect(
    "is read at its node, and what an organisation has at all; also once it has moved, and at the coordinator once a node has gone",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lists = yield* Lists
        const isSpread = (yield* Distribution.state) === "spread"
        if (!isSpread) console.info("No cluster is named by TEST_DATABASE_URL: PostgreSQL answers alone.")
        const first = yield* Stored.connect()
        const others = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
          Stored.connect({ organisationId: first.organisationId })
        )
        const targets = [first, ...others]
        for (const [n, target] of targets.entries()) {
          for (const [m, id] of ["a", "b", "c"].entries()) {
            // Some at the same moment, and those of each company between those of the others.
            const at = (minute: number) => `2026-01-02T03:${String(minute % 60).padStart(2, "0")}:05.678Z`
            yield* Stored.put(
              target,
              "EXPENSES",
              { platform_id: id, memo: `${target.companyId} ${id}` },
              { createdAt: at(7 * m + (n % 4)), updatedAt: at(30 + 5 * m + (n % 3)) }
            )
          }
          yield* Stored.put(
            target,
            "EXPENSES",
            { platform_id: "z", memo: `${target.companyId} z` },
            { deletedAt: n % 2 === 0 ? null : "2026-02-02T03:04:05.678Z" }
          )
        }
        const large = targets[1]!
        for (let n = 0; n < 60; n++) yield* Stored.put(large, "EXPENSES", { platform_id: `l${n}`, memo: `large ${n}` })
        const deleted = new Set(targets.filter((_, n) => n % 2 === 1).map(({ companyId }) => companyId))
        const memos = (companyId: number | null, query: string) =>
          Effect.map(
            lists.list(Stored.callerOf(first, companyId), "EXPENSES", new URLSearchParams(query)),
            (text): ReadonlyArray<string> => JSON.parse(String(text)).data.map(({ memo }: { memo: string }) => memo)
          )
        /** All pages of an organisation's list, to its end and back. */
        const walked = Effect.fnUntraced(function* (query: string, limit = 4) {
          const page = (cursor: string) =>
            Effect.map(
              lists.list(Stored.callerOf(first), "EXPENSES", new URLSearchParams(`${query}&limit=${limit}${cursor}`)),
              (text) => JSON.parse(String(text)) as { data: Array<{ memo: string }>; next: string; prev: string }
            )
          const memosOf = ({ data }: { data: Array<{ memo: string }> }) => data.map(({ memo }) => memo)
          const onward: Array<string> = []
          const back: Array<string> = []
          let at = yield* page("")
          onward.push(...memosOf(at))
          while (at.next !== null) onward.push(...memosOf((at = yield* page(`&next=${at.next}`))))
          back.unshift(...memosOf(at))
          while (at.prev !== null) back.unshift(...memosOf((at = yield* page(`&prev=${at.prev}`))))
          assert.deepStrictEqual(back, onward)
          return onward
        })
        const ordered = (query: string, order: string) =>
          Effect.map(
            sql.unsafe<{ memo: string }>(
              `select body ->> 'memo' as memo from record where organisation_id = $1::bigint
                 ${query.includes("include_deleted") ? "" : "and deleted_at is null"} order by ${order}`,
              [String(first.organisationId)]
            ),
            (rows) => rows.map(({ memo }) => memo)
          )
        const orders = [
          ["", "svc_id"],
          ["sort[svc_id]=DESC", "svc_id desc"],
          ["sort[svc_updated_at]=DESC", "updated_at desc, svc_id desc"],
          ["sort[svc_updated_at]=ASC&sort[svc_id]=DESC", "updated_at, svc_id desc"],
          ["sort[svc_company_id]=DESC&sort[svc_created_at]=ASC", "company_id desc, created_at, svc_id"],
          ["sort[svc_deleted_at]=ASC&include_deleted_records=true", "deleted_at nulls last, svc_id"],
          ["sort[svc_deleted_at]=DESC&include_deleted_records=true", "deleted_at desc nulls last, svc_id desc"],
          ["sort[data_hash]=ASC", 'hash collate "C", svc_id']
        ] as const
        const isOrdered = Effect.forEach(
          orders,
          ([query, order]) =>
            Effect.gen(function* () {
              const all = yield* ordered(query, order)
              assert.deepStrictEqual(yield* walked(query), all, query)
              // One company, and so one node, has most of these pages.
              assert.deepStrictEqual(yield* walked(query, 30), all, query)
            }),
          { discard: true }
        )
        const exported = Effect.fnUntraced(function* (companyId: number) {
          const all = yield* lists.export(Stored.callerOf(first, companyId), "EXPENSES", new URLSearchParams())
          const piece = (yield* all.read)!
          return Buffer.concat(piece.bytes)
            .toString()
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line).memo as string)
        })
        const isRight = Effect.gen(function* () {
          for (const { companyId } of targets) {
            if (companyId === large.companyId) continue
            const own = ["a", "b", "c", ...(deleted.has(companyId) ? [] : ["z"])].map((id) => `${companyId} ${id}`)
            assert.deepStrictEqual(yield* memos(companyId, ""), own)
            assert.deepStrictEqual(yield* memos(null, `svc_company_id[eq]=${companyId}&return_count=true`), own)
            assert.deepStrictEqual(yield* memos(companyId, "sort[memo]=DESC&limit=2"), own.toReversed().slice(0, 2))
            // Whose connection it is only the coordinator knows.
            assert.deepStrictEqual(yield* memos(companyId, "platform_id[eq]=b"), own.slice(1, 2))
            assert.deepStrictEqual(yield* exported(companyId), own)
          }
        })
        yield* isRight
        yield* isOrdered
        if (!isSpread) return

        const asking = (what: string) => onNodes(`select count(*) ${sessions} and query ~ '${what}'`)
        const alone = asking("from record_expenses_[0-9]+ r")
        const together = asking("select \\* from record_expenses_[0-9]+ union all")
        // The nodes are tried beside the first lists.
        for (let turn = 0; turn < 200 && (yield* alone) === 0; turn++) yield* isRight
        assert.isAbove(yield* alone, 0)
        yield* isOrdered
        assert.isAbove(yield* together, 0)

        yield* onNodes(`select count(pg_terminate_backend(pid)) ${sessions}`)
        yield* isRight
        yield* isOrdered
        for (let turn = 0; turn < 200 && (yield* alone) === 0; turn++) yield* isRight

        const moved = yield* sql<{ n: number }>`
        with places as (
          select p.shardid, n.nodename, n.nodeport from pg_dist_placement p join pg_dist_node n using (groupid)
          where p.shardid = get_shard_id_for_distribution_column('record', ${first.companyId}::bigint)),
        others as (
          select nodename, nodeport from pg_dist_node
          where groupid > 0 and (nodename, nodeport) not in (select nodename, nodeport from places) limit 1)
        select count(citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, o.nodename, o.nodeport, 'block_writes')::text) as n
        from places p, others o`
        assert.strictEqual(moved[0]!.n, 1)
        // The tables are still where they were, and have not what comes.
        yield* Stored.put(first, "EXPENSES", { platform_id: "d", memo: `${first.companyId} d` })
        assert.include(yield* memos(first.companyId, ""), `${first.companyId} d`)
        assert.include(yield* walked(""), `${first.companyId} d`)
        yield* Stored.put(first, "EXPENSES", { platform_id: "e", memo: "new" })
        assert.include(yield* exported(first.companyId), "new")
        yield* isOrdered
      })
  )
})
