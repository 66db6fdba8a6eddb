/**
 * L4 and P9: the first sync of a million records (`BENCH_RECORDS`) of one connection, 250 a page and 20 ms each, by one process of
 * the service on a real PostgreSQL: records a second from the start of the sync to its end, the most memory the process ever
 * held, and whether each record is there once.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import * as Databases from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"
import * as Simulator from "./simulator.ts"

const records = Number(process.env["BENCH_RECORDS"] ?? 1_000_000)
const main = join(import.meta.dirname, "simulator-server.ts")

const measure = Effect.gen(function* () {
  const url = yield* Postgres.database
  const dataDir = yield* Databases.folder
  const simulator = yield* Effect.acquireRelease(
    Effect.promise(() => Simulator.start({ records, pageSize: 250, delay: 20, items: 0 })),
    ({ close }) => Effect.promise(close)
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      ServerProcess.start(
        {
          DATABASE_URL: Redacted.value(url),
          SVC_DATA_DIR: dataDir,
          SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
          SVC_BENCH_BASE_URL: simulator.url,
          SVC_LOG_LEVEL: "warn"
        },
        true,
        main
      )
    ),
    ({ kill }) => Effect.promise(kill)
  )
  const ask = (method: string, path: string, body?: unknown) =>
    Effect.promise(async () => {
      const answer = await server.call(method, path, body)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    })
  const company = yield* ask("POST", "/v3/core/companies", { name: "Bench" })
  yield* ask("POST", "/v3/core/connections", {
    company_id: company.svc_id,
    integration_type: "BENCH",
    credentials: { api_key: "bench-key" },
    sync_config: [{ data_model: "PAYMENT_DISPUTES", enabled: true }]
  })
  const [ended] = yield* Effect.promise(() =>
    ServerProcess.until(
      async () => (await server.call("GET", "/v3/core/syncs")).body.data,
      ([sync]) => sync?.finished_at != null,
      3600
    )
  )
  if (ended.status !== "SUCCESS") throw new Error(`The sync ended with ${ended.status}: ${ended.error}`)
  const seconds = (Date.parse(ended.finished_at) - Date.parse(ended.started_at)) / 1000
  const [job] = yield* ask("GET", `/v3/core/syncs/${ended.svc_id}/jobs`)
  const peak = server.peak() / 1024 / 1024

  const sql = yield* Postgres.client(Redacted.value(url))
  const [found] = yield* sql<{ rows: number; ids: number; foreign: number }>`
    select count(*)::float8 as rows, count(distinct platform_id)::float8 as ids,
      count(*) filter (where platform_id !~ '^cus_[0-9]{8}$' or substr(platform_id, 5)::int >= ${records})::float8 as foreign
    from record_payment_disputes where deleted_at is null`.pipe(Effect.orDie)
  const lost = records - (found!.ids - found!.foreign)
  const double = found!.rows - found!.ids
  const isWhole = lost === 0 && double === 0 && found!.foreign === 0 && job.records_created === records
  const rate = records / seconds
  return [
    {
      goal: "L4",
      what: `first sync of ${records} records, 250 a page, 20 ms a page; lost ${lost}, twice ${double}; told as created ${job.records_created}`,
      figure: `${Math.round(rate)} records/s`,
      ratio: isWhole ? rate / 5_000 : 0,
      wanted: 1
    },
    {
      goal: "P9",
      what: `the most memory of the process meanwhile, at most 400 MB`,
      figure: `${peak.toFixed(0)} MB`,
      ratio: 400 / peak,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
})

export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.scoped(measure))
