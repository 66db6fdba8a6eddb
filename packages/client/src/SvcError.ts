/** The one error of the client: the code of the service's error envelope, or of what kept its answer from coming. */
import type * as Definition from "./Definition.ts"

/** What can go wrong on this side: no answer, none in time, or one that is not the service's. */
export type ClientErrorCode = "unreachable" | "timed-out" | "unreadable-answer"
/** A code of an error, of the service or of the way to it. */
export type ErrorCode = Definition.ErrorCode | ClientErrorCode

/** An app may hold two copies of this package, so errors are known by this brand, not by `instanceof`. */
const brand = Symbol.for("@svc/client/SvcError")

/** What an error says besides its message. */
export interface ErrorFields {
  /** What kind of error it is: to be decided by. */
  readonly code: ErrorCode
  /** In a sentence, for people. */
  readonly message: string
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The offending place, such as `data[3].line_items[0].quantity`; null when there is none. */
  readonly field: string | null
  /** Every fault found, not only the first. */
  readonly details: ReadonlyArray<Definition.ErrorDetail>
  /** What to name to whoever runs the service; null when there was no answer. */
  readonly requestId: string | null
  /** Seconds, where the service said so. */
  readonly retryAfter: number | null
}

const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "rate-limited",
  "platform-unavailable",
  "platform-timeout",
  "platform-error",
  "unreachable",
  "timed-out"
])

/** What every rejection of the client is. */
export class SvcError extends Error implements ErrorFields {
  readonly [brand] = true
  readonly _tag = "SvcError"
  override readonly name = "SvcError"
  readonly code: ErrorCode
  readonly status: number | null
  readonly field: string | null
  readonly details: ReadonlyArray<Definition.ErrorDetail>
  readonly requestId: string | null
  readonly retryAfter: number | null
  /** Whether the same request may succeed later. A write without an idempotency key may have happened all the same. */
  readonly retryable: boolean
  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.code = fields.code
    this.status = fields.status
    this.field = fields.field
    this.details = fields.details
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
    this.retryable = passing.has(fields.code)
  }
}

/** True for a SvcError of any copy of this package. */
export const isSvcError = (value: unknown): value is SvcError =>
  typeof value === "object" && value !== null && brand in value

/** An error of this side, or of something between it and the service. */
export const own = (
  code: ErrorCode,
  message: string,
  cause?: unknown,
  status: number | null = null,
  retryAfter: number | null = null
): SvcError =>
  new SvcError(
    { code, message, status, field: null, details: [], requestId: null, retryAfter },
    cause === undefined ? undefined : { cause }
  )
