/**
 * The nodes of a Citus cluster, for who reads what one company has. Through the coordinator the texts of a page cost as much as
 * to find them, so they are asked for where they are. Every node knows where all rows are and answers for any company, so that one
 * that has moved is read rightly, and only later. Who cannot be reached is not asked: then the coordinator is.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Lines from "./Lines.ts"
import { isUnavailable } from "./Unavailable.ts"

export interface Node {
  readonly sql: SqlClient
  readonly lines: Lines.Lines
}

export interface Nodes {
  /** Reads where the rows of a company are, or at the coordinator: null, also once more when the node has gone. */
  readonly read: <A, E, R>(
    companyId: string,
    read: (node: Node | null) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** The nodes, where they are to be asked. */
export const Current = Context.Reference<Nodes | null>("@svc/server/database/Nodes", { defaultValue: () => null })

/** The node beside the coordinator that has the rows of a company; none while they are not spread. */
const place = `select n.nodename as host, n.nodeport as port from pg_dist_node n join pg_dist_placement p using (groupid)
  where n.noderole = 'primary' and n.isactive and n.hasmetadata and n.groupid <> (select groupid from pg_dist_local_group)
    and p.shardid = case when exists (select from pg_dist_partition where logicalrelid = 'record'::regclass and partmethod = 'h')
      then get_shard_id_for_distribution_column('record', $1::bigint) end`
interface Address {
  readonly host: string
  readonly port: number
}

/** How long the place of a company is believed, in milliseconds, and of how many it is kept. */
const kept = { for: 60_000, most: 10_000 }
/** How long a node has to answer when it is tried, and when it is tried again, in milliseconds. */
const tried = { longest: 2000, again: 5000 }

/** A node, and whether it has answered since it was last tried. */
interface Known extends Node {
  isThere: boolean
}

/** `options` are those of the coordinator, which `coordinator` asks. A node is tried when it is first wanted, and until it answers. */
export const make = Effect.fnUntraced(function* (
  options: PgClient.PgPoolConfig & { readonly url: Redacted.Redacted },
  coordinator: SqlClient
): Effect.fn.Return<Nodes, never, Scope.Scope | Reactivity.Reactivity> {
  const context = yield* Effect.context<Scope.Scope | Reactivity.Reactivity>()
  const nodes = new Map<string, Known>()
  const places = new Map<string, { readonly node: Known | null; readonly until: number }>()

  const attend = (node: Known): Effect.Effect<void> =>
    node.sql`select 1`.pipe(
      Effect.timeoutOption(tried.longest),
      Effect.exit,
      Effect.flatMap((exit) => {
        node.isThere = Exit.isSuccess(exit) && Option.isSome(exit.value)
        return node.isThere ? Effect.void : Effect.andThen(Effect.sleep(tried.again), attend(node))
      })
    )
  const opened = Effect.fnUntraced(function* ({ host, port }: Address) {
    const at = `${host}:${port}`
    const before = nodes.get(at)
    if (before !== undefined) return before
    const url = new URL(Redacted.value(options.url))
    url.hostname = host
    url.port = String(port)
    const own = { ...options, url: Redacted.make(url.href), applicationName: "svc reads" }
    // Neither opens a session yet.
    const node: Known = { sql: yield* PgClient.make(own), lines: yield* Lines.make(own), isThere: false }
    nodes.set(at, node)
    yield* Effect.forkScoped(attend(node))
    return node
  }, Effect.provide(context))

  const nodeOf = Effect.fnUntraced(function* (companyId: string) {
    const known = places.get(companyId)
    if (known !== undefined && performance.now() < known.until) return known.node
    const [found] = yield* coordinator.unsafe<Address>(place, [companyId])
    const node = found === undefined ? null : yield* opened(found)
    if (places.size >= kept.most) places.clear()
    places.set(companyId, { node, until: performance.now() + kept.for })
    return node
  })

  return {
    read: (companyId, read) =>
      Effect.flatMap(
        // What cannot be asked of the coordinator now says so when it is read.
        Effect.catch(nodeOf(companyId), () => Effect.succeed(null)),
        (node) => {
          if (node === null || !node.isThere) return read(null)
          return Effect.catchCause(read(node), (cause) => {
            if (Cause.hasInterruptsOnly(cause) || !isUnavailable(Cause.squash(cause))) return Effect.failCause(cause)
            // Of many that fail together the first has it tried again.
            const again = node.isThere ? Effect.provide(Effect.forkScoped(attend(node)), context) : Effect.void
            node.isThere = false
            return Effect.andThen(again, read(null))
          })
        }
      )
  }
})
