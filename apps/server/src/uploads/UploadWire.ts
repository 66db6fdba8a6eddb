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
  /** What stands at the platform although the item failed; null where nothing does, or nobody knows of what. */
  readonly platform_id: string | null
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
  readonly error: Omit<ItemError, "platform_id"> | null
  readonly reason: string | null
  readonly platform_id: string | null
}

/** The record that an item was about: of several that came of it, the one that it names. */
const recordOf = (item: Reading.Item | null, id: string | null): Reading.UnifiedRecord | undefined =>
  item?.records.find(({ platform_id }) => platform_id === id) ?? item?.records[0]

/** The platform's id of what an item made, or of what it was about; null where it failed. */
export const writtenId = (input: unknown, result: Writing.WriteResult): string | null => {
  if (result.status === "failed") return null
  const named = (input as Partial<Writes.Named> | null)?.platform_id ?? null
  return recordOf(result.item, named)?.platform_id ?? named
}

/** The members of a record that the answer of a write shows, and the platform's own record; of one that is gone its ids. */
const responseOf = (
  { model, operation }: Writes.WriteModel,
  platformId: string | null,
  body: string | undefined,
  item: Reading.Item | null
): Readonly<Record<string, unknown>> => {
  const record = recordOf(item, platformId)
  const shown: Readonly<Record<string, unknown>> = {
    ...(record ?? { platform_id: platformId }),
    ...(body === undefined ? {} : (JSON.parse(body) as object))
  }
  const names = WriteRoutes.responseOf(model, operation).filter(
    (name) => record !== undefined || /^(svc|platform)_id$/.test(name)
  )
  return { ...Object.fromEntries(names.map((name) => [name, shown[name] ?? null])), raw_data: item?.raw ?? null }
}

/** Characters of a platform's own answer that are kept with a refused item: one answer may be that of hundreds of them. */
const keptAnswer = 16_384

/** The platform's answer, or the beginning of its text where it is too long to be kept for each item. */
const briefly = (answer: unknown): unknown => {
  const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "")
  return text.length <= keptAnswer ? answer : `${text.slice(0, keptAnswer).toWellFormed()}…`
}

/** What is kept of an item's outcome; `body` is the record as it is stored now. */
export const storedResult = (
  write: Writes.WriteModel,
  platformId: string | null,
  body: string | undefined,
  result: Writing.WriteResult
): StoredResult => {
  if (result.status === "success") {
    const response = responseOf(write, platformId, body, result.item)
    return { response, error: null, reason: null, platform_id: platformId }
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
