/** Which failures of the database are the fault of what was to be stored, and will be so at every try. */
import * as Predicate from "effect/Predicate"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * Classes and codes of SQLSTATE, as PostgreSQL's manual lists them: data exceptions (a text or JSON that is none, a number out
 * of range), program limits (an index row too large, a value nested too deep), a missing value, a failed check.
 */
const refusing = /^(22|54|23502|23514)/

const causeOf = ({ reason }: SqlError): unknown => reason.cause

/** Whether the same data will be refused again, whatever else happens. */
export const isRefused = (error: unknown): error is SqlError => {
  if (!isSqlError(error)) return false
  const cause = causeOf(error)
  return Predicate.hasProperty(cause, "code") && typeof cause.code === "string" && refusing.test(cause.code)
}

/** The database's own words, without the data that it names in its details. */
export const wordsOf = (error: SqlError): string => {
  const cause = causeOf(error)
  return Predicate.hasProperty(cause, "message") && typeof cause.message === "string" ? cause.message : error.message
}
