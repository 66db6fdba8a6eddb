/**
 * Data folders that are neither fresh nor whole: what a partial restore, a sick disk or a wrong setting leave. None may be
 * started on, each is named by a sentence, and not a byte of it may change.
 */
import * as Cause from "effect/Cause"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sentence } from "../../src/Sentence.ts"
import * as ServerProcess from "./ServerProcess.ts"
import * as Service from "./Service.ts"

export interface Damage {
  readonly name: string
  /** What is done to a folder that was whole, after a clean stop. */
  readonly act: (dataDir: string) => void
  /** What the start has to say. */
  readonly says: RegExp
  readonly env?: Readonly<Record<string, string>>
}

const without =
  (...paths: ReadonlyArray<string>) =>
  (dataDir: string) => {
    for (const path of paths) {
      // Fails where there is no such file: then nothing would be damaged.
      statSync(join(dataDir, path))
      rmSync(join(dataDir, path), { recursive: true })
    }
  }
const change = (path: string, to: (bytes: Buffer) => string | Uint8Array) => (dataDir: string) =>
  writeFileSync(join(dataDir, path), to(readFileSync(join(dataDir, path))))

const logs = (dataDir: string) => readdirSync(join(dataDir, "pg/pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name))

/** The largest file of a table. */
const largest = (dataDir: string): string => {
  const base = join(dataDir, "pg/base/5")
  const files = readdirSync(base).filter((name) => /^\d+$/.test(name))
  return join(
    base,
    files.reduce((most, name) => (statSync(join(base, name)).size > statSync(join(base, most)).size ? name : most))
  )
}

export const damages: ReadonlyArray<Damage> = [
  { name: "without PG_VERSION", act: without("pg/PG_VERSION"), says: /`pg\/PG_VERSION` is missing/ },
  { name: "with an empty PG_VERSION", act: change("pg/PG_VERSION", () => ""), says: /`pg\/PG_VERSION` is empty/ },
  { name: "of another major version", act: change("pg/PG_VERSION", () => "17\n"), says: /is of PostgreSQL 17/ },
  { name: "without pg_control", act: without("pg/global/pg_control"), says: /`pg\/global\/pg_control` is missing/ },
  {
    name: "with a pg_control cut short",
    act: change("pg/global/pg_control", (bytes) => bytes.subarray(0, 4096)),
    says: /pg_control` has 4096 bytes instead of 8192/
  },
  {
    name: "with a damaged pg_control",
    act: change("pg/global/pg_control", (bytes) => bytes.fill(0, 40, 48)),
    says: /pg_control` is damaged/
  },
  { name: "without pg_wal", act: without("pg/pg_wal"), says: /`pg\/pg_wal` is missing/ },
  {
    name: "without its log",
    act: (dataDir) => without(...logs(dataDir).map((name) => `pg/pg_wal/${name}`))(dataDir),
    says: /The log `pg\/pg_wal\/\w+`.* is missing/
  },
  {
    name: "with a log of nothing",
    act: (dataDir) => {
      for (const name of logs(dataDir)) change(`pg/pg_wal/${name}`, (bytes) => bytes.fill(0))(dataDir)
    },
    says: /cannot be opened.*could not locate a valid checkpoint record/
  },
  { name: "without base", act: without("pg/base"), says: /`pg\/base` is missing/ },
  { name: "without the folder of a database", act: without("pg/base/5"), says: /`pg\/base\/5` is missing/ },
  { name: "without an empty folder", act: without("pg/pg_notify"), says: /`pg\/pg_notify` is missing/ },
  {
    name: "with an emptied table",
    act: (dataDir) => truncateSync(largest(dataDir)),
    says: /`pg\/base\/5\/\d+` has 0 bytes instead of \d+/
  },
  {
    name: "without a file of a table",
    act: (dataDir) => rmSync(largest(dataDir)),
    says: /`pg\/base\/5\/\d+` is missing/
  },
  {
    name: "with a file where a folder belongs",
    act: (dataDir) => {
      without("pg/base/5")(dataDir)
      writeFileSync(join(dataDir, "pg/base/5"), "")
    },
    says: /`pg\/base\/5` is a file, not a folder/
  },
  {
    name: "with an empty folder for its database",
    act: (dataDir) => {
      without("pg")(dataDir)
      mkdirSync(join(dataDir, "pg"))
    },
    says: /`pg\/base` is missing/
  },
  { name: "without its database", act: without("pg"), says: /had a database, and the folder `pg` is missing/ },
  {
    name: "that is somebody's home",
    act: (dataDir) => {
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true })
      mkdirSync(join(dataDir, "Documents"))
      writeFileSync(join(dataDir, ".bashrc"), "")
    },
    says: /holds what is not of this service \(.*`Documents`/
  },
  {
    name: "that is a file",
    act: (dataDir) => {
      rmSync(dataDir, { recursive: true })
      writeFileSync(dataDir, "data")
    },
    says: /It is a file, not a folder/
  },
  {
    name: "that may not be written",
    act: () => {},
    says: /cannot be read and written by this user/,
    // Whoever may do everything is refused by no mode of a file.
    env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, "no-access.ts")}` }
  },
  { name: "without its key file", act: without("secret-keys"), says: /are sealed with its key \w+/ },
  { name: "with an empty key file", act: change("secret-keys", () => ""), says: /`secret-keys` is empty/ }
]

/** Every path below a folder with what is in it: two that are equal have the same bytes. */
export const bytesOf = (path: string, at = ""): ReadonlyArray<string> => {
  const full = join(path, at)
  if (statSync(full).isFile()) return [`${at} ${createHash("sha1").update(readFileSync(full)).digest("hex")}`]
  return [at, ...readdirSync(full).flatMap((name) => bytesOf(path, join(at, name)))].toSorted()
}

/** What a start came to: the code it ended with, or what else it did, and what it said. */
export interface Outcome {
  readonly code: number | string | null
  readonly said: string
}
export type Start = (dataDir: string, env?: Readonly<Record<string, string>>) => Promise<Outcome>

/** Starts a process of its own, as an operator does. */
export const asProcess: Start = async (dataDir, env) => {
  const server = await ServerProcess.start({ SVC_DATA_DIR: dataDir, ...env }, false)
  const code = await Promise.race([
    server.ended,
    ServerProcess.until(
      () => fetch(`${server.url}/healthz`).catch(() => null),
      (answer) => answer !== null
    ).then(
      () => "it started",
      () => "it hangs"
    )
  ])
  if (typeof code === "string") await server.kill()
  return { code, said: server.said() }
}

/** Starts the same in this process, which has all of it loaded: a process of its own takes seconds to. */
export const here: Start = async (dataDir) => {
  try {
    const service = await Service.start({}, { dataDir })
    await service.stop()
    return { code: "it started", said: "" }
  } catch (error) {
    return { code: 1, said: sentence(Cause.fail(error)) }
  }
}

/** What does not hold of a start on a damaged copy of a whole folder; null when all does. */
export const refused = async (
  damage: Damage,
  whole: string,
  copy: string,
  start = asProcess
): Promise<string | null> => {
  cpSync(whole, copy, { recursive: true })
  try {
    damage.act(copy)
    const before = bytesOf(copy)
    const { code, said } = await start(copy, damage.env)
    if (code !== 1) return `it ended with ${code}: ${said}`
    if (!damage.says.test(said)) return `it said: ${said}`
    if (/^\s+at /m.test(said)) return `it said a stack: ${said}`
    const after = bytesOf(copy)
    const changed = [
      ...before.filter((line) => !after.includes(line)),
      ...after.filter((line) => !before.includes(line))
    ]
    return changed.length === 0 ? null : `it changed ${changed.join(", ")}`
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
