/**
 * The embedded database: PGlite on a folder, in a thread of its own, reached through a unix socket like any PostgreSQL.
 * The folder is locked against a second process, and everything acknowledged has reached the disk.
 */
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { chmodSync, mkdirSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { Worker } from "node:worker_threads"
import type { WorkerInput, WorkerReport } from "./EmbeddedWorker.ts"
import * as FolderLock from "./FolderLock.ts"

/** The embedded database could not be opened, or its thread ended while it was in use. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{ readonly message: string }> {}

export interface EmbeddedOptions {
  /** Folder of all data; made when missing. The database is in `pg` below it. */
  readonly dataDir: string
  /** How long one connection may keep the session while another waits, in milliseconds. Default 30 000. */
  readonly holdLimit?: number | undefined
}

export interface Embedded {
  /** Folder of the socket; what PostgreSQL clients call `host`. */
  readonly host: string
  /** Number in the name of the socket; what PostgreSQL clients call `port`. */
  readonly port: number
  /** The socket itself. */
  readonly path: string
  /** Fails when the thread ends on its own: the disk refused a write, or the engine broke. Never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedFailure>
  /** Succeeds when the disk is full: the database waits for space then, and answers nobody. */
  readonly full: Effect.Effect<void>
}

const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`
/** The name of a unix socket has 104 bytes on some systems and 108 on others, with a zero at the end. */
const MAX_PATH = 100

/**
 * Opens the database of a data folder for the length of the scope. Closing writes a checkpoint, so the next start has
 * nothing to recover; a process that is killed instead loses nothing it acknowledged.
 */
export const open = Effect.fnUntraced(function* (
  options: EmbeddedOptions
): Effect.fn.Return<Embedded, EmbeddedFailure | FolderLock.FolderInUse, Scope.Scope> {
  const dataDir = resolve(options.dataDir)
  yield* attempt(() => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  yield* FolderLock.acquire(dataDir)

  const inData = join(dataDir, "socket")
  const fits = Buffer.byteLength(join(inData, SOCKET)) <= MAX_PATH
  if (fits) {
    yield* attempt(() => {
      mkdirSync(inData, { recursive: true, mode: 0o700 })
      chmodSync(inData, 0o700)
    })
  }

  const failed = Deferred.makeUnsafe<never, EmbeddedFailure>()
  const input: WorkerInput = {
    dataDir,
    socketFolder: fits ? inData : undefined,
    socketName: SOCKET,
    holdLimit: options.holdLimit
  }
  const { full, socketFolder: host } = yield* Effect.acquireRelease(start(input, failed), ({ socketFolder, stop }) =>
    Effect.andThen(
      stop,
      Effect.sync(() => {
        if (socketFolder !== inData) rmSync(socketFolder, { recursive: true, force: true })
      })
    )
  )
  return { host, port: PORT, path: join(host, SOCKET), failure: Deferred.await(failed), full }
})

const start = (input: WorkerInput, failed: Deferred.Deferred<never, EmbeddedFailure>) =>
  Effect.callback<
    { readonly socketFolder: string; readonly full: Effect.Effect<void>; readonly stop: Effect.Effect<void> },
    EmbeddedFailure
  >((resume) => {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js"
    const worker = new Worker(new URL(`./EmbeddedWorker.${extension}`, import.meta.url), {
      workerData: input,
      execArgv: [],
      name: "database"
    })
    const ended = Promise.withResolvers<void>()
    const fail = (message: string): void => {
      const failure = new EmbeddedFailure({ message: `The embedded database in ${input.dataDir} failed: ${message}` })
      Deferred.doneUnsafe(failed, Effect.fail(failure))
      resume(Effect.fail(failure))
    }
    const full = Latch.makeUnsafe(false)
    const stop = Effect.promise(() => {
      worker.postMessage("close")
      return ended.promise
    })
    worker.on("message", (report: WorkerReport) => {
      if (report.type === "up") {
        resume(Effect.succeed({ socketFolder: report.socketFolder, full: full.await, stop }))
      } else if (report.type === "full") {
        if (report.isFull) full.openUnsafe()
        else full.closeUnsafe()
        process.stderr.write(
          report.isFull
            ? `The disk of ${input.dataDir} is full: the embedded database waits for space.\n`
            : `The disk of ${input.dataDir} has space again.\n`
        )
      } else if (report.type === "failed") fail(report.message)
    })
    worker.on("error", (error: unknown) => fail(error instanceof Error ? error.message : String(error)))
    worker.on("exit", (code) => {
      ended.resolve()
      if (code !== 0) fail(`its thread ended with status ${code}.`)
    })
    return Effect.promise(async () => {
      await worker.terminate()
    })
  })

const attempt = <A>(evaluate: () => A): Effect.Effect<A, EmbeddedFailure> =>
  Effect.try({
    try: evaluate,
    catch: (cause) => new EmbeddedFailure({ message: cause instanceof Error ? cause.message : String(cause) })
  })
