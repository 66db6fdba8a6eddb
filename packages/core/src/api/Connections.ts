/** Connections: a company's authorised access to one platform, and how it is synced. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { CapabilitiesOfConnection } from "./Capabilities.ts"
import {
  AnyObject,
  Category,
  DataModel,
  DateTime,
  dataOf,
  Integration,
  listOf,
  optional,
  page,
  SvcId,
  Text
} from "./Common.ts"
import { bodyFailures, failures, platformFailures } from "./Failure.ts"

export const connectionStatuses = ["PENDING", "HEALTHY", "EXPIRED", "DISCONNECTED", "ERROR"] as const
export const syncStatuses = ["IDLE", "QUEUED", "SYNCING", "PAUSED", "FAILED"] as const
export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "NEVER"] as const

export const ScopeAccess = Schema.Struct({
  READ: Schema.Boolean,
  CREATE: Schema.Boolean,
  UPDATE: Schema.Boolean,
  DELETE: Schema.Boolean
}).annotate({ identifier: "ScopeAccess" })

/** How one data model of a connection is synced. */
export const SyncConfig = Schema.Struct({
  enabled: Schema.Boolean,
  interval: Schema.Int,
  frequency: Schema.Literals(frequencies),
  data_model: DataModel,
  category: Category,
  scope_access: ScopeAccess,
  sync_from: Schema.NullOr(DateTime),
  custom_fields: Schema.Array(Schema.String)
}).annotate({ identifier: "SyncConfig" })

/** What a caller says of it; what is left out is as for a new connection. */
export const SyncConfigInput = Schema.Struct({
  data_model: DataModel,
  enabled: optional(Schema.Boolean),
  interval: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  frequency: optional(Schema.Literals(frequencies)),
  category: optional(Category),
  scope_access: optional(
    Schema.Struct({
      READ: optional(Schema.Boolean),
      CREATE: optional(Schema.Boolean),
      UPDATE: optional(Schema.Boolean),
      DELETE: optional(Schema.Boolean)
    })
  ),
  sync_from: optional(Text),
  custom_fields: optional(Schema.Array(Text))
}).annotate({ identifier: "SyncConfigInput" })

export const RateLimits = Schema.Struct({
  /** Calls of the current minute, hour and day, and calls under way. */
  counters: AnyObject,
  lastReset: AnyObject,
  maxLimits: AnyObject
}).annotate({ identifier: "RateLimits" })

export const Connection = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  svc_company_id: SvcId,
  integration_type: Schema.String,
  category: Category,
  status: Schema.Literals(connectionStatuses),
  /** Why it is EXPIRED or in ERROR, in words for a person. */
  status_reason: Schema.NullOr(Schema.String),
  sync_status: Schema.Literals(syncStatuses),
  /** Until when it waits while PAUSED. */
  sync_resume_at: Schema.NullOr(DateTime),
  rate_limits: RateLimits,
  sync_config: Schema.Array(SyncConfig)
}).annotate({ identifier: "Connection" })

export const CreateConnection = Schema.Struct({
  company_id: SvcId,
  integration_type: Integration,
  credentials: Schema.Record(Schema.String, Schema.String),
  settings: optional(Schema.Record(Schema.String, Schema.String)),
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
/** Where the user authorises again. */
export const Reconnect = Schema.Struct({
  invite_link_id: Schema.String,
  url: Schema.String,
  expires_at: DateTime
}).annotate({ identifier: "Reconnect" })

const params = { svc_id: SvcId }

export const connections = HttpApiGroup.make("connections")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/connections", {
      query: page,
      success: listOf(Connection),
      error: failures()
    }).annotate(OpenApi.Summary, "List connections"),
    HttpApiEndpoint.get("get", "/v3/core/connections/:svc_id", {
      params,
      success: dataOf(Connection),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a connection"),
    HttpApiEndpoint.post("create", "/v3/core/connections", {
      payload: CreateConnection,
      success: dataOf(Connection),
      error: bodyFailures("conflict", "unsupported", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "Create a connection from credentials that are there already")
      .annotate(OpenApi.Description, "They are tried with one cheap call before they are stored.")
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
    HttpApiEndpoint.get("capabilities", "/v3/core/connections/:svc_id/capabilities", {
      params,
      success: dataOf(CapabilitiesOfConnection),
      error: failures()
    }).annotate(OpenApi.Summary, "What a connection can read and write"),
    HttpApiEndpoint.post("disconnect", "/v3/core/connections/:svc_id/disconnect", {
      params,
      success: dataOf(Connection),
      error: failures("conflict", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "End a connection")
      .annotate(
        OpenApi.Description,
        "Revokes the authorisation at the platform where it can, and erases the credentials."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.post("reconnect", "/v3/core/connections/:svc_id/reconnect", {
      params,
      success: dataOf(Reconnect),
      error: failures("conflict", "unsupported")
    })
      .annotate(OpenApi.Summary, "Make a link on which the user authorises again")
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Description, "Connections: a company's authorised access to one platform.")
