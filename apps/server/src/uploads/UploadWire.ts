/** What upload jobs and their items look like on the wire. */
import type { Writes } from "@svc/core"
import { WriteRoutes } from "@svc/core/api"
import type { Reading, Writing } from "@svc/core/runtime"

export type JobStatus = "CREATED" | "RUNNING" | "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED"
export interface ItemError {
  readonly code: Writing.WriteErrorCode
  readonly message: string
  readonly field: string | null
  readonly platform_error: unknown
}
/** The result of one item. `response` is null when it failed. */
export interface ItemResult {
  readonly job_id: string
  readonly status: "success" | "failed"
  readonly response: Readonly<Record<string, unknown>> | null
  readonly error: ItemError | null
}
export interface UploadJobWire {
  readonly status: JobStatus
  readonly upload_job_id: string
  /** One for each item, in their order; while the job runs, those that are done. */
  readonly data: ReadonlyArray<ItemResult>
}
/**
 * What is stored of an item's outcome; `reason` and `platform_id` are for this program. A failed item has an id where
 * something of it stands at the platform.
 */
export interface StoredResult {
  readonly response: Readonly<Record<string, unknown>> | null
  readonly error: ItemError | null
  readonly reason: string | null
  readonly platform_id: string | null
}

/** The record that an item was about: of several that came of it, the one that it names. */
const recordOf = ({ records }: Reading.Item, named: string | null): Reading.UnifiedRecord | undefined =>
  records.find(({ platform_id }) => platform_id === named) ?? records[0]

/** The members of a record that the answer of a write shows, and the platform's own record; of one that is gone its id. */
const responseOf = (
  { model, operation }: Writes.WriteModel,
  record: Reading.UnifiedRecord | undefined,
  platformId: string | null,
  raw: unknown
): Readonly<Record<string, unknown>> =>
  record === undefined
    ? { platform_id: platformId, raw_data: raw ?? null }
    : {
        ...Object.fromEntries(WriteRoutes.responseOf(model, operation).map((name) => [name, record[name] ?? null])),
        raw_data: raw ?? null
      }

/** Characters of a platform's own answer that are kept with a refused item: one answer may be that of hundreds of them. */
const keptAnswer = 16_384

/** The platform's answer, or the beginning of its text where it is too long to be kept for each item. */
const briefly = (answer: unknown): unknown => {
  const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "")
  return text.length <= keptAnswer ? answer : `${text.slice(0, keptAnswer).toWellFormed()}…`
}

export const storedResult = (write: Writes.WriteModel, input: unknown, result: Writing.WriteResult): StoredResult => {
  if (result.status === "success") {
    const named = (input as Partial<Writes.Named>).platform_id ?? null
    const record = result.item === null ? undefined : recordOf(result.item, named)
    return {
      response: responseOf(write, record, named, result.item?.raw),
      error: null,
      reason: null,
      platform_id: record?.platform_id ?? named
    }
  }
  const { isStale: _, isUnfinished: _unfinished, platform_id = null, reason, ...error } = result.error
  return {
    response: null,
    error: { ...error, platform_error: briefly(error.platform_error) },
    reason,
    platform_id
  }
}

/** The status of a job whose items have all ended. */
export const endOf = (succeeded: number, total: number): JobStatus =>
  succeeded === total ? "SUCCESS" : succeeded === 0 ? "FAILED" : "PARTIAL_SUCCESS"
