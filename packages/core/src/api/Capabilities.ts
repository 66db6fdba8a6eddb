/** Capabilities: what each composed integration can read and write. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { operations } from "../contract/Model.ts"
import { AnyObject, Category, DataModel, dataOf, SvcId, said } from "./Common.ts"
import { failures } from "./Failure.ts"

export const Capability = Schema.Struct({
  data_model: DataModel,
  read: Schema.Boolean,
  incremental: said("Whether a sync can ask for changes only.", Schema.Boolean),
  create: Schema.Boolean,
  update: Schema.Boolean,
  delete: Schema.Boolean,
  void: Schema.Boolean
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

export const CapabilitiesOfConnection = Schema.Struct({
  connection_id: SvcId,
  integration_type: Schema.String,
  name: Schema.String,
  category: Category,
  data_models: Schema.Array(Capability),
  writes: Schema.Array(WriteCapability)
}).annotate({ identifier: "ConnectionCapabilities" })

export const capabilities = HttpApiGroup.make("capabilities")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/capabilities", {
      success: dataOf(Schema.Array(IntegrationCapabilities)),
      error: failures()
    }).annotate(OpenApi.Summary, "What each composed integration can read and write")
  )
  .annotate(OpenApi.Description, "Capabilities of the integrations.")
