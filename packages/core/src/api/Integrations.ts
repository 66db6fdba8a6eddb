/** Integrations: an organisation's own OAuth application for a platform, or the service's. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { AnyObject, DateTime, dataOf, listOf, optional, SvcId, Text, timed, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures } from "./Failure.ts"

export const Integration = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  svc_organisation_id: Schema.NullOr(SvcId),
  svc_company_id: Schema.NullOr(SvcId),
  svc_integration_type: Schema.String,
  integration_type: Schema.String,
  client_id: Schema.NullOr(Schema.String),
  client_secret: said("Masked, except in the answer to the PUT that set it.", Schema.NullOr(Schema.String)),
  is_disabled: Schema.Boolean,
  is_svc_identity: said("True while the service's own OAuth application is used.", Schema.Boolean),
  metadata: AnyObject
}).annotate({ identifier: "Integration" })

/** How integrations are listed. */
export const list = ManagedList.make(Integration, { without: ["client_secret"] })

export const UpdateIntegration = Schema.Struct({
  client_id: Text,
  client_secret: Text,
  is_disabled: Schema.Boolean,
  is_svc_identity: optional(Schema.Boolean)
}).annotate({
  identifier: "UpdateIntegration",
  examples: [{ client_id: "my-app", client_secret: "…", is_disabled: false, is_svc_identity: false }]
})

const params = { integration_id: Schema.Finite }

export const integrations = HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/integrations", {
      query: list.query,
      success: listOf(Integration),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List integrations")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/integrations/:integration_id", {
      params,
      success: dataOf(Integration),
      error: failures()
    }).annotate(OpenApi.Summary, "Get an integration"),
    HttpApiEndpoint.put("update", "/integrations/:integration_id", {
      params,
      payload: UpdateIntegration,
      success: timed(Integration),
      error: bodyFailures("conflict")
    })
      .annotate(OpenApi.Summary, "Update an integration")
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Description, "Integrations: OAuth client credentials for each platform type.")
