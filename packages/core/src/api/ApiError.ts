/**
 * The error of the HTTP interface: one code, one status for each code, and one body. Every error answer of the service is
 * made from this.
 */
import * as Schema from "effect/Schema"

/** Every code with its HTTP status. */
export const statuses = {
  "invalid-params": 400,
  "missing-params": 400,
  unauthenticated: 401,
  "operation-denied": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "payload-too-large": 413,
  "unsupported-media-type": 415,
  unsupported: 422,
  "idempotency-mismatch": 422,
  "platform-denied": 422,
  "record-already-exists": 422,
  "rate-limited": 429,
  "unknown-error": 500,
  "platform-error": 502,
  "unknown-outcome": 502,
  "platform-unavailable": 503,
  "platform-timeout": 504
} as const
export type ErrorCode = keyof typeof statuses
export const errorCodes = Object.keys(statuses) as ReadonlyArray<ErrorCode>

/** One fault of several. `field` names the place: `data[3].line_items[0].quantity`, `sort[foo]`. */
export const ErrorDetail = Schema.Struct({
  code: Schema.Literals(errorCodes),
  message: Schema.String,
  field: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ErrorDetail" })
export type ErrorDetail = typeof ErrorDetail.Type

/** The body of every error answer. */
export const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literals(errorCodes),
    message: Schema.String,
    /** The offending place; null when there is none. */
    field: Schema.NullOr(Schema.String),
    /** Every fault found, not only the first. */
    details: Schema.Array(ErrorDetail)
  }),
  request_timestamp: Schema.String,
  response_timestamp: Schema.String,
  request_id: Schema.String
}).annotate({
  identifier: "Error",
  examples: [
    {
      error: {
        code: "invalid-params",
        message: 'Unknown member "nam"; did you mean "name"?',
        field: "nam",
        details: [{ code: "invalid-params", message: 'Unknown member "nam"; did you mean "name"?', field: "nam" }]
      },
      request_timestamp: "2026-01-31T08:00:00.000Z",
      response_timestamp: "2026-01-31T08:00:00.004Z",
      request_id: "0190a5f2-7c1e-4d0e-9a57-1f0a3c2b4d5e"
    }
  ]
})

/** Fails a request. The HTTP layer adds the timestamps and the request id. */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  code: Schema.Literals(errorCodes),
  message: Schema.String,
  field: Schema.NullOr(Schema.String),
  details: Schema.Array(ErrorDetail),
  /** Seconds, for the Retry-After header. */
  retryAfter: Schema.optional(Schema.Finite),
  /** Where one code has more than one status, the one of this error. */
  httpStatus: Schema.optional(Schema.Int),
  /** The first answer to an Idempotency-Key, given again. */
  replayed: Schema.optional(Schema.Boolean),
  /** The request it answers, for a client; the server knows it elsewhere. */
  requestId: Schema.optional(Schema.String)
}) {
  get status(): number {
    return this.httpStatus ?? statuses[this.code]
  }
}

/** An error with one fault. */
export const make = (code: ErrorCode, message: string, field: string | null = null): ApiError =>
  new ApiError({ code, message, field, details: [{ code, message, field }] })

/** An error that may be over after `retryAfter` seconds. */
export const later = (code: ErrorCode, message: string, retryAfter: number): ApiError =>
  new ApiError({ code, message, field: null, details: [{ code, message, field: null }], retryAfter })

/** How many faults an answer names; more would say nothing new. */
export const maxDetails = 100

/** An error with several faults, of which the first {@link maxDetails} are told; the first gives code, message and field. */
export const many = (details: readonly [ErrorDetail, ...Array<ErrorDetail>]): ApiError =>
  new ApiError({ ...details[0], details: details.slice(0, maxDetails) })

export const notFound = (what: string, field: string | null = null): ApiError =>
  make("not-found", `There is no ${what}.`, field)
