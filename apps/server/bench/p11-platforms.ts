/**
 * P11: one company with a connection of every composed connector, each at its stand-in, all of them synced at once by one process
 * on the embedded database: how long it takes, what it stores and holds, and what lists wait meanwhile; then several companies
 * with as many each, `BENCH_COMPANIES` of them. The stand-ins answer as the fixtures say, the sandbox with all it has.
 */
import { serveSandbox } from "@svc/sandbox/platform/node"
import type { Subject } from "@svc/testkit"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { connectors } from "../test/support/Loaded.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import * as StandIns from "../test/support/StandIns.ts"
import type { Figure } from "./figure.ts"

const companies = Number(process.env["BENCH_COMPANIES"] ?? 4)
/** What a company's connections may take to be there and synced, in seconds, and the process to hold more for it, in megabytes. */
const patience = 30
const room = 250
/** What lists may wait while others sync, beside an idle service. */
const slower = 3
const lists = 100
/** Between two looks, in milliseconds: what is measured is to be the syncs. */
const pause = 100

interface Platform {
  readonly id: string
  readonly credentials: Readonly<Record<string, string | undefined>>
  readonly settings: Readonly<Record<string, string>>
  readonly models: ReadonlyArray<string>
}
interface Stood {
  readonly platforms: ReadonlyArray<Platform>
  readonly environment: Readonly<Record<string, string>>
  readonly strays: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** A stand-in for every connector. The sandbox of QuickBooks is QuickBooks at another address. */
const stand = async (): Promise<Stood> => {
  const subjects = await StandIns.load()
  const sandbox = await serveSandbox({ rateLimit: { requests: 1_000_000, perSeconds: 60 } })
  const platforms: Array<Platform> = []
  const standIns: Array<StandIns.StandIn> = []
  for (const connector of connectors) {
    if (connector.id === "SVC_SANDBOX") {
      const models = Object.keys(connector.reads)
      platforms.push({ id: connector.id, credentials: { api_key: "sandbox-demo" }, settings: {}, models })
      continue
    }
    const found = subjects.get(connector.id === "QUICKBOOKS_SANDBOX" ? "QUICKBOOKS" : connector.id)
    if (found === undefined) throw new Error(`${connector.id} has no suite.`)
    const subject: Subject = { ...found, connector }
    const models = StandIns.pairOf(subject).slice(0, 2) as ReadonlyArray<string>
    standIns.push(await StandIns.start(subject, ["check", ...models]))
    platforms.push({
      id: connector.id,
      credentials: StandIns.credentialsOf(subject),
      settings: subject.settings,
      models
    })
  }
  return {
    platforms,
    environment: Object.assign(
      { SVC_SVC_SANDBOX_BASE_URL: `${sandbox.url}/v1`, SVC_SANDBOX_BASE_URL: `${sandbox.url}/v1` },
      ...standIns.map(({ environment }) => environment)
    ),
    strays: () => standIns.flatMap(({ platform }) => platform.strays()),
    close: async () => void (await Promise.all([sandbox.close(), ...standIns.map(({ close }) => close())]))
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0
  )
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`
const p99 = (all: ReadonlyArray<number>): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * 0.99))]!

export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"))
  const stood = await stand()
  const server = await ServerProcess.start({
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: "error",
    SVC_MAX_REQUESTS_PER_KEY: "1000000000",
    ...stood.environment
  })
  const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await server.call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const listing = async (): Promise<number> => {
    const from = performance.now()
    await ok("GET", "/v3/accounting/invoices?limit=100")
    return performance.now() - from
  }
  /** Connects a company to every platform at once; gives the platforms by their connections. */
  const connect = async (name: string): Promise<ReadonlyArray<readonly [connection: number, platform: string]>> => {
    const company = (await ok("POST", "/v3/core/companies", { name })).svc_id
    return Promise.all(
      stood.platforms.map(async ({ credentials, id, models, settings }) => {
        const { svc_id } = await ok("POST", "/v3/core/connections", {
          company_id: company,
          integration_type: id,
          credentials,
          settings,
          sync_config: models.map((data_model) => ({ data_model, enabled: true, sync_from: null }))
        })
        return [svc_id, id] as const
      })
    )
  }
  /** Connects companies at once and waits for all that is synced of them, while pages are listed. */
  const round = async (names: ReadonlyArray<string>) => {
    const waits: Array<number> = []
    const over = new AbortController()
    const looking = (async () => {
      for (; !over.signal.aborted; await sleep(pause)) waits.push(await listing())
    })()
    const from = performance.now()
    const synced = async () => {
      const platforms = new Map((await Promise.all(names.map(connect))).flat())
      const syncs = await ServerProcess.until(
        async () => {
          await sleep(pause)
          const all: ReadonlyArray<any> = await ok("GET", "/v3/core/syncs?limit=1000")
          return all.filter(({ connection_id }) => platforms.has(connection_id))
        },
        (own) => own.length === platforms.size && own.every(({ finished_at }) => finished_at !== null),
        3600
      )
      return { platforms, syncs }
    }
    const { platforms, syncs } = await synced().finally(() => {
      over.abort()
      return looking
    })
    const seconds = (performance.now() - from) / 1000
    let rows = 0
    const failed: Array<string> = []
    for (const { connection_id, svc_id } of syncs) {
      const jobs: ReadonlyArray<any> = await ok("GET", `/v3/core/syncs/${svc_id}/jobs?limit=100`)
      for (const { data_model, error, records_created, status } of jobs) {
        rows += records_created
        if (status !== "SUCCESS") failed.push(`${platforms.get(connection_id)} ${data_model}: ${error}`)
      }
    }
    return { seconds, wait: p99(waits), connections: platforms.size, rows, failed, peak: server.peak() }
  }
  try {
    const started = server.memory()
    const first = await round(["Ada Ltd"])
    const idle: Array<number> = []
    for (let n = 0; n < lists; n++) idle.push(await listing())
    const folderOfOne = sizeOf(folder)
    const more = await round(Array.from({ length: companies }, (_, n) => `Company ${n}`))
    const failed = [...first.failed, ...more.failed]
    for (const line of [...failed, ...stood.strays()].slice(0, 20)) process.stderr.write(`${line}\n`)
    await server.stop()
    const due = stood.platforms.length
    const all = first.connections + more.connections
    return [
      {
        goal: "P11",
        what: `${first.connections} connections of one company, of ${due} connectors, made and synced at once: ${first.rows} records`,
        figure: `${first.seconds.toFixed(1)} s`,
        ratio: failed.length > 0 || first.connections < due ? 0 : patience / first.seconds,
        wanted: 1
      },
      {
        goal: "P11",
        what: `${more.connections} connections of ${companies} companies more: ${more.rows} records, ${Math.round(more.rows / more.seconds)}/s`,
        figure: `${more.seconds.toFixed(1)} s`,
        ratio: (patience * companies) / more.seconds,
        wanted: 1
      },
      {
        goal: "P11",
        what: `most memory held, at most ${room} MB over the ${megabytes(started)} of the start; ${megabytes(first.peak)} with the first company`,
        figure: megabytes(more.peak),
        ratio: (room * 1_048_576) / (more.peak - started),
        wanted: 1
      },
      {
        goal: "P11",
        what: `p99 of a page of invoices meanwhile, ${p99(idle).toFixed(1)} ms when idle, at most ${slower} times that`,
        figure: `${more.wait.toFixed(1)} ms`,
        ratio: (slower * p99(idle)) / more.wait,
        wanted: 1
      },
      {
        goal: "P11",
        what: `the data folder with ${all} connections and ${first.rows + more.rows} records; ${megabytes(folderOfOne)} with those of the first company`,
        figure: megabytes(sizeOf(folder)),
        ratio: 1,
        wanted: 1
      }
    ]
  } finally {
    await server.kill()
    await stood.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
