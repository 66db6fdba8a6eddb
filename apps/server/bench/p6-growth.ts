/**
 * P6: pages of lists while the records grow: a company's page at many records beside the same at 100 000, and a page deep
 * in the list of everything beside its first. `BENCH_RECORDS` says how many are many; the goal is for 10 000 000.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { tmpdir } from "node:os"
import * as Database from "../src/database/Database.ts"
import { columnsOf } from "../src/records/Columns.ts"
import * as Cursor from "../src/records/Cursor.ts"
import { Lists } from "../src/records/Lists.ts"
import * as Postgres from "../test/support/Postgres.ts"
import { schema } from "../test/support/Stored.ts"
import * as Expenses from "./expenses.ts"
import type { Figure } from "./figure.ts"

const few = 100_000
const many = Number(process.env["BENCH_RECORDS"] ?? 1_000_000)
const pages = 400

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lists = yield* Lists
  const [organisation] = yield* sql<{ id: number }>`insert into organisation (name) values ('bench') returning id`
  const caller = { organisationId: organisation!.id, keyId: 1, scopes: ["read"], companyId: null } as const

  /** The median time of a page in milliseconds; `query` gives the parameters of the n-th. */
  const median = Effect.fnUntraced(function* (query: (n: number) => string) {
    const times: Array<number> = []
    for (let n = 0; n < pages; n++) {
      const params = new URLSearchParams(query(n))
      const from = performance.now()
      yield* lists.list(caller, "EXPENSES", params)
      times.push(performance.now() - from)
    }
    return times.toSorted((a, b) => a - b)[pages / 2]!
  })
  /** Of three: the others were slower because the machine did something else. */
  const best = (query: (n: number) => string) =>
    Effect.map(Effect.all([median(query), median(query), median(query)]), (all) => Math.min(...all))

  const companies = yield* Expenses.store(caller.organisationId, few)
  const companyPage = (n: number) =>
    `svc_company_id[eq]=${companies[n % companies.length]}&svc_updated_at[gte]=2026-01-01T00:01:00Z`
  yield* median(companyPage)
  const atFew = yield* best(companyPage)

  yield* Expenses.store(caller.organisationId, many - few)
  yield* median(companyPage)
  const atMany = yield* best(companyPage)

  const updated = columnsOf("EXPENSES").get("svc_updated_at")!
  const deep = Effect.fnUntraced(function* (sort: ReadonlyArray<Cursor.Place["sort"][number]>) {
    const [row] = yield* sql<{ id: number; at: string }>`
      select svc_id as id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from record_expenses
      where organisation_id = ${caller.organisationId} order by updated_at desc, svc_id desc offset 1000 limit 1`
    const home = {
      organisationId: caller.organisationId,
      companyId: null,
      model: "EXPENSES",
      filters: "false[]"
    } as const
    const values = sort.length === 0 ? [String(row!.id)] : [row!.at, String(row!.id)]
    return Cursor.encode(home, { sort: Cursor.withTieBreak(sort), values, at: "next", isInclusive: false })
  })
  const byId = yield* deep([])
  const byTime = yield* deep([{ column: updated, direction: "ASC" }])
  yield* median(() => "")
  const first = yield* best(() => "")
  const last = yield* best(() => `next=${byId}`)
  yield* median(() => "sort[svc_updated_at]=ASC")
  const firstByTime = yield* best(() => "sort[svc_updated_at]=ASC")
  const lastByTime = yield* best(() => `sort[svc_updated_at]=ASC&next=${byTime}`)

  const figure = (before: number, after: number) => `${after.toFixed(2)} ms beside ${before.toFixed(2)} ms`
  return [
    {
      goal: "P6",
      what: `a company's page of 100 at ${many} records, beside ${few}`,
      figure: figure(atFew, atMany),
      ratio: atFew / atMany,
      wanted: 1 / 1.3
    },
    {
      goal: "P6",
      what: `page ${Math.round(many / 100) - 10} of ${many} records by svc_id, beside the first`,
      figure: figure(first, last),
      ratio: first / last,
      wanted: 1 / 1.3
    },
    {
      goal: "P6",
      what: `page ${Math.round(many / 100) - 10} of ${many} records by svc_updated_at, beside the first`,
      figure: figure(firstByTime, lastByTime),
      ratio: firstByTime / lastByTime,
      wanted: 1 / 1.3
    }
  ] satisfies ReadonlyArray<Figure>
})

const services = Lists.layer.pipe(
  Layer.provideMerge(schema),
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(Postgres.database, (url) =>
        Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url), statementTimeout: 0 })
      )
    )
  )
)

/** Measures on a real PostgreSQL, one client. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.provide(measure, services))
