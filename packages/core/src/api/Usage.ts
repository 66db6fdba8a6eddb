/** What was used: requests, records, calls, writes and deliveries, counted by company and day. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Day, listOf, said, SvcId } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures } from "./Failure.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** What is counted, in the order in which it is shown. */
export const counters = [
  "requests",
  "records_read",
  "records_created",
  "records_updated",
  "records_deleted",
  "platform_calls",
  "passthrough_calls",
  "written_items",
  "deliveries"
] as const
export type Counter = (typeof counters)[number]

export const Usage = Schema.Struct({
  svc_company_id: said(
    "The company; null for what concerned none, or one that is not there any more.",
    Schema.NullOr(SvcId)
  ),
  day: said("The day in UTC.", Day),
  requests: said(
    "Requests to this interface that were let in, whatever they were answered: those that named the company as `company_id` of their query or body or in the address of the company, and those of a key for the company alone.",
    Count
  ),
  records_read: said(
    "Items that were read from platforms, by syncs and because a platform's webhook told of them.",
    Count
  ),
  records_created: said("Records that came into being by that.", Count),
  records_updated: said("Records that were changed by that.", Count),
  records_deleted: said("Records that were deleted by that.", Count),
  platform_calls: said("Calls that were sent to platforms, for whatever purpose; each repeat is one.", Count),
  passthrough_calls: said("Raw calls that were passed on to platforms.", Count),
  written_items: said(
    "Items of writes that were taken on, whatever became of them; a repeated request adds none.",
    Count
  ),
  deliveries: said("Events that webhooks have taken.", Count)
}).annotate({ identifier: "Usage" })

/** How usage is listed. */
export const list = ManagedList.make(Usage)

export const usage = HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/usage", {
      query: list.query,
      success: listOf(Usage),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List usage by company and day")
      .annotateMerge(list.parameters)
      .annotate(
        OpenApi.Description,
        "What is counted is listed about a second later. A process that ends without being asked to loses what it counted in its last second, but for records. How many days are kept is a setting of the service."
      )
  )
  .annotate(OpenApi.Description, "What each company used on each day, in UTC, oldest first.")
