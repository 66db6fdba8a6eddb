/**
 * The nodes of a Citus cluster, for who reads lists. Citus looks for the shards of every statement, writes it anew and has it planned
 * again, on the coordinator and on each node, which costs as much as to answer it. So pages are asked of the nodes, by the
 * names that their tables have there: of one company its node, of an organisation all nodes. What is read stands in tables that
 * Citus may move meanwhile, so it counts only where the shards still were when it had been looked who writes. Who
 * cannot be reached is not asked: then the coordinator is.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Lines from "./Lines.ts"
import * as Merged from "./Merged.ts"
import { isTableGone, isUnavailable } from "./Unavailable.ts"

/** Whoever is asked by statements that are put together, in which records stand in `record …` or `record_<model> …`. */
export type Reader = Pick<SqlClient, "unsafe">

/** Where the rows of one company are. */
export interface Node {
  /** Knows tables by the names that the coordinator knows them by, and has all rows. */
  readonly sql: SqlClient
  /** Asks the tables of the company's shards. */
  readonly reader: Reader
  readonly lines: Lines.Lines
  /** Ends what is read, which then is read elsewhere, when the shards were on another node when it was last looked. */
  readonly isStill: Effect.Effect<void>
}

/** The rows that were to be read are on another node by now; whoever reads dies of it. */
class Moved extends Data.TaggedError("Moved")<{}> {}

/** Rows of an organisation in one order, of which the first so many are wanted. */
export interface Wanted<Row> extends Merged.Order<Row> {
  readonly count: number
  /** Asks for the first so many of them. */
  readonly statement: (count: number) => { readonly text: string; readonly params: ReadonlyArray<string> }
  /** The statement follows an index from a place, whatever the place is: then it is planned once, which for many shards takes longer than to answer it. */
  readonly isWalk: boolean
}

export interface Nodes {
  /** Takes what {@link places} has answered: who looks who writes asks for it in the same statement. One at a time. */
  readonly take: (places: string | null) => Effect.Effect<void, SqlError>
  /**
   * Reads where the rows of a company are, or at the coordinator: null, also once more when the node has gone, or the rows. Who
   * reads looks who writes, then which node has what, and then whether it {@link Node.isStill | is still} this one.
   */
  readonly read: <A, E, R>(
    companyId: string,
    read: (node: Node | null) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /**
   * The first rows of all nodes, as it was last looked where they are; null when not all can be asked. Each is asked for about its share, and for
   * more when it has told that many and all of them are among the first.
   */
  readonly everywhere: <Row extends object>(wanted: Wanted<Row>) => Effect.Effect<ReadonlyArray<Row> | null, SqlError>
}

/** The nodes, where they are to be asked. */
export const Current = Context.Reference<Nodes | null>("@svc/server/database/Nodes", { defaultValue: () => null })

/** SQL of the shards of records, each with its node; null while they are not spread. */
export const places = "svc_places() as places"
type Place = readonly [shard: string, host: string, port: number, isCoordinator: boolean]

/** What tables of records are called on their nodes, by the shard of all records that they belong to. */
const namesStatement = `
  select r.shardid::text as shard, s.logicalrelid::regclass::text as "table", shard_name(s.logicalrelid, s.shardid) as name
  from pg_dist_shard r join pg_dist_shard s on s.shardminvalue = r.shardminvalue join pg_dist_partition d on d.logicalrelid = s.logicalrelid
  where r.logicalrelid = 'record'::regclass and s.logicalrelid::regclass::text ~ '^record(_|$)'
    and d.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'record'::regclass)`
interface Name {
  readonly shard: string
  readonly table: string
  readonly name: string
}
const shardStatement = `select get_shard_id_for_distribution_column('record', $1::bigint)::text as shard`

/** A table of records in a statement of ours, which names it anew each time. */
const named = /\bfrom (record(?:_[a-z0-9_]+)?) ([rp])\b/g

/** Of how many companies it is kept which shard they are in, and of how many statements what they are for each node. */
const kept = { companies: 10_000, texts: 2000 }
/** How long a node has to answer when it is tried, and when it is tried again, in milliseconds. */
const tried = { longest: 2000, again: 5000 }

/** A node, and whether it has answered since it was last tried. */
interface Known {
  readonly sql: SqlClient
  /** Sessions that keep a plan for any values. */
  readonly walking: SqlClient
  readonly lines: Lines.Lines
  isThere: boolean
}

/** Shards of one node. */
interface Shards {
  readonly node: Known
  readonly ids: ReadonlyArray<string>
  /** A statement that asks them; null where it names a table of which they have none. */
  readonly naming: (text: string) => string | null
}

/** What was seen when it was last looked. */
interface Seen {
  /** As the coordinator told it. */
  readonly told: string | null
  readonly byShard: ReadonlyMap<string, Shards>
  readonly byNode: ReadonlyArray<Shards>
}
const nothing: Seen = { told: null, byShard: new Map(), byNode: [] }

/**
 * How many of the first rows one node is asked for that has such a part of all shards. Were it a matter of chance which node a row is
 * on, one time in fifty it would have more of them.
 */
const shareOf = (count: number, part: number): number =>
  Math.min(count, Math.ceil(count * part + 2 * Math.sqrt(count * part * (1 - part))))

/** `here` is the coordinator, and `quick` a lane of it for short questions; `options` are those of its clients. A node is tried when it is first seen, and until it answers. */
export const make = Effect.fnUntraced(function* (
  options: PgClient.PgPoolConfig & { readonly url: Redacted.Redacted },
  here: { readonly sql: SqlClient; readonly lines: Lines.Lines },
  quick: SqlClient
): Effect.fn.Return<Nodes, never, Scope.Scope | Reactivity.Reactivity> {
  const context = yield* Effect.context<Scope.Scope | Reactivity.Reactivity>()
  const walking = { startupParameters: { ...options.startupParameters, plan_cache_mode: "force_generic_plan" } }
  const coordinator: Known = {
    ...here,
    walking: yield* Effect.orDie(PgClient.make({ ...options, ...walking })),
    isThere: true
  }
  const nodes = new Map<string, Known>()
  const shardOf = new Map<string, string>()
  let names: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map()
  let seen = nothing

  const attend = (node: Known): Effect.Effect<void> =>
    node.sql`select 1`.pipe(
      Effect.timeoutOption(tried.longest),
      Effect.exit,
      Effect.flatMap((exit) => {
        node.isThere = Exit.isSuccess(exit) && Option.isSome(exit.value)
        return node.isThere ? Effect.void : Effect.andThen(Effect.sleep(tried.again), attend(node))
      })
    )
  /** Of many that fail together the first has it tried again. */
  const isLost = (node: Known): Effect.Effect<void> => {
    if (node === coordinator || !node.isThere) return Effect.void
    node.isThere = false
    return Effect.asVoid(Effect.provide(Effect.forkScoped(attend(node)), context))
  }
  const opened = Effect.fnUntraced(function* (host: string, port: number) {
    const at = `${host}:${port}`
    const before = nodes.get(at)
    if (before !== undefined) return before
    const url = new URL(Redacted.value(options.url))
    url.hostname = host
    url.port = String(port)
    const own = { ...options, url: Redacted.make(url.href), applicationName: "svc reads" }
    // None opens a session yet.
    const node: Known = {
      sql: yield* PgClient.make(own),
      walking: yield* PgClient.make({ ...own, ...walking }),
      lines: yield* Lines.make(own),
      isThere: false
    }
    nodes.set(at, node)
    yield* Effect.forkScoped(attend(node))
    return node
  }, Effect.provide(context))

  const shardsOf = (node: Known, ids: ReadonlyArray<string>): Shards => {
    const tables = ids.map((id) => names.get(id))
    const texts = new Map<string, string | null>()
    const naming = (text: string): string | null => {
      const before = texts.get(text)
      if (before !== undefined) return before
      let isKnown = true
      const own = text.replaceAll(named, (_, table: string, alias: string) => {
        const all = tables.map((of) => of?.get(table))
        isKnown &&= all.every((name) => name !== undefined)
        // What is put together here the planner takes apart again: each is searched by its own indexes.
        return all.length === 1
          ? `from ${all[0]} ${alias}`
          : `from (${all.map((name) => `select * from ${name}`).join(" union all ")}) ${alias}`
      })
      if (texts.size >= kept.texts) texts.clear()
      texts.set(text, isKnown ? own : null)
      return isKnown ? own : null
    }
    return { node, ids, naming }
  }

  const taken = Effect.fnUntraced(function* (told: string) {
    const places: ReadonlyArray<Place> = told === "" ? [] : JSON.parse(told)
    if (places.length !== seen.byShard.size || places.some(([shard]) => !seen.byShard.has(shard))) {
      const rows = yield* quick.unsafe<Name>(namesStatement)
      names = new Map(
        [...Map.groupBy(rows, ({ shard }) => shard)].map(([shard, all]) => [
          shard,
          new Map(all.map(({ name, table }) => [table, name]))
        ])
      )
      shardOf.clear()
    }
    const byShard = new Map<string, Shards>()
    const byNode = new Map<Known, Array<string>>()
    for (const [shard, host, port, isCoordinator] of places) {
      const node = isCoordinator ? coordinator : yield* opened(host, port)
      byShard.set(shard, shardsOf(node, [shard]))
      const others = byNode.get(node)
      if (others === undefined) byNode.set(node, [shard])
      else others.push(shard)
    }
    seen = { told, byShard, byNode: [...byNode].map(([node, ids]) => shardsOf(node, ids)) }
  })
  const turn = Semaphore.makeUnsafe(1)
  const take: Nodes["take"] = (places) =>
    (places ?? "") === seen.told ? Effect.void : turn.withPermits(1)(taken(places ?? ""))
  /** For who asks before anybody has looked. */
  const look = turn.withPermits(1)(
    Effect.suspend(() =>
      seen === nothing
        ? Effect.flatMap(quick.unsafe<{ places: string | null }>(`select ${places}`), ([row]) =>
            taken(row!.places ?? "")
          )
        : Effect.void
    )
  )

  const shardsFor = Effect.fnUntraced(function* (companyId: string) {
    if (seen === nothing) yield* look
    let shard = shardOf.get(companyId)
    if (shard === undefined && seen.byShard.size > 0) {
      const [row] = yield* quick.unsafe<{ shard: string }>(shardStatement, [companyId])
      shard = row!.shard
      if (shardOf.size >= kept.companies) shardOf.clear()
      shardOf.set(companyId, shard)
    }
    return shard === undefined ? null : (seen.byShard.get(shard) ?? null)
  })

  const nodeOf = ({ ids: [shard], naming, node }: Shards): Node => {
    const own = (text: string) => naming(text) ?? text
    return {
      sql: node.sql,
      reader: { unsafe: (text, params) => node.sql.unsafe(own(text), params) },
      lines: { read: (text, params) => node.lines.read(own(text), params) },
      isStill: Effect.suspend(() => (seen.byShard.get(shard!)?.node === node ? Effect.void : Effect.die(new Moved())))
    }
  }

  return {
    take,
    read: (companyId, read) =>
      Effect.flatMap(
        // What cannot be asked of the coordinator now says so when it is read.
        Effect.catch(shardsFor(companyId), () => Effect.succeed(null)),
        (shards) =>
          shards === null || !shards.node.isThere
            ? read(null)
            : Effect.catchCause(read(nodeOf(shards)), (cause) => {
                if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
                const error = Cause.squash(cause)
                if (error instanceof Moved || isTableGone(error)) return read(null)
                if (shards.node === coordinator || !isUnavailable(error)) return Effect.failCause(cause)
                return Effect.andThen(isLost(shards.node), read(null))
              })
      ),
    // Without generators: one that is made for each page the engine keeps until its next full collection.
    everywhere: <Row extends object>(wanted: Wanted<Row>) =>
      Effect.suspend((): Effect.Effect<ReadonlyArray<Row> | null, SqlError> => {
        const { count, isWalk } = wanted
        const { byNode, byShard } = seen
        if (byNode.length === 0) return Effect.succeed(null)
        // Nodes with as many shards are asked the same.
        const statements = new Map<number, ReturnType<Wanted<Row>["statement"]>>()
        const statement = (most: number) => {
          const made = statements.get(most) ?? wanted.statement(most)
          statements.set(most, made)
          return made
        }
        /** Null where it was lost, or has a table by a name that is not known. */
        const ask = ({ naming, node }: Shards, most: number): Effect.Effect<Merged.Told<Row>, SqlError> | null => {
          const { params, text } = statement(most)
          const own = node.isThere ? naming(text) : null
          return own === null
            ? null
            : (isWalk ? node.walking : node.sql).unsafe<Row>(own, params).pipe(
                Effect.tapError((error) => (isUnavailable(error) ? isLost(node) : Effect.void)),
                Effect.map((rows) => ({ rows, isCut: most < count && rows.length === most }))
              )
        }
        const whole = (all: ReadonlyArray<Merged.Told<Row>>): Effect.Effect<ReadonlyArray<Row> | null, SqlError> => {
          const { rows, short } = Merged.first(all, count, wanted)
          if (short === null) return Effect.succeed(rows)
          const more = ask(byNode[short]!, count)
          return more === null ? Effect.succeed(null) : Effect.flatMap(more, (told) => whole(all.with(short, told)))
        }
        // None is asked where another cannot be.
        const asks: Array<Effect.Effect<Merged.Told<Row>, SqlError>> = []
        for (const shards of byNode) {
          const own = ask(shards, shareOf(count, shards.ids.length / byShard.size))
          if (own === null) return Effect.succeed(null)
          asks.push(own)
        }
        return Effect.all(asks, { concurrency: "unbounded" }).pipe(
          Effect.flatMap(whole),
          Effect.catchIf(
            (error) => isTableGone(error) || isUnavailable(error),
            () => Effect.succeed(null)
          )
        )
      })
  }
})
