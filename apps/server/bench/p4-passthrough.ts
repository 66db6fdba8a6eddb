/**
 * P4: what POST /passthrough adds to a call, by one client that calls the platform directly and through the service in
 * turns, and how many calls a second 16 clients get through it. The platform, the service and the clients are three
 * event loops on this machine; the service stands on a real PostgreSQL.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import * as Postgres from "../test/support/Postgres.ts"
import { apiKey, freePort } from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const samples = 4000
const clients = 16
const seconds = 5

const agent = new Agent({ keepAlive: true })
interface Answer {
  readonly status: number
  readonly text: string
}
const call = (url: string, headers: Readonly<Record<string, string>>, method = "GET", body?: string) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (text += chunk))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on("error", reject)
    sent.end(body)
  })

const platform = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly worker: Worker; readonly url: string }>((resolve) => {
        const worker = new Worker(new URL("passthrough-platform.ts", import.meta.url))
        worker.once("message", (port: number) => resolve({ worker, url: `http://127.0.0.1:${port}` }))
      })
  ),
  ({ worker }) => Effect.promise(() => worker.terminate())
)

const service = (databaseUrl: string, platformUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
      const port = await freePort()
      const child = fork(new URL("passthrough-server.ts", import.meta.url), {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: {
          PATH: process.env["PATH"],
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          SVC_DATA_DIR: folder,
          SVC_DEMO: "0",
          SVC_API_KEY: apiKey,
          SVC_BENCH_BASE_URL: platformUrl,
          // A fast machine sends more with one key than anybody is let.
          SVC_MAX_REQUESTS_PER_KEY: "1000000000"
        }
      })
      await new Promise<void>((resolve, reject) => {
        child.once("message", () => resolve())
        child.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)))
      })
      return { child, folder, url: `http://127.0.0.1:${port}` }
    }),
    ({ child, folder }) =>
      Effect.promise(async () => {
        const closed = new Promise((resolve) => child.once("exit", resolve))
        child.kill("SIGTERM")
        await closed
        rmSync(folder, { recursive: true, force: true })
      })
  )

const headers = { api_key: apiKey, "content-type": "application/json" }
const post = async (url: string, body: unknown): Promise<any> => {
  const { status, text } = await call(url, headers, "POST", JSON.stringify(body))
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`)
  return JSON.parse(text)
}
const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

const measure = Effect.gen(function* () {
  const database = yield* Postgres.database
  const far = yield* platform
  const near = yield* service(Redacted.value(database), far.url)
  return yield* Effect.promise(async () => {
    const company = await post(`${near.url}/v3/core/companies`, { name: "Bench" })
    const companyId: number = company.data.svc_id
    await post(`${near.url}/v3/core/connections`, {
      company_id: companyId,
      integration_type: "BENCH",
      credentials: { api_key: "bench-key" },
      sync_config: []
    })
    const body = JSON.stringify({
      company_id: companyId,
      data: { method: "GET", path: "/things", params: { page: 1 } }
    })
    const direct = () => call(`${far.url}/things?page=1`, { authorization: "bench-key" })
    const through = () => call(`${near.url}/passthrough`, headers, "POST", body)
    const timed = async (ask: () => Promise<Answer>): Promise<number> => {
      const from = performance.now()
      const { status, text } = await ask()
      if (status !== 200) throw new Error(`Answered ${status}: ${text}`)
      return performance.now() - from
    }
    for (let n = 0; n < 1500; n++) await timed(n % 2 === 0 ? direct : through)
    const [alone, added]: [Array<number>, Array<number>] = [[], []]
    for (let n = 0; n < samples; n++) {
      alone.push(await timed(direct))
      added.push(await timed(through))
    }
    const [p50, p50Through] = [median(alone), median(added)]

    const rates: Array<number> = []
    for (let run = 0; run < 3; run++) {
      const from = performance.now()
      let done = 0
      await Promise.all(
        Array.from({ length: clients }, async () => {
          while (performance.now() - from < seconds * 1000) {
            await timed(through)
            done++
          }
        })
      )
      rates.push(done / ((performance.now() - from) / 1000))
    }
    const rate = Math.max(...rates)
    return [
      {
        goal: "P4",
        what: `what a passthrough adds at p50, platform on localhost (${p50.toFixed(2)} ms directly)`,
        figure: `${(p50Through - p50).toFixed(2)} ms`,
        ratio: 1 / (p50Through - p50),
        wanted: 1
      },
      {
        goal: "P4",
        what: `passthrough calls a second, ${clients} clients, beside 5 times 500`,
        figure: `${Math.round(rate)} requests/s`,
        ratio: rate / 2500,
        wanted: 1
      }
    ] satisfies ReadonlyArray<Figure>
  })
})

/** Measures on a real PostgreSQL; the throughput is the best of three. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.scoped(measure))
