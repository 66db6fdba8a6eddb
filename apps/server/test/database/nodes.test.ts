/**
 * What one company has is read at its node: of the cluster that `TEST_DATABASE_URL` may name (`pnpm citus`). A plain PostgreSQL has
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
  it.effect("is read at its node, also once it has moved, and at the coordinator once the node has gone", () =>
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
      for (const target of targets) {
        for (const id of ["a", "b", "c"]) {
          yield* Stored.put(target, "EXPENSES", { platform_id: id, memo: `${target.companyId} ${id}` })
        }
      }
      const memos = (companyId: number | null, query: string) =>
        Effect.map(
          lists.list(Stored.callerOf(first, companyId), "EXPENSES", new URLSearchParams(query)),
          (text): ReadonlyArray<string> => JSON.parse(String(text)).data.map(({ memo }: { memo: string }) => memo)
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
          const own = ["a", "b", "c"].map((id) => `${companyId} ${id}`)
          assert.deepStrictEqual(yield* memos(companyId, ""), own)
          assert.deepStrictEqual(yield* memos(null, `svc_company_id[eq]=${companyId}&return_count=true`), own)
          assert.deepStrictEqual(yield* memos(companyId, "sort[memo]=DESC&limit=2"), own.toReversed().slice(0, 2))
          // Whose connection it is only the coordinator knows.
          assert.deepStrictEqual(yield* memos(companyId, "platform_id[eq]=b"), own.slice(1, 2))
          assert.deepStrictEqual(yield* exported(companyId), own)
        }
      })
      yield* isRight
      if (!isSpread) return

      const asked = onNodes(`select count(*) ${sessions} and query like '%record_expenses%'`)
      // The nodes are tried beside the first lists.
      for (let turn = 0; turn < 200 && (yield* asked) === 0; turn++) yield* isRight
      assert.isAbove(yield* asked, 0)

      yield* onNodes(`select count(pg_terminate_backend(pid)) ${sessions}`)
      yield* isRight

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
      yield* isRight
    })
  )
})
