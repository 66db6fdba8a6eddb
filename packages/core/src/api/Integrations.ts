/** Integrations: an organisation's own OAuth application for a platform, or the service's. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope } from "./Access.ts"
import { AnyObject, DateTime, dataOf, listOf, optional, SvcId, Text, timed, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

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

export const RegistrationStep = Schema.Struct({
  text: said("What to do.", Schema.String),
  value: said("What to enter there, such as an address.", Schema.NullOr(Schema.String)),
  is_done: said("Whether it is done; null where the service cannot tell.", Schema.NullOr(Schema.Boolean))
}).annotate({ identifier: "RegistrationStep" })

export const RegistrationWay = Schema.Struct({
  name: said("What connections made in this way remember; null where there is one way.", Schema.NullOr(Schema.String)),
  label: said("In the words of the person who picks it.", Schema.NullOr(Schema.String)),
  kind: said(
    "How one is authorised.",
    Schema.Literals(["OAuth2", "ApiKey", "Basic", "ClientCredentials", "Signed", "None"])
  ),
  is_ready: said("Whether companies can connect in this way now.", Schema.Boolean),
  scopes: said("What users are asked to allow.", Schema.Array(Schema.String)),
  fields: said("What users enter.", Schema.Array(Schema.String)),
  guide: said("What users do, step by step.", Schema.Array(Schema.String))
}).annotate({ identifier: "RegistrationWay" })

/** What an operator does so that a platform can be connected. */
export const Registration = Schema.Struct({
  integration_type: Schema.String,
  name: said("The platform's name.", Schema.String),
  redirect_uri: said("Where the platform sends users back to.", Schema.NullOr(Schema.String)),
  inbound_url: said("Where the platform's webhooks for all accounts go.", Schema.NullOr(Schema.String)),
  has_client_id: said("Whether there is a client id.", Schema.Boolean),
  has_client_secret: said("Whether there is a client secret.", Schema.Boolean),
  has_webhook_secret: said("Whether there is a secret for the platform's webhooks.", Schema.Boolean),
  steps: said("What to do, in this order.", Schema.Array(RegistrationStep)),
  ways: said("The ways in which companies can connect.", Schema.Array(RegistrationWay)),
  limits: said("What the platform allows a connection, in words.", Schema.Array(Schema.String))
}).annotate({ identifier: "Registration" })

/** What a platform says of the client id and secret that are set. */
export const IntegrationCheck = Schema.Struct({
  integration_type: Schema.String,
  result: said(
    "ACCEPTED: the platform knows the client and its secret. REFUSED: it does not. UNKNOWN: it cannot be told, and `sentence` says why.",
    Schema.Literals(["ACCEPTED", "REFUSED", "UNKNOWN"])
  ),
  sentence: said("The same in words, with what mends it.", Schema.String),
  platform_answer: said("The platform's own words; null where it said none.", Schema.NullOr(Schema.String)),
  checked_at: said("When it was asked.", DateTime)
}).annotate({ identifier: "IntegrationCheck" })

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
    HttpApiEndpoint.get("registration", "/v3/core/integrations/:integration_id/registration", {
      params,
      success: dataOf(Registration),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Say what has to be registered at a platform")
      .annotate(
        OpenApi.Description,
        "What the operator does at the platform and here, step by step, with the addresses and scopes to enter, and what users do then. It holds no secret: only whether there is one."
      ),
    HttpApiEndpoint.post("check", "/v3/core/integrations/:integration_id/check", {
      params,
      success: dataOf(IntegrationCheck),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Check an integration's credentials at the platform")
      .annotate(
        OpenApi.Description,
        "The platform's token service is sent a code that nobody was given: one that refuses the client does not take the credentials, one that refuses the code alone does. Nothing is changed, here or there."
      )
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
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
