/** Which failures of the database are over when it is back: not reachable, starting, stopping, full, read-only, too busy. */
import * as Predicate from "effect/Predicate"
import { isSqlError } from "effect/sql/SqlError"

/**
 * Classes and codes of SQLSTATE, as PostgreSQL's manual lists them: connection exception, insufficient resources (a full
 * disk, too many connections), operator intervention (shutdown, start, a terminated backend), system error, a read-only
 * transaction, which is how a standby or a full disk's guard answers writes, and a transaction that took, or stood still for,
 * too long: a process that was stopped in the middle of one learns of it with its next statement.
 */
const passing = /^(08|53|57|58|25006|25P03|25P04)/

/** What Citus says, without a code of its own, when it loses a node in the middle of a transaction. */
const nodeLost =
  /^(failure on connection marked as essential|failed to prepare transaction '.*' on host|execution cannot recover from multiple connection failures|cannot connect to \S+ to fetch intermediate results)/
/** The same, when the shard that a statement was planned for has become others while it waited. */
const shardGone = /^could not find valid entry for shard \d/

/** The SQLSTATE of a failure; empty where it has none. */
export const stateOf = (error: unknown): string => {
  const cause = isSqlError(error) ? error.reason.cause : undefined
  return Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""
}

/**
 * Whether a transaction that writes was planned for a shard that is gone: its table was spread meanwhile, or a company was
 * given shards of its own. The same transaction succeeds at once.
 */
export const isShardGone = (error: unknown): boolean =>
  isSqlError(error) && stateOf(error) === "XX000" && shardGone.test((error.reason.cause as Error).message)

/** Whether a statement named a table that is not there: one of a shard that has moved, where it was looked for before. */
export const isTableGone = (error: unknown): boolean => stateOf(error) === "42P01"

/** Whether the same request can succeed later, without anybody changing it. */
export const isUnavailable = (error: unknown): boolean => {
  if (!isSqlError(error)) return false
  const { reason } = error
  const state = stateOf(error)
  return (
    reason._tag === "ConnectionError" ||
    reason.isRetryable ||
    passing.test(state) ||
    (state === "XX000" && nodeLost.test((reason.cause as Error).message)) ||
    isShardGone(error)
  )
}
