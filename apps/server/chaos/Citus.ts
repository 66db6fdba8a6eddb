/**
 * A cluster that can be struck: the one of a coordinator on this machine, as `pnpm citus` starts it. Each world has a database of
 * its own there. Its coordinator is struck like a PostgreSQL, its workers one at a time; shards are moved from node to node.
 */
import * as Redacted from "effect/Redacted"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../test/support/ServerProcess.ts"
import * as Postgres from "./Postgres.ts"

/** One node of it. */
export interface Node {
  readonly port: number
  readonly crash: () => Promise<void>
  readonly restart: () => Promise<void>
}
export interface Citus extends Postgres.Postgres {
  readonly workers: ReadonlyArray<Node>
  /** Moves one group of shards to another worker, while they are written; says how many there were. */
  readonly move: () => Promise<number>
}

const of = (server: string, port: number, database: string): string => {
  const url = new URL(server)
  url.port = String(port)
  url.pathname = `/${database}`
  return url.href
}

/** A node, and where its programs and its data are. */
interface Placed extends Node {
  readonly bin: string
  readonly data: string
  readonly owner: { readonly uid: number; readonly gid: number }
}
/** Runs a program of a node as whoever owns its folder: PostgreSQL never runs as root. */
const run = ({ bin, data, owner }: Omit<Placed, keyof Node>, program: string, ...args: ReadonlyArray<string>): void =>
  void execFileSync(join(bin, program), args, {
    cwd: "/",
    stdio: "ignore",
    // A node asks the others as a client does, which looks for certificates at home.
    env: { ...process.env, HOME: data },
    ...(process.getuid?.() === 0 ? owner : {})
  })
const placed = (port: number, where: Omit<Placed, keyof Node>): Placed => {
  const file = join(where.data, "postmaster.pid")
  return {
    ...where,
    port,
    crash: async () => {
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGQUIT")
      while (existsSync(file)) await sleep(5)
    },
    restart: async () => run(where, "pg_ctl", "-D", where.data, "-l", join(where.data, "start"), "-w", "start")
  }
}
const nodeOf = async (server: string, port: number): Promise<Placed> => {
  const ask = Postgres.querying({ url: Redacted.make(of(server, port, "postgres")) })
  const [{ bin, data }] = await ask<any>(
    "select current_setting('data_directory') as data, (select setting from pg_config where name = 'BINDIR') as bin"
  )
  const { gid, uid } = statSync(data)
  return placed(port, { bin, data, owner: { uid, gid } })
}

/** Where the shards of the records are, one for each group that moves together. */
const groups = `
  select s.shardid as shard, n.nodeport as port from pg_dist_shard s
    join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
  where s.logicalrelid = 'record'::regclass order by 1`

/** A new, empty database on all nodes of the cluster that is coordinated at an address. */
export const start = async (server: string): Promise<Citus> => {
  const name = `chaos_${randomUUID().replaceAll("-", "")}`
  const first = Number(new URL(server).port)
  const ports = await at(
    server,
    first,
    "postgres"
  )<{ port: number }>("select nodeport as port from pg_dist_node order by groupid")
  const nodes = await Promise.all(ports.map(({ port }) => nodeOf(server, port)))
  const everywhere = async (statement: string) => {
    for (const { port } of nodes) await at(server, port, "postgres")(statement)
  }
  // A node that holds what was prepared copies no rows to another: a move would wait for it without an end.
  const there = await at(server, first, "postgres")<{ name: string }>("select datname as name from pg_database")
  for (const { port } of nodes) {
    const left = await at(server, port, "postgres")<{ name: string }>("select database as name from pg_prepared_xacts")
    const gone = left.find((one) => !there.some(({ name }) => name === one.name))
    if (gone !== undefined)
      throw new Error(`A transaction of ${gone.name}, which is gone, is prepared on port ${port}.`)
  }
  await everywhere(`create database ${name} template template1`)
  return clusterOf(server, name, nodes, async () => {
    const ask = at(server, first, name)
    await ask(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    await ask("select recover_prepared_transactions()")
    await everywhere(`drop database if exists ${name} with (force)`)
  })
}

const at = (server: string, port: number, database: string): Postgres.Query =>
  Postgres.querying({ url: Redacted.make(of(server, port, database)) })

/** The first node coordinates. */
const clusterOf = (
  server: string,
  name: string,
  [coordinator, ...workers]: ReadonlyArray<Placed>,
  remove: () => Promise<void>
): Citus => {
  const { crash, port, restart } = coordinator!
  const nodes = [coordinator!, ...workers]
  const query = at(server, port, name)
  const unsupported = () => Promise.reject(new Error("A cluster is not struck like this."))
  let moves = 0
  return {
    port,
    url: of(server, port, name),
    query,
    workers,
    crash,
    restart,
    remove,
    terminate: async () => {
      for (const node of nodes) {
        await at(
          server,
          node.port,
          name
        )(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and application_name <> 'svc-chaos'`
        )
      }
    },
    readOnly: unsupported,
    fill: unsupported,
    move: async () => {
      const all = await query<{ shard: number; port: number }>(groups)
      const { port: from, shard } = all[moves++ % all.length]!
      const to = workers.find((worker) => worker.port !== from)!.port
      await query(
        `select citus_move_shard_placement(${shard}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, 'force_logical')`
      )
      return all.length
    },
    backup: async (folder) => {
      mkdirSync(folder)
      chownSync(folder, coordinator!.owner.uid, coordinator!.owner.gid)
      for (const [index, node] of nodes.entries()) {
        const to = join(folder, `n${index}`)
        run(node, "pg_basebackup", "-h", "127.0.0.1", "-p", String(node.port), "-U", "postgres", "-D", to, "-c", "fast")
      }
    },
    restored: async (folder) => {
      const copies: Array<Placed> = []
      for (const [index, { bin, owner }] of nodes.entries()) {
        const data = join(folder, `n${index}`)
        const own = await freePort()
        // Nothing is asked of the nodes that were, which live on here, before the copies know each other.
        const settings = `port = ${own}\ncitus.recover_2pc_interval = -1\n`
        appendFileSync(join(data, "postgresql.auto.conf"), settings)
        copies.push(placed(own, { bin, data, owner }))
        await copies.at(-1)!.restart()
      }
      const [first] = copies
      const ask = at(server, first!.port, name)
      const old = await ask<{ id: number }>("select nodeid as id from pg_dist_node order by groupid")
      for (const [index, { id }] of old.entries()) {
        await ask(`select citus_update_node(${id}, '127.0.0.1', ${copies[index]!.port})`)
      }
      await ask("alter system reset citus.recover_2pc_interval")
      await ask("select pg_reload_conf()")
      return clusterOf(server, name, copies, async () => {
        for (const copy of copies) run(copy, "pg_ctl", "-D", copy.data, "-m", "immediate", "-w", "stop")
      })
    }
  }
}
