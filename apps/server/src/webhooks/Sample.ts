/** What a test delivery carries: the members an endpoint will see, with no values of anybody's records. */
import { Field, Models } from "@svc/core"
import type { CompletedWire } from "../sync/SyncWire.ts"
import type { EventType } from "./Events.ts"

/** JSON text of a sample record, connection or sync. */
export const sample = (type: EventType, dataModel: Models.ModelId): string => {
  const now = new Date().toISOString()
  const common = { svc_id: 0, svc_created_at: now, svc_updated_at: now }
  if (type === "CONNECTION_CHANGED") {
    return JSON.stringify({ ...common, integration_type: null, status: "HEALTHY", sync_status: "IDLE", category: null })
  }
  if (type === "SYNC_COMPLETED") {
    return JSON.stringify({
      svc_id: 0,
      svc_created_at: now,
      svc_company_id: 0,
      connection_id: 0,
      integration_type: "",
      status: "SUCCESS",
      full_sync: false,
      trigger: "API",
      data_models: [],
      error: null,
      started_at: now,
      finished_at: now,
      upload_job_id: null,
      operation: null
    } satisfies CompletedWire)
  }
  const fields = Object.entries(Models.get(dataModel).fields)
  return JSON.stringify({
    ...common,
    svc_company_id: 0,
    svc_deleted_at: null,
    platform_id: "test",
    platform_unique_id: "test",
    ...Object.fromEntries(fields.map(([name, { kind }]) => [name, Field.isListKind(kind) ? [] : null])),
    updated_at: null
  })
}
