/**
 * The embedded database: PGlite on a folder, in a thread of its own, reached through a unix socket like any PostgreSQL.
 * The folder is locked against a second process, and everything acknowledged has reached the disk.
 */
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { Worker } from "node:worker_threads"
import * as KeyRing from "../secrets/KeyRing.ts"
import * as Watchdog from "../Watchdog.ts"
import type * as Fence from "./Fence.ts"
import type { WorkerInput, WorkerReport } from "./EmbeddedWorker.ts"
import * as FolderCheck from "./FolderCheck.ts"
import * as FolderLock from "./FolderLock.ts"

/** The embedded database could not be opened, or its thread ended while it was in use. */
export class EmbeddedFailure extends Data.TaggedError("EmbeddedFailure")<{ readonly message: string }> {}

/** The data folder is neither fresh nor whole; nothing in it was changed. */
export class FolderDamaged extends Data.TaggedError("FolderDamaged")<{ readonly message: string }> {}

export interface EmbeddedOptions {
  /** Folder of all data; made when missing. The database is in `pg` below it. */
  readonly dataDir: string
  /** How long one connection may keep the session while another waits, in milliseconds. Default 30 000. */
  readonly holdLimit?: number | undefined
  /** The pulse of the database's thread, for who watches it. */
  readonly pulse?: Watchdog.Pulse | undefined
  /** The thread is called still when it has not turned for half of so many seconds, at most 30; 0 is as 60, the default. */
  readonly stallSeconds?: number | undefined
  /** Secrets are sealed with the key file of the folder, which therefore has to be there. Default false. */
  readonly isKeyFileUsed?: boolean | undefined
}

export interface Embedded {
  /** Folder of the socket; what PostgreSQL clients call `host`. */
  readonly host: string
  /** Number in the name of the socket; what PostgreSQL clients call `port`. */
  readonly port: number
  /** The socket itself. */
  readonly path: string
  /** What a fence needs to know of the folder's lock, for whoever else writes there. */
  readonly lock: Fence.Ownership
  /** Fails when the thread ends on its own: the disk refused a write, or the engine broke. Never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedFailure>
  /** Succeeds when the disk is full: the database waits for space then, and answers nobody. */
  readonly full: Effect.Effect<void>
  /** Whether its thread stands still: it neither turns nor reads nor writes. */
  readonly isStill: () => boolean
}

/** How long the thread may take to close, in milliseconds; then it is ended, and the next start has something to recover. */
const CLOSE_LIMIT = 6000

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
): Effect.fn.Return<Embedded, EmbeddedFailure | FolderDamaged | FolderLock.FolderInUse, Scope.Scope> {
  const dataDir = resolve(options.dataDir)
  const checked = check({ dataDir, isKeyFileUsed: options.isKeyFileUsed })
  // The lock leaves a file, which is not for a folder that was named by mistake.
  if (!existsSync(join(dataDir, FolderLock.KERNEL_LOCK))) yield* checked
  yield* attempt(() => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  const lock = yield* FolderLock.acquire(dataDir)
  yield* checked
  // Before the database, which says from then on that it needs this key.
  if (options.isKeyFileUsed === true) yield* attempt(() => KeyRing.makeKeyFile(dataDir))

  const inData = join(dataDir, "socket")
  const fits = Buffer.byteLength(join(inData, SOCKET)) <= MAX_PATH
  if (fits) {
    yield* attempt(() => {
      mkdirSync(inData, { recursive: true, mode: 0o700 })
      chmodSync(inData, 0o700)
    })
  }

  const pulse = options.pulse ?? Watchdog.makePulse()
  const failed = Deferred.makeUnsafe<never, EmbeddedFailure>()
  const input: WorkerInput = {
    dataDir,
    lock,
    pulse,
    isKeyFileUsed: options.isKeyFileUsed === true,
    socketFolder: fits ? inData : undefined,
    socketName: SOCKET,
    holdLimit: options.holdLimit
  }
  const { full, socketFolder: host } = yield* Effect.acquireRelease(
    start(input, failed),
    ({ socketFolder, stop }) =>
      Effect.andThen(
        stop,
        Effect.sync(() => {
          if (socketFolder !== inData) rmSync(socketFolder, { recursive: true, force: true })
        })
      ),
    { interruptible: true }
  )
  const isStill = yield* watched(pulse, Math.min(30, (options.stallSeconds || 60) / 2))
  return { host, port: PORT, path: join(host, SOCKET), lock, failure: Deferred.await(failed), full, isStill }
})

const check = (expected: FolderCheck.Expected): Effect.Effect<void, FolderDamaged> =>
  Effect.suspend(() => {
    const faults = FolderCheck.faults(expected)
    return faults.length === 0
      ? Effect.void
      : Effect.fail(
          new FolderDamaged({
            message:
              `The data folder ${expected.dataDir} cannot be used. ${faults.join(" ")} Nothing in it was changed: put a whole ` +
              "backup of it in its place, or give the service an empty folder (SVC_DATA_DIR)."
          })
        )
  })

const watched = (pulse: Watchdog.Pulse, seconds: number): Effect.Effect<() => boolean, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const look = Watchdog.looker(pulse)
        const watch = { missed: 0, timer: setInterval(() => (watch.missed = look()), 1000) }
        watch.timer.unref()
        return watch
      }),
      ({ timer }) => Effect.sync(() => clearInterval(timer))
    ),
    (watch) => () => watch.missed >= seconds
  )

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
      const limit = setTimeout(() => void worker.terminate(), CLOSE_LIMIT)
      return ended.promise.finally(() => clearTimeout(limit))
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
      Watchdog.forget(input.pulse)
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
