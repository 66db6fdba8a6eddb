/** Connections: a company's authorised access to one platform, and how it is synced. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope } from "./Access.ts"
import { CapabilitiesOfConnection, choicesQuery, ReferenceChoices } from "./Capabilities.ts"
import { Company } from "./Companies.ts"
import { dataOf, Integration, listOf, optional, said, SvcId, Text } from "./Common.ts"
import { Connection, SyncConfigInput } from "./Connection.ts"
import { ConnectionState } from "./ConnectionState.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures, platformFailures } from "./Failure.ts"
import { FieldsFound, foundQuery } from "./FieldMappings.ts"
import { InviteLink } from "./InviteLinks.ts"

/** How connections are listed: found by what their companies are called, too. */
export const list = ManagedList.make(Connection, { beside: { company: [Company, "name", "partner_id"] } })

export const CreateConnection = Schema.Struct({
  company_id: SvcId,
  integration_type: Integration,
  auth_method: optional(
    said("The way these credentials are for, where the platform has several; the first one when left out.", Text)
  ),
  credentials: Schema.Record(Schema.String, Schema.String),
  settings: optional(
    said(
      "Those that the platform's connections need, by name; of a platform with several ways to be authorised those of the way " +
        "that `auth_method` names. What the service can find out may be left out.",
      Schema.Record(Schema.String, Schema.String)
    )
  ),
  sync_config: optional(Schema.Array(SyncConfigInput))
}).annotate({
  identifier: "CreateConnection",
  examples: [
    {
      company_id: 1042,
      integration_type: "XERO",
      credentials: { access_token: "…", refresh_token: "…" },
      settings: { tenantId: "…" }
    }
  ]
})
export const UpdateSyncConfig = Schema.Struct({ sync_config: Schema.Array(SyncConfigInput) }).annotate({
  identifier: "UpdateSyncConfig",
  examples: [{ sync_config: [{ data_model: "EXPENSES", frequency: "HOURLY", interval: 6 }] }]
})
/** Where a platform sends the webhooks of one connection. */
export const InboundAddress = Schema.Struct({
  connection_id: SvcId,
  url: said("The address to give to the platform; it holds the token.", Schema.NullOr(Schema.String)),
  token: said("The secret to give to the platform, where it signs with one.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "InboundAddress" })

const params = { svc_id: SvcId }

export const connections = HttpApiGroup.make("connections")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/connections", {
      query: list.query,
      success: listOf(Connection),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List connections")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/connections/:svc_id", {
      params,
      success: dataOf(Connection),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a connection"),
    HttpApiEndpoint.post("create", "/v3/core/connections", {
      payload: CreateConnection,
      success: dataOf(Connection),
      error: bodyFailures(...keyFailures, "unsupported", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "Create a connection from credentials that are there already")
      .annotate(OpenApi.Description, "They are tried with one cheap call before they are stored.")
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.put("updateSyncConfig", "/v3/core/connections/:svc_id/sync_config", {
      params,
      payload: UpdateSyncConfig,
      success: dataOf(Connection),
      error: bodyFailures("conflict", "unsupported")
    })
      .annotate(OpenApi.Summary, "Change how a connection is synced")
      .annotate(OpenApi.Description, "Changes the data models that are named; the others stay as they are.")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.get("state", "/v3/core/connections/:svc_id/state", {
      params,
      success: dataOf(ConnectionState),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Say how a connection stands")
      .annotate(
        OpenApi.Description,
        "Its account, what it is granted, and of each data model how many records there are, its last and its next sync, and how far its lists are read."
      ),
    HttpApiEndpoint.get("capabilities", "/v3/core/connections/:svc_id/capabilities", {
      params,
      success: dataOf(CapabilitiesOfConnection),
      error: failures()
    }).annotate(OpenApi.Summary, "What a connection can read and write"),
    HttpApiEndpoint.get("choices", "/v3/core/connections/:svc_id/choices", {
      params,
      query: choicesQuery,
      success: dataOf(Schema.Array(ReferenceChoices)),
      error: failures("missing-params", "unsupported")
    })
      .annotate(OpenApi.Summary, "What an item of a write may refer to")
      .annotate(
        OpenApi.Description,
        "For each reference that the platform takes, the records of the connection that it may name, from the stored lists."
      ),
    HttpApiEndpoint.get("customFields", "/v3/core/connections/:svc_id/custom_fields", {
      params,
      query: foundQuery,
      success: dataOf(FieldsFound),
      error: failures("unsupported")
    })
      .annotate(OpenApi.Summary, "What the platform's items hold")
      .annotate(
        OpenApi.Description,
        "The places in the stored items of a data model, from its latest items, for mapping them to custom fields: what was seen there, how often, and whether the unified record reads it already."
      ),
    HttpApiEndpoint.post("disconnect", "/v3/core/connections/:svc_id/disconnect", {
      params,
      success: dataOf(Connection),
      error: failures(...keyFailures, ...platformFailures)
    })
      .annotate(OpenApi.Summary, "End a connection")
      .annotate(
        OpenApi.Description,
        "Revokes the authorisation at the platform where it can, and erases the credentials."
      )
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("pause", "/v3/core/connections/:svc_id/pause", {
      params,
      success: dataOf(Connection),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Pause the syncs of a connection")
      .annotate(
        OpenApi.Description,
        "Until it is resumed, nothing is read from the platform: syncs under way stop between two pages, what becomes due waits, and sync_status is PAUSED without sync_resume_at. Writes and passthrough go on. Pausing twice is no fault."
      )
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("resume", "/v3/core/connections/:svc_id/resume", {
      params,
      success: dataOf(Connection),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Resume the syncs of a connection")
      .annotate(
        OpenApi.Description,
        "Lifts a pause, also one that the platform asked for by its rate limit: what waits goes on at once, from where it stopped."
      )
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("reconnect", "/v3/core/connections/:svc_id/reconnect", {
      params,
      success: dataOf(InviteLink),
      error: failures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Make a link on which the user authorises again")
      .annotate(
        OpenApi.Description,
        "It sends people back where the link did on which the connection was made; change the link for another address."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("inboundAddress", "/v3/core/connections/:svc_id/inbound_address", {
      params,
      success: dataOf(InboundAddress),
      error: failures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Make an address for the platform's webhooks of a connection")
      .annotate(
        OpenApi.Description,
        "The answer shows the address, which is not shown again. The one that was made before ends."
      )
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Description, "Connections: a company's authorised access to one platform.")
