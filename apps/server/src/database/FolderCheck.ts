/**
 * Looks whether a data folder is whole, or fresh, before anything in it is touched. The engine would make a database anew
 * where it misses the one file it looks for, and would go on from what half a copy left. Reads only.
 */
import { createHash } from "node:crypto"
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync
} from "node:fs"
import { join } from "node:path"

/** What the check has to know beside the folder. */
export interface Expected {
  readonly dataDir: string
  /** Secrets are sealed with the key file of this folder: no other keys were given. */
  readonly isKeyFileUsed?: boolean | undefined
}

/** The major version of PostgreSQL that the engine is, and its version of `pg_control`. */
const MAJOR = "18"
const CONTROL_VERSION = 1800
/** Bytes of `pg_control`: all, what its checksum covers (the checksum follows), and where the state is. */
const control = { size: 8192, covered: 292, version: 8, state: 16, redo: 40, timeline: 48 }
const SHUT_DOWN = 1
const SEGMENT = 16_777_216

const DATABASE = "pg"
/** The key file, beside the database. */
export const KEY_FILE = "secret-keys"
/** Beside the database while its first set-up is not finished. */
export const UNFINISHED = "pg.unfinished"
/** Beside the database: the sizes of its files when it was closed. */
const SIZES = "pg.sizes"
/** In the database: the name of the key of the key file. */
const KEY_NAME = "svc_key_name"

/** What the service, its image and file systems put into a data folder that has no database yet. */
const own =
  /^(lock(\..*)?|kernel-lock|secret-keys(\..*)?|socket|compiled|sandbox\.jsonl.*|svc-.*|pg|pg\..*|lost\+found|\.[A-Za-z_]*(keep|ignore|DS_Store|snapshot|nfs\w*))$/

/** Folders of every database of PostgreSQL, also when there is nothing in them. */
const folders = [
  "base",
  "base/1",
  "base/4",
  "base/5",
  "global",
  "pg_commit_ts",
  "pg_dynshmem",
  "pg_logical",
  "pg_logical/mappings",
  "pg_logical/snapshots",
  "pg_multixact",
  "pg_multixact/members",
  "pg_multixact/offsets",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_tblspc",
  "pg_twophase",
  "pg_wal",
  "pg_xact"
]
/** Files of every database of PostgreSQL, none of them empty. */
const files = ["PG_VERSION", "global/pg_control", "global/pg_filenode.map", "postgresql.conf", "pg_hba.conf"]
/** Files of every single database below `base`, none of them empty. */
const filesOfEach = ["PG_VERSION", "pg_filenode.map"]

/**
 * What is wrong with a data folder, as sentences without its name; empty when it is fresh (missing, empty, or with what the
 * service puts beside a database), whole, or left by a first set-up that was cut short.
 */
export const faults = (expected: Expected): ReadonlyArray<string> => {
  const { dataDir } = expected
  const kind = kindOf(dataDir)
  if (kind === "missing") return []
  if (kind !== "folder") return [`It is ${kind}, not a folder.`]
  const access = accessFault(dataDir, "It")
  if (access !== undefined) return [access]
  const socket = kindOf(join(dataDir, "socket"))
  if (socket !== "missing" && socket !== "folder") return [`\`socket\` in it is ${socket}, not a folder.`]
  const database = kindOf(join(dataDir, DATABASE))
  // Nothing was ever acknowledged from such a set-up; it is made again.
  if (kindOf(join(dataDir, UNFINISHED)) === "a file" && (database === "folder" || database === "missing")) return []
  if (database === "missing") return fresh(dataDir)
  if (database !== "folder") return [`The database \`${DATABASE}\` in it is ${database}, not a folder.`]
  try {
    return faultsOfDatabase(join(dataDir, DATABASE), expected)
  } catch (error) {
    return [`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`]
  }
}

const fresh = (dataDir: string): ReadonlyArray<string> => {
  const entries = readdirSync(dataDir)
  if (entries.includes(SIZES)) {
    return [`It had a database, and the folder \`${DATABASE}\` is missing in it.`]
  }
  const foreign = entries.filter((entry) => !own.test(entry))
  return foreign.length === 0
    ? []
    : [
        `It has no database, and holds what is not of this service (${foreign
          .slice(0, 3)
          .map((entry) => `\`${entry}\``)
          .join(", ")}${foreign.length > 3 ? ", …" : ""}). SVC_DATA_DIR has to be a folder of its own.`
      ]
}

const faultsOfDatabase = (pg: string, { dataDir, isKeyFileUsed }: Expected): ReadonlyArray<string> => {
  const named = (path: string): string => `\`${DATABASE}/${path}\``
  const access = accessFault(pg, `The database \`${DATABASE}\` in it`)
  if (access !== undefined) return [access]
  const found: Array<string> = []
  for (const path of folders) {
    const kind = kindOf(join(pg, path))
    // What is below a missing folder needs no sentence of its own.
    if (kind !== "folder" && !found.some((said) => said.startsWith(`\`${DATABASE}/${path.split("/")[0]}\` `))) {
      found.push(kind === "missing" ? `${named(path)} is missing.` : `${named(path)} is ${kind}, not a folder.`)
    } else if (kind === "folder") {
      const fault = accessFault(join(pg, path), named(path))
      if (fault !== undefined) found.push(fault)
    }
  }
  if (found.length > 0) return found
  const singles = readdirSync(join(pg, "base")).filter((name) => /^\d+$/.test(name))
  for (const path of [...files, ...singles.flatMap((single) => filesOfEach.map((file) => `base/${single}/${file}`))]) {
    const stats = statOf(join(pg, path))
    if (stats === undefined) found.push(`${named(path)} is missing.`)
    else if (!stats.isFile()) found.push(`${named(path)} is not a file.`)
    else if (stats.size === 0) found.push(`${named(path)} is empty.`)
  }
  for (const path of ["pg_xact", "pg_multixact/members", "pg_multixact/offsets"]) {
    if (readdirSync(join(pg, path)).length === 0) found.push(`${named(path)} is empty.`)
  }
  if (found.length > 0) return found
  for (const path of ["PG_VERSION", ...singles.map((single) => `base/${single}/PG_VERSION`)]) {
    const version = readFileSync(join(pg, path), "utf8").trim()
    if (version !== MAJOR) {
      return [
        /^\d+(\.\d+)?$/.test(version)
          ? `Its database is of PostgreSQL ${version} (${named(path)}), and this release works with ${MAJOR}: start the release that made it.`
          : `${named(path)} holds no version.`
      ]
    }
  }
  const said = faultOfControl(pg)
  if (said !== undefined) return [said]
  const lost = faultOfSizes(pg, dataDir)
  if (lost.length > 0) return lost
  return isKeyFileUsed === true ? faultsOfKeyFile(pg, dataDir) : []
}

/** `pg_control`, and the log where it says that the database goes on. */
const faultOfControl = (pg: string): string | undefined => {
  const bytes = readFileSync(join(pg, "global/pg_control"))
  const name = `\`${DATABASE}/global/pg_control\``
  if (bytes.length !== control.size) return `${name} has ${bytes.length} bytes instead of ${control.size}.`
  if (bytes.readUInt32LE(control.version) !== CONTROL_VERSION) return `${name} is not that of PostgreSQL ${MAJOR}.`
  if (crc32c(bytes.subarray(0, control.covered)) !== bytes.readUInt32LE(control.covered)) {
    return `${name} is damaged: its checksum is another.`
  }
  const redo = bytes.readBigUInt64LE(control.redo)
  const perId = 0x1_0000_0000 / SEGMENT
  const segment = Number(redo / BigInt(SEGMENT))
  const log = [bytes.readUInt32LE(control.timeline), Math.floor(segment / perId), segment % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("")
  const size = statOf(join(pg, "pg_wal", log))?.size
  if (size === undefined) return `The log \`${DATABASE}/pg_wal/${log}\`, with which the database goes on, is missing.`
  return size === SEGMENT ? undefined : `The log \`${DATABASE}/pg_wal/${log}\` has ${size} bytes instead of ${SEGMENT}.`
}

/** Files of a database that was closed, and has not been opened since, are as large as they were then. */
const faultOfSizes = (pg: string, dataDir: string): ReadonlyArray<string> => {
  const text = existsSync(join(dataDir, SIZES)) ? readFileSync(join(dataDir, SIZES), "utf8") : ""
  const [of, ...lines] = text.trimEnd().split("\n")
  // Of another moment: the database was opened since, by whichever release.
  if (of === undefined || of !== momentOf(pg)) return []
  const found: Array<string> = []
  const now = sizesOf(pg)
  for (const line of lines) {
    const space = line.indexOf(" ")
    const [size, path] = [Number(line.slice(0, space)), line.slice(space + 1)]
    const actual = now.get(path)
    if (actual === size) continue
    found.push(
      actual === undefined
        ? `\`${DATABASE}/${path}\` is missing.`
        : `\`${DATABASE}/${path}\` has ${actual} bytes instead of ${size}.`
    )
  }
  return found.length > 5 ? [...found.slice(0, 5), `And ${found.length - 5} files more.`] : found
}

const faultsOfKeyFile = (pg: string, dataDir: string): ReadonlyArray<string> => {
  const path = join(dataDir, KEY_FILE)
  const name = keyName(pg)
  const stats = statOf(path)
  if (stats === undefined) {
    return name === undefined
      ? []
      : [
          `\`${KEY_FILE}\` is missing: the secrets in the database are sealed with its key ${name}, and cannot be opened ` +
            "without. Put the file back, or give the key by SVC_SECRET_KEYS."
        ]
  }
  if (!stats.isFile()) return [`\`${KEY_FILE}\` is not a file.`]
  return readFileSync(path, "utf8").trim() === ""
    ? [`\`${KEY_FILE}\` is empty: put the file back, or give its key by SVC_SECRET_KEYS.`]
    : []
}

const keyName = (pg: string): string | undefined =>
  existsSync(join(pg, KEY_NAME)) ? readFileSync(join(pg, KEY_NAME), "utf8").trim() : undefined

/**
 * Notes the sizes of the files of a database that was closed, for the next start to compare. Of tables and what says which
 * rows of them are valid; the rest the engine makes again.
 */
export const noteSizes = (dataDir: string): void => {
  const pg = join(dataDir, DATABASE)
  const [path, next] = [join(dataDir, SIZES), join(dataDir, `${SIZES}.next`)]
  const moment = momentOf(pg)
  if (moment === undefined) return rmSync(path, { force: true })
  const lines = [moment, ...[...sizesOf(pg)].map(([file, size]) => `${size} ${file}`)]
  replace(path, next, `${lines.join("\n")}\n`)
}

/** Notes in the database which key of the key file its secrets are sealed with, unless it is noted already. */
export const noteKey = (dataDir: string): void => {
  const pg = join(dataDir, DATABASE)
  const path = join(dataDir, KEY_FILE)
  if (!existsSync(path)) return
  const name = readFileSync(path, "utf8").trim().split(":")[0] ?? ""
  if (name !== "" && keyName(pg) !== name) replace(join(pg, KEY_NAME), join(pg, `${KEY_NAME}.next`), `${name}\n`)
}

const replace = (path: string, next: string, text: string): void => {
  const fd = openSync(next, "w", 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(next, path)
}

/** The moment at which a database was closed: its control file, which is written whenever it is opened. */
const momentOf = (pg: string): string | undefined => {
  const bytes = readFileSync(join(pg, "global/pg_control"))
  return bytes.readUInt32LE(control.state) === SHUT_DOWN ? createHash("sha256").update(bytes).digest("hex") : undefined
}

const sizesOf = (pg: string): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>()
  const walk = (path: string) => {
    for (const entry of readdirSync(join(pg, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) walk(inner)
      // What the engine makes again by itself, and may do so before it says that it is open.
      else if (!/(^|\/)(pg_internal\.init.*|pgsql_tmp.*|t\d+_.*)$/.test(inner)) {
        sizes.set(inner, statSync(join(pg, inner)).size)
      }
    }
  }
  for (const path of ["base", "global", "pg_multixact", "pg_xact"]) walk(path)
  return sizes
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const kindOf = (path: string): string => {
  let stats: Stats
  try {
    stats = statSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT") return "missing"
    return code === "ENOTDIR" ? "below a file" : `not to be read (${code})`
  }
  return stats.isDirectory() ? "folder" : stats.isFile() ? "a file" : "neither a file nor a folder"
}

const accessFault = (path: string, name: string): string | undefined => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `${name} cannot be read and written by this user (${(error as NodeJS.ErrnoException).code}).`
  }
}

/** CRC-32C, as PostgreSQL has it in its files; Node has the other polynomial only. */
const crc32c = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}
