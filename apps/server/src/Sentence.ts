/** What is said to whoever started a program that cannot go on. */
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import { isSqlError } from "effect/sql/SqlError"

/** What an error and the errors behind it say, the outermost first. */
const said = (error: unknown): ReadonlyArray<string> => {
  const messages: Array<string> = []
  for (let at = error, depth = 0; depth < 8 && typeof at === "object" && at !== null; depth++) {
    if ("message" in at && typeof at.message === "string" && at.message !== "") messages.push(at.message)
    at = "reason" in at && typeof at.reason === "object" ? at.reason : "cause" in at ? at.cause : undefined
  }
  return messages.length === 0 ? [String(error)] : messages
}
const codeOf = (error: unknown): unknown =>
  Predicate.hasProperty(error, "cause") && Predicate.hasProperty(error.cause, "code") ? error.cause.code : undefined

/** Why the service could not start, in a sentence. */
export const sentence = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return "The port is in use by another program: stop that one, or choose another PORT."
    case "EACCES":
      return "This user may not listen on the port: choose a PORT above 1023."
    case "EADDRNOTAVAIL":
      return "HOST is no address of this machine: leave it out, or use 0.0.0.0 for all addresses."
  }
  const messages = said(error)
  return isSqlError(error)
    ? `The database cannot be used: ${messages.at(-1)}`
    : `The service could not start: ${messages[0]}`
}
