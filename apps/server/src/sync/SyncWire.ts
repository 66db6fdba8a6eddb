/** What syncs and their parts look like on the wire, and the rows behind them. */
import type { Model } from "@svc/core"

export type SyncStatus = "CREATED" | "RUNNING" | "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED" | "CANCELLED"
export type Trigger = "API" | "CONNECTED" | "SCHEDULE"

/** What a sync says of itself, in its row as on the wire. */
interface Said {
  readonly connection_id: number
  readonly integration_type: string
  readonly status: SyncStatus
  readonly full_sync: boolean
  readonly trigger: Trigger
  readonly data_models: ReadonlyArray<string>
  readonly error: string | null
}
/** When something on the wire began and ended. */
interface Times {
  readonly started_at: string | null
  readonly finished_at: string | null
}
export interface SyncWire extends Said, Times {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_company_id: number
}
/** `data` of SYNC_COMPLETED: a sync, or an upload job in its shape, which is the one whose `upload_job_id` is not null. */
export type CompletedWire =
  | (SyncWire & { readonly upload_job_id: null; readonly operation: null })
  | (Omit<SyncWire, "svc_id" | "trigger"> & {
      readonly svc_id: null
      readonly trigger: "UPLOAD"
      readonly upload_job_id: string
      readonly operation: Model.Operation
    })
export interface SyncJobWire extends Times {
  readonly svc_id: number
  readonly sync_id: number
  readonly data_model: string
  readonly status: SyncStatus
  readonly records_read: number
  readonly records_created: number
  readonly records_updated: number
  readonly records_deleted: number
  readonly records_refused: number
  readonly records_warned: number
  readonly pages: number
  readonly calls: number
  readonly waited_milliseconds: number
  readonly course: ReadonlyArray<{ readonly at: string; readonly pages: number; readonly records_read: number }>
  readonly error: string | null
}

export interface SyncRow extends Said {
  readonly id: number
  readonly company_id: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}
/** A {@link SyncRow} of `s` with its connection `c`. */
export const columns = `s.id, s.company_id, s.connection_id, c.integration_type, s.status, s.full_sync, s.trigger, s.data_models,
  s.error, s.created_at, s.started_at, s.finished_at`

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const wireOf = (row: SyncRow): SyncWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  svc_company_id: row.company_id,
  connection_id: row.connection_id,
  integration_type: row.integration_type,
  status: row.status,
  full_sync: row.full_sync,
  trigger: row.trigger,
  data_models: row.data_models,
  error: row.error,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at)
})

export const completedOf = (row: SyncRow): CompletedWire => ({ ...wireOf(row), upload_job_id: null, operation: null })

export interface SyncJobRow extends Omit<SyncJobWire, "svc_id" | "started_at" | "finished_at" | "course"> {
  readonly id: number
  /** Milliseconds since it began, pages, items read. */
  readonly course: ReadonlyArray<readonly [number, number, number]>
  readonly started_at: Date | null
  readonly finished_at: Date | null
}
/** From nothing to what there is: what came after the last step is shown at the end. */
const courseOf = (
  steps: SyncJobRow["course"],
  began: Date | null,
  ended: Date | null,
  { pages, records_read }: Pick<SyncJobWire, "pages" | "records_read">
): SyncJobWire["course"] => {
  if (began === null) return []
  const known = steps.map(([after, pages, records_read]) => ({
    at: new Date(began.getTime() + after).toISOString(),
    pages,
    records_read
  }))
  return [
    { at: began.toISOString(), pages: 0, records_read: 0 },
    ...known,
    ...(ended === null ? [] : [{ at: ended.toISOString(), pages, records_read }])
  ]
}
export const jobWireOf = ({ course, finished_at, id, started_at, ...row }: SyncJobRow): SyncJobWire => ({
  svc_id: id,
  ...row,
  course: courseOf(course, started_at, finished_at, row),
  started_at: iso(started_at),
  finished_at: iso(finished_at)
})
