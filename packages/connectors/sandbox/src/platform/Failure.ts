/**
 * Every refusal of the platform. A failure is thrown wherever a rule is broken and turned into an answer in one place,
 * `{ "error": { "type", "message", "param" } }`.
 */

export type FailureType =
  | "invalid_request"
  | "unauthenticated"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "unknown_reference"
  | "rule_violation"
  | "idempotency_mismatch"
  | "rate_limited"
  | "storage_unavailable"
  | "internal"

const statuses: Record<FailureType, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unknown_reference: 422,
  rule_violation: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  storage_unavailable: 503
}

export class Failure extends Error {
  readonly type: FailureType
  readonly param: string | null
  constructor(type: FailureType, message: string, param: string | null = null, options?: ErrorOptions) {
    super(message, options)
    this.type = type
    this.param = param
  }
}

/** The answer for a failure; anything else that was thrown is a 500 without details. */
export const toResponse = (cause: unknown, headers: Record<string, string> = {}): Response => {
  const failure = cause instanceof Failure ? cause : new Failure("internal", "The platform failed to answer.")
  const { type, message, param } = failure
  return Response.json({ error: { type, message, param } }, { status: statuses[type], headers })
}
