/** The endpoints beside records, writes and passthrough: where each is. The compiler holds this table against the definition. */
import type { Endpoints } from "./Definition.ts"

/** A group of endpoints, such as `companies`. */
export type GroupId = keyof Endpoints & string
/** An endpoint of a group. */
export type Endpoint<G extends GroupId, E extends string> = E extends keyof Endpoints[G] ? Endpoints[G][E] : never
/** What an endpoint is asked: its path's parameters, its query and its body as one object. */
export type Asked<E> = E extends { readonly asked: infer A } ? A : never
/** What an endpoint answers: the item of a list, or its `data`. */
export type ItemOf<E> = E extends { readonly item: infer A } ? A : never
/** What an endpoint answers, without its envelope. */
export type DataOf<E> = E extends { readonly data: infer A } ? A : never

type Routes = {
  readonly [G in GroupId]: {
    readonly [E in keyof Endpoints[G]]: Endpoints[G][E] extends { readonly place: infer P } ? P : never
  }
}

/** Where each endpoint is: its method and path. */
export const routes = {
  companies: {
    list: "LIST /v3/core/companies",
    get: "GET /v3/core/companies/:svc_id",
    create: "POST /v3/core/companies",
    rename: "PUT /v3/core/companies/:svc_id",
    change: "PATCH /v3/core/companies/:svc_id",
    erase: "DELETE /v3/core/companies/:svc_id"
  },
  inviteLinks: {
    list: "LIST /v3/core/invite_links",
    get: "GET /v3/core/invite_links/:invite_link_id",
    create: "POST /v3/core/invite_links",
    update: "PUT /v3/core/invite_links/:invite_link_id",
    revoke: "DELETE /v3/core/invite_links/:invite_link_id"
  },
  connections: {
    list: "LIST /v3/core/connections",
    get: "GET /v3/core/connections/:svc_id",
    create: "POST /v3/core/connections",
    updateSyncConfig: "PUT /v3/core/connections/:svc_id/sync_config",
    state: "GET /v3/core/connections/:svc_id/state",
    capabilities: "GET /v3/core/connections/:svc_id/capabilities",
    customFields: "GET /v3/core/connections/:svc_id/custom_fields",
    choices: "GET /v3/core/connections/:svc_id/choices",
    disconnect: "POST /v3/core/connections/:svc_id/disconnect",
    pause: "POST /v3/core/connections/:svc_id/pause",
    resume: "POST /v3/core/connections/:svc_id/resume",
    reconnect: "POST /v3/core/connections/:svc_id/reconnect",
    inboundAddress: "POST /v3/core/connections/:svc_id/inbound_address"
  },
  integrations: {
    list: "LIST /v3/core/integrations",
    get: "GET /v3/core/integrations/:integration_id",
    registration: "GET /v3/core/integrations/:integration_id/registration",
    check: "POST /v3/core/integrations/:integration_id/check",
    update: "PUT /integrations/:integration_id"
  },
  brand: { get: "GET /v3/core/brand", change: "PATCH /v3/core/brand" },
  capabilities: { list: "GET /v3/core/capabilities" },
  fieldMappings: {
    list: "LIST /v3/core/field_mappings",
    get: "GET /v3/core/field_mappings/:svc_id",
    create: "POST /v3/core/field_mappings",
    change: "PATCH /v3/core/field_mappings/:svc_id",
    remove: "DELETE /v3/core/field_mappings/:svc_id"
  },
  mapping: {
    origins: "GET /v3/core/records/:data_model/:svc_id/origins",
    again: "POST /v3/core/records/:data_model/:svc_id/map"
  },
  syncs: {
    list: "LIST /v3/core/syncs",
    get: "GET /v3/core/syncs/:svc_id",
    jobs: "LIST /v3/core/syncs/:svc_id/jobs",
    start: "POST /v3/core/syncs",
    cancel: "POST /v3/core/syncs/:svc_id/cancel"
  },
  refusals: {
    list: "LIST /v3/core/refusals",
    totals: "LIST /v3/core/refusals/totals",
    get: "GET /v3/core/refusals/:svc_id"
  },
  calls: { list: "LIST /v3/core/calls" },
  service: {
    get: "GET /v3/core/service",
    failedJobs: "LIST /v3/core/service/failed_jobs",
    retryJob: "POST /v3/core/service/failed_jobs/:id/retry"
  },
  overview: { get: "GET /v3/core/overview", work: "GET /v3/core/overview/work" },
  usage: { list: "LIST /v3/core/usage" },
  uploadJobs: { list: "LIST /v3/core/upload_jobs", get: "GET /v3/core/upload_jobs/:upload_job_id" },
  webhooks: {
    list: "LIST /v3/core/webhooks",
    get: "GET /v3/core/webhooks/:id",
    create: "POST /v3/core/webhooks",
    update: "PUT /v3/core/webhooks/:id",
    remove: "DELETE /v3/core/webhooks/:id",
    rotateSecret: "POST /v3/core/webhooks/:id/rotate_secret",
    test: "POST /v3/core/webhooks/:id/test",
    deliveries: "LIST /v3/core/webhooks/:id/deliveries",
    figures: "GET /v3/core/webhooks/:id/figures",
    replay: "POST /v3/core/webhooks/:id/replay",
    delivery: "GET /v3/core/deliveries/:id",
    retry: "POST /v3/core/deliveries/:id/retry"
  },
  apiKeys: {
    list: "LIST /v3/core/api_keys",
    create: "POST /v3/core/api_keys",
    change: "PATCH /v3/core/api_keys/:svc_id",
    rotate: "POST /v3/core/api_keys/:svc_id/rotate",
    revoke: "DELETE /v3/core/api_keys/:svc_id"
  },
  auditEvents: { list: "LIST /v3/core/audit_events" },
  sessions: {
    caller: "GET /v3/core/caller",
    list: "LIST /v3/core/sessions",
    start: "POST /v3/core/sessions",
    signOut: "DELETE /v3/core/sessions/current",
    end: "DELETE /v3/core/sessions/:svc_id"
  },
  events: { list: "LIST /v3/core/events" }
} as const satisfies Routes
