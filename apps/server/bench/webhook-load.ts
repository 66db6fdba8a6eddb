/**
 * What L2 and L6 measure on: processes of the service that deliver, endpoints and a writer in threads of their own, and
 * a PostgreSQL whose work is read from `/proc`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { readdirSync, readFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import * as Database from "../src/database/Database.ts"
import type { Caller } from "../src/http/Caller.ts"
import { Webhooks } from "../src/webhooks/Webhooks.ts"
import * as Postgres from "../test/support/Postgres.ts"
import { layer, organisation, secretKeys } from "../test/support/WebhookFixture.ts"
import { start } from "./service.ts"

/** Milliseconds that an event was on its way, at most as counted. */
const LONGEST = 600_000

export interface Load {
  readonly services: Context.Context<Layer.Success<ReturnType<typeof layer>>>
  /** An endpoint with its organisation. */
  readonly register: (path: string) => Effect.Effect<Caller & { readonly webhook: string }>
  /** Starts a process of the service that delivers. */
  readonly work: Effect.Effect<void, never, Scope.Scope>
  /** Events of these callers at a rate; gives what was written when all is committed. */
  readonly write: (
    callers: ReadonlyArray<Caller>,
    rate: number,
    seconds: number
  ) => Effect.Effect<{ readonly events: number; readonly seconds: number }>
  /** Deliveries received, and requests to dead endpoints, so far. */
  readonly received: () => number
  readonly refused: () => number
  /** How long the events received since the last look were on their way, in milliseconds. */
  readonly waits: () => { readonly p50: number; readonly p99: number; readonly most: number }
  /** Seconds that all processes of PostgreSQL have worked so far. */
  readonly databaseSeconds: () => number
  /** Seconds that the processes that deliver have worked so far. */
  readonly serviceSeconds: () => number
}

/** `endpoints`: how many can be registered; `delay`: milliseconds until an endpoint answers; `page`: events of one transaction. */
export const load = Effect.fnUntraced(function* (options: {
  readonly endpoints: number
  readonly delay: number
  readonly page: number
}): Effect.fn.Return<Load, never, Scope.Scope> {
  const url = yield* Postgres.database
  const services = yield* Layer.build(
    layer(Layer.orDie(Database.layer({ dataDir: ".", databaseUrl: Option.some(url) }))).pipe(
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error"))
    )
  )
  const webhooks = Context.get(services, Webhooks)
  const sql = Context.get(services, SqlClient.SqlClient)
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const waits = new Int32Array(new SharedArrayBuffer(4 * LONGEST))
  const { delay, endpoints, page } = options
  const [, ports] = yield* thread<Array<number>>("webhook-receiver.ts", { counts, waits, delay, endpoints })
  const [writer] = yield* thread("webhook-writer.ts", { url: Redacted.value(url), page })
  const [backend] = yield* Effect.orDie(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  const postmaster = statOf(backend!.pid).parent

  return {
    services,
    register: Effect.fnUntraced(function* (path) {
      const caller = yield* Effect.provideContext(organisation, services)
      const { id } = yield* webhooks.create(caller, {
        name: path,
        type: "DATA_MODEL_CHANGES",
        url: `http://127.0.0.1:${ports.pop()}${path}`
      })
      return { ...caller, webhook: id }
    }, Effect.orDie),
    work: Effect.asVoid(
      start(url, { SVC_ROLE: "worker", SVC_SECRET_KEYS: secretKeys, SVC_ALLOW_PRIVATE_TARGETS: "1", SVC_DEMO: "0" })
    ),
    write: (callers, rate, seconds) =>
      Effect.callback((resume) => {
        writer.once("message", (written) => resume(Effect.succeed(written)))
        writer.postMessage({ callers, rate, seconds })
      }),
    received: () => counts[0]!,
    refused: () => counts[1]!,
    waits: () => {
      const seen = waits.map((_, wait) => Atomics.exchange(waits, wait, 0))
      const all = seen.reduce((sum, count) => sum + count, 0)
      const at = (part: number) => {
        let left = Math.ceil(all * part)
        return seen.findIndex((count) => (left -= count) <= 0)
      }
      return { p50: at(0.5), p99: at(0.99), most: at(1) }
    },
    databaseSeconds: () =>
      processes()
        .filter(({ parent, pid }) => pid === postmaster || parent === postmaster)
        .reduce((sum, { ended, pid, seconds }) => sum + seconds + (pid === postmaster ? ended : 0), 0),
    serviceSeconds: () =>
      processes()
        .filter(({ parent }) => parent === process.pid)
        .reduce((sum, { seconds }) => sum + seconds, 0)
  }
})

/** A script here in a thread of its own, and the first thing it says. */
const thread = <A>(script: string, workerData: unknown) =>
  Effect.acquireRelease(
    Effect.callback<readonly [Worker, A]>((resume) => {
      const worker = new Worker(new URL(script, import.meta.url), { workerData })
      worker.once("message", (said: A) => resume(Effect.succeed([worker, said])))
      // Without it there is nothing to measure.
      worker.on("error", (error) => {
        throw error
      })
    }),
    ([worker]) => Effect.promise(() => worker.terminate())
  )

const processes = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), ...statOf(Number(pid)) }))

/** Of a process: its parent, the seconds it has worked, and those of its children that have ended. */
const statOf = (pid: number): { readonly parent: number; readonly seconds: number; readonly ended: number } => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    const [, parent, ...fields] = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const [user, system, endedUser, endedSystem] = fields.slice(9)
    return { parent: parent!, seconds: (user! + system!) / TICKS, ended: (endedUser! + endedSystem!) / TICKS }
  } catch {
    // It ended between the listing and the look.
    return { parent: 0, seconds: 0, ended: 0 }
  }
}

/** Of the clock of `/proc`, in a second, on every Linux. */
const TICKS = 100
