/**
 * What stands between a process and a folder that is no longer its own. Who was stopped for long (a paused container, a
 * frozen machine) may find that another has taken its folder over: before it writes again it reads the lock file again, and
 * ends when that names another.
 */
import { closeSync, futimesSync, openSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import * as Ending from "../Ending.ts"

/** A lock file and the token that it holds as long as it is ours; plain data, for threads to hand on. */
export interface Ownership {
  readonly path: string
  readonly token: string
}

/**
 * How long a look at the lock file is good for, in milliseconds. Whoever takes a folder over waits for several times as
 * long after the last sign of life, and once more after the lock file is its own.
 */
export const VALID = 2000

export interface Fence {
  /** To be called before anything in the folder is changed. Does not return when the folder is another's. */
  readonly pass: () => void
  /** Looks at the lock file in any case, and shows that this process lives. Throws when it cannot be read now. */
  readonly look: () => void
  readonly close: () => void
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** The fence of one thread. `lost` is called when the lock is no longer ours, and must not return. */
export const make = (own: Ownership, lost: (own: Ownership) => never = ended): Fence => {
  // By descriptor: the sign of life goes to our own lock file, never to one that took its place.
  let fd: number | undefined
  let monotonic = -Infinity
  let wall = 0
  /** Whether the lock is ours; throws when that cannot be asked now. */
  const asked = (): boolean => {
    const [askedAt, askedOn] = [performance.now(), Date.now()]
    // The sign of life first: who takes the folder over in between has not seen it, and then waits for longer than it counts.
    const opened = (fd ??= openOwn(own))
    if (opened !== undefined) futimesSync(opened, askedOn / 1000, askedOn / 1000)
    if (tokenOf(own.path) !== own.token) return false
    monotonic = askedAt
    wall = askedOn
    return true
  }
  // The one clock stands still while a machine sleeps, the other can be set.
  const isGood = () => performance.now() - monotonic <= VALID && Math.abs(Date.now() - wall) <= VALID
  return {
    look: () => {
      if (!asked()) lost(own)
    },
    pass: () => {
      for (let isOurs: boolean | undefined; isOurs === undefined && !isGood();) {
        try {
          isOurs = asked()
        } catch {
          // Too many open files, say: whose the folder is, is not known until it can be asked.
          Atomics.wait(sleeper, 0, 0, 100)
        }
        if (isOurs === false) lost(own)
      }
    },
    close: () => {
      if (fd !== undefined) closeSync(fd)
      fd = undefined
    }
  }
}

/** What a lock file holds; undefined when there is none. Throws when that cannot be read now. */
export const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** The token that a lock file holds; undefined when there is no such file, or no token in it. */
export const tokenOf = (path: string): unknown => {
  const text = textOf(path)
  if (text === undefined) return undefined
  try {
    return (JSON.parse(text) as { readonly token?: unknown } | null)?.token
  } catch {
    return undefined
  }
}

/** Opens the lock file, if it is our own. */
const openOwn = (own: Ownership): number | undefined => {
  let fd: number
  try {
    fd = openSync(own.path, "r+")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
  // It is replaced as a whole, so what was opened is ours when the path still says so.
  if (tokenOf(own.path) === own.token) return fd
  closeSync(fd)
  return undefined
}

const ended = ({ path }: Ownership): never =>
  Ending.now(
    `The data folder ${dirname(path)} is no longer this process's own: while it was stopped, another took it over, or its ` +
      `lock file ${path} was removed. This process ends without another write; what it acknowledged is in the folder.`
  )
