/** Capabilities: what each composed integration can read and write. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { operations } from "../contract/Model.ts"
import { AnyObject, Category, DataModel, dataOf, DateTime, SvcId, said } from "./Common.ts"
import { failures } from "./Failure.ts"

export const Capability = Schema.Struct({
  data_model: DataModel,
  read: Schema.Boolean,
  incremental: said("Whether a sync can ask for changes only.", Schema.Boolean),
  create: Schema.Boolean,
  update: Schema.Boolean,
  delete: Schema.Boolean,
  void: Schema.Boolean,
  download: said("Whether the bytes of its records can be downloaded: of `DOCUMENTS` alone.", Schema.Boolean),
  upload: said("Whether files can be attached to its records; of `DOCUMENTS`, to those of some model.", Schema.Boolean)
}).annotate({ identifier: "Capability" })

/** A write and the JSON Schema (2020-12) of its items, with what the platform requires. */
export const WriteCapability = Schema.Struct({
  data_model: DataModel,
  operation: Schema.Literals(operations),
  schema: AnyObject
}).annotate({ identifier: "WriteCapability" })

export const IntegrationCapabilities = Schema.Struct({
  integration_type: Schema.String,
  name: Schema.String,
  category: Category,
  data_models: Schema.Array(Capability),
  writes: Schema.Array(WriteCapability)
}).annotate({ identifier: "IntegrationCapabilities" })

/** What the service has registered at the platform for a connection, so that it tells of changes. */
export const RegisteredWebhooks = Schema.Struct({
  state: said(
    "REGISTERING until the platform has all of it, REGISTERED, or PARTIAL where it refuses some.",
    Schema.Literals(["REGISTERING", "REGISTERED", "PARTIAL"])
  ),
  webhooks: said("How many are there.", Schema.Int),
  ends_at: said("When the first of them ends, unless it is renewed; null for never.", Schema.NullOr(DateTime)),
  look_at: said("When the service next looks whether all are there.", DateTime),
  error: said("What the platform last refused, or why it could not be asked.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "RegisteredWebhooks" })

export const CapabilitiesOfConnection = Schema.Struct({
  connection_id: SvcId,
  integration_type: Schema.String,
  name: Schema.String,
  category: Category,
  data_models: Schema.Array(Capability),
  writes: Schema.Array(WriteCapability),
  registered_webhooks: said(
    "What the service has registered at the platform, so that it tells of changes; null for nothing.",
    Schema.NullOr(RegisteredWebhooks)
  )
}).annotate({ identifier: "ConnectionCapabilities" })

/** A record that an item may refer to. */
export const Choice = Schema.Struct({
  svc_id: SvcId,
  platform_id: Schema.String,
  name: said("What people know it by.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "Choice" })
/** A reference of a write's item, and the records that it may name. */
export const ReferenceChoices = Schema.Struct({
  field: said("Where in the item, such as `line_items.account_id`.", Schema.String),
  data_model: DataModel,
  choices: Schema.Array(Choice),
  next: said("Goes on with this reference: send it back with `field`.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "ReferenceChoices" })
/** Which choices are asked for. */
export const choicesQuery = {
  data_model: DataModel,
  operation: Schema.optionalKey(
    Schema.Literals(["create", "update"]).annotate({ description: "`create` when it is left out." })
  ),
  field: Schema.optionalKey(
    Schema.String.annotate({ description: "One reference of the item; all of them when it is left out." })
  ),
  search: Schema.optionalKey(
    Schema.String.annotate({ description: "A part of the record's name, or its platform_id." })
  ),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  next: Schema.optionalKey(Schema.String)
}

export const capabilities = HttpApiGroup.make("capabilities")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/capabilities", {
      success: dataOf(Schema.Array(IntegrationCapabilities)),
      error: failures()
    }).annotate(OpenApi.Summary, "What each composed integration can read and write")
  )
  .annotate(OpenApi.Description, "Capabilities of the integrations.")
