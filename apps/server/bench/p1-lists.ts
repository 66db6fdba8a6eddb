/**
 * P1: pages of 100 records, filtered by company and svc_updated_at, 16 clients: the whole service on a real PostgreSQL,
 * beside a bare HTTP server that runs the same statement and sends the same bytes; and both once more for callers who take
 * gzip.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { tmpdir } from "node:os"
import * as Database from "../src/database/Database.ts"
import { Lists } from "../src/records/Lists.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as Expenses from "./expenses.ts"
import type { Figure } from "./figure.ts"
import { load, type Target } from "./load.ts"
import type { Job } from "./p1-bare.ts"
import * as Service from "./service.ts"

const records = 200_000
const clients = 16
const limit = 100
const seconds = 3
/** 50 times what Nango's records API answers on such a box. */
const nango = 50 * 77

const measure = Effect.gen(function* () {
  const databaseUrl = yield* Postgres.database
  const port = yield* Service.start(databaseUrl)
  const database = Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(databaseUrl), statementTimeout: 0 })

  const query = (company: number | string) =>
    `svc_company_id[eq]=${company}&svc_updated_at[gte]=2026-01-01T00:01:00Z&limit=${limit}`
  const prepared = yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [organisation] = yield* sql<{ id: number }>`
      select value::bigint as id from svc_meta where name = 'default_organisation'`
    const companies = yield* Expenses.store(organisation!.id, records)
    // The service's own statement, for the reference to run.
    const company = String(companies[0])
    const caller = { organisationId: organisation!.id, keyId: 1, scopes: ["read"], companyId: null } as const
    const ran: Array<readonly [text: string, params: ReadonlyArray<unknown>]> = []
    const lists = yield* Lists
    const asked = lists.list(caller, "EXPENSES", new URLSearchParams(query(company))).pipe(
      Effect.provideService(Statement.CurrentTransformer, (statement) => {
        ran.push(statement.compile())
        return Effect.succeed(statement)
      })
    )
    // What it sends once it knows that nobody is writing.
    const page = (yield* Effect.andThen(Effect.andThen(asked, asked), asked)).toString()
    const [text, params] = ran.at(-1)!
    const end = page.slice(page.lastIndexOf(`],"prev":`))
    return { companies, job: { text, params: params as ReadonlyArray<string>, company, limit, end } }
  }).pipe(Effect.provide(Lists.layer.pipe(Layer.provideMerge(database))))

  const job: Job = { ...prepared.job, databaseUrl: Redacted.value(databaseUrl) }
  const bare = yield* Service.reference("p1-bare.ts", job)

  const { companies } = prepared
  let turn = 0
  const targetOf = (port: number, path: string, headers: Target["headers"]): Target => ({
    port,
    headers: { api_key: Service.apiKey, ...headers },
    path: () => `${path}?${query(companies[turn++ % companies.length]!)}`
  })
  const measured = (target: Target, seconds: number) => Effect.promise(() => load(target, clients, seconds))

  /** The best of three of each, in turns, for callers who say so. */
  const compared = Effect.fnUntraced(function* (headers: Target["headers"]) {
    const service = targetOf(port, "/v3/accounting/expenses", headers)
    const reference = targetOf(bare, "/", headers)
    yield* measured(service, seconds)
    yield* measured(reference, seconds)
    const rounds = yield* Effect.forEach([1, 2, 3], () =>
      Effect.all({ service: measured(service, seconds), reference: measured(reference, seconds) })
    )
    const best = (pick: "service" | "reference") =>
      rounds.map((round) => round[pick]).reduce((a, b) => (a.perSecond > b.perSecond ? a : b))
    const [own, other] = [best("service"), best("reference")]
    const difference = Math.abs(own.bytes - other.bytes)
    return {
      own,
      other,
      size: `${Math.round(own.bytes / 1024)} kB`,
      figure: `${Math.round(own.perSecond)} pages/s, p50 ${own.p50.toFixed(1)} ms, p99 ${own.p99.toFixed(1)} ms`,
      // Answers of another size would be another work.
      ratio: difference > 0.01 * own.bytes ? 0 : own.perSecond / other.perSecond
    }
  })
  const { figure, other, own, ratio, size } = yield* compared({})
  const compressed = yield* compared({ "accept-encoding": "gzip" })
  return [
    {
      goal: "P1",
      what: `${limit} of ${records} records (${size}), ${clients} clients, beside a bare server (${Math.round(other.perSecond)}/s)`,
      figure,
      ratio,
      wanted: 0.7
    },
    {
      goal: "P1",
      what: `the same by gzip (${compressed.size}), beside the bare server that compresses too (${Math.round(compressed.other.perSecond)}/s)`,
      figure: compressed.figure,
      ratio: compressed.ratio,
      wanted: 0.7
    },
    {
      goal: "P1",
      what: `the same, beside 50 times Nango's records API (${nango}/s); for the reference box`,
      figure,
      ratio: own.perSecond / nango,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
}).pipe(Effect.scoped)

/** Measures on a real PostgreSQL; best of three. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
