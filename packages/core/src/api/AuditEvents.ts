/** The audit log: who did which administrative act, on what, when and from where. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { AnyObject, DateTime, listOf, SvcId, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { failures } from "./Failure.ts"

/** What can be done. */
export const actions = [
  "API_KEY_CREATED",
  "API_KEY_CHANGED",
  "API_KEY_ROTATED",
  "API_KEY_REVOKED",
  "API_KEY_SEEDED",
  "SESSION_STARTED",
  "SESSION_ENDED",
  "WEBHOOK_CREATED",
  "WEBHOOK_UPDATED",
  "WEBHOOK_DELETED",
  "WEBHOOK_SECRET_ROTATED",
  "WEBHOOK_TESTED",
  "DELIVERY_RETRIED",
  "EVENTS_REPLAYED",
  "WRITE_STARTED",
  "SYNC_STARTED",
  "SYNC_CANCELLED",
  "INTEGRATION_UPDATED",
  "INTEGRATION_CHECKED",
  "BRAND_UPDATED",
  "INVITE_LINK_CREATED",
  "INVITE_LINK_UPDATED",
  "INVITE_LINK_REVOKED",
  "CONNECTION_CREATED",
  "CONNECTION_RENEWED",
  "CONNECTION_DISCONNECTED",
  "CONNECTION_PAUSED",
  "CONNECTION_RESUMED",
  "INBOUND_ADDRESS_CREATED",
  "CONNECTION_EXPIRED",
  "SUBSCRIPTION_CREATED",
  "SUBSCRIPTION_LOST",
  "SUBSCRIPTION_REMOVED",
  "FIELD_MAPPING_CREATED",
  "FIELD_MAPPING_UPDATED",
  "FIELD_MAPPING_DELETED",
  "COMPANY_ERASED",
  "RECORD_MAPPED",
  "JOB_RETRIED",
  "SECRETS_ROTATION_STARTED",
  "SECRETS_ROTATED",
  "INSTALLATION_MOVED",
  "INSTALLATION_RESTORED"
] as const
export type Action = (typeof actions)[number]

/** Who can act: somebody with an API key, the operator on the machine itself, an end user on an invite link, the service. */
export const actorTypes = ["API_KEY", "OPERATOR", "INVITE_LINK", "SERVICE"] as const
export type ActorType = (typeof actorTypes)[number]

export const AuditEvent = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  action: Schema.Literals(actions),
  actor_type: said(
    "API_KEY, OPERATOR (the command line, and what the service does at its start), INVITE_LINK (an end user) or SERVICE (what it does by itself, or because a platform says so).",
    Schema.Literals(actorTypes)
  ),
  actor_id: said("The svc_id of the API key or invite link.", Schema.NullOr(SvcId)),
  actor_prefix: said("The first characters of the API key.", Schema.NullOr(Schema.String)),
  target_id: said("Identifier of what was acted on, as its own resource names it.", Schema.NullOr(Schema.String)),
  company_id: said("Set when the act concerns one company.", Schema.NullOr(SvcId)),
  address: said("Address the request came from; null for the operator and the service.", Schema.NullOr(Schema.String)),
  request_id: Schema.NullOr(Schema.String),
  details: said("Facts of the act, without secrets.", AnyObject)
}).annotate({ identifier: "AuditEvent" })

/** How audit events are listed. */
export const list = ManagedList.make(AuditEvent)

export const auditEvents = HttpApiGroup.make("auditEvents")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/audit_events", {
      query: list.query,
      success: listOf(AuditEvent),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List audit events")
      .annotateMerge(list.parameters)
  )
  .annotate(OpenApi.Title, "audit_events")
  .annotate(OpenApi.Description, "The audit log: administrative acts, oldest first. It cannot be changed.")
  .annotate(RequiredScope, "admin")
