/** What becomes of one item of a write, and how the reason of a failure is told to whoever sent it. */
import type { Reason } from "../contract/ConnectorError.ts"
import type { Item } from "./Reading.ts"

export type WriteErrorCode =
  | "missing-params"
  | "invalid-params"
  | "record-already-exists"
  | "operation-denied"
  | "platform-denied"
  | "unsupported"
  | "rate-limited"
  | "platform-unavailable"
  | "unknown-outcome"
  | "unknown-error"

/** The error of one item, as the wire shows it; `reason` and what is optional are for programs in this process. */
export interface WriteFailure {
  readonly code: WriteErrorCode
  readonly message: string
  /** The place in the item, or the platform's name for it; null when none is at fault. */
  readonly field: string | null
  /** The platform's own answer, secrets removed; null when the item never reached it. */
  readonly platform_error: unknown
  readonly reason: Reason["_tag"] | null
  /** The record that stands at the platform although the item failed. */
  readonly platform_id?: string
  /** Only a part is done, and whoever sends the item again with its progress goes on where it stopped. */
  readonly isUnfinished?: true
  /** The record has changed since it was read, and nothing was done. */
  readonly isStale?: true
}
export type WriteResult =
  /** Without an item nothing is left of the record. */
  | { readonly status: "success"; readonly item: Item | null; readonly error: null }
  | { readonly status: "failed"; readonly item: null; readonly error: WriteFailure }

const codes: Record<Reason["_tag"], WriteErrorCode> = {
  AuthExpired: "operation-denied",
  Forbidden: "operation-denied",
  NotFound: "platform-denied",
  Conflict: "record-already-exists",
  Rejected: "platform-denied",
  RateLimited: "rate-limited",
  Unavailable: "platform-unavailable",
  TimedOut: "platform-unavailable",
  UnknownOutcome: "unknown-outcome",
  Undecodable: "unknown-error",
  Unsupported: "unsupported",
  InvalidCall: "invalid-params"
}

export const failed = (error: WriteFailure): WriteResult => ({ status: "failed", item: null, error })
export const succeeded = (item: Item | null): WriteResult => ({ status: "success", item, error: null })

/** The result of an item whose call failed. */
export const failureOf = (reason: Reason): WriteFailure => {
  const isStale = reason._tag === "Conflict" && reason.isStale === true
  return {
    code: isStale ? "platform-denied" : codes[reason._tag],
    message:
      reason.message ||
      (reason._tag === "Undecodable"
        ? `The platform's answer cannot be read: ${reason.issues.join("; ")}`
        : `The platform answered ${"status" in reason && reason.status !== undefined ? reason.status : reason._tag}.`),
    field: "field" in reason ? (reason.field ?? null) : null,
    platform_error: "body" in reason ? (reason.body ?? null) : null,
    reason: reason._tag,
    ...(isStale ? { isStale } : {})
  }
}
