/**
 * Who sees what of the management interface, member by member: one table. The server hides by it whatever it answers, the
 * OpenAPI document and docs/scopes.md show it, and a member that is not in it does not compile.
 */
import * as Context from "effect/Context"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { Authentication, IsStreamed, RequiredScope, type Scope } from "./Access.ts"
import type { ApiKey, ApiKeyWithSecret } from "./ApiKeys.ts"
import type { AuditEvent } from "./AuditEvents.ts"
import type { Brand } from "./Brand.ts"
import type {
  CapabilitiesOfConnection,
  Capability,
  IntegrationCapabilities,
  RegisteredWebhooks,
  WriteCapability,
  Choice,
  ReferenceChoices
} from "./Capabilities.ts"
import type { PlatformCall } from "./Calls.ts"
import type { Company } from "./Companies.ts"
import type { Connection, RateLimits, ScopeAccess, SyncConfig } from "./Connection.ts"
import type { Checkpoint, ConnectionState, ModelState } from "./ConnectionState.ts"
import type { InboundAddress } from "./Connections.ts"
import type { FieldFound, FieldMapping, FieldsFound } from "./FieldMappings.ts"
import type { Event } from "./Events.ts"
import type { MemberChange, RecordChange } from "./History.ts"
import type { Integration, IntegrationCheck, Registration, RegistrationStep, RegistrationWay } from "./Integrations.ts"
import type { InviteLink, InvitedCompany } from "./InviteLinks.ts"
import type { MemberOrigin, RecordMapped, RecordOrigins } from "./Mapping.ts"
import type { Refusal, RefusalDetail, RefusalIssue, RefusalTotal } from "./Refusals.ts"
import type {
  ConnectionCount,
  NeedsAHand,
  Overview,
  OverviewIntegration,
  OverviewStep,
  QueueAge,
  UnderWay,
  WebhookFigures,
  WebhookStep
} from "./Overview.ts"
import type {
  FailedJob,
  RetriedJob,
  Service,
  ServiceDatabase,
  ServiceJobs,
  ServiceProcess,
  ServiceReplica,
  ServiceSecretKey,
  ServiceSetting,
  ServiceSize,
  ServiceTable
} from "./Service.ts"
import type { Caller, Session } from "./Sessions.ts"
import type { Sync, SyncJob, SyncStep } from "./Syncs.ts"
import type { ItemError, UploadItem, UploadJob } from "./UploadJobs.ts"
import type { Usage } from "./Usage.ts"
import type { Delivery, DeliveryAttempt, DeliveryDetail, Replayed, Webhook, WebhookWithSecret } from "./Webhooks.ts"

/** A member that only keys with a scope see; others get null, a mask in place of each text, or of an address its origin. */
export interface Hidden {
  readonly scope: Scope
  readonly others: "null" | "mask" | "origin"
}
/** `all`: every key that may call the endpoint. */
export type Audience = "all" | Hidden

/** Stands in place of a text that is not shown. */
export const mask = "********"

const all = "all"
/** It opens something, so only who could have made it sees it. */
const opens = (others: Hidden["others"]): Hidden => ({ scope: "admin", others })

type Members<S extends Schema.Top> = Readonly<Record<keyof S["Type"] & string, Audience>>

const webhook = {
  id: all,
  name: all,
  type: all,
  // Many receivers let in whoever knows the whole of it.
  url: opens("origin"),
  headers: opens("mask"),
  operations: all,
  data_models: all,
  created_at: all,
  updated_at: all,
  is_disabled: all,
  disabled_reason: all
} satisfies Members<typeof Webhook>

const apiKey = {
  svc_id: all,
  svc_created_at: all,
  name: all,
  prefix: all,
  scopes: all,
  company_id: all,
  request_limit: all,
  expires_at: all,
  last_used_at: all,
  revoked_at: all,
  replaced_by: all
} satisfies Members<typeof ApiKey>

const refusal = {
  svc_id: all,
  svc_company_id: all,
  connection_id: all,
  integration_type: all,
  data_model: all,
  platform_id: all,
  kind: all,
  field: all,
  message: all,
  issues: all,
  first_seen_at: all,
  last_seen_at: all
} satisfies Members<typeof Refusal>

const delivery = {
  id: all,
  webhook_id: all,
  event_id: all,
  type: all,
  company_id: all,
  connection_id: all,
  data_model: all,
  operation: all,
  status: all,
  attempts: all,
  next_attempt_at: all,
  last_attempt_at: all,
  response_status: all,
  error: all,
  created_at: all,
  finished_at: all
} as const

const delivered = {
  deliveries: all,
  deliveries_failed: all,
  answer_milliseconds: all,
  longest_answer_milliseconds: all,
  arrival_milliseconds: all
} as const
const called = { calls: all, calls_failed: all, calls_limited: all, waited_milliseconds: all } as const

const capabilities = { name: all, integration_type: all, category: all, data_models: all, writes: all } as const

/** Every named object that the management interface answers, with all of its members. */
export const visibility = {
  Company: { svc_id: all, svc_created_at: all, svc_updated_at: all, name: all, partner_id: all } satisfies Members<
    typeof Company
  >,
  InvitedCompany: { svc_id: all, svc_created_at: all, svc_updated_at: all, name: all } satisfies Members<
    typeof InvitedCompany
  >,
  InviteLink: {
    svc_id: all,
    svc_created_at: all,
    svc_updated_at: all,
    invite_link_id: opens("null"),
    url: opens("null"),
    integrations: all,
    integration_categories: all,
    company: all,
    connections: all,
    sync_config: all,
    partner_id: all,
    return_url: all,
    origin: all,
    expires_at: all,
    revoked: all,
    revoked_at: all
  } satisfies Members<typeof InviteLink>,
  Connection: {
    svc_id: all,
    svc_created_at: all,
    svc_updated_at: all,
    svc_company_id: all,
    integration_type: all,
    category: all,
    auth_method: all,
    status: all,
    status_reason: all,
    sync_status: all,
    sync_resume_at: all,
    paused_at: all,
    rate_limits: all,
    settings: all,
    sync_config: all
  } satisfies Members<typeof Connection>,
  InboundAddress: { connection_id: all, url: opens("null"), token: opens("null") } satisfies Members<
    typeof InboundAddress
  >,
  SyncConfig: {
    enabled: all,
    interval: all,
    frequency: all,
    data_model: all,
    category: all,
    scope_access: all,
    sync_from: all,
    custom_fields: all
  } satisfies Members<typeof SyncConfig>,
  ScopeAccess: { READ: all, CREATE: all, UPDATE: all, DELETE: all } satisfies Members<typeof ScopeAccess>,
  RateLimits: { counters: all, lastReset: all, maxLimits: all } satisfies Members<typeof RateLimits>,
  Integration: {
    svc_id: all,
    svc_created_at: all,
    svc_updated_at: all,
    svc_organisation_id: all,
    svc_company_id: all,
    svc_integration_type: all,
    integration_type: all,
    client_id: all,
    client_secret: opens("mask"),
    is_disabled: all,
    is_svc_identity: all,
    metadata: all
  } satisfies Members<typeof Integration>,
  Registration: {
    integration_type: all,
    name: all,
    redirect_uri: all,
    inbound_url: all,
    has_client_id: all,
    has_client_secret: all,
    has_webhook_secret: all,
    steps: all,
    ways: all,
    limits: all
  } satisfies Members<typeof Registration>,
  IntegrationCheck: {
    integration_type: all,
    result: all,
    sentence: all,
    platform_answer: all,
    checked_at: all
  } satisfies Members<typeof IntegrationCheck>,
  ConnectionState: {
    connection_id: all,
    account: all,
    scopes: all,
    token_ends_at: all,
    most: all,
    data_models: all
  } satisfies Members<typeof ConnectionState>,
  ModelState: {
    data_model: all,
    enabled: all,
    records: all,
    refused: all,
    warnings: all,
    last_sync_id: all,
    last_status: all,
    last_error: all,
    last_finished_at: all,
    next_sync_at: all,
    checkpoints: all
  } satisfies Members<typeof ModelState>,
  Checkpoint: {
    source: all,
    read_until: all,
    completed_at: all,
    is_under_way: all,
    is_full: all,
    pages: all
  } satisfies Members<typeof Checkpoint>,
  RecordOrigins: {
    data_model: all,
    svc_id: all,
    is_complete: all,
    members: all
  } satisfies Members<typeof RecordOrigins>,
  MemberOrigin: { member: all, from: all } satisfies Members<typeof MemberOrigin>,
  RecordMapped: {
    data_model: all,
    svc_id: all,
    outcome: all,
    changed: all,
    issues: all
  } satisfies Members<typeof RecordMapped>,
  FailedJob: {
    id: all,
    queue: all,
    about: all,
    svc_company_id: all,
    connection_id: all,
    error: all,
    attempts: all,
    created_at: all,
    failed_at: all
  } satisfies Members<typeof FailedJob>,
  RetriedJob: { id: all, queue: all } satisfies Members<typeof RetriedJob>,
  RegistrationStep: { text: all, value: all, is_done: all } satisfies Members<typeof RegistrationStep>,
  RegistrationWay: {
    name: all,
    label: all,
    kind: all,
    is_ready: all,
    scopes: all,
    fields: all,
    guide: all
  } satisfies Members<typeof RegistrationWay>,
  Brand: {
    svc_updated_at: all,
    name: all,
    colour: all,
    mark_url: all,
    privacy_url: all,
    support_url: all
  } satisfies Members<typeof Brand>,
  Capability: {
    data_model: all,
    read: all,
    incremental: all,
    create: all,
    update: all,
    delete: all,
    void: all,
    download: all,
    upload: all
  } satisfies Members<typeof Capability>,
  WriteCapability: { data_model: all, operation: all, schema: all } satisfies Members<typeof WriteCapability>,
  IntegrationCapabilities: capabilities satisfies Members<typeof IntegrationCapabilities>,
  ConnectionCapabilities: {
    ...capabilities,
    connection_id: all,
    registered_webhooks: all
  } satisfies Members<typeof CapabilitiesOfConnection>,
  RegisteredWebhooks: {
    state: all,
    webhooks: all,
    ends_at: all,
    look_at: all,
    error: all
  } satisfies Members<typeof RegisteredWebhooks>,
  Choice: { svc_id: all, platform_id: all, name: all } satisfies Members<typeof Choice>,
  ReferenceChoices: { field: all, data_model: all, choices: all, next: all } satisfies Members<typeof ReferenceChoices>,
  FieldMapping: {
    svc_id: all,
    svc_created_at: all,
    svc_updated_at: all,
    svc_company_id: all,
    integration_type: all,
    data_model: all,
    name: all,
    path: all,
    type: all,
    status: all
  } satisfies Members<typeof FieldMapping>,
  FieldFound: {
    path: all,
    types: all,
    count: all,
    example: all,
    suggested_type: all,
    is_read: all,
    field_mapping_id: all
  } satisfies Members<typeof FieldFound>,
  FieldsFound: { data_model: all, items: all, is_complete: all, fields: all } satisfies Members<typeof FieldsFound>,
  Sync: {
    svc_id: all,
    svc_created_at: all,
    svc_company_id: all,
    connection_id: all,
    integration_type: all,
    status: all,
    full_sync: all,
    trigger: all,
    data_models: all,
    error: all,
    started_at: all,
    finished_at: all
  } satisfies Members<typeof Sync>,
  SyncJob: {
    svc_id: all,
    sync_id: all,
    data_model: all,
    status: all,
    records_read: all,
    records_created: all,
    records_updated: all,
    records_deleted: all,
    records_refused: all,
    records_warned: all,
    pages: all,
    calls: all,
    waited_milliseconds: all,
    course: all,
    error: all,
    started_at: all,
    finished_at: all
  } satisfies Members<typeof SyncJob>,
  SyncStep: { at: all, pages: all, records_read: all } satisfies Members<typeof SyncStep>,
  Refusal: refusal,
  // As lists of records show it to the same keys.
  RefusalDetail: { ...refusal, raw_data: all } satisfies Members<typeof RefusalDetail>,
  RefusalIssue: { field: all, message: all } satisfies Members<typeof RefusalIssue>,
  RefusalTotal: {
    svc_company_id: all,
    connection_id: all,
    integration_type: all,
    data_model: all,
    refused: all,
    warnings: all,
    not_kept: all,
    first_seen_at: all,
    last_seen_at: all
  } satisfies Members<typeof RefusalTotal>,
  PlatformCall: {
    svc_id: all,
    called_at: all,
    svc_company_id: all,
    connection_id: all,
    integration_type: all,
    purpose: all,
    operation: all,
    sync_id: all,
    upload_job_id: all,
    method: all,
    host: all,
    path: all,
    query_names: all,
    status: all,
    failure: all,
    attempt: all,
    milliseconds: all,
    waited_milliseconds: all
  } satisfies Members<typeof PlatformCall>,
  Usage: {
    svc_company_id: all,
    day: all,
    requests: all,
    records_read: all,
    records_created: all,
    records_updated: all,
    records_deleted: all,
    platform_calls: all,
    passthrough_calls: all,
    written_items: all,
    deliveries: all
  } satisfies Members<typeof Usage>,
  Overview: {
    span: all,
    from: all,
    step_seconds: all,
    needs_a_hand: all,
    connections: all,
    queues: all,
    steps: all,
    integrations: all
  } satisfies Members<typeof Overview>,
  NeedsAHand: {
    trouble: all,
    sentence: all,
    remedy: all,
    since: all,
    svc_company_id: all,
    connection_id: all,
    sync_id: all,
    webhook_id: all,
    api_key_id: all
  } satisfies Members<typeof NeedsAHand>,
  ConnectionCount: { status: all, sync_status: all, connections: all } satisfies Members<typeof ConnectionCount>,
  QueueAge: { queue: all, waiting: all, oldest_at: all } satisfies Members<typeof QueueAge>,
  OverviewStep: {
    from: all,
    syncs: all,
    syncs_failed: all,
    records_created: all,
    records_updated: all,
    records_deleted: all,
    items_refused: all,
    ...called,
    ...delivered
  } satisfies Members<typeof OverviewStep>,
  OverviewIntegration: { integration_type: all, ...called, limits: all } satisfies Members<typeof OverviewIntegration>,
  UnderWay: {
    work: all,
    sentence: all,
    left: all,
    since: all,
    svc_company_id: all,
    connection_id: all,
    webhook_id: all
  } satisfies Members<typeof UnderWay>,
  WebhookFigures: { span: all, step_seconds: all, steps: all } satisfies Members<typeof WebhookFigures>,
  WebhookStep: { from: all, ...delivered } satisfies Members<typeof WebhookStep>,
  Service: {
    version: all,
    node: all,
    database: all,
    processes: all,
    jobs: all,
    secret_keys: all,
    settings: all
  } satisfies Members<typeof Service>,
  ServiceDatabase: {
    kind: all,
    version: all,
    migration: all,
    bytes: all,
    replica: all,
    tables: all,
    sizes: all
  } satisfies Members<typeof ServiceDatabase>,
  ServiceReplica: { condition: all, behind_bytes: all, behind_seconds: all } satisfies Members<typeof ServiceReplica>,
  ServiceTable: { name: all, bytes: all, rows: all } satisfies Members<typeof ServiceTable>,
  ServiceSize: { at: all, bytes: all } satisfies Members<typeof ServiceSize>,
  ServiceProcess: {
    host: all,
    pid: all,
    role: all,
    version: all,
    started_at: all,
    seen_at: all,
    memory_bytes: all,
    behind_milliseconds: all,
    is_alive: all
  } satisfies Members<typeof ServiceProcess>,
  ServiceJobs: { queue: all, state: all, jobs: all } satisfies Members<typeof ServiceJobs>,
  ServiceSecretKey: { name: all, is_current: all, is_there: all, secrets: all } satisfies Members<
    typeof ServiceSecretKey
  >,
  ServiceSetting: { name: all, value: all, is_set: all, is_secret: all, description: all } satisfies Members<
    typeof ServiceSetting
  >,
  UploadJob: {
    upload_job_id: all,
    status: all,
    svc_company_id: all,
    connection_id: all,
    data_model: all,
    operation: all,
    request_id: all,
    created_at: all,
    finished_at: all,
    data: all
  } satisfies Members<typeof UploadJob>,
  UploadItem: { job_id: all, status: all, response: all, error: all } satisfies Members<typeof UploadItem>,
  ItemError: { code: all, message: all, field: all, platform_error: all, platform_id: all } satisfies Members<
    typeof ItemError
  >,
  Webhook: webhook,
  WebhookWithSecret: { ...webhook, secret: opens("mask") } satisfies Members<typeof WebhookWithSecret>,
  Delivery: delivery satisfies Members<typeof Delivery>,
  // As events show it to the same keys.
  DeliveryDetail: { ...delivery, body: all, attempts_made: all } satisfies Members<typeof DeliveryDetail>,
  DeliveryAttempt: {
    number: all,
    at: all,
    response_status: all,
    error: all,
    answer: all,
    milliseconds: all
  } satisfies Members<typeof DeliveryAttempt>,
  Replayed: { deliveries: all } satisfies Members<typeof Replayed>,
  Deleted: { is_deleted: all },
  ApiKey: apiKey,
  ApiKeyWithSecret: { ...apiKey, secret: opens("mask") } satisfies Members<typeof ApiKeyWithSecret>,
  Session: {
    svc_id: all,
    svc_created_at: all,
    api_key_id: all,
    api_key_name: all,
    company_id: all,
    address: all,
    user_agent: all,
    last_used_at: all,
    expires_at: all,
    ended_at: all
  } satisfies Members<typeof Session>,
  Caller: {
    organisation_id: all,
    api_key_id: all,
    api_key_name: all,
    api_key_prefix: all,
    scopes: all,
    company_id: all,
    session_id: all,
    session_expires_at: all
  } satisfies Members<typeof Caller>,
  Event: {
    id: all,
    type: all,
    created_at: all,
    company_id: all,
    connection_id: all,
    integration_type: all,
    data_model: all,
    operation: all,
    subject_id: all,
    data: all
  } satisfies Members<typeof Event>,
  // As lists of records show it to the same keys.
  RecordChange: { id: all, created_at: all, operation: all, changed: all, data: all } satisfies Members<
    typeof RecordChange
  >,
  MemberChange: { member: all, from: all, to: all } satisfies Members<typeof MemberChange>,
  AuditEvent: {
    svc_id: all,
    svc_created_at: all,
    action: all,
    actor_type: all,
    actor_id: all,
    actor_prefix: all,
    target_id: all,
    company_id: all,
    address: all,
    request_id: all,
    details: all
  } satisfies Members<typeof AuditEvent>
} as const satisfies Readonly<Record<string, Readonly<Record<string, Audience>>>>

const table: Readonly<Record<string, Readonly<Record<string, Audience>>>> = visibility

/** The members of a named object with their audience; undefined for a name that is not in the table. */
export const membersOf = (name: string): Readonly<Record<string, Audience>> | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The name a schema has in the table and in the OpenAPI document. */
export const nameOf = (ast: SchemaAST.AST): string | undefined => SchemaAST.resolveIdentifier(ast)

type Hide = (value: any) => any

const hidden: Record<Hidden["others"], Hide> = {
  null: () => null,
  mask: (value) => {
    if (typeof value === "string") return mask
    if (typeof value !== "object" || value === null) return null
    return Object.fromEntries(Object.keys(value).map((name) => [name, mask]))
  },
  origin: (value) => (typeof value === "string" ? originOf(value) : null)
}

/** Where an address leads, without what may be a secret in it: user, path, query and fragment. */
const originOf = (address: string): string => {
  if (!URL.canParse(address)) return mask
  const { hash, host, password, pathname, protocol, search, username } = new URL(address)
  const isMore = username !== "" || password !== "" || pathname !== "/" || search !== "" || hash !== ""
  return `${protocol}//${host}/${isMore ? mask : ""}`
}

/** Hides what keys with only these scopes may not see; null where nothing is hidden. */
const hiding = (ast: SchemaAST.AST, scopes: ReadonlySet<Scope>): Hide | null => {
  if (SchemaAST.isUnion(ast)) {
    const parts = ast.types.flatMap((type) => hiding(type, scopes) ?? [])
    return parts.length === 0 ? null : (value) => parts.reduce((at, part) => part(at), value)
  }
  if (SchemaAST.isArrays(ast)) {
    const item = ast.rest[0] === undefined ? null : hiding(ast.rest[0], scopes)
    return item === null ? null : (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  if (!SchemaAST.isObjects(ast)) return null
  const members = membersOf(nameOf(ast) ?? "")
  const parts = ast.propertySignatures.flatMap(({ name, type }): ReadonlyArray<readonly [string, Hide]> => {
    const audience = members?.[String(name)] ?? "all"
    if (audience !== "all") return scopes.has(audience.scope) ? [] : [[String(name), hidden[audience.others]]]
    const inner = hiding(type, scopes)
    return inner === null ? [] : [[String(name), inner]]
  })
  if (parts.length === 0) return null
  return (value) =>
    typeof value !== "object" || value === null
      ? value
      : {
          ...value,
          ...Object.fromEntries(parts.flatMap(([name, hide]) => (name in value ? [[name, hide(value[name])]] : [])))
        }
}

const known = new WeakMap<HttpApiEndpoint.Top, Map<string, Hide>>()

/** What an endpoint answers to a key with these scopes: the value it would answer to everybody, without what is hidden. */
export const viewOf = (endpoint: HttpApiEndpoint.Top, scopes: ReadonlyArray<Scope>): Hide => {
  const made = known.get(endpoint) ?? new Map<string, Hide>()
  known.set(endpoint, made)
  const key = [...new Set(scopes)].toSorted().join()
  const found = made.get(key)
  if (found !== undefined) return found
  const parts = [...endpoint.success].flatMap(({ ast }) => hiding(ast, new Set(scopes)) ?? [])
  const view: Hide = parts.length === 0 ? (value) => value : (value) => parts.reduce((at, part) => part(at), value)
  made.set(key, view)
  return view
}

const tagged = new WeakMap<HttpApiEndpoint.Top, boolean>()

/** Whether who asks may keep the answers of an endpoint: it reads, and says nothing that opens something. */
export const isTagged = (endpoint: HttpApiEndpoint.Top): boolean => {
  const found = tagged.get(endpoint)
  if (found !== undefined) return found
  const isStreamed = Context.getOrElse(endpoint.annotations, IsStreamed, () => false)
  const isRead = endpoint.method === "GET" && !isStreamed
  const made = isRead && [...endpoint.success].every(({ ast }) => hiding(ast, new Set()) === null)
  tagged.set(endpoint, made)
  return made
}

/** The scope that an endpoint demands of a key. */
export const scopeOf = (
  group: { readonly annotations: Context.Context<never> },
  endpoint: HttpApiEndpoint.Top
): Scope =>
  Context.getOrElse(Context.merge(group.annotations, endpoint.annotations), RequiredScope, () => "read" as const)

/** What others than those it is for get of a member, in words. */
export const instead: Readonly<Record<Hidden["others"], string>> = {
  null: "null",
  mask: `\`${mask}\``,
  origin: `its scheme and host alone, such as \`https://example.com/${mask}\``
}
/** A sentence on who sees a member; null for one that all see. */
export const sentence = (audience: Audience): string | null =>
  audience === "all"
    ? null
    : `Shown to keys with the scope \`${audience.scope}\`; others get ${instead[audience.others]}.`

export interface EndpointScope {
  readonly method: string
  /** With `:name` for parameters. */
  readonly path: string
  /** Null for one that needs no API key. */
  readonly scope: Scope | null
  /** Whether its answers carry a tag, so that whoever has them need not be sent them again. */
  readonly isTagged: boolean
}
/** Every endpoint with the scope it demands, in the order of the interface. */
export const endpoints = (api: HttpApi.Constraint): ReadonlyArray<EndpointScope> => {
  const found: Array<EndpointScope> = []
  HttpApi.reflect(api as HttpApi.Top, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const isOpen = !endpoint.middlewares.has(Authentication as never)
      found.push({
        method: endpoint.method,
        path: endpoint.path,
        scope: isOpen ? null : scopeOf(group, endpoint),
        isTagged: !isOpen && isTagged(endpoint)
      })
    }
  })
  return found
}
