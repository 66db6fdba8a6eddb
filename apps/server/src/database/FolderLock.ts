/**
 * The lock of a data folder: one process at a time may open it, because two engines on one folder destroy it. On one
 * machine the kernel keeps it for as long as the process lives. Beside that a file names the process and is kept fresh, for
 * machines that the kernel's lock does not reach; who lost that one notices at its fence (`Fence.ts`).
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import * as Fence from "./Fence.ts"
import * as KernelLock from "./KernelLock.ts"

/** The data folder cannot be used; `message` says why in a sentence for the operator. */
export class FolderInUse extends Data.TaggedError("FolderInUse")<{
  readonly folder: string
  readonly message: string
}> {}

/** The file of the kernel's lock, which stays. */
export const KERNEL_LOCK = "kernel-lock"

const Owner = Schema.Struct({
  token: Schema.String,
  pid: Schema.Int,
  /** When the process started, in whatever unit the system tells; null where it does not tell. */
  started: Schema.NullOr(Schema.String),
  /** The machine or container; process numbers of another one mean nothing here. */
  place: Schema.String,
  /** The kernel's lock that it holds beside this one (`KernelLock.ts`). */
  kernel: Schema.optionalKey(Schema.NullOr(Schema.String))
})
type Owner = typeof Owner.Type
const OwnerJson = Schema.fromJsonString(Owner)
const decodeOwner = Schema.decodeUnknownOption(OwnerJson)
const encodeOwner = Schema.encodeSync(OwnerJson)

/** How often an owner shows that it lives, and how long another place watches for that before it takes it for dead. */
const BEAT = Duration.seconds(2)
const WATCH = Duration.seconds(10)
/** Who was taken for dead may have looked at its lock just before it was replaced: that look is no longer good after this. */
const GRACE = Duration.millis(Fence.VALID + 1000)

/**
 * Holds the lock of a data folder until the scope closes, and gives what a fence needs to know of it. Fails when a living
 * process holds it; takes over the lock of a dead one. The folder must exist. The process ends when the lock is lost.
 */
export const acquire = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<Fence.Ownership, FolderInUse, Scope.Scope> {
  const path = join(resolve(folder), "lock")
  const failed = (error: Error) => new FolderInUse({ folder, message: error.message })
  const kernel = yield* Effect.acquireRelease(
    Effect.sync(() => KernelLock.take(join(resolve(folder), KERNEL_LOCK))),
    (lock) => Effect.sync(() => (typeof lock === "string" ? undefined : lock.release()))
  )
  if (kernel === "taken") {
    return yield* Effect.fail(
      failed(
        yield* Effect.mapError(
          attempt(() => inUse(path, read(path))),
          failed
        )
      )
    )
  }
  const owner: Owner = {
    token: randomUUID(),
    pid: process.pid,
    started: Option.getOrNull(startOf(process.pid)),
    place: place(),
    kernel: kernel === "none" ? null : kernel.id
  }
  const own: Fence.Ownership = { path, token: owner.token }
  yield* Effect.acquireRelease(take(path, owner).pipe(Effect.mapError(failed)), () =>
    Effect.sync(() => release(path, owner))
  )
  const fence = yield* Effect.acquireRelease(
    Effect.sync(() => Fence.make(own)),
    ({ close }) => Effect.sync(close)
  )
  yield* Effect.ignore(attempt(fence.look)).pipe(Effect.repeat(Schedule.spaced(BEAT)), Effect.forkScoped)
  return own
})

const take = (path: string, owner: Owner): Effect.Effect<void, Error> =>
  Effect.gen(function* () {
    for (;;) {
      const held = yield* attempt(() => claim(path, owner))
      if (held === undefined) return
      const state = yield* stateOf(held, owner, path)
      if (state === "alive") return yield* Effect.fail(inUse(path, held))
      // Only one process can hold the claim on this very lock, so two that find the same dead owner cannot both
      // replace it.
      const claimPath = `${path}.${held.token}`
      yield* take(claimPath, { ...owner, token: randomUUID() })
      const replaced = yield* attempt(() => {
        try {
          if (read(path)?.token !== held.token) return false
          const next = `${claimPath}.next`
          writeFileSync(next, encodeOwner(owner), { mode: 0o600 })
          renameSync(next, path)
          return true
        } finally {
          rmSync(claimPath, { force: true })
        }
      })
      if (replaced) return state === "silent" ? yield* Effect.sleep(GRACE) : undefined
    }
  })

const inUse = (path: string, held: Owner | undefined): Error => {
  const by = held === undefined || held.pid <= 0 ? "another process" : `process ${held.pid}`
  const where = held === undefined ? "" : ` on ${held.place.split(" ")[0]}`
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const silence = touched === undefined ? 0 : Date.now() - touched
  return new Error(
    `The data folder is in use by ${by}${where} (lock file ${path}). Only one process can open it: stop that one first, or ` +
      "give this one a folder of its own." +
      (silence > Duration.toMillis(WATCH)
        ? ` It is there, but has not moved for ${Math.round(silence / 1000)} s: if it is paused, let it go on or kill it.`
        : "")
  )
}

/** Makes the lock file if there is none; gives the owner of one that is there. */
const claim = (path: string, owner: Owner): Owner | undefined => {
  const draft = `${path}.${owner.token}.draft`
  writeFileSync(draft, encodeOwner(owner), { mode: 0o600 })
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, and never replaces a file.
        linkSync(draft, path)
        return undefined
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      }
      const held = read(path)
      if (held !== undefined) return held
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

const attempt = <A>(evaluate: () => A): Effect.Effect<A, Error> =>
  Effect.try({ try: evaluate, catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause))) })

/** The owner a lock file names; undefined when there is none by now. A file that cannot be read names nobody alive. */
const read = (path: string): Owner | undefined => {
  const text = Fence.textOf(path)
  if (text === undefined) return undefined
  return Option.getOrElse(decodeOwner(text), () => ({ token: "unreadable", pid: 0, started: null, place: place() }))
}

const release = (path: string, owner: Owner): void => {
  if (Fence.tokenOf(path) === owner.token) rmSync(path, { force: true })
}

/**
 * Whether the owner of a lock file runs: "dead" is certain, by the kernel's lock or by its process here; "silent" is an owner
 * of another place that was watched in vain.
 */
const stateOf = (held: Owner, own: Owner, path: string): Effect.Effect<"alive" | "dead" | "silent", Error> => {
  if (held.pid <= 0) return Effect.succeed("dead")
  // It held what is ours now, and a process loses that by its end alone.
  if (typeof held.kernel === "string" && held.kernel === own.kernel) return Effect.succeed("dead")
  if (held.place !== own.place) return Effect.map(beats(path), (lives) => (lives ? "alive" : "silent"))
  const started = startOf(held.pid)
  const lives =
    Option.isSome(started) && (held.started === null || started.value === "" || started.value === held.started)
  return Effect.succeed(lives ? "alive" : "dead")
}

/** Watches a lock file: its own clock is compared with itself, so clocks of other machines do not matter. */
const beats = Effect.fnUntraced(function* (path: string): Effect.fn.Return<boolean, Error> {
  // Opened anew each time: a network file system then asks its server instead of what it remembers.
  const touched = () => {
    if (!existsSync(path)) return undefined
    const fd = openSync(path, "r")
    try {
      return fstatSync(fd).mtimeMs
    } finally {
      closeSync(fd)
    }
  }
  const first = yield* attempt(touched)
  const changed = attempt(touched).pipe(
    Effect.repeat({ until: (now) => now !== first, schedule: Schedule.spaced("250 millis") }),
    Effect.timeoutOption(WATCH)
  )
  return Option.isSome(yield* changed)
})

/**
 * When a process started; none when no such process runs, and an empty string when it runs but the system does not
 * tell when it started.
 */
const startOf = (pid: number): Option.Option<string> => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the command in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [state, started] = [fields[0], fields[19]]
    return state === "Z" || state === "X" ? Option.none() : Option.some(started ?? "")
  } catch {
    if (existsSync("/proc/self/stat")) return Option.none()
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return Option.none()
  }
  try {
    return Option.some(execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim())
  } catch {
    return Option.some("")
  }
}

/** Machine, boot and process namespace: within one of these, process numbers and start times can be compared. */
const place = (): string => {
  const quietly = (get: () => string): string => {
    try {
      return get().trim()
    } catch {
      return "-"
    }
  }
  return [
    hostname(),
    quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    quietly(() => readlinkSync("/proc/self/ns/pid"))
  ].join(" ")
}
