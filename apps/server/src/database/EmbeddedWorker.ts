/**
 * The thread the embedded database runs in: it opens PGlite on a folder and serves it on a unix socket through the
 * bridge. It has a thread of its own because the engine blocks while it works, and requests must not wait for that.
 */
import { PGlite } from "@electric-sql/pglite"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import * as CompileCache from "../CompileCache.ts"
import * as Watchdog from "../Watchdog.ts"
import { type Bridge, makeBridge } from "./Bridge.ts"
import { DurableFs, startParams, syncPath, syncTree } from "./DurableFs.ts"
import * as Fence from "./Fence.ts"
import * as FolderCheck from "./FolderCheck.ts"

/** What the thread is started with. */
export interface WorkerInput {
  readonly dataDir: string
  /** The lock of the folder, which is looked at again and again before anything is written. */
  readonly lock: Fence.Ownership
  /** Shows who watches this thread that it turns. */
  readonly pulse: Watchdog.Pulse
  /** Secrets in the database are sealed with the key file of the folder. */
  readonly isKeyFileUsed: boolean
  /** The folder to put the socket in; a temporary one is made when there is none or it does not take sockets. */
  readonly socketFolder: string | undefined
  readonly socketName: string
  readonly holdLimit: number | undefined
}

/**
 * What the thread reports: `up` once, with the folder of its socket, or `failed`, or `closed`; and `full` whenever the disk
 * is, or is not any more. It answers nobody meanwhile.
 */
export type WorkerReport =
  | { readonly type: "full"; readonly isFull: boolean }
  | { readonly type: "up"; readonly socketFolder: string }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "closed" }

/** Exit status of the thread after a failure of disk or engine (EX_IOERR). */
const FAILED_EXIT = 74

const restore = "Put a whole backup of the data folder in its place, or give the service an empty one (SVC_DATA_DIR)."

const open = async (
  { dataDir, pulse }: WorkerInput,
  fence: Fence.Fence,
  onFull: (isFull: boolean) => void
): Promise<PGlite> => {
  fence.pass()
  const folder = join(dataDir, "pg")
  const unfinished = join(dataDir, FolderCheck.UNFINISHED)
  // Nothing was ever acknowledged from a folder whose first set-up was cut short, so it is made again.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  const fresh = !existsSync(folder)
  if (fresh) {
    writeFileSync(unfinished, "The first set-up of the database folder beside this file was not finished.\n")
    syncPath(dataDir)
    mkdirSync(folder, { mode: 0o700 })
  }
  // The engine writes this file before it looks at the rest; a folder that it cannot open is left as it was.
  const pid = join(folder, "postmaster.pid")
  const before = existsSync(pid) ? readFileSync(pid) : undefined
  let isOpen = false
  const asBefore = () => {
    if (isOpen || fresh) return
    if (before === undefined) rmSync(pid, { force: true })
    else writeFileSync(pid, before)
  }
  const fs = new DurableFs(folder, {
    onFull,
    beforeChange: fence.pass,
    // A statement that takes long reads or writes now and then; one that does neither may never end.
    onUse: () => Watchdog.turn(pulse),
    onFailure: (error) => {
      asBefore()
      const why = `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`.trim()
      writeSync(2, `${isOpen ? why : `The database in ${folder} cannot be opened. ${why} ${restore}`}\n`)
      // At once and from inside the engine's call, so that no answer leaves after this.
      process.exit(FAILED_EXIT)
    }
  })
  const db = await PGlite.create({ fs, startParams }).catch((error: unknown) => {
    asBefore()
    throw new Error(`it cannot be opened. ${error instanceof Error ? error.message : String(error)} ${restore}`)
  })
  isOpen = true
  if (fresh) {
    await db.exec("checkpoint")
    syncTree(folder)
    fence.pass()
    rmSync(unfinished)
    syncPath(dataDir)
  }
  return db
}

const listen = async (server: Server, input: WorkerInput, fence: Fence.Fence): Promise<string> => {
  const on = async (folder: string): Promise<string> => {
    // Renamed to its name: whoever closes a socket removes the path it was bound to, and then it may be another's.
    const bound = join(folder, ".bound")
    fence.pass()
    rmSync(bound, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(bound, () => {
        server.off("error", reject)
        resolve()
      })
    })
    fence.pass()
    renameSync(bound, join(folder, input.socketName))
    return folder
  }
  const temporary = () => on(mkdtempSync(join(tmpdir(), "svc-")))
  return input.socketFolder === undefined ? temporary() : on(input.socketFolder).catch(temporary)
}

const main = async (input: WorkerInput, report: (report: WorkerReport) => void): Promise<() => Promise<void>> => {
  const fence = Fence.make(input.lock)
  Watchdog.keep(input.pulse)
  const db = await open(input, fence, (isFull) => report({ type: "full", isFull }))
  fence.pass()
  if (input.isKeyFileUsed) FolderCheck.noteKey(input.dataDir)
  const bridge: Bridge = await makeBridge(db, { holdLimit: input.holdLimit })
  const server = createServer((socket) => {
    void bridge.accept(socket)
  })
  const socketFolder = await listen(server, input, fence)
  report({ type: "up", socketFolder })
  CompileCache.flush()
  return async () => {
    const stopped = new Promise((resolve) => server.close(resolve))
    await bridge.close()
    await stopped
    await db.exec("checkpoint")
    await db.close()
    fence.pass()
    FolderCheck.noteSizes(input.dataDir)
    fence.close()
  }
}

if (parentPort !== null) {
  const port = parentPort
  const report = (message: WorkerReport): void => port.postMessage(message)
  const started = main(workerData as WorkerInput, report)
  started.catch((error: unknown) => {
    report({ type: "failed", message: error instanceof Error ? error.message : String(error) })
    port.close()
  })
  port.on("message", () => {
    void started
      .then((close) => close())
      .then(
        () => report({ type: "closed" }),
        (error: unknown) => report({ type: "failed", message: String(error) })
      )
      .finally(() => port.close())
  })
}
