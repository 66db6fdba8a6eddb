/** A connection, and how its data models are synced. */
import * as Schema from "effect/Schema"
import { AnyObject, Category, DataModel, DateTime, optional, SvcId, Text, said } from "./Common.ts"

export const connectionStatuses = ["PENDING", "HEALTHY", "EXPIRED", "DISCONNECTED", "ERROR"] as const
export const syncStatuses = ["IDLE", "QUEUED", "SYNCING", "PAUSED", "FAILED"] as const
export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "NEVER"] as const

export const ScopeAccess = Schema.Struct({
  READ: Schema.Boolean,
  CREATE: Schema.Boolean,
  UPDATE: Schema.Boolean,
  DELETE: Schema.Boolean
}).annotate({ identifier: "ScopeAccess" })

const syncFrom =
  "From the day of this moment on (UTC) documents, movements, activities and statements are read; null for all of them. " +
  "What has no date is read, and contacts, accounts, items and the like always are. Nothing is deleted by it: what is " +
  "stored stays, and is kept up to date. An earlier moment than before makes the next sync read everything from then on."

/** How one data model of a connection is synced. */
export const SyncConfig = Schema.Struct({
  enabled: Schema.Boolean,
  interval: Schema.Int,
  frequency: Schema.Literals(frequencies),
  data_model: DataModel,
  category: Category,
  scope_access: ScopeAccess,
  sync_from: said(syncFrom, Schema.NullOr(DateTime)),
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
  sync_from: said(`${syncFrom} Left out, it is two years back for a new connection.`, optional(Text)),
  custom_fields: optional(Schema.Array(Text))
}).annotate({ identifier: "SyncConfigInput" })

export const RateLimits = Schema.Struct({
  counters: said(
    "Calls that count in the minute, hour and day now, and calls under way, over all processes.",
    AnyObject
  ),
  lastReset: said("When the earliest of the calls was that count.", AnyObject),
  maxLimits: AnyObject
}).annotate({ identifier: "RateLimits" })

export const Connection = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  svc_company_id: SvcId,
  integration_type: Schema.String,
  category: Category,
  auth_method: said(
    "The way it is authorised, where the platform has several; null for the only or the first one.",
    Schema.NullOr(Schema.String)
  ),
  status: Schema.Literals(connectionStatuses),
  status_reason: said("Why it is EXPIRED or in ERROR, in words for a person.", Schema.NullOr(Schema.String)),
  sync_status: Schema.Literals(syncStatuses),
  sync_resume_at: said("Until when it waits while PAUSED.", Schema.NullOr(DateTime)),
  paused_at: said(
    "Since when it is paused by an operator, until it is resumed; null where it is not, also while it waits for its platform.",
    Schema.NullOr(DateTime)
  ),
  rate_limits: RateLimits,
  settings: said(
    "What the connection knows besides its credentials: a tenant, a shop's name.",
    Schema.Record(Schema.String, Schema.String)
  ),
  sync_config: Schema.Array(SyncConfig)
}).annotate({ identifier: "Connection" })
