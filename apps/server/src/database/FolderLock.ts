/**
 * The lock of a data folder: one process at a time may open it, because two engines on one folder destroy it. A lock
 * names its process by number and start time, so one left by a killed process is recognised, even when the number has
 * been given to another process since.
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
  existsSync,
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { hostname } from "node:os"
import { join, resolve } from "node:path"

/** The data folder cannot be used; `message` says why in a sentence for the operator. */
export class FolderInUse extends Data.TaggedError("FolderInUse")<{
  readonly folder: string
  readonly message: string
}> {}

const Owner = Schema.Struct({
  token: Schema.String,
  pid: Schema.Int,
  /** When the process started, in whatever unit the system tells; null where it does not tell. */
  started: Schema.NullOr(Schema.String),
  /** The machine or container; process numbers of another one mean nothing here. */
  place: Schema.String
})
type Owner = typeof Owner.Type
const OwnerJson = Schema.fromJsonString(Owner)
const decodeOwner = Schema.decodeUnknownOption(OwnerJson)
const encodeOwner = Schema.encodeSync(OwnerJson)

/** How often an owner shows that it lives, and how long another place watches for that before it takes it for dead. */
const BEAT = Duration.seconds(2)
const WATCH = Duration.seconds(10)

/**
 * Holds the lock of a data folder until the scope closes. Fails when a living process holds it; takes over the lock of
 * a dead one. The folder must exist.
 */
export const acquire = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<void, FolderInUse, Scope.Scope> {
  const path = join(resolve(folder), "lock")
  const owner: Owner = {
    token: randomUUID(),
    pid: process.pid,
    started: Option.getOrNull(startOf(process.pid)),
    place: place()
  }
  yield* Effect.acquireRelease(
    take(path, owner).pipe(Effect.mapError((error) => new FolderInUse({ folder, message: error.message }))),
    () => Effect.sync(() => release(path, owner))
  )
  yield* Effect.sync(() => beat(path)).pipe(Effect.repeat(Schedule.spaced(BEAT)), Effect.forkScoped)
})

const take = (path: string, owner: Owner): Effect.Effect<void, Error> =>
  Effect.gen(function* () {
    for (;;) {
      const held = yield* attempt(() => claim(path, owner))
      if (held === undefined) return
      if (yield* isAlive(held, path)) {
        const [machine] = held.place.split(" ")
        return yield* Effect.fail(
          new Error(
            `The data folder is in use by process ${held.pid} on ${machine} (lock file ${path}). Only one process can ` +
              "open it: stop that one first, or give this one a folder of its own."
          )
        )
      }
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
      if (replaced) return
    }
  })

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
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
  return Option.getOrElse(decodeOwner(text), () => ({ token: "unreadable", pid: 0, started: null, place: place() }))
}

const release = (path: string, owner: Owner): void => {
  if (read(path)?.token === owner.token) rmSync(path, { force: true })
}

const beat = (path: string): void => {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // Somebody removed the file by hand; there is nothing to keep fresh.
  }
}

/** Whether the owner of a lock file runs: by its process here, by its beat when it is of another place. */
const isAlive = (owner: Owner, path: string): Effect.Effect<boolean, Error> => {
  if (owner.pid <= 0) return Effect.succeed(false)
  if (owner.place !== place()) return beats(path)
  const started = startOf(owner.pid)
  return Effect.succeed(
    Option.isSome(started) && (owner.started === null || started.value === "" || started.value === owner.started)
  )
}

/** Watches a lock file: its own clock is compared with itself, so clocks of other machines do not matter. */
const beats = Effect.fnUntraced(function* (path: string): Effect.fn.Return<boolean, Error> {
  const touched = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
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
