/** The webhooks of the OpenAPI document: what the service sends, with which headers, and what it makes of the answer. */
import * as Models from "../contract/Models.ts"
import * as Examples from "./Examples.ts"
import { schemaName } from "./RecordSchema.ts"
import { webhookOperations } from "./Webhooks.ts"

type Json = Record<string, any>
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const nullable = (type: string, description: string): Json => ({ description, type: [type, "null"] })

const envelope = (type: string, more: Json): Json => ({
  id: { type: "string", description: "Identifier of the event: the same in every delivery of it." },
  type: { type: "string", const: type, description: "What the event tells of." },
  created_at: { type: "string", format: "date-time", description: "When what it tells of was stored." },
  company_id: nullable("integer", "The company it is about: its `svc_id`; null in a test."),
  connection_id: nullable("integer", "The connection it is about: its `svc_id`; null in a test."),
  integration_type: nullable("string", "The platform, such as `XERO`; null in a test."),
  ...more
})
const operation = { type: "string", enum: webhookOperations }
const objectOf = (description: string, properties: Json): Json => ({
  type: "object",
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false
})
const eventName = (id: Models.ModelId): string => `${schemaName(Models.get(id))}Event`
const moment = "2026-01-31T08:00:00.000Z"
const example = (type: string, more: Json): Json => ({
  id: "0b9f2c1e-7c1e-4d0e-9a57-1f0a3c2b4d5e",
  type,
  created_at: moment,
  company_id: 7,
  connection_id: 8,
  integration_type: "XERO",
  ...more
})

/** The bodies of deliveries, by name. `sync` is the schema of a sync. */
export const schemas = (sync: Json): Readonly<Record<string, Json>> => ({
  ...Object.fromEntries(
    Models.modelIds.map((id) => [
      eventName(id),
      {
        ...objectOf(
          `A change of a record of ${id}.`,
          envelope("DATA_MODEL_CHANGES", {
            data_model: { type: "string", const: id, description: "The data model of the record." },
            operation: { ...operation, description: "What became of the record." },
            data: { description: "The record as its list shows it.", ...ref(schemaName(Models.get(id))) }
          })
        ),
        examples: [example("DATA_MODEL_CHANGES", { data_model: id, operation: "UPDATE", data: Examples.record(id) })]
      }
    ])
  ),
  DataModelChangesEvent: {
    description: "A change of a record; `data_model` says of which kind.",
    oneOf: Models.modelIds.map((id) => ref(eventName(id))),
    discriminator: {
      propertyName: "data_model",
      mapping: Object.fromEntries(Models.modelIds.map((id) => [id, `#/components/schemas/${eventName(id)}`]))
    }
  },
  ConnectionChangedEvent: objectOf(
    "A change of a connection: it was made, its status changed, or it ended.",
    envelope("CONNECTION_CHANGED", {
      data_model: { type: "null", description: "Always null: it is no record." },
      operation: {
        description: "What became of the connection; DELETE is the last of it, since its company was erased.",
        type: ["string", "null"],
        enum: [...webhookOperations, null]
      },
      data: { description: "The connection as it is then.", ...ref("Connection") }
    })
  ),
  SyncCompletedEvent: objectOf(
    "The end of a sync or of an upload job.",
    envelope("SYNC_COMPLETED", {
      data_model: { type: "null", description: "Always null: `data` names its data models." },
      operation: { type: "null", description: "Always null: `data` says what was written." },
      data: { description: "What ended.", ...ref("SyncCompleted") }
    })
  ),
  SyncCompleted: objectOf("A sync, or an upload job with the members of one; `upload_job_id` tells them apart.", {
    ...sync["properties"],
    svc_id: nullable("integer", "Identifier of the sync; null for an upload job."),
    trigger: {
      type: "string",
      enum: [...sync["properties"].trigger.enum, "UPLOAD"],
      description: "What started it; UPLOAD for an upload job."
    },
    upload_job_id: nullable("string", "Identifier of the upload job; null for a sync."),
    operation: nullable("string", "What the upload job did with the records, such as `create`; null for a sync.")
  })
})

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema
})
const parameters: ReadonlyArray<Json> = [
  header("webhook-id", "Identifier of the delivery, the same on every attempt: drop those that you have seen.", {
    type: "string"
  }),
  header("webhook-timestamp", "When this attempt was signed, in seconds since 1970.", {
    type: "string",
    pattern: "^[0-9]+$"
  }),
  header(
    "webhook-signature",
    "Signatures after Standard Webhooks, separated by spaces: `v1,` and in base64 the HMAC-SHA256, by the webhook's secret, of `{webhook-id}.{webhook-timestamp}.{body}`. There are two while the secret is changed.",
    { type: "string", examples: ["v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="] }
  )
]
const answered = (description: string): Json => ({ description })

const webhook = (operationId: string, summary: string, description: string, body: string): Json => ({
  post: {
    operationId,
    tags: ["webhooks"],
    summary,
    description: `${description} The headers that the webhook names come with it as well.`,
    parameters,
    security: [],
    requestBody: { required: true, content: { "application/json": { schema: ref(body) } } },
    responses: {
      "2XX": answered("Within 15 seconds: it is delivered."),
      "410": answered("The webhook is disabled at once."),
      "429": answered("With `Retry-After`: nothing is sent until then, at most a day."),
      "4XX": answered("It is tried again, ten times in all."),
      "503": answered("With `Retry-After`: nothing is sent until then, at most a day."),
      "5XX": answered("It is tried again, ten times in all.")
    }
  }
})

/** What the service sends, for the document's `webhooks`. */
export const webhooks: Json = {
  DATA_MODEL_CHANGES: webhook(
    "webhooks.on_data_model_changes",
    "A record changed",
    "Sent once for each change of a record, after it was stored; deliveries of one record come in order.",
    "DataModelChangesEvent"
  ),
  CONNECTION_CHANGED: webhook(
    "webhooks.on_connection_changed",
    "A connection changed",
    "Sent when a connection is made, when its status changes and when it ends.",
    "ConnectionChangedEvent"
  ),
  SYNC_COMPLETED: webhook(
    "webhooks.on_sync_completed",
    "A sync or an upload job ended",
    "Sent when a sync has ended, however it did, and when an upload job has.",
    "SyncCompletedEvent"
  )
}
