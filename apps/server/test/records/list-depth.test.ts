/** What a page far into a list costs, counted in the blocks that PostgreSQL looks at for it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type { Caller } from "../../src/http/Caller.ts"
import { Lists } from "../../src/records/Lists.ts"
import { postgres } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

interface Page {
  readonly data: ReadonlyArray<{ readonly svc_id: number }>
  readonly next: string
  readonly prev: string
}
interface Explained {
  readonly plan: ReadonlyArray<{ readonly Plan: Readonly<Record<"Shared Hit Blocks" | "Shared Read Blocks", number>> }>
}

const page = Effect.fnUntraced(function* (caller: Caller, params: Readonly<Record<string, string>>) {
  const lists = yield* Lists
  return JSON.parse(String(yield* lists.list(caller, "ITEMS", new URLSearchParams(params)))) as Page
})

/** The page, and how many blocks its statements look at. */
const counted = Effect.fnUntraced(function* (caller: Caller, params: Readonly<Record<string, string>>) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [text: string, params: ReadonlyArray<unknown>]> = []
  const { data } = yield* page(caller, params).pipe(
    Effect.provideService(Statement.CurrentTransformer, (statement) => {
      ran.push(statement.compile())
      return Effect.succeed(statement)
    })
  )
  let blocks = 0
  for (const [text, bound] of ran) {
    const [row] = yield* sql.unsafe<Record<"QUERY PLAN", Explained["plan"]>>(
      `explain (analyze, buffers, format json) ${text}`,
      bound
    )
    const { Plan } = row!["QUERY PLAN"][0]!
    blocks += Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]
  }
  return { length: data.length, blocks }
})

const count = 20_000
const whole = { "svc_updated_at[gte]": "2026-01-01T00:00:00Z", "svc_updated_at[lt]": "2027-01-01T00:00:00Z" }

describe("a page far into a list", () => {
  // Of a cluster all is asked of the coordinator, which shows its plans.
  const layer = Lists.layer.pipe(
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(postgres({ nodeConnections: 0 }))
  )
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("costs what the first one does, filtered by what the list is sorted by", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        yield* sql`
          insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
            hash, body, created_at, updated_at)
          select id, 'ITEMS', ${target.organisationId}, ${target.companyId}, ${target.connectionId}, 0,
            n::text, 'default', '', json_build_object('svc_id', id), '2026-01-01', '2026-01-01'::timestamptz + n * interval '1 second'
          from (select n, nextval('svc_id') as id from generate_series(1, ${count}) n) n`
        yield* sql`vacuum (analyze) record_items`.unprepared

        for (const direction of ["ASC", "DESC"]) {
          const query = { ...whole, "sort[svc_updated_at]": direction }
          const first = yield* counted(caller, { ...query, limit: "5" })
          let far = yield* page(caller, { ...query, limit: "1000" })
          for (let walked = 1000; walked < count - 2000; walked += 1000) {
            far = yield* page(caller, { ...query, limit: "1000", next: far.next })
          }
          const isCheap = Effect.fnUntraced(function* (way: "next" | "prev", what: string) {
            const deep = yield* counted(caller, { ...query, limit: "5", [way]: far[way] })
            assert.strictEqual(deep.length, 5)
            assert.isBelow(deep.blocks, 3 * first.blocks, `${direction}, ${way}${what}; the first: ${first.blocks}`)
          })
          yield* isCheap("next", "")
          yield* isCheap("prev", "")
          // With the records at its ends gone, what lies on their other sides has to be looked for as well.
          yield* sql`delete from record_items where svc_id in (${far.data[0]!.svc_id}, ${far.data.at(-1)!.svc_id})`
          yield* isCheap("next", " of a record that is gone")
          yield* isCheap("prev", " of a record that is gone")
        }
      })
    )
  })
})
