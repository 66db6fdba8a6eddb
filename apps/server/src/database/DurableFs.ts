/**
 * The file system of the embedded database: PGlite's Node folder, with an `fsync` that reaches the disk. PGlite's own
 * leaves it out, so a commit would be acknowledged while it is only in the memory of the machine. Where the log of the
 * database finds a full disk, it waits for space: the engine would abort.
 */
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs"
import { join } from "node:path"

/**
 * Start parameters of PostgreSQL: PGlite's own without `-F` ("never fsync"). Its cache of 128 MB is filled with zeros before
 * anything is answered, which takes half of a start; what is not in a smaller one is in that of the system.
 */
export const startParams: Array<string> = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "plan_cache_mode=force_custom_plan",
  "-c",
  "shared_buffers=32MB"
]

export interface DurableFsOptions {
  /**
   * Called when the disk refuses a write that PostgreSQL was promised, or when the engine aborts. Nothing may be
   * acknowledged after that: what is in memory and what is on disk are no longer known to agree. It must not return.
   */
  readonly onFailure: (error: Error) => never
  /** Called before anything in the folder is changed; what it does not return from is not done. */
  readonly beforeChange?: (() => void) | undefined
  /** Called whenever the engine reads, writes or asks for anything in the folder. */
  readonly onUse?: (() => void) | undefined
  /** Told when the log begins to wait for space on the disk, and when there is some. */
  readonly onFull?: ((isFull: boolean) => void) | undefined
  /** Replaces the system's `fsync`, to prove what a failing disk does. */
  readonly sync?: ((fd: number) => void) | undefined
}

/** What of the engine's file system layer is used here; PGlite has no types for it. */
interface NodeFsModule {
  readonly NODEFS: {
    readonly realPath: (node: unknown) => string
    readonly node_ops: Record<string, Operation>
    readonly stream_ops: Record<string, Operation> & {
      fsync?: (stream: Stream) => number
      write: (stream: Stream, ...rest: ReadonlyArray<unknown>) => number
    }
  }
}
type Operation = (...args: ReadonlyArray<any>) => any
/** Operations that change a folder; one that opens is here because it may make or empty a file. */
const changes = new Set(["setattr", "mknod", "rename", "unlink", "rmdir", "symlink", "open", "write", "fsync"])
interface Stream {
  readonly nfd?: number
  readonly node: unknown
}

/** Numbers of the engine for a full disk and for a used up quota. */
const full = new Set<unknown>([51, 19])
/** How often a full disk is asked for space, in milliseconds. */
const RETRY = 250
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** PGlite's folder on disk whose `fsync` is real; opened with {@link startParams}. */
export class DurableFs extends NodeFS {
  readonly #options: DurableFsOptions

  constructor(folder: string, options: DurableFsOptions) {
    super(folder)
    this.#options = options
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { beforeChange, onFailure, onFull, onUse, sync = fsyncSync } = this.#options
    const { emscriptenOpts } = await super.init(...args)
    const installSync = (module: unknown): void => {
      const { NODEFS } = module as NodeFsModule
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          // A folder has no descriptor of its own in this layer, and renames are only durable when it is synced.
          if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node), sync)
          else sync(stream.nfd)
        } catch (cause) {
          onFailure(new Error("The disk refused to store a change.", { cause }))
        }
        return 0
      }
      for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
        for (const [name, operation] of Object.entries<Operation>(operations)) {
          const isChange = changes.has(name)
          operations[name] = (...args) => {
            onUse?.()
            if (isChange) beforeChange?.()
            return operation(...(name === "setattr" ? [args[0], ownersAlone(args[1])] : args))
          }
        }
      }
      const { write } = NODEFS.stream_ops
      NODEFS.stream_ops.write = (stream, ...rest) => {
        for (let tries = 0; ; tries++) {
          try {
            const written = write(stream, ...rest)
            if (tries > 0) onFull?.(false)
            return written
          } catch (error) {
            // A table that cannot grow is an error of one statement; a log that cannot is the end of the engine.
            const isLog = /[\\/]pg_wal[\\/]/.test(NODEFS.realPath(stream.node))
            if (!isLog || !full.has((error as { readonly errno?: unknown }).errno)) throw error
            if (tries === 0) onFull?.(true)
            Atomics.wait(sleeper, 0, 0, RETRY)
          }
        }
      }
    }
    // What the engine says last is why it aborts.
    const last: Array<string> = []
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        printErr: (line: string) => {
          if (/\b(PANIC|FATAL|ERROR):/.test(line))
            last.splice(0, last.length, line.replace(/^.*?(?=PANIC|FATAL|ERROR)/, ""))
          emscriptenOpts.printErr?.(line)
        },
        preRun: [...(emscriptenOpts.preRun ?? []), installSync],
        onAbort: (what: unknown) =>
          onFailure(
            new Error(
              `The database engine aborted: ${[...last, String(what ?? "")].join(" ").trim() || "it does not say why"}.`
            )
          )
      }
    }
  }
}

/** What a file may be set to: the engine would let everybody read and write those it makes first. */
const ownersAlone = (change: { readonly mode?: number }) =>
  change.mode === undefined ? change : { ...change, mode: change.mode & ~0o077 }

/** Syncs every file and folder below `folder`, so that a freshly made database survives a power cut. */
export const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

/** Syncs one file or folder by its path. */
export const syncPath = (path: string, sync: (fd: number) => void = fsyncSync): void => {
  const fd = openSync(path, "r")
  try {
    sync(fd)
  } finally {
    closeSync(fd)
  }
}
