/** Refusals: items of platforms that could not be made records of, and members that records are without. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { DataModel, dataOf, DateTime, listOf, SvcId, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures } from "./Failure.ts"

export const refusalKinds = ["refused", "warning"] as const

const field = said(
  "The member that could not be read: of the record, or where that is not known of the platform's item. Null where the fault is in no one member.",
  Schema.NullOr(Schema.String)
)
export const RefusalIssue = Schema.Struct({
  field,
  message: said("What is wrong with it, in the words of the reading or of the platform.", Schema.String)
}).annotate({ identifier: "RefusalIssue" })

const fields = {
  svc_id: said("Names the refusal for as long as the item cannot be read.", SvcId),
  svc_company_id: said("The company whose connection reads the item.", SvcId),
  connection_id: said("The connection that reads the item.", SvcId),
  integration_type: said("The platform that the item is from.", Schema.String),
  data_model: DataModel,
  platform_id: said("The item's id at the platform; null where none could be told.", Schema.NullOr(Schema.String)),
  kind: said(
    "`refused`: there is no record of the item. `warning`: there is one, without what could not be read.",
    Schema.Literals(refusalKinds)
  ),
  field: said(
    "The member of the first fault, of lines without their places: `line_items[].quantity`. Null where it is in no one member.",
    Schema.NullOr(Schema.String)
  ),
  message: said("What is wrong with it.", Schema.String),
  issues: said("All faults of the item that were looked for, the first of them above.", Schema.Array(RefusalIssue)),
  first_seen_at: said("When the item could not be read for the first time.", DateTime),
  last_seen_at: said("When it was read last.", DateTime)
}
export const Refusal = Schema.Struct(fields).annotate({ identifier: "Refusal" })
export const RefusalDetail = Schema.Struct({
  ...fields,
  raw_data: said(
    "The item as the platform answered it, without what is too large to be kept; null where it is not kept.",
    Schema.Unknown
  )
}).annotate({ identifier: "RefusalDetail" })

/** How much of one data model of a connection could not be read. */
export const RefusalTotal = Schema.Struct({
  svc_company_id: fields.svc_company_id,
  connection_id: fields.connection_id,
  integration_type: fields.integration_type,
  data_model: fields.data_model,
  refused: said("Refusals that are listed: items without a record.", Schema.Int),
  warnings: said("Warnings that are listed: records without some of their members.", Schema.Int),
  not_kept: said(
    "Times that more items than are kept could not be read, since the data model was last read from its beginning.",
    Schema.Int
  ),
  first_seen_at: said("When the first of them could not be read for the first time.", Schema.NullOr(DateTime)),
  last_seen_at: said("When the last of them was read.", Schema.NullOr(DateTime))
}).annotate({ identifier: "RefusalTotal" })

/** How refusals are listed, and how many there are of each kind. */
export const list = ManagedList.make(Refusal)
export const totalList = ManagedList.make(RefusalTotal)

const params = { svc_id: SvcId }

export const refusals = HttpApiGroup.make("refusals")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/refusals", {
      query: list.query,
      success: listOf(Refusal),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List what could not be read")
      .annotate(OpenApi.Description, "What is wrong with items of platforms, the first that was found first.")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("totals", "/v3/core/refusals/totals", {
      query: totalList.query,
      success: listOf(RefusalTotal),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Count what could not be read, by connection and data model")
      .annotate(
        OpenApi.Description,
        "One entry for each data model of a connection of which something could not be read."
      )
      .annotateMerge(totalList.parameters),
    HttpApiEndpoint.get("get", "/v3/core/refusals/:svc_id", {
      params,
      success: dataOf(RefusalDetail),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Get a refusal with the platform's item")
      .annotate(OpenApi.Description, "What is wrong with one item, with the item itself where it is kept.")
  )
  .annotate(
    OpenApi.Description,
    "Refusals: items of platforms that could not be made records of, and members that records are without. One is there until its item is read right, is deleted at the platform, or is not listed any more."
  )
