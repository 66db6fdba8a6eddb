/**
 * L7: ten thousand companies, of which a hundred are at work: they read pages, write and sync. Then one company does, has
 * and syncs a hundred times as much as each of them, more than its platform lets it. Everybody asks when it is due, whether
 * answers come or not, and waits are counted from then. One process of the service, on a real PostgreSQL.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import * as Database from "../src/database/Database.ts"
import { folder } from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"
import * as Many from "./many.ts"

const companies = 10_000
const recordsEach = 100
const atWork = 100
/** How much more the one company has and does. */
const times = 100
const seconds = 10
const rounds = 3
/** What all that are at work ask for in a second, and so does the one alone. */
const perSecond = { reads: 200, writes: 10 } as const
const syncsPerSecond = 2

const agent = new Agent({ keepAlive: true })

/** One request; rejects when the answer is no 200. */
const call = (url: string, method: string, path: string, body?: unknown): Promise<any> =>
  new Promise((resolve, reject) => {
    const headers = { api_key: ServerProcess.apiKey, "content-type": "application/json" }
    const sent = request(url + path, { method, agent, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (text += chunk))
      response.on("error", reject)
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 500)}`))
      )
    })
    sent.on("error", reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Asks so many times a second; answers how long each answer came after it was due, in milliseconds. */
const paced = async (rate: number, ask: (n: number) => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const from = performance.now()
  const asked: Array<Promise<number>> = []
  for (let n = 0; n < rate * seconds; n++) {
    const due = from + (n * 1000) / rate
    if (due > performance.now()) await sleep(due - performance.now())
    asked.push(ask(n).then(() => performance.now() - due))
  }
  return Promise.all(asked)
}
const p99 = (waits: ReadonlyArray<number>): number => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!

interface Customer {
  readonly company: number
  readonly connection: number
}
/** What a customer of the service does. */
const workOf = (url: string) => {
  let written = 0
  const read = ({ company }: Customer) =>
    call(url, "GET", `/v3/accounting/expenses?svc_company_id[eq]=${company}&sort[svc_updated_at]=DESC&limit=50`)
  const write = ({ company }: Customer, items = 1) =>
    call(url, "POST", "/accounting/contacts", {
      company_id: company,
      data: Array.from({ length: items }, () => ({ name: `Contact ${written++}`, contact_type: "CUSTOMER" }))
    })
  const sync = async ({ company, connection }: Customer) => {
    const { data } = await call(url, "POST", "/v3/core/syncs", { company_id: company, connection_id: connection })
    while ((await call(url, "GET", `/v3/core/syncs/${data.svc_id}`)).data.finished_at === null) await sleep(20)
  }
  /** A connection to a tenant of the platform, once it has been synced. */
  const connect = async (company: number, tenant: string): Promise<Customer> => {
    const { data } = await call(url, "POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: `sandbox-${tenant}` },
      sync_config: [{ data_model: "CONTACTS", enabled: true }]
    })
    const customer = { company, connection: data.svc_id }
    const isSyncing = async () =>
      (await call(url, "GET", `/v3/core/connections/${customer.connection}`)).data.sync_status !== "IDLE"
    while (await isSyncing()) await sleep(50)
    return customer
  }
  return { read, write, sync, connect }
}

const platform = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly worker: Worker; readonly url: string }>((resolve) => {
        const worker = new Worker(new URL("l7-platform.ts", import.meta.url))
        worker.once("message", (url: string) => resolve({ worker, url }))
      })
  ),
  ({ worker }) => Effect.promise(() => worker.terminate())
)

/** The companies with their records; the first has as many as a hundred others. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [organisation] = yield* sql<{ id: number }>`
    select value::bigint as id from svc_meta where name = 'default_organisation'`
  const owner = yield* Many.companies(organisation!.id, companies)
  const heavy = <A>([first, ...others]: ReadonlyArray<A>) => [...Array.from({ length: times }, () => first!), ...others]
  const shares = { ...owner, companies: heavy(owner.companies), connections: heavy(owner.connections) }
  yield* Many.store(shares, shares.companies.length * recordsEach, recordsEach)
  // What is asked for has to be somebody's who is connected.
  yield* sql`delete from connection where integration_type = 'BENCH'`
  return owner.companies
})

const measure = Effect.gen(function* () {
  const databaseUrl = yield* Postgres.database
  const far = yield* platform
  const dataDir = yield* folder
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      ServerProcess.start({
        DATABASE_URL: Redacted.value(databaseUrl),
        SVC_DATA_DIR: dataDir,
        SVC_SANDBOX_BASE_URL: far.url,
        SVC_LOG_LEVEL: "warn"
      })
    ),
    (server) => Effect.promise(() => server.stop())
  )
  const ids = yield* Effect.provide(
    stored,
    Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(databaseUrl), statementTimeout: 0 })
  )
  return yield* Effect.promise(() => rush(server.url, ids))
}).pipe(Effect.scoped)

const rush = async (url: string, ids: ReadonlyArray<number>): Promise<ReadonlyArray<Figure>> => {
  const { connect, read, sync, write } = workOf(url)
  const others: Array<Customer> = []
  for (const [n, id] of ids.slice(1, 1 + atWork).entries()) others.push(await connect(id, `other-${n}`))
  const one = await connect(ids[0]!, "one")
  const all = (who: (n: number) => Customer) =>
    Promise.all([
      paced(perSecond.reads, (n) => read(who(n))),
      paced(perSecond.writes, (n) => write(who(n))),
      paced(syncsPerSecond, (n) => sync(who(n)))
    ])
  const other = (n: number) => others[n % others.length]!

  /** The one company at it, until it is told to stop. */
  const rushing = () => {
    const over = new AbortController()
    const again = async (ask: () => Promise<unknown>) => {
      while (!over.signal.aborted) await ask()
    }
    const ended = Promise.all([
      again(() => paced(perSecond.reads, () => read(one))),
      again(() => paced(perSecond.writes, () => write(one))),
      again(() => sync(one))
    ])
    return () => {
      over.abort()
      return ended
    }
  }

  await all(other)
  const waits = { quiet: [] as Array<ReadonlyArray<number>>, beside: [] as Array<ReadonlyArray<number>> }
  for (let round = 0; round < rounds; round++) {
    waits.quiet.push((await all(other)).map(p99))
    const stop = rushing()
    waits.beside.push((await all(other)).map(p99))
    await stop()
  }
  return ["list pages", "writes", "syncs"].map((what, index): Figure => {
    const best = (which: keyof typeof waits) => Math.min(...waits[which].map((kinds) => kinds[index]!))
    const [quiet, beside] = [best("quiet"), best("beside")]
    return {
      goal: "L7",
      what: `${what} of ${atWork} companies at work, of ${companies}, while one does ${times} times as much as each`,
      figure: `p99 ${beside.toFixed(1)} ms beside ${quiet.toFixed(1)} ms`,
      ratio: quiet / beside,
      wanted: 1 / 2
    }
  })
}

/** Measures on a real PostgreSQL; best of three. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
