/**
 * The one database of the service: PostgreSQL when a URL is given, otherwise the embedded one in the data folder. Both
 * are reached by the same client with the same statements; what differs (pool, time limits, upkeep) is decided here.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { connect } from "node:net"
import type { ConnectionOptions } from "node:tls"
import * as Bridge from "./Bridge.ts"
import * as Embedded from "./Embedded.ts"
import type { Ownership } from "./Fence.ts"
import type { FolderInUse } from "./FolderLock.ts"
import * as Lanes from "./Lanes.ts"
import * as Lines from "./Lines.ts"
import * as Nodes from "./Nodes.ts"
import * as Replica from "./Replica.ts"
import type { Pulse } from "../Watchdog.ts"

export interface DatabaseConfig {
  /** Folder of all data; made when missing. Unused when there is a `databaseUrl`. */
  readonly dataDir: string
  /** `postgres://…`; the embedded database is used when there is none. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** Size of the pool on PostgreSQL. Default 10. */
  readonly maxConnections?: number | undefined
  /** A standby of that PostgreSQL, for reads. */
  readonly readUrl?: Redacted.Redacted | null | undefined
  /** Size of the pool there. Default 10. */
  readonly readConnections?: number | undefined
  /** Size of the pool at each other node of a Citus cluster, for reads of one company; 0 for none. Default 10. */
  readonly nodeConnections?: number | undefined
  /** A statement that takes longer is cancelled by PostgreSQL (the embedded database has no such limit). Default 60 s. */
  readonly statementTimeout?: number | undefined
  /**
   * A transaction that does nothing for longer is ended by PostgreSQL: what a process that stands still has locked is as
   * long another's to wait for as what it has leased. Default 15 s.
   */
  readonly idleInTransactionTimeout?: number | undefined
  /** Embedded: how long one connection may keep the session while others wait, in milliseconds. Default 30 000. */
  readonly holdLimit?: number | undefined
  /** Embedded: the pulse of its thread, for who watches it. */
  readonly pulse?: Pulse | undefined
  /** Embedded: so many seconds without a turn of its thread are too long; it is called still after half of them. Default 60. */
  readonly stallSeconds?: number | undefined
  /** Embedded: secrets are sealed with the key file of the folder, which therefore has to be there. Default false. */
  readonly isKeyFileUsed?: boolean | undefined
  /** Embedded: how often tables with many dead rows are vacuumed. Default 10 minutes. */
  readonly vacuumEvery?: Duration.Input | undefined
}

/** How the pool of another client library (node-pg, used by the job engine) reaches the same database. */
export type PoolConfig =
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }
  | { readonly connectionString: Redacted.Redacted; readonly options: string }

/** Facts about the database for those who cannot go through the SQL client. */
export class DatabaseInfo extends Context.Service<
  DatabaseInfo,
  {
    readonly kind: "embedded" | "postgres"
    readonly poolConfig: PoolConfig
    /** The lock of the data folder, which the embedded database holds; null where nothing holds it. */
    readonly lock: Ownership | null
    /** Fails when the embedded database breaks under us (a disk that refuses writes); never succeeds. */
    readonly failure: Effect.Effect<never, Embedded.EmbeddedFailure>
    /** Succeeds when the embedded database waits for space on its disk, and answers nobody. */
    readonly full: Effect.Effect<void>
    /** Whether the thread of the embedded database stands still: it neither turns nor reads nor writes. */
    readonly isStill: () => boolean
  }
>()("@svc/server/database/DatabaseInfo") {}

/**
 * The client of a lane apart, for what is small and must not wait behind what is not: whether the service is ready, whose key
 * it is, a single record. Never to be used inside a transaction of the other client, which it knows nothing of.
 */
export class Quick extends Context.Service<Quick, SqlClient.SqlClient>()("@svc/server/database/Quick") {
  /** The lane apart; the general client where there is none. */
  static readonly client: Effect.Effect<SqlClient.SqlClient, never, SqlClient.SqlClient> = Effect.flatMap(
    Effect.serviceOption(Quick),
    Option.match({ onNone: () => SqlClient.SqlClient, onSome: (quick) => Effect.succeed(quick) })
  )
}

/** Connections of the lane apart. */
const QUICK = 2

/** A row may carry a whole raw record, and a page is read as one text. */
const MAX_MESSAGE = 256 * 1024 * 1024

/** The database as services: the client, the same client under its general name, and {@link DatabaseInfo}. */
export const layer = (
  config: DatabaseConfig
): Layer.Layer<
  PgClient.PgClient | SqlClient.SqlClient | Quick | DatabaseInfo,
  SqlError | Embedded.EmbeddedFailure | Embedded.FolderDamaged | FolderInUse
> =>
  Option.match(config.databaseUrl, {
    onNone: () => layerEmbedded(config),
    onSome: (url) => layerPostgres(config, url)
  })

/** All clients of a database. The embedded one knows the lane apart by its name, and lets it go first. */
const lanes = (
  options: PgClient.PgPoolConfig,
  maxConnections: number,
  isEmbedded: boolean
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | Quick, SqlError> =>
  Layer.mergeAll(
    PgClient.layerFrom(Lanes.make({ ...options, maxConnections }, isEmbedded)),
    // What comes in lines is large.
    Layer.effect(Lines.Current, Lines.make(isEmbedded ? { ...options, applicationName: Bridge.BACKGROUND } : options)),
    Layer.effect(Quick, PgClient.make({ ...options, maxConnections: QUICK, applicationName: Bridge.QUICK })).pipe(
      Layer.provide(Reactivity.layer)
    )
  )

const layerPostgres = (config: DatabaseConfig, given: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const primary = yield* addresses(given)
      const settings = {
        // A plan that was made for any values reads a whole company where a recent svc_updated_at[gte] would find ten rows.
        plan_cache_mode: "force_custom_plan",
        statement_timeout: String(config.statementTimeout ?? 60_000),
        idle_in_transaction_session_timeout: String(config.idleInTransactionTimeout ?? 15_000)
      }
      const optionsAt = ({ ours: url, ssl }: Addresses) =>
        ({
          url,
          ...(ssl === undefined ? {} : { ssl }),
          applicationName: "svc",
          connectTimeout: "10 seconds",
          keepAlive: "30 seconds",
          maxMessageSize: MAX_MESSAGE,
          startupParameters: settings,
          types: types()
        }) as const
      const own = lanes(optionsAt(primary), config.maxConnections ?? 10, false)
      const { nodeConnections = 10 } = config
      const nodes = Layer.effect(
        Nodes.Current,
        Effect.gen(function* () {
          const here = { sql: yield* SqlClient.SqlClient, lines: (yield* Lines.Current)! }
          return yield* Nodes.make(
            { ...optionsAt(primary), maxConnections: nodeConnections },
            here,
            yield* Quick.client
          )
        })
      ).pipe(Layer.provide(Reactivity.layer))
      const client = nodeConnections === 0 ? own : Layer.provideMerge(nodes, own)
      const info = Layer.succeed(DatabaseInfo, {
        kind: "postgres",
        poolConfig: {
          connectionString: primary.pools,
          options: Object.entries(settings)
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(" ")
        },
        lock: null,
        failure: Effect.never,
        full: Effect.never,
        isStill: () => false
      })
      const { readConnections = 10, readUrl = null } = config
      if (readUrl === null) return Layer.merge(client, info)
      const standby = yield* addresses(readUrl)
      const replica = Layer.effect(
        Replica.Current,
        Effect.flatMap(Quick.client, (quick) =>
          Replica.make({ ...optionsAt(standby), maxConnections: readConnections }, quick)
        )
      ).pipe(Layer.provide(Reactivity.layer))
      return Layer.merge(Layer.provideMerge(replica, client), info)
    })
  )

/** One address as each of the two clients understands it. */
interface Addresses {
  readonly ours: Redacted.Redacted
  readonly pools: Redacted.Redacted
  readonly ssl?: ConnectionOptions
}
/**
 * Many addresses say `sslmode=prefer`, and libpq then takes whatever the server offers, whoever vouches for its certificate.
 * Node-pg knows no such mode, and our own client demands a certificate that it trusts: so the server is asked first.
 */
const addresses = Effect.fnUntraced(function* (url: Redacted.Redacted): Effect.fn.Return<Addresses> {
  const parsed = new URL(Redacted.value(url))
  const mode = parsed.searchParams.get("sslmode")
  const isSecure = mode === "prefer" || mode === "allow" ? yield* speaksTls(parsed) : undefined
  if (isSecure === undefined) return { ours: url, pools: url }
  const as = (word: string) => {
    parsed.searchParams.set("sslmode", word)
    return Redacted.make(parsed.toString())
  }
  return isSecure
    ? { ours: as("require"), pools: as("no-verify"), ssl: { rejectUnauthorized: false } }
    : { ours: as("disable"), pools: as("disable") }
})

/** What a client of PostgreSQL asks a server with that may speak TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** Undefined where it cannot be asked: then connecting says why. */
const speaksTls = ({ hostname, port }: URL): Effect.Effect<boolean | undefined> =>
  hostname === ""
    ? Effect.succeed(undefined)
    : Effect.callback<boolean | undefined>((resume) => {
        const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port || 5432) })
        const said = (isSecure: boolean | undefined) => {
          socket.destroy()
          resume(Effect.succeed(isSecure))
        }
        socket.on("connect", () => socket.write(SSL_REQUEST))
        socket.on("data", (bytes: Buffer) => said(bytes[0] === 0x53 ? true : bytes[0] === 0x4e ? false : undefined))
        socket.on("error", () => said(undefined))
        socket.on("close", () => said(undefined))
        return Effect.sync(() => socket.destroy())
      }).pipe(Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.succeed(undefined) }))

const layerEmbedded = (config: DatabaseConfig) =>
  Layer.unwrap(
    Effect.map(Embedded.open(config), (embedded) => {
      const client = lanes(
        {
          path: embedded.path,
          username: "postgres",
          database: "postgres",
          idleTimeout: "1 hour",
          maxMessageSize: MAX_MESSAGE,
          types: types()
        },
        // More would only wait for each other: the engine runs one statement at a time.
        8,
        true
      )
      const info = Layer.succeed(DatabaseInfo, {
        kind: "embedded",
        poolConfig: { host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" },
        lock: embedded.lock,
        failure: embedded.failure,
        full: embedded.full,
        isStill: embedded.isStill
      })
      return Layer.merge(client, info).pipe(Layer.tap(upkeep(config.vacuumEvery ?? "10 minutes")))
    })
  )

/** PGlite has no autovacuum, so tables with many dead rows are cleaned here, one at a time to let others in between. */
const upkeep = (every: Duration.Input) => (services: Context.Context<PgClient.PgClient>) =>
  vacuum.pipe(
    Effect.provide(services),
    Effect.tapCause((cause) => Effect.logWarning("The embedded database could not be vacuumed.", Cause.pretty(cause))),
    Effect.ignoreCause,
    Effect.schedule(Schedule.spaced(every)),
    Effect.forkScoped
  )

/**
 * Vacuums and analyses every table that changed enough since the last time, and everything when the numbers of old
 * transactions would run out. Gives how many tables it found changed.
 */
export const vacuum = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const [database] = yield* sql<{ age: number }>`
    select age(datfrozenxid) as age from pg_database where datname = current_database()`
  if (database !== undefined && database.age > 500_000_000) yield* sql`vacuum (analyze)`.unprepared
  // The engine keeps its counts to itself until it is asked for them.
  yield* sql`select pg_stat_force_next_flush()`
  const tables = yield* sql<{ schema: string; name: string }>`
    select schemaname as schema, relname as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`
  for (const table of tables) yield* sql`vacuum (analyze) ${sql(table.schema)}.${sql(table.name)}`.unprepared
  return tables.length
})

/**
 * The types of PostgreSQL, with `int8` as a JavaScript number: every id and count here is far below 2^53, and a bigint
 * cannot be written as JSON. A number that would not be exact is an error instead of a wrong value. Bytes (`bytea`) are what
 * functions of the engine send of a text: nothing else is kept as bytes.
 */
const types = (): PgTypes.Registry => {
  const int4 = (bytes: Uint8Array, at: number) =>
    (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  const registry = PgTypes.makeRegistry()
  const fail = (value: unknown) =>
    Result.fail(new PgTypes.CodecError({ message: `${String(value)} is not a whole number of the range of int8` }))
  const read = (bytes: Uint8Array, offset: number, size: number) => {
    // By hand, since every record of a page has some, and a view of each would be thrown away at once.
    const value = int4(bytes, offset) * 2 ** 32 + (int4(bytes, offset + 4) >>> 0)
    if (Number.isSafeInteger(value)) return Result.succeed(value)
    const exact = new DataView(bytes.buffer, bytes.byteOffset + offset, size).getBigInt64(0)
    return Result.fail(new PgTypes.CodecError({ message: `int8 ${exact} is not exact as a number` }))
  }
  registry.register<number | bigint>(
    PgTypes.OID.int8,
    {
      encode: (value) => {
        if (typeof value === "number" ? !Number.isSafeInteger(value) : BigInt.asIntN(64, value) !== value) {
          return fail(value)
        }
        const bytes = Buffer.alloc(8)
        bytes.writeBigInt64BE(BigInt(value))
        return Result.succeed(bytes)
      },
      decode: (bytes) => read(bytes, 0, bytes.length),
      read
    },
    { arrayOid: PgTypes.OID.int8Array }
  )
  const readText = (bytes: Uint8Array, offset: number, size: number) =>
    Result.succeed(Buffer.from(bytes.buffer, bytes.byteOffset + offset, size).toString())
  registry.register<string>(PgTypes.OID.bytea, {
    encode: (value) => Result.succeed(Buffer.from(value)),
    decode: (bytes) => readText(bytes, 0, bytes.length),
    read: readText
  })
  return registry
}
