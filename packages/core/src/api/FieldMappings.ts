/** Field mappings: members of a caller's own naming, read out of what platforms answer. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as CustomFields from "../runtime/CustomFields.ts"
import { RequiredScope } from "./Access.ts"
import { DataModel, DateTime, dataOf, Deleted, Integration, listOf, optional, said, SvcId, Text } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

const FieldType = said(
  "What the field holds: `date` is a day, `datetime` a moment in UTC, `texts` a list of texts. What is at the platform and is something else is left out, with a warning.",
  Schema.Literals(CustomFields.types)
)
export const FieldMapping = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  svc_company_id: said("The company it is for; null for all of the organisation's.", Schema.NullOr(SvcId)),
  integration_type: Schema.String,
  data_model: DataModel,
  name: Text,
  path: Text,
  type: FieldType,
  status: said(
    "APPLYING while records that are there already are mapped again, then APPLIED. New records have the field from the start.",
    Schema.Literals(["APPLYING", "APPLIED"])
  )
}).annotate({ identifier: "FieldMapping" })

/** How field mappings are listed. */
export const list = ManagedList.make(FieldMapping)

export const CreateFieldMapping = Schema.Struct({
  company_id: said(
    "The company it is for, where it takes the place of the organisation's mapping of the same name; null or left out: all companies.",
    optional(SvcId)
  ),
  integration_type: Integration,
  data_model: DataModel,
  name: Text,
  path: Text,
  type: FieldType
}).annotate({
  identifier: "CreateFieldMapping",
  examples: [
    {
      integration_type: "QUICKBOOKS",
      data_model: "INVOICES",
      name: "region",
      path: "CustomField[Name=Region].StringValue",
      type: "text"
    }
  ]
})
export const ChangeFieldMapping = Schema.Struct({
  name: Schema.optionalKey(Text),
  path: Schema.optionalKey(Text),
  type: Schema.optionalKey(FieldType)
}).annotate({ identifier: "ChangeFieldMapping", examples: [{ path: "CustomField[DefinitionId=2].StringValue" }] })

/** A place in the platform's items of a data model. */
export const FieldFound = Schema.Struct({
  path: said("As a mapping takes it.", Schema.String),
  types: said(
    "JSON types that were seen there: text, number, boolean, list, object.",
    Schema.Array(Schema.Literals(["text", "number", "boolean", "list", "object"]))
  ),
  count: said("In how many of the items something is there.", Schema.Int),
  example: said("One of the values as text, shortened.", Schema.NullOr(Schema.String)),
  suggested_type: said(
    "A type under which all values that were seen can be read; null for none.",
    Schema.NullOr(FieldType)
  ),
  is_read: said(
    "Whether a member of the unified record depends on it already; null where that could not be told.",
    Schema.NullOr(Schema.Boolean)
  ),
  field_mapping_id: said("The mapping of this connection that reads it; null for none.", Schema.NullOr(SvcId))
}).annotate({ identifier: "FieldFound" })
export const FieldsFound = Schema.Struct({
  data_model: DataModel,
  items: said("How many stored items were looked at: the latest.", Schema.Int),
  is_complete: said("False where there are more places than are shown.", Schema.Boolean),
  fields: Schema.Array(FieldFound)
}).annotate({ identifier: "FieldsFound" })

/** Which data model is asked about. */
export const foundQuery = {
  data_model: DataModel
}

const params = { svc_id: SvcId }

export const fieldMappings = HttpApiGroup.make("fieldMappings")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/field_mappings", {
      query: list.query,
      success: listOf(FieldMapping),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List field mappings")
      .annotate(OpenApi.Description, "Those for all companies and those for one, oldest first.")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/field_mappings/:svc_id", {
      params,
      success: dataOf(FieldMapping),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Get a field mapping")
      .annotate(OpenApi.Description, "One field mapping, and whether stored records follow it already."),
    HttpApiEndpoint.post("create", "/v3/core/field_mappings", {
      payload: CreateFieldMapping,
      success: dataOf(FieldMapping),
      error: bodyFailures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Map a field of a platform")
      .annotate(
        OpenApi.Description,
        "Records that are there already are mapped again in the background, without the platform: those in which something changes get a new `svc_updated_at` and an event. A name that is taken is a 409."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.patch("change", "/v3/core/field_mappings/:svc_id", {
      params,
      payload: ChangeFieldMapping,
      success: dataOf(FieldMapping),
      error: bodyFailures("conflict")
    })
      .annotate(OpenApi.Summary, "Change a field mapping")
      .annotate(
        OpenApi.Description,
        "Changes the members that are sent; records are mapped again as after its creation."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.delete("remove", "/v3/core/field_mappings/:svc_id", {
      params,
      success: Deleted,
      error: failures()
    })
      .annotate(OpenApi.Summary, "Delete a field mapping")
      .annotate(OpenApi.Description, "Records lose the field in the background, or have the organisation's again.")
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Title, "field_mappings")
  .annotate(
    OpenApi.Description,
    "Custom fields: members of your own naming in `custom_fields` of records, read out of what platforms answer. `GET /v3/core/connections/{svc_id}/custom_fields` shows what there is to map."
  )
