/**
 * `pnpm citus`: builds Citus from the folder of its source that `SVC_CITUS_SOURCE` names, for the PostgreSQL of this
 * machine, and starts a coordinator and two workers that only this machine reaches, with settings
 * for tests: nothing outlives a crash of the machine. `pnpm citus record` has the coordinator write down every statement that it
 * is sent, until `pnpm citus` is called without it, and `pnpm citus stop` ends them. Nothing of the PostgreSQL is changed: the
 * nodes run a copy of it. Prints the address that `TEST_DATABASE_URL` takes.
 */
import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { availableParallelism, tmpdir, userInfo } from "node:os"
import { join } from "node:path"

/** The release that the service is tried with. */
const RELEASE = "v13.2.2"
/** The port of the coordinator; the workers have the next ones. Another port is another cluster, of the same build. */
const FIRST_PORT = Number(process.env["SVC_CITUS_PORT"] ?? 5440)
const nodes = [0, 1, 2]
const folder = join(tmpdir(), `svc-citus-${userInfo().uid}`)
const root = join(folder, "root")
const cluster = join(folder, String(FIRST_PORT))
const dataOf = (node: number): string => join(cluster, `n${node}`)

const run = (program: string, args: ReadonlyArray<string>, cwd = "/"): string =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 }).trim()

/** Ends with one line that says what is missing. */
const lacking = (what: string): never => {
  console.error(`No cluster is to be had here: ${what}.`)
  process.exit(1)
}
const asked = (program: string, args: ReadonlyArray<string>): string | null => {
  try {
    return run(program, args)
  } catch {
    return null
  }
}

/** Where the coordinator writes what it is asked. */
const recorded = join(dataOf(0), "log", "log.csv")

const bin = asked("pg_config", ["--bindir"]) ?? lacking("pg_config of a PostgreSQL is missing")
/** PostgreSQL finds what belongs to it from where its program lies, so a copy of its folders is one of its own. */
const ownBin = join(root, bin)

/** PostgreSQL never runs as root. */
const isRoot = userInfo().uid === 0
const owner = isRoot
  ? { uid: Number(run("id", ["-u", "postgres"])), gid: Number(run("id", ["-g", "postgres"])) }
  : { uid: userInfo().uid, gid: userInfo().gid }
const postgres = (program: string, ...args: ReadonlyArray<string>): void => {
  execFileSync(join(ownBin, program), args, {
    cwd: "/",
    stdio: "ignore",
    env: { ...process.env, HOME: folder },
    ...(isRoot ? owner : {})
  })
}
const sql = (node: number, database: string, statement: string): string => {
  const at = ["-h", "127.0.0.1", "-p", String(FIRST_PORT + node), "-U", "postgres", "-d", database]
  return run(join(ownBin, "psql"), [...at, "-qAtc", statement])
}

const build = (source: string): void => {
  const headers = run("pg_config", ["--includedir-server"])
  if (!existsSync(join(headers, "postgres.h"))) lacking("the headers of the PostgreSQL server are missing")
  const tree = join(folder, "source")
  rmSync(tree, { recursive: true, force: true })
  run("git", ["clone", "-q", "--branch", RELEASE, source, tree])
  // Later releases of PostgreSQL 15 export a function that Citus has a copy of.
  if (readFileSync(join(headers, "commands/dbcommands.h"), "utf8").includes("have_createdb_privilege")) {
    const path = join(tree, "src/include/pg_version_compat.h")
    const text = readFileSync(path, "utf8")
    const from = text.indexOf("static inline bool\nhave_createdb_privilege(void)")
    const to = text.indexOf("typedef bool TU_UpdateIndexes;", from)
    if (from !== -1 && to !== -1) {
      writeFileSync(path, `${text.slice(0, from)}extern bool have_createdb_privilege(void);\n\n\n${text.slice(to)}`)
    }
  }
  console.error("Citus is built, which takes some minutes.")
  // A clone dates files by when it wrote them, so make may take the source's own configure for older than what it was made of.
  utimesSync(join(tree, "configure"), new Date(), new Date())
  try {
    run("sh", ["./configure", `PG_CONFIG=${join(bin, "pg_config")}`], tree)
    run("make", [`-j${availableParallelism()}`, "with_llvm=no", "extension"], tree)
    for (const part of ["--pkglibdir", "--sharedir"]) {
      const path = run("pg_config", [part])
      cpSync(path, join(root, path), { recursive: true, verbatimSymlinks: true })
    }
    cpSync(bin, ownBin, { recursive: true, verbatimSymlinks: true })
    run("make", ["with_llvm=no", `DESTDIR=${root}`, "install-extension"], tree)
  } catch (error) {
    rmSync(root, { recursive: true, force: true })
    lacking(
      `Citus could not be built in ${tree}: ${String((error as { stderr?: unknown }).stderr)
        .trim()
        .split("\n")
        .at(-1)}`
    )
  }
}

/** Later releases name the libraries that may read changes, of which Citus is one when it moves or spreads rows. */
const plugins = (): string =>
  run(join(ownBin, "postgres"), ["--describe-config"]).includes("output_plugin_libraries")
    ? "output_plugin_libraries = 'pgoutput, test_decoding, citus, citus_pgoutput'"
    : ""
const settings = (node: number): string => `
port = ${FIRST_PORT + node}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 64
max_replication_slots = 64
max_wal_senders = 64
max_logical_replication_workers = 32
citus.shard_count = 4
logging_collector = on
log_destination = 'csvlog'
log_filename = 'log'
log_rotation_age = 0
log_rotation_size = 0
log_parameter_max_length = 2000
fsync = off
${plugins()}
`

const start = (node: number): void =>
  postgres("pg_ctl", "-D", dataOf(node), "-l", join(dataOf(node), "start"), "-w", "start")
const stop = (node: number): void => postgres("pg_ctl", "-D", dataOf(node), "-m", "fast", "-w", "stop")
const isRunning = (node: number): boolean => {
  try {
    postgres("pg_ctl", "-D", dataOf(node), "status")
    return true
  } catch {
    return false
  }
}
/** It did not end by itself, as when the machine went down: what it holds may be in pieces. */
const hasCrashed = (node: number): boolean => existsSync(join(dataOf(node), "postmaster.pid")) && !isRunning(node)

/** Each new database is copied from `template1`, which knows the nodes; what tests make them from knows them too. */
const introduce = (): void => {
  for (const database of ["template1", "postgres"]) {
    for (const node of nodes) sql(node, database, "create extension citus")
    sql(0, database, `select citus_set_coordinator_host('127.0.0.1', ${FIRST_PORT})`)
    for (const node of nodes.slice(1)) sql(0, database, `select citus_add_node('127.0.0.1', ${FIRST_PORT + node})`)
  }
  // Who looks after a database keeps it from being copied, and begins only where it is used.
  for (const node of nodes) stop(node)
  for (const node of nodes) start(node)
}

const [word, ...more] = process.argv.slice(2)
if ((word !== undefined && word !== "stop" && word !== "record") || more.length > 0) {
  console.error("usage: pnpm citus [record | stop]")
  process.exit(1)
}
if (word === "stop") {
  for (const node of nodes.filter(isRunning)) stop(node)
  process.exit(0)
}
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o755)
if (!existsSync(ownBin)) {
  const source = process.env["SVC_CITUS_SOURCE"] ?? ""
  if (source === "") lacking("SVC_CITUS_SOURCE names no folder with the source of Citus")
  if (!existsSync(source)) lacking("the folder that SVC_CITUS_SOURCE names is not there")
  build(source)
}
mkdirSync(cluster, { recursive: true })
/** Written when all of it is there: a start that was cut short begins anew, and so does a cluster of which a node has crashed. */
const ready = join(cluster, "ready")
const isNew = !existsSync(ready) || nodes.some(hasCrashed)
if (isNew) rmSync(ready, { force: true })
for (const node of nodes) {
  const data = dataOf(node)
  if (isNew) {
    if (isRunning(node)) stop(node)
    rmSync(data, { recursive: true, force: true })
    mkdirSync(data)
    chownSync(data, owner.uid, owner.gid)
    postgres("initdb", "-D", data, "-A", "trust", "-U", "postgres", "--encoding=UTF8", "--locale=C")
    appendFileSync(join(data, "postgresql.conf"), settings(node))
    start(node)
  } else if (!isRunning(node)) start(node)
}
if (isNew) {
  introduce()
  writeFileSync(ready, "")
}
const isRecorded = word === "record"
// Every statement that the coordinator is sent, with its parameters. Not longer than is asked for: what is measured would be that.
sql(0, "postgres", isRecorded ? "alter system set log_statement = 'all'" : "alter system reset log_statement")
sql(0, "postgres", "select pg_reload_conf()")
if (isRecorded) console.error(`Statements are recorded in ${recorded}.`)
console.log(`postgres://postgres@127.0.0.1:${FIRST_PORT}/postgres`)
