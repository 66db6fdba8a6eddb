/**
 * A lock that the operating system holds for a process: as long as that lives, stopped or not, nobody on the same machine
 * gets it, in whatever container; when it dies, it is free at once. SQLite, which comes with Node, asks for it. Nothing else
 * in the process may open the file: the system takes all locks of a file back when any descriptor of it is closed.
 */
import { readFileSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"

/** A lock that is held. */
export interface KernelLock {
  /**
   * Which file of which running kernel it is. Two processes that name the same one meet at the same lock; null where the
   * system does not tell.
   */
  readonly id: string | null
  readonly release: () => void
}

/** Codes of SQLite: another has the lock. */
const BUSY = 5

/** Closed when they are collected, and with that unlocked: they are kept here. */
const held = new Set<DatabaseSync>()

/**
 * Takes the lock of a file, which is made when it is missing and stays. "taken" when another process has it, "none" where
 * there is no such lock: file systems without locks, a folder that cannot be written.
 */
export const take = (path: string): KernelLock | "taken" | "none" => {
  let database: DatabaseSync | undefined
  try {
    database = open(path)
    // Nothing is written, there is no table: the file only gives its locks.
    database.exec("pragma journal_mode = memory; begin exclusive")
    held.add(database)
    const taken = database
    return {
      id: idOf(path),
      release: () => {
        if (held.delete(taken)) taken.close()
      }
    }
  } catch (error) {
    database?.close()
    return isBusy(error) ? "taken" : "none"
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === BUSY

const open = (path: string): DatabaseSync => {
  const { emitWarning } = process
  // Node 22 and 24 call it experimental, which nobody who starts the service has to know.
  process.emitWarning = () => {}
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    return new DatabaseSync(path, { timeout: 0 })
  } finally {
    process.emitWarning = emitWarning
  }
}

const idOf = (path: string): string | null => {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    const { dev, ino } = statSync(path)
    return `${boot} ${dev} ${ino}`
  } catch {
    return null
  }
}
