/** Events: what webhooks are told, as a list, whoever is told. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AnyObject, DataModel, DateTime, listOf, said, SvcId } from "./Common.ts"
import { failures } from "./Failure.ts"
import * as ManagedList from "./ManagedList.ts"
import { webhookOperations, webhookTypes } from "./Webhooks.ts"

export const Event = Schema.Struct({
  id: said("The same in every delivery of it: their header `webhook-id`.", Schema.String),
  type: said("What kind of event it is.", Schema.Literals(webhookTypes)),
  created_at: said("When it happened. Later events are never earlier.", DateTime),
  company_id: said("The company it is about: its `svc_id`.", Schema.NullOr(SvcId)),
  connection_id: said("The connection it is about: its `svc_id`.", Schema.NullOr(SvcId)),
  integration_type: said("The platform, such as `XERO`.", Schema.NullOr(Schema.String)),
  data_model: Schema.NullOr(DataModel),
  operation: said(
    "What was done to it; null of a sync that has ended.",
    Schema.NullOr(Schema.Literals(webhookOperations))
  ),
  subject_id: said(
    "The `svc_id` of the record, connection or sync that it tells of; null of an upload job.",
    Schema.NullOr(SvcId)
  ),
  data: said("What a webhook sends: the record as its list showed it then, the connection, or the sync.", AnyObject)
}).annotate({ identifier: "Event" })

/** How events are listed. */
export const list = ManagedList.make(Event)

export const events = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/events", {
      query: list.query,
      success: listOf(Event),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List events")
      .annotate(
        OpenApi.Description,
        "What webhooks are told, oldest first, for as many days as the service keeps events. An event is there where a webhook of the organisation wanted it, or all of them where the operator keeps all. Nothing appears in front of what was listed, so whoever follows `next`, or asks with `created_at[gte]` again, misses none."
      )
      .annotateMerge(list.parameters)
  )
  .annotate(OpenApi.Description, "Events: what webhooks are told, as a list, whoever is told.")
