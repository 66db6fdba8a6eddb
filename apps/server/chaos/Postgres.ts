/** A PostgreSQL of its own that can be struck: stopped without a checkpoint, started again, its backends ended. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { cluster } from "../test/support/Cluster.ts"
import { freePort } from "../test/support/ServerProcess.ts"

export interface Postgres {
  readonly port: number
  readonly url: string
  readonly query: <A = any>(text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<A>>
  /** Ends it as a crash would: no checkpoint, every connection cut. */
  readonly crash: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Ends every connection but our own. */
  readonly terminate: () => Promise<void>
  /** Copies its folder to one that is not there yet, while it runs. */
  readonly backup: (folder: string) => Promise<void>
  readonly remove: () => Promise<void>
}

/** A folder with its owners, which are not always those of this process. */
const copy = (from: string, to: string): void => void execFileSync("cp", ["-a", from, to])

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true))
    socket.on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

/** Starts an empty one, or one on a backup. */
export const start = async (backup?: string): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), "svc-chaos-postgres-"))
  // PostgreSQL never runs as root; its own user must be able to reach the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const data = join(folder, "data")
  const made = () => cluster({ databaseDir: data, port, persistent: true })
  if (backup === undefined) await made().initialise()
  else copy(backup, data)
  let current = made()
  await current.start()

  const query: Postgres["query"] = (text, params = []) =>
    Effect.runPromise(
      PgClient.PgClient.use((client) => client.unsafe<any>(text, params)).pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(url), applicationName: "svc-chaos", maxConnections: 1 }))
      )
    )
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
      await current.start()
    },
    terminate: async () => {
      await query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and application_name <> 'svc-chaos'"
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
    remove: async () => {
      await current.stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
