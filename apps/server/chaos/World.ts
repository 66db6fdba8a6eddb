/**
 * What a run of faults happens to: a database, some processes of the service on it, a platform and a receiver of webhooks
 * that keep ledgers of what reached them, and a company that is connected.
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Balancer from "../test/support/Balancer.ts"
import * as Chance from "../test/support/Chance.ts"
import * as Databases from "../test/support/Databases.ts"
import * as Receiver from "../test/support/Receiver.ts"
import * as RotatingPlatform from "../test/support/RotatingPlatform.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import * as UnrulySandbox from "../test/support/UnrulySandbox.ts"
import * as Citus from "./Citus.ts"
import * as Postgres from "./Postgres.ts"
import * as Toxic from "./Toxic.ts"

export const tenant = "chaos"

export interface Delivery {
  readonly id: string
  readonly model: string
  readonly operation: string
  /** The record as the list showed it. */
  readonly record: any
}
export interface World {
  readonly chance: Chance.Chance
  readonly platform: UnrulySandbox.UnrulySandbox
  /** A platform with OAuth; the processes take it for XERO. */
  readonly signedIn: RotatingPlatform.RotatingPlatform
  /** Takes the webhooks. */
  readonly receiver: Receiver.Receiver
  /** Null where the database is the embedded one. */
  readonly postgres: Postgres.Postgres | null
  /** Asks the database, whichever it is. */
  readonly query: Postgres.Query
  /** Between the processes and the PostgreSQL, where the run wants one. */
  readonly toxic: Toxic.Toxic | null
  /** The processes that are alive, or believed so. */
  readonly servers: Array<ServerProcess.ServerProcess>
  /** In front of the processes, where the run wants one: clients then know no other address. */
  readonly balancer: Balancer.Balancer | null
  /** Adds a process, with these settings besides; `main` composes another server, `within` is the command to begin it by. */
  readonly grow: (
    env?: Readonly<Record<string, string>>,
    main?: string,
    within?: ReadonlyArray<string>
  ) => Promise<ServerProcess.ServerProcess>
  readonly drop: (server: ServerProcess.ServerProcess) => void
  /** Why requests failed, as every process that ever lived has logged it. */
  readonly failures: () => ReadonlyArray<string>
  /** Asks any of the processes; throws when it cannot be reached. */
  readonly call: ServerProcess.ServerProcess["call"]
  /** What came to the webhook of all changes, in the order of arrival. */
  readonly received: ReadonlyArray<Delivery>
  readonly company: number
  readonly connection: number
  readonly keys: string
  /** What every process is started with. */
  readonly settings: Readonly<Record<string, string>>
  /** Is not there at first; what the shape preloads looks at it. */
  readonly faultFile: string
  readonly end: () => Promise<void>
}
export interface Shape {
  readonly database: "embedded" | "PostgreSQL"
  readonly processes: number
  readonly toxic?: boolean
  /** Megabytes of a disk for the tables of PostgreSQL that can be filled. */
  readonly disk?: number
  /** A module of `test/support` that is loaded before each process's program; its `FAULT_FILE` is `faultFile`. */
  readonly preload?: string
  /** How the platform is, beside its faults. */
  readonly platform?: (chance: Chance.Chance) => UnrulySandbox.Options
  readonly balanced?: boolean
  /** Composes another server than the usual one. */
  readonly main?: string
  /** Settings of every process beside the usual. */
  readonly settings?: Readonly<Record<string, string>>
}

const deliveryOf = ({ headers, json }: Receiver.Received): Delivery => ({
  id: headers["webhook-id"]!,
  model: json["data_model"],
  operation: json["operation"],
  record: json["data"]
})

/** The body of an answer that must be a success: for when the world is quiet. */
export const ok = async (world: Pick<World, "call">, method: string, path: string, body?: unknown) => {
  const answer = await world.call(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** What such an answer carries. */
export const data = async (...args: Parameters<typeof ok>) => (await ok(...args)).data

/** The models that are synced: what is written, and some that only the platform changes. */
export const models = ["CONTACTS", "BILLS", "INVOICES", "EXPENSES", "CRM_DEALS"] as const

/** Makes one; with the address of a cluster, its database is there and not in a PostgreSQL of its own. */
export const make = async (seed: number, shape: Shape, cluster?: string): Promise<World> => {
  const chance = Chance.make(seed)
  const scope = Scope.makeUnsafe()
  const [platform, signedIn, receiver, postgres] = await Promise.all([
    UnrulySandbox.start(shape.platform?.(chance)),
    RotatingPlatform.start(),
    Effect.runPromise(Scope.provide(Receiver.start, scope)),
    shape.database !== "PostgreSQL"
      ? null
      : cluster === undefined
        ? Postgres.start({ disk: shape.disk })
        : Citus.start(cluster)
  ])
  const toxic = postgres !== null && shape.toxic === true ? await Toxic.start(postgres.port, chance) : null
  const dataDir = mkdtempSync(join(tmpdir(), "svc-chaos-"))
  if (postgres === null) await Databases.prepareAt(dataDir)
  const faultFile = join(dataDir, "fault")
  const keys = `k1:${randomBytes(32).toString("base64")}`
  const servers: Array<ServerProcess.ServerProcess> = []
  const begun: Array<ServerProcess.ServerProcess> = []
  const url = postgres === null ? null : new URL(postgres.url)
  if (url !== null && toxic !== null) url.port = String(toxic.port)
  const balancer = shape.balanced === true ? await Balancer.start() : null
  const settings: World["settings"] = {
    SVC_DATA_DIR: dataDir,
    SVC_SANDBOX_BASE_URL: platform.url,
    SVC_XERO_BASE_URL: signedIn.url,
    SVC_XERO_TOKEN_URL: `${signedIn.url}/token`,
    SVC_XERO_CLIENT_ID: "client",
    SVC_XERO_CLIENT_SECRET: "secret-of-the-client",
    SVC_SECRET_KEYS: keys,
    SVC_DATABASE_CONNECTIONS: "4",
    // What a request failed of is said of each 500 (see `failures`).
    SVC_LOG_LEVEL: process.env["CHAOS_LOG"] ?? "error",
    SVC_LOG_FORMAT: "json",
    ...(url === null ? {} : { DATABASE_URL: url.href }),
    ...(shape.preload === undefined
      ? {}
      : {
          NODE_OPTIONS: `--import=${join(import.meta.dirname, "../test/support", shape.preload)}`,
          FAULT_FILE: faultFile
        }),
    ...shape.settings,
    // Other settings for a run beside the usual one: what a limit changes is seen by moving it.
    ...JSON.parse(process.env["CHAOS_SETTINGS"] ?? "{}")
  }
  const grow: World["grow"] = async (more = {}, main = shape.main, within = []) => {
    const server = await ServerProcess.start({ ...settings, ...more }, true, main, within)
    servers.push(server)
    begun.push(server)
    balancer?.add(server.url)
    return server
  }
  const drop: World["drop"] = (server) => {
    balancer?.remove(server.url)
    const at = servers.indexOf(server)
    if (at >= 0) servers.splice(at, 1)
  }
  const call: World["call"] = (...args) => {
    if (balancer !== null) return ServerProcess.caller(balancer.url)(...args)
    const server = servers[chance.int(servers.length)]
    return server === undefined ? Promise.reject(new Error("No process is alive.")) : server.call(...args)
  }
  const end = async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await toxic?.close()
    await balancer?.close()
    await Promise.all([
      platform.close(),
      signedIn.close(),
      Effect.runPromise(Scope.close(scope, Exit.void)),
      postgres?.remove()
    ])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // The first makes the schema; the others find it.
    await grow()
    await Promise.all(Array.from({ length: shape.processes - 1 }, () => grow()))
    await balancer?.ready(shape.processes)
    const world = { call }
    await ok(world, "POST", "/v3/core/webhooks", {
      name: "ledger",
      type: "DATA_MODEL_CHANGES",
      url: receiver.url("/ledger")
    })
    const company: number = (await ok(world, "POST", "/v3/core/companies", { name: "Chaos" })).data.svc_id
    const made = await ok(world, "POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: `sandbox-${tenant}` },
      sync_config: models.map((data_model) => ({ data_model, enabled: true }))
    })
    const connection: number = made.data.svc_id
    while ((await ok(world, "GET", "/v3/core/syncs?limit=1000")).data.some((sync: any) => sync.finished_at === null)) {
      await sleep(100)
    }
    return {
      chance,
      platform,
      signedIn,
      receiver,
      postgres,
      query:
        postgres?.query ??
        Postgres.querying({
          path: join(dataDir, "socket", ".s.PGSQL.5432"),
          username: "postgres",
          database: "postgres"
        }),
      toxic,
      balancer,
      servers,
      grow,
      drop,
      failures: () =>
        begun.flatMap((server) =>
          server
            .said()
            .split("\n")
            .filter((line) => line.includes("A request failed."))
        ),
      call,
      get received() {
        return receiver.received("/ledger").map(deliveryOf)
      },
      company,
      connection,
      keys,
      settings,
      faultFile,
      end
    }
  } catch (error) {
    await end()
    throw error
  }
}
