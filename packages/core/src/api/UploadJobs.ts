/** Upload jobs: what became of the items of a write. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { operations } from "../contract/Model.ts"
import { AnyObject, DataModel, DateTime, listOf, SvcId, TextId, timed, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures } from "./Failure.ts"

export const uploadStatuses = ["CREATED", "RUNNING", "SUCCESS", "PARTIAL_SUCCESS", "FAILED"] as const
export const itemErrorCodes = [
  "missing-params",
  "invalid-params",
  "record-already-exists",
  "operation-denied",
  "platform-denied",
  "unsupported",
  "rate-limited",
  "platform-unavailable",
  "unknown-outcome",
  "unknown-error"
] as const

export const ItemError = Schema.Struct({
  code: Schema.Literals(itemErrorCodes),
  message: Schema.String,
  field: Schema.NullOr(Schema.String),
  platform_error: said("The platform's own answer, cleaned of secrets.", Schema.Unknown),
  platform_id: said(
    "The record that stands at the platform although the item failed: the message says how far it came.",
    Schema.NullOr(Schema.String)
  )
}).annotate({ identifier: "ItemError" })

/** What became of one item. */
export const itemResult = <S extends Schema.Top>(response: S) =>
  Schema.Struct({
    job_id: Schema.String,
    status: Schema.Literals(["success", "failed"]),
    response: Schema.NullOr(response),
    error: Schema.NullOr(ItemError)
  })
/** What became of a write: its results in the order of the items. */
export const uploadResult = <S extends Schema.Top>(response: S) =>
  Schema.Struct({
    status: Schema.Literals(uploadStatuses),
    upload_job_id: Schema.String,
    data: Schema.Array(itemResult(response))
  })

export const UploadItem = itemResult(AnyObject).annotate({ identifier: "UploadItem" })

export const UploadJob = Schema.Struct({
  upload_job_id: Schema.String,
  status: Schema.Literals(uploadStatuses),
  svc_company_id: SvcId,
  connection_id: SvcId,
  data_model: DataModel,
  operation: Schema.Literals(operations),
  request_id: said("The request that made it.", Schema.String),
  created_at: DateTime,
  finished_at: Schema.NullOr(DateTime),
  data: said(
    "In the order of the items; while the job runs, those that are done. Where the platform's records are too much for one answer, `raw_data` is null from there on: lists have it, with `select=raw_data`.",
    Schema.Array(UploadItem)
  )
}).annotate({ identifier: "UploadJob" })

/** How upload jobs are listed. */
export const list = ManagedList.make(UploadJob)

export const uploadJobs = HttpApiGroup.make("uploadJobs")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/upload_jobs", {
      query: list.query,
      success: listOf(UploadJob),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List upload jobs")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/upload_jobs/:upload_job_id", {
      params: { upload_job_id: TextId },
      success: timed(UploadJob),
      error: failures()
    }).annotate(OpenApi.Summary, "Get an upload job with its results")
  )
  .annotate(OpenApi.Title, "upload_jobs")
  .annotate(OpenApi.Description, "Upload jobs: what became of the items of a write.")
