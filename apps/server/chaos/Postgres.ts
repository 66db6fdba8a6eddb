/**
 * A PostgreSQL of its own that can be struck: stopped without a checkpoint, started again, its backends ended, made read
 * only; and one whose disk can be filled.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { execFileSync, spawn } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { connect } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { cluster } from "../test/support/Cluster.ts"
import * as Databases from "../test/support/Databases.ts"
import { freePort } from "../test/support/ServerProcess.ts"

export interface Postgres {
  readonly port: number
  readonly url: string
  readonly query: Query
  /** Ends it as a crash would: no checkpoint, every connection cut. */
  readonly crash: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Ends every connection but our own. */
  readonly terminate: () => Promise<void>
  /** Takes no writes from now on, or takes them again. */
  readonly readOnly: (on: boolean) => Promise<void>
  /** Fills the small disk that its tables are on, or makes room again. */
  readonly fill: (on: boolean) => Promise<void>
  /** Copies its folder to one that is not there yet, while it runs. */
  readonly backup: (folder: string) => Promise<void>
  /** Starts another on such a copy. */
  readonly restored: (folder: string) => Promise<Postgres>
  readonly remove: () => Promise<void>
}

export type Query = <A = any>(text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<A>>

/** Asks a database, each time by a connection of its own. */
export const querying =
  (where: Pick<PgClient.PgPoolConfig, "url" | "path" | "username" | "database">): Query =>
  (text, params = []) =>
    Effect.runPromise(
      PgClient.PgClient.use((client) => client.unsafe<any>(text, params)).pipe(
        Effect.provide(PgClient.layer({ ...where, applicationName: "svc-chaos", maxConnections: 1 }))
      )
    )

/** A folder with its owners, which are not always those of this process. */
const copy = (from: string, to: string): void => void execFileSync("cp", ["-a", from, to])

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true))
    socket.on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

/** What runs a cluster: in this process, or in one with a small disk. */
type Runner = () => { readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

/**
 * Runs it where `folder` is a file system of so many megabytes, in namespaces of Linux: root mounts it in one of its own,
 * anybody else in one where they may, and is themselves again below that.
 */
const onSmallDisk =
  (data: string, port: number, folder: string, megabytes: number): Runner =>
  () => {
    const { gid, uid } = userInfo()
    const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0777 none ${folder} && exec "$@"`
    const program = [process.execPath, join(import.meta.dirname, "small-disk-main.ts"), data, String(port)]
    const inside = ["sh", "-c", mount, "sh"]
    const command =
      uid === 0
        ? ["--mount", ...inside, ...program]
        : [
            "--user",
            "--map-root-user",
            "--mount",
            ...inside,
            "unshare",
            "--user",
            `--map-user=${uid}`,
            `--map-group=${gid}`,
            ...program
          ]
    let stopped = Promise.resolve()
    let child: ReturnType<typeof spawn> | undefined
    return {
      start: () =>
        new Promise((resolve, reject) => {
          child = spawn("unshare", command, { stdio: ["pipe", "pipe", "inherit"] })
          stopped = new Promise((done) => child!.on("close", () => done()))
          child.on("error", reject)
          child.on("close", () =>
            reject(new Error("No small disk: it needs namespaces of Linux, and leave to make them."))
          )
          child.stdout!.once("data", () => resolve())
        }),
      stop: () => {
        child?.stdin?.end()
        return stopped
      }
    }
  }

const urlAt = (port: number): string => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`

/** PostgreSQL never runs as root; its own user must be able to reach the folder. */
const folderFor = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o755)
  return folder
}

/** The folder of a cluster that has the schema of this release, made once on this machine: it is in no run's way, and is copied. */
const makeTemplate = async (): Promise<string> => {
  const made = join(tmpdir(), `svc-chaos-template-${userInfo().uid}-${Databases.onPostgresName}`)
  if (existsSync(made)) return join(made, "data")
  const draft = folderFor("svc-chaos-template-draft-")
  const port = await freePort()
  const server = cluster({ databaseDir: join(draft, "data"), port, persistent: true })
  await server.initialise()
  await server.start()
  await Databases.withSchema(urlAt(port), draft)
  await server.stop()
  try {
    renameSync(draft, made)
  } catch {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return join(made, "data")
}
let template: Promise<string> | undefined

/**
 * Starts one that has the schema, or one on a backup; with `disk`, its tables are on a disk of so many megabytes, and it is
 * empty at first; with `primary`, it is a standby of that one, which the backup is of.
 */
export const start = async ({
  backup,
  disk,
  primary
}: {
  readonly backup?: string
  readonly disk?: number | undefined
  readonly primary?: Pick<Postgres, "port">
} = {}): Promise<Postgres> => {
  const from = backup ?? (disk === undefined ? await (template ??= makeTemplate()) : undefined)
  const folder = folderFor("svc-chaos-postgres-")
  const port = await freePort()
  const url = urlAt(port)
  const data = join(folder, "data")
  const small = join(folder, "disk")
  mkdirSync(small)
  const inProcess = () => cluster({ databaseDir: data, port, persistent: true })
  const made: Runner = disk === undefined ? inProcess : onSmallDisk(data, port, small, disk)
  if (from === undefined) await inProcess().initialise()
  else copy(from, data)
  if (primary !== undefined) {
    const to = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres`
    appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${to}'\nmax_standby_streaming_delay = 0\n`)
    writeFileSync(join(data, "standby.signal"), "")
  }
  const query = querying({ url: Redacted.make(url) })
  let current = made()
  const begin = (): Promise<unknown> => {
    const begun = current.start()
    if (primary === undefined) return begun
    // A standby says in other words that it is ready.
    const asked = async (): Promise<unknown> => query("select 1").catch(() => sleep(20).then(asked))
    return Promise.race([begun, asked()])
  }
  await begin().catch(() => {
    throw new Error(`PostgreSQL did not start on port ${port}.`)
  })

  if (disk !== undefined) {
    await query(`copy (select) to program 'mkdir -p ${small}/tables'`)
    await query(`create tablespace small location '${small}/tables'`)
    await query("alter database postgres set default_tablespace = small")
  }
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])
  return {
    port,
    url,
    query,
    crash: async () => {
      process.kill(postmaster(), "SIGQUIT")
      while (await answers(port)) await sleep(5)
    },
    restart: async () => {
      current = made()
      await begin()
    },
    terminate: async () => {
      await query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and application_name <> 'svc-chaos'"
      )
    },
    readOnly: async (on) => {
      await query(`alter system set default_transaction_read_only = ${on ? "on" : "off"}`)
      await query("select pg_reload_conf()")
    },
    fill: async (on) => {
      const balloon = `${small}/balloon`
      await query(
        `copy (select) to program '${on ? `dd if=/dev/zero of=${balloon} bs=4k 2>/dev/null || true` : `rm ${balloon}`}'`
      )
    },
    backup: (folder) =>
      Effect.runPromise(
        PgClient.PgClient.use((client) =>
          Effect.gen(function* () {
            yield* client`select pg_backup_start('chaos', true)`
            yield* Effect.sync(() => copy(data, folder))
            const [ended] = yield* client<{ label: string }>`select labelfile as label from pg_backup_stop(false)`
            // What was written meanwhile is in the log, which the copy is brought up to date with when it starts.
            yield* Effect.sync(() => {
              const label = join(folder, "backup_label")
              writeFileSync(label, ended!.label)
              const { gid, uid } = statSync(folder)
              chownSync(label, uid, gid)
              rmSync(join(folder, "pg_wal"), { recursive: true })
              copy(join(data, "pg_wal"), join(folder, "pg_wal"))
              for (const left of ["postmaster.pid", "postmaster.opts"]) rmSync(join(folder, left), { force: true })
            })
          })
        ).pipe(
          Effect.provide(PgClient.layer({ url: Redacted.make(url), applicationName: "svc-chaos", maxConnections: 1 }))
        )
      ),
    restored: (folder) => start({ backup: folder }),
    remove: async () => {
      await current.stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Starts a standby that follows one by streaming replication. What it is asked ends when that is in the way of what it replays. */
export const follow = async (primary: Postgres): Promise<Postgres> => {
  const folder = folderFor("svc-chaos-standby-")
  try {
    await primary.backup(join(folder, "data"))
    return await start({ backup: join(folder, "data"), primary })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
