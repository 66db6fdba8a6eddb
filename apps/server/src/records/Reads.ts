/**
 * Where lists are read: from the standby where there is one and it has come far enough, otherwise from the primary. A list from a
 * standby shows what the same list shows on the primary, for it was looked there first how far the log has come and before
 * which stamp nothing can appear any more: whoever has replayed as much has all that is stamped earlier.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Distribution from "../database/Distribution.ts"
import * as Lines from "../database/Lines.ts"
import * as Nodes from "../database/Nodes.ts"
import * as Replica from "../database/Replica.ts"
import * as Horizon from "./Horizon.ts"

/** Where something is read. */
export interface Place<A> {
  readonly sql: SqlClient.SqlClient
  /** Asks for records, by statements as {@link Nodes.Reader} takes them. */
  readonly reader: Nodes.Reader
  /** Asks for them on all nodes at once, from within {@link Place.within}; null where that cannot be done now. */
  readonly everywhere: Nodes.Nodes["everywhere"]
  readonly lines: Lines.Lines
  /** What was made for that place. */
  readonly own: A
  /** As the horizon has them. */
  readonly within: Horizon.Horizon["within"]
  readonly look: Horizon.Horizon["look"]
}

export interface Reads<A> {
  /**
   * Reads in one place or, when the standby cannot be read, once more on the primary. What has rows of one company alone, of tables
   * that are spread, may say whose: then it is read at its node, if there are several.
   */
  readonly from: <B, E, R>(
    read: (place: Place<A>) => Effect.Effect<B, E, R>,
    companyId?: string | null
  ) => Effect.Effect<B, E | SqlError, R>
  /** Keeps what a statement said that was quiet, on the primary. */
  readonly wasQuiet: Horizon.Horizon["wasQuiet"]
  /** Whether what is read may lie on several nodes: it does, or may do so any time. */
  readonly isSpread: boolean
}

const reads = Metric.counter("svc_reads_total", {
  description:
    "Lists, pieces of exports, histories and events read with a read replica set, by place: replica, or primary since it was behind, lost or failed.",
  incremental: true
})
const count = (place: "replica" | "primary", why: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(reads, { place, why }), 1)

/** `of` makes what is needed in each place; `atNodes` where records are read, which may be at the nodes of a cluster. */
export const make = Effect.fnUntraced(function* <A, R>(
  of: (sql: SqlClient.SqlClient) => Effect.Effect<A, never, R>,
  { atNodes = false }: { readonly atNodes?: boolean } = {}
): Effect.fn.Return<Reads<A>, never, R | SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const replica = yield* Replica.Current
  const isSpread = (yield* Effect.orDie(Distribution.state)) !== "plain"
  const nodes = isSpread && atNodes ? yield* Nodes.Current : null
  const horizon = yield* Horizon.make({
    isMarked: replica !== null && !isSpread,
    isSpread,
    ...(nodes === null ? {} : { take: nodes.take })
  })
  const primary: Place<A> = {
    sql,
    reader: sql,
    lines: (yield* Lines.Current)!,
    everywhere: nodes === null ? () => Effect.succeed(null) : nodes.everywhere,
    own: yield* of(sql),
    within: horizon.within,
    look: horizon.look
  }
  const context = yield* Effect.context<R>()
  const atNode = ({ isStill, lines, reader, sql }: Nodes.Node): Effect.Effect<Place<A>> =>
    Effect.map(Effect.provide(of(sql), context), (own) => ({
      ...primary,
      sql,
      reader,
      lines,
      own,
      within: (list) => horizon.within((sight) => Effect.andThen(isStill, list(sight)))
    }))
  const onPrimary: Reads<A> = {
    from: (read, companyId = null) =>
      nodes === null || companyId === null
        ? read(primary)
        : nodes.read(companyId, (node) => (node === null ? read(primary) : Effect.flatMap(atNode(node), read))),
    wasQuiet: horizon.wasQuiet,
    isSpread
  }
  if (replica === null) return onPrimary
  if (isSpread) {
    // Each node has a log of its own, and how far the others have come nobody here knows.
    yield* replica.forbid("with Citus records lie on several nodes.")
    return onPrimary
  }
  const own = yield* of(replica.sql)
  return {
    ...onPrimary,
    from: (read) =>
      Effect.suspend(() =>
        replica.isThere()
          ? Effect.flatMap(horizon.look, ({ before, mark }) =>
              replica.read(
                mark!,
                read({
                  ...primary,
                  sql: replica.sql,
                  reader: replica.sql,
                  lines: replica.lines,
                  own,
                  within: (list) => Effect.map(list({ before, last: null }), (all) => all!)
                })
              )
            )
          : Effect.fail(new Replica.Unfit({ why: "lost" }))
      ).pipe(
        Effect.tap(() => count("replica", "asked")),
        Effect.catchIf(
          (error) => error instanceof Replica.Unfit,
          ({ why }) => Effect.andThen(count("primary", why), read(primary))
        )
      )
  }
})
