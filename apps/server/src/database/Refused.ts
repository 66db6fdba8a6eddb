/** Which failures of the database are the fault of what was to be stored, and will be so at every try. */
import * as Predicate from "effect/Predicate"
import type { SqlError } from "effect/sql/SqlError"
import { isUnavailable, stateOf } from "./Unavailable.ts"

/**
 * Classes and codes of SQLSTATE, as PostgreSQL's manual lists them: data exceptions (a text or JSON that is none, a number out
 * of range), program limits (an index row too large, a value nested too deep), a missing value, a failed check.
 */
const refusing = /^(22|54|23502|23514)/

/** Whether the same data will be refused again, whatever else happens. */
export const isRefused = (error: unknown): error is SqlError => refusing.test(stateOf(error))

/** Whether a node of a cluster failed, for a reason of which Citus told no code, where it copies rows there: it may have refused them. */
export const isUntold = (error: unknown): error is SqlError => stateOf(error) === "XX000" && !isUnavailable(error)

/** The database's own words, without the data that it names in its details. */
export const wordsOf = (error: SqlError): string => {
  const { cause } = error.reason
  return Predicate.hasProperty(cause, "message") && typeof cause.message === "string" ? cause.message : error.message
}
