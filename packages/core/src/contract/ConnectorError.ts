/**
 * The one error of the framework. Its `reason` says what happened, whether trying again can help and when. HTTP status
 * to reason is mapped here and nowhere else; a connector only says where a platform puts its message.
 */
import * as Data from "effect/Data"
import * as Bounds from "./Bounds.ts"

/** What every answer of a platform has to say. */
interface Said {
  /** HTTP status the platform answered with; absent when there was no answer. */
  readonly status?: number | undefined
  /** The platform's own words, secrets removed. */
  readonly message?: string | undefined
  /** The platform's own answer, secrets removed. */
  readonly body?: unknown
}
interface Placed extends Said {
  readonly field?: string | undefined
}
interface Waiting extends Said {
  readonly retryAfter?: number | undefined
}

/** The credentials are no longer accepted and could not be refreshed: the user must authorise again. */
export class AuthExpired extends Data.TaggedError("AuthExpired")<Said> {
  readonly retryable = false
}
/** The platform refuses this operation to this connection. */
export class Forbidden extends Data.TaggedError("Forbidden")<Said> {
  readonly retryable = false
}
/** What was asked for is not there. */
export class NotFound extends Data.TaggedError("NotFound")<Said> {
  readonly retryable = false
}
/** The record exists already, `field` is the place of what is taken; or it has changed since it was read. */
export class Conflict extends Data.TaggedError("Conflict")<
  Placed & {
    /** The version that was sent is not the newest: read again, the change may be made. */
    readonly isStale?: boolean | undefined
  }
> {
  readonly retryable = false
}
/** The platform understood the request and refused its content. `field` is the platform's name of the place. */
export class Rejected extends Data.TaggedError("Rejected")<Placed> {
  readonly retryable = false
}
/** Too many calls. `retryAfter` is in seconds. */
export class RateLimited extends Data.TaggedError("RateLimited")<Waiting> {
  readonly retryable = true
}
/** The platform could not be reached or answered 5xx; the request had no effect or may be repeated. */
export class Unavailable extends Data.TaggedError("Unavailable")<Waiting> {
  readonly retryable = true
}
/** No answer in time to a request that may be repeated. */
export class TimedOut extends Data.TaggedError("TimedOut")<Said> {
  readonly retryable = true
}
/** A write was sent and its answer never came: it may or may not have happened, and must not be repeated blindly. */
export class UnknownOutcome extends Data.TaggedError("UnknownOutcome")<Said> {
  readonly retryable = false
}
/** An answer of another shape than the platform documents. `issues` name the places. */
export class Undecodable extends Data.TaggedError("Undecodable")<
  Said & {
    readonly issues: ReadonlyArray<string>
    /** The answer is beyond what is read at all (`Bounds`): asked again, it would be no other. */
    readonly isBeyond?: boolean | undefined
    /** Pages go in circles, or without end: a listing that is to go on is to begin anew. */
    readonly isCircular?: boolean | undefined
  }
> {
  readonly retryable = false
}
/** The connector does not offer this. */
export class Unsupported extends Data.TaggedError("Unsupported")<
  Pick<Said, "status"> & { readonly capability: string }
> {
  readonly retryable = false
  override get message(): string {
    return `The platform does not offer ${this.capability}.`
  }
}
/** The caller's own request cannot be sent: a path that leaves the host, a header that is not the caller's to set. */
export class InvalidCall extends Data.TaggedError("InvalidCall")<{ readonly message: string; readonly field: string }> {
  readonly retryable = false
}

/** Why a call failed; `_tag` tells which it is. */
export type Reason =
  | AuthExpired
  | Forbidden
  | NotFound
  | Conflict
  | Rejected
  | RateLimited
  | Unavailable
  | TimedOut
  | UnknownOutcome
  | Undecodable
  | Unsupported
  | InvalidCall

/** An app may hold two copies of this package, so errors are known by this brand, not by `instanceof`. */
const brand = Symbol.for("@svc/core/ConnectorError")

/** What every failure of a connector is: which connector, at what, and for which reason. */
export class ConnectorError extends Data.TaggedError("ConnectorError")<{
  /** Identifier of the connector, such as `XERO`. */
  readonly connector: string
  /** What was being done, such as `list EXPENSES`. */
  readonly operation: string
  readonly reason: Reason
}> {
  readonly [brand] = true
  get retryable(): boolean {
    return this.reason.retryable
  }
  override get message(): string {
    // An error without a message of its own has an empty one.
    const said = this.reason.message || (this.reason._tag === "Undecodable" ? this.reason.issues.join("; ") : undefined)
    return `${this.connector}, ${this.operation}: ${this.reason._tag}${said ? `: ${Bounds.cut(said)}` : ""}`
  }
}

/** True for a ConnectorError of any copy of this package. */
export const isConnectorError = (value: unknown): value is ConnectorError =>
  typeof value === "object" && value !== null && brand in value

/** What a connector reads out of a platform's error answer. Every member is optional. */
export interface PlatformFailure {
  /** The platform's own words, for people. */
  readonly message?: string | undefined
  /** The member that the platform complains of, as it or the interface names it. */
  readonly field?: string | undefined
  /** Overrides what the status alone would mean, for platforms that answer 403 or 200 for everything. */
  readonly reason?:
    | "AuthExpired"
    | "Forbidden"
    | "NotFound"
    | "Conflict"
    | "Rejected"
    | "RateLimited"
    | "Unavailable"
    /** The platform does not have this for this user at all; `message` names what, such as `leads to this user`. */
    | "Unsupported"
    | undefined
  /** What is told of the platform's answer instead of all of it, which may say too much, such as a trace of its code. */
  readonly body?: unknown
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number | undefined
  /**
   * False where the platform says that nothing was done, such as a transaction that was taken back. A 5xx other than 503
   * leaves open whether a write was carried out unless this is said.
   */
  readonly applied?: false | undefined
  /** The record has changed since it was read: a write with `current` reads it again, once. True of 412 in any case. */
  readonly stale?: boolean | undefined
}

const meaning = (status: number): NonNullable<PlatformFailure["reason"]> => {
  if (status === 401) return "AuthExpired"
  if (status === 403) return "Forbidden"
  if (status === 404 || status === 410) return "NotFound"
  if (status === 409 || status === 412) return "Conflict"
  if (status === 429) return "RateLimited"
  if (status === 408 || status === 425 || status >= 500) return "Unavailable"
  return "Rejected"
}

/**
 * The reason behind an answer that is not a success. `retryAfter` is in seconds and comes from the answer's headers; no wait is longer
 * than `longest`.
 */
export const fromAnswer = (
  status: number,
  body: unknown,
  failure: PlatformFailure,
  retryAfter: number | undefined,
  longest?: number
): Reason => {
  const base = {
    status,
    body: Bounds.evidenceOf("body" in failure ? failure.body : body),
    ...(failure.message === undefined ? {} : { message: Bounds.cut(failure.message) })
  }
  const at = failure.field === undefined ? {} : { field: Bounds.cut(failure.field) }
  const wait = Bounds.waitOf(failure.retryAfter, longest) ?? Bounds.waitOf(retryAfter, longest)
  const waiting = wait === undefined ? {} : { retryAfter: wait }
  const isStale = failure.stale ?? (status === 412 && failure.reason === undefined)
  switch (failure.reason ?? (isStale ? "Conflict" : meaning(status))) {
    case "AuthExpired":
      return new AuthExpired(base)
    case "Forbidden":
      return new Forbidden(base)
    case "NotFound":
      return new NotFound(base)
    case "Conflict":
      return new Conflict({ ...base, ...at, ...(isStale ? { isStale } : {}) })
    case "RateLimited":
      return new RateLimited({ ...base, ...waiting })
    case "Unavailable":
      return new Unavailable({ ...base, ...waiting })
    case "Unsupported":
      return new Unsupported({ status, capability: Bounds.cut(failure.message ?? "this") })
    case "Rejected":
      return new Rejected({ ...base, ...at })
  }
}
