/** Webhooks: where the service tells of changes, what it told, and telling it again. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope } from "./Access.ts"
import { DataModel, DateTime, dataOf, Deleted, listOf, Name, optional, SvcId, Text, TextId, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { spanQuery, WebhookFigures } from "./Overview.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

export const webhookTypes = ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"] as const
export const webhookOperations = ["CREATE", "UPDATE", "DELETE"] as const
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const

const fields = {
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literals(webhookTypes),
  url: Schema.String,
  headers: said("Sent with every delivery.", Schema.Record(Schema.String, Schema.String)),
  operations: Schema.Array(Schema.Literals(webhookOperations)),
  data_models: Schema.Array(DataModel),
  created_at: DateTime,
  updated_at: DateTime,
  is_disabled: Schema.Boolean,
  disabled_reason: Schema.NullOr(Schema.String)
}
export const Webhook = Schema.Struct(fields).annotate({ identifier: "Webhook" })
/** With the signing secret, which is shown only here. */
export const WebhookWithSecret = Schema.Struct({ ...fields, secret: Schema.String }).annotate({
  identifier: "WebhookWithSecret"
})

const Headers = Schema.Record(Schema.String, Schema.String)
export const CreateWebhook = Schema.Struct({
  name: Name,
  type: Schema.Literals(webhookTypes),
  url: Text,
  headers: optional(Headers),
  operations: said("Empty: all.", optional(Schema.Array(Schema.Literals(webhookOperations)))),
  data_models: said("Empty: all.", optional(Schema.Array(DataModel)))
}).annotate({
  identifier: "CreateWebhook",
  examples: [
    {
      name: "Expenses",
      type: "DATA_MODEL_CHANGES",
      url: "https://example.com/hooks",
      operations: ["CREATE", "UPDATE"],
      data_models: ["EXPENSES"]
    }
  ]
})
export const UpdateWebhook = Schema.Struct({
  name: optional(Name),
  type: optional(Schema.Literals(webhookTypes)),
  url: optional(Text),
  headers: optional(Headers),
  operations: optional(Schema.Array(Schema.Literals(webhookOperations))),
  data_models: optional(Schema.Array(DataModel)),
  is_disabled: optional(Schema.Boolean)
}).annotate({ identifier: "UpdateWebhook", examples: [{ is_disabled: false }] })

export const Delivery = Schema.Struct({
  id: Schema.String,
  webhook_id: Schema.String,
  event_id: Schema.String,
  type: Schema.Literals(webhookTypes),
  company_id: Schema.NullOr(SvcId),
  connection_id: Schema.NullOr(SvcId),
  data_model: Schema.NullOr(DataModel),
  operation: Schema.NullOr(Schema.Literals(webhookOperations)),
  status: Schema.Literals(deliveryStatuses),
  attempts: Schema.Int,
  next_attempt_at: said(
    "Null when it is finished, and while it waits for an earlier delivery of the same record.",
    Schema.NullOr(DateTime)
  ),
  last_attempt_at: Schema.NullOr(DateTime),
  response_status: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  created_at: DateTime,
  finished_at: Schema.NullOr(DateTime)
}).annotate({ identifier: "Delivery" })

export const DeliveryAttempt = Schema.Struct({
  number: said("The first is 1.", Schema.Int),
  at: said("When it was made.", DateTime),
  response_status: said("What the endpoint answered; null when it did not.", Schema.NullOr(Schema.Int)),
  error: said("Why it failed, with what the endpoint said; null when it was taken.", Schema.NullOr(Schema.String)),
  answer: said(
    "What the endpoint answered beside the status: its first 300 letters, without what it was sent that is secret; null for nothing.",
    Schema.NullOr(Schema.String)
  ),
  milliseconds: said("How long it took; null where that was not kept.", Schema.NullOr(Schema.Int))
}).annotate({ identifier: "DeliveryAttempt" })
/** A delivery with what is sent and what came of it. */
export const DeliveryDetail = Schema.Struct({
  ...Delivery.fields,
  body: said("The body that is sent, as it is signed.", Schema.String),
  attempts_made: said("Attempts so far, the first first.", Schema.Array(DeliveryAttempt))
}).annotate({ identifier: "DeliveryDetail" })

/** How webhooks are listed, and the deliveries of one. */
export const list = ManagedList.make(Webhook, { without: ["url"] })
export const deliveryList = ManagedList.make(Delivery, { short: { status: "status" } })

export const Replay = Schema.Struct({ from: Text, to: Text }).annotate({
  identifier: "Replay",
  examples: [{ from: "2026-01-31T00:00:00Z", to: "2026-02-01T00:00:00Z" }]
})
export const Replayed = Schema.Struct({ deliveries: Schema.Int }).annotate({ identifier: "Replayed" })

const params = { id: TextId }

export const webhooks = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/webhooks", {
      query: list.query,
      success: listOf(Webhook),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List webhooks")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/webhooks/:id", {
      params,
      success: dataOf(Webhook),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a webhook"),
    HttpApiEndpoint.post("create", "/v3/core/webhooks", {
      payload: CreateWebhook,
      success: dataOf(WebhookWithSecret),
      error: bodyFailures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Create a webhook")
      .annotate(OpenApi.Description, "The answer carries the signing secret, which is not shown again.")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.put("update", "/v3/core/webhooks/:id", {
      params,
      payload: UpdateWebhook,
      success: dataOf(Webhook),
      error: bodyFailures("conflict")
    })
      .annotate(OpenApi.Summary, "Change a webhook")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.delete("remove", "/v3/core/webhooks/:id", {
      params,
      success: Deleted,
      error: failures()
    })
      .annotate(OpenApi.Summary, "Delete a webhook")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("rotateSecret", "/v3/core/webhooks/:id/rotate_secret", {
      params,
      success: dataOf(WebhookWithSecret),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Give a webhook a new signing secret")
      .annotate(OpenApi.Description, "For a day, deliveries are signed with both secrets.")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("test", "/v3/core/webhooks/:id/test", {
      params,
      success: dataOf(Delivery),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Send a test delivery")
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.get("deliveries", "/v3/core/webhooks/:id/deliveries", {
      params,
      query: deliveryList.query,
      success: listOf(Delivery),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List the deliveries of a webhook")
      .annotateMerge(deliveryList.parameters),
    HttpApiEndpoint.get("figures", "/v3/core/webhooks/:id/figures", {
      params,
      query: spanQuery,
      success: dataOf(WebhookFigures),
      error: failures()
    }).annotate(OpenApi.Summary, "Say how a webhook did over time"),
    HttpApiEndpoint.post("replay", "/v3/core/webhooks/:id/replay", {
      params,
      payload: Replay,
      success: dataOf(Replayed),
      error: bodyFailures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Deliver the events of a period again")
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.get("delivery", "/v3/core/deliveries/:id", {
      params,
      success: dataOf(DeliveryDetail),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a delivery with its body and its attempts"),
    HttpApiEndpoint.post("retry", "/v3/core/deliveries/:id/retry", {
      params,
      success: dataOf(Delivery),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Try a delivery again")
      .annotate(RequiredScope, "admin")
  )
  .annotate(
    OpenApi.Description,
    "Webhooks: where the service tells of changes. SYNC_COMPLETED tells of syncs and of upload jobs, in one shape: upload_job_id is null for a sync."
  )
