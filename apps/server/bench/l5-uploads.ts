/**
 * L5: fifty upload jobs of a thousand items each, posted at once (`BENCH_JOBS`, `BENCH_ITEMS`), to a platform that takes one item in a
 * call of 20 ms: one result for each item, one effect for each on the platform, and what the service adds to an item. Items
 * of a job are sent one after the other, so an item's time is from the commit of the result before it (of the first, from when the
 * job was taken up) to the commit of its own. How long jobs wait until they are taken up is told beside it.
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Postgres from "../chaos/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"
import * as Simulator from "./simulator.ts"

const jobs = Number(process.env["BENCH_JOBS"] ?? 50)
const items = Number(process.env["BENCH_ITEMS"] ?? 1000)
const delay = 20

interface Result {
  readonly status: string
  readonly response: { readonly platform_id: string } | null
}

const measure = async (
  server: ServerProcess.ServerProcess,
  simulator: Simulator.Simulator,
  query: Postgres.Postgres["query"]
): Promise<ReadonlyArray<Figure>> => {
  const ask = async (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    const answer = await server.call(method, path, body, headers)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const company = (await ask("POST", "/v3/core/companies", { name: "Bench" })).svc_id
  await ask("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "BENCH",
    credentials: { api_key: "bench-key" },
    sync_config: []
  })
  const from = performance.now()
  const posted: ReadonlyArray<{ readonly upload_job_id: string }> = await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      ask(
        "POST",
        "/accounting/contacts",
        {
          company_id: company,
          data: Array.from({ length: items }, (__, at) => ({
            name: `item ${job * items + at}`,
            contact_type: "CUSTOMER"
          }))
        },
        { prefer: "respond-async", "idempotency-key": `bench-${job}` }
      )
    )
  )
  await ServerProcess.until(
    () => query<{ open: number }>("select count(*)::float8 as open from upload_job where finished_at is null"),
    ([row]) => row?.open === 0,
    3600
  )
  const seconds = (performance.now() - from) / 1000
  const results: Array<ReadonlyArray<Result>> = []
  for (const { upload_job_id } of posted) {
    results.push((await ask("GET", `/v3/core/upload_jobs/${upload_job_id}`)).data)
  }
  const right = results.reduce(
    (sum, own, job) =>
      sum +
      own.filter(
        ({ response, status }, at) => status === "success" && response?.platform_id === `item-${job * items + at}`
      ).length,
    0
  )
  const answered = results.reduce((sum, own) => sum + own.length, 0)
  const once = simulator.effects.filter((count) => count === 1).length
  const [times] = await query<{ p50: number; p99: number; waited: number }>(
    `with stored as (
       select job_id, position, pg_xact_commit_timestamp(xmin) as moment from upload_item),
     each as (
       select extract(epoch from moment - coalesce(lag(moment) over (partition by job_id order by position), j.started_at))::float8
         as seconds from stored s join upload_job j on j.id = s.job_id)
     select percentile_cont(0.5) within group (order by seconds) as p50, percentile_cont(0.99) within group (order by seconds) as p99,
       (select extract(epoch from max(started_at - created_at))::float8 from upload_job) as waited from each`
  )
  const { p50, p99, waited } = times!
  const wanted = jobs * items
  return [
    {
      goal: "L5",
      what: `${jobs} upload jobs of ${items} items at once, ${Math.round(wanted / seconds)} items/s: right results ${right} of ${answered}, items with one effect ${once}`,
      figure: `${right} of ${wanted}`,
      ratio: answered === wanted && once === wanted ? right / wanted : 0,
      wanted: 1
    },
    {
      goal: "L5",
      what: `one item, p99 at most the platform's ${delay} ms and a second (p50 ${(p50 * 1000).toFixed(0)} ms; the last job was taken up after ${waited.toFixed(0)} s)`,
      figure: `${(p99 * 1000).toFixed(0)} ms`,
      ratio: (delay / 1000 + 1) / p99,
      wanted: 1
    }
  ]
}

/** Measures on a PostgreSQL of its own. */
export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await Postgres.start()
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"))
  const simulator = await Simulator.start({ records: 0, pageSize: 250, delay, items: jobs * items })
  try {
    // When a result was committed is what its row does not say itself.
    await postgres.query("alter system set track_commit_timestamp = on")
    await postgres.crash()
    await postgres.restart()
    const server = await ServerProcess.start(
      {
        DATABASE_URL: postgres.url,
        SVC_DATA_DIR: dataDir,
        SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
        SVC_BENCH_BASE_URL: simulator.url,
        SVC_MAX_BATCH_ITEMS: String(items),
        SVC_LOG_LEVEL: "warn"
      },
      true,
      join(import.meta.dirname, "simulator-server.ts")
    )
    try {
      return await measure(server, simulator, postgres.query)
    } finally {
      await server.kill()
    }
  } finally {
    await simulator.close()
    await postgres.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
