/**
 * P10: an export of a model as NDJSON, beside the same records as pages of 1 000 by one client, each asked for when the one
 * before it is there, and beside what the database alone hands to somebody who throws it away; on a real PostgreSQL.
 * `BENCH_RECORDS` says how many there are. The memory of the service is looked at with every piece that comes.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { text } from "node:stream/consumers"
import * as Database from "../src/database/Database.ts"
import * as Lines from "../src/database/Lines.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as Expenses from "./expenses.ts"
import type { Figure } from "./figure.ts"
import * as Service from "./service.ts"

const records = Number(process.env["BENCH_RECORDS"] ?? 200_000)
const rounds = 3
const path = "/v3/accounting/expenses"

const ask = (port: number, address: string, coding = "identity"): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, path: address, headers: { api_key: Service.apiKey, "accept-encoding": coding } }, resolve).on(
      "error",
      reject
    )
  })

interface Read {
  readonly perSecond: number
  readonly bytes: number
}

/** Reads every byte, and nothing more: what a caller makes of them is the caller's. */
const exported = async (port: number, coding?: string, whenCome?: () => void): Promise<Read> => {
  const since = performance.now()
  const answer = await ask(port, `${path}/export`, coding)
  if (answer.statusCode !== 200) throw new Error(await text(answer))
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    whenCome?.()
  }
  return { perSecond: (records / (performance.now() - since)) * 1000, bytes }
}

const paged = async (port: number, most: number): Promise<Read> => {
  const since = performance.now()
  let [bytes, count, next] = [0, 0, ""]
  do {
    const answer = await ask(port, `${path}?limit=1000${next === "" ? "" : `&next=${next}`}`)
    const page = await text(answer)
    bytes += page.length
    count += 1000
    next = /"next":"([^"]+)","total_count":null\}$/.exec(page.slice(-2000))?.[1] ?? ""
  } while (next !== "" && count < most)
  return { perSecond: (count / (performance.now() - since)) * 1000, bytes }
}

/** Records that the database is asked for at once by who does nothing else. */
const AT_ONCE = 10_000
/**
 * The texts of all records, as the database sends them by the key to one who throws them away: taken from the connection by the
 * fastest way there is here, the export's own, without the service around it. A client of the database that makes rows of them,
 * and its own copy to a file or a program, are slower.
 */
const alone = Effect.fnUntraced(function* () {
  const lines = (yield* Lines.Current)!
  const since = performance.now()
  let [bytes, at] = [0, 0]
  for (;;) {
    const sent = yield* lines.read(
      `select svc_id, json_send(body) as body from record_expenses where svc_id > $1::bigint order by svc_id limit $2::bigint`,
      [String(at), String(AT_ONCE)]
    )
    if (sent.n === 0) break
    for (const { length } of sent.bytes) bytes += length
    sent.free()
    at = sent.last!
  }
  return { perSecond: (records / (performance.now() - since)) * 1000, bytes } satisfies Read
})

/** Bytes of memory that the service holds: the child of this process that runs its program. */
const held = (): number => {
  const of = (pid: string, file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8")
  const children = of(String(process.pid), `task/${process.pid}/children`).trim().split(" ")
  const service = children.find((pid) => of(pid, "cmdline").includes("src/main.ts"))!
  return Number(/VmRSS:\s+(\d+) kB/.exec(of(service, "status"))![1]) / 1024
}

const best = (reads: ReadonlyArray<Read>): Read => reads.reduce((a, b) => (a.perSecond > b.perSecond ? a : b))

const measure = Effect.gen(function* () {
  const databaseUrl = yield* Postgres.database
  const port = yield* Service.start(databaseUrl)
  const database = Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(databaseUrl), statementTimeout: 0 })
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [organisation] = yield* sql<{ id: number }>`
      select value::bigint as id from svc_meta where name = 'default_organisation'`
    yield* Expenses.store(organisation!.id, records)
  }).pipe(Effect.provide(database))

  const some = Math.min(records, 50_000)
  const several = (read: () => Promise<Read>) =>
    Effect.map(
      Effect.forEach(Array.from({ length: rounds }), () => Effect.promise(read)),
      best
    )
  yield* Effect.promise(() => paged(port, some))
  yield* Effect.promise(() => exported(port))
  const pages = yield* several(() => paged(port, some))
  const before = held()
  let most = before
  const whole = yield* several(() => exported(port))
  // By itself: to look costs more than to read.
  yield* Effect.promise(() => exported(port, "identity", () => (most = Math.max(most, held()))))
  const zipped = yield* several(() => exported(port, "gzip"))
  const read = yield* Effect.map(
    Effect.forEach(Array.from({ length: rounds + 1 }), () => alone()),
    best
  ).pipe(Effect.provide(database))
  if (read.bytes !== whole.bytes) throw new Error(`The export had ${whole.bytes} bytes, the database ${read.bytes}.`)
  const rate = (read: Read) => `${Math.round(read.perSecond / 1000)} k records/s`
  return [
    {
      goal: "P10",
      what: `export of ${records} records, beside pages of 1 000 by one client (${rate(pages)})`,
      figure: rate(whole),
      ratio: whole.perSecond / pages.perSecond,
      wanted: 10
    },
    {
      goal: "P10",
      what: `the same, beside the database alone (${rate(read)})`,
      figure: rate(whole),
      ratio: whole.perSecond / read.perSecond,
      wanted: 1
    },
    {
      goal: "P10",
      what: `the same with gzip (${Math.round(whole.bytes / zipped.bytes)} times smaller)`,
      figure: rate(zipped),
      ratio: zipped.perSecond / pages.perSecond,
      wanted: 1
    },
    {
      goal: "P10",
      what: "memory while it is sent, beside before",
      figure: `${Math.round(before)} MB, then at most ${Math.round(most)} MB`,
      ratio: (before + 100) / most,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
}).pipe(Effect.scoped)

/** Measures on a real PostgreSQL; best of three. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(measure)
