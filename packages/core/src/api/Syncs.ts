/** Syncs: runs that read a connection's data models. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { DataModel, DateTime, dataOf, Integration, listOf, optional, SvcId, said } from "./Common.ts"
import { operations } from "../contract/Writes.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

export const syncRunStatuses = ["CREATED", "RUNNING", "SUCCESS", "PARTIAL_SUCCESS", "FAILED", "CANCELLED"] as const

const fields = {
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_company_id: SvcId,
  connection_id: SvcId,
  integration_type: Schema.String,
  status: Schema.Literals(syncRunStatuses),
  full_sync: Schema.Boolean,
  trigger: said("What started it.", Schema.Literals(["API", "CONNECTED", "SCHEDULE"])),
  data_models: Schema.Array(DataModel),
  error: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(DateTime),
  finished_at: Schema.NullOr(DateTime)
}
export const Sync = Schema.Struct(fields).annotate({ identifier: "Sync" })

/**
 * `data` of a SYNC_COMPLETED webhook: a sync, or an upload job, which has the members of a sync as well. `upload_job_id` tells
 * them apart: it is null for a sync.
 */
export const SyncCompleted = Schema.Union([
  Schema.Struct({ ...fields, upload_job_id: Schema.Null, operation: Schema.Null }),
  Schema.Struct({
    ...fields,
    svc_id: said("An upload job has no number; its id is in upload_job_id.", Schema.Null),
    trigger: Schema.Literal("UPLOAD"),
    upload_job_id: Schema.String,
    operation: Schema.Literals(operations)
  })
]).annotate({ identifier: "SyncCompleted" })

/** How far the part of a sync was at a moment. */
export const SyncStep = Schema.Struct({
  at: said("When it was so far.", DateTime),
  pages: said("Pages that were stored by then.", Schema.Int),
  records_read: said("Items of the platform that were read by then.", Schema.Int)
}).annotate({ identifier: "SyncStep" })

/** The part of a sync that reads one data model. */
export const SyncJob = Schema.Struct({
  svc_id: SvcId,
  sync_id: SvcId,
  data_model: DataModel,
  status: Schema.Literals(syncRunStatuses),
  records_read: Schema.Int,
  records_created: Schema.Int,
  records_updated: Schema.Int,
  records_deleted: Schema.Int,
  records_refused: said("Items of the platform that could not be read as records.", Schema.Int),
  records_warned: said(
    "Records of the connection that are stored without members that could not be read, as many as they are now.",
    Schema.Int
  ),
  pages: said("Pages of the platform's lists that were stored.", Schema.Int),
  calls: said("Calls that were made to the platform.", Schema.Int),
  waited_milliseconds: said("How long its calls waited for their turn in the platform's rate limit.", Schema.Int),
  course: said(
    "How far it was at which moment, from its beginning on, as many moments as show its course.",
    Schema.Array(SyncStep)
  ),
  error: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(DateTime),
  finished_at: Schema.NullOr(DateTime)
}).annotate({ identifier: "SyncJob" })

/** How syncs are listed, and the parts of one. */
export const list = ManagedList.make(Sync)
export const jobList = ManagedList.make(SyncJob)

export const StartSync = Schema.Struct({
  company_id: SvcId,
  integration_type: optional(Integration),
  connection_id: optional(SvcId),
  full_sync: said("Reads everything again instead of what changed.", optional(Schema.Boolean)),
  data_models_to_sync: optional(Schema.Array(DataModel))
}).annotate({
  identifier: "StartSync",
  examples: [{ company_id: 1042, full_sync: false, data_models_to_sync: ["EXPENSES"] }]
})

const params = { svc_id: SvcId }

export const syncs = HttpApiGroup.make("syncs")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/syncs", {
      query: list.query,
      success: listOf(Sync),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List syncs")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/syncs/:svc_id", {
      params,
      success: dataOf(Sync),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a sync"),
    HttpApiEndpoint.get("jobs", "/v3/core/syncs/:svc_id/jobs", {
      params,
      query: jobList.query,
      success: listOf(SyncJob),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List the parts of a sync, one for each data model")
      .annotateMerge(jobList.parameters),
    HttpApiEndpoint.post("start", "/v3/core/syncs", {
      payload: StartSync,
      success: dataOf(Sync),
      error: bodyFailures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Start a sync")
      .annotate(RequiredScope, "write"),
    HttpApiEndpoint.post("cancel", "/v3/core/syncs/:svc_id/cancel", {
      params,
      success: dataOf(Sync),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Cancel a sync")
      .annotate(RequiredScope, "write")
  )
  .annotate(OpenApi.Description, "Syncs: runs that read a connection's data models.")
