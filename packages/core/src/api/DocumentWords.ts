/**
 * Words of the OpenAPI document for the management interface: what a member, a parameter or an error code means where its
 * schema does not say so itself. The data models have theirs in `models/descriptions.ts`.
 */
import type { ErrorCode } from "./ApiError.ts"

/** Members by the name of their schema, and by their own name where they mean the same in all of them (`""`). */
export const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    auth_method: "The way it is authorised, where the platform has several.",
    category: "What kind of platform it is.",
    company_id: "The company it is about: its `svc_id`; null where it is about none.",
    connection_id: "The connection it is about: its `svc_id`.",
    created_at: "When it was made.",
    data: "What was asked for.",
    data_model: "The data model it is about.",
    data_models: "The data models it is about.",
    expires_at: "When it ends by itself.",
    finished_at: "When it ended; null while it has not.",
    id: "Identifier of it, unique over the service.",
    integration_type: "The platform, such as `XERO`.",
    name: "What people call it.",
    next: "Cursor of the page after; null on the last.",
    operation: "What is done: one of the operations.",
    partner_id: "The caller's own identifier of the company; null when it has none.",
    prev: "Cursor of the page before; null on the first.",
    raw_data: "The platform's own item, as it answered it; null where it is not kept.",
    request_id: "Identifies the request in logs and questions: what the header `request-id` says.",
    request_timestamp: "When the request came.",
    response_timestamp: "When it was answered.",
    revoked_at: "When it was revoked; null while it is valid.",
    started_at: "When it began; null while it waits.",
    svc_company_id: "The company it belongs to: its `svc_id`.",
    svc_created_at: "When it was made.",
    svc_id: "Identifier that this service gave: unique over all of its resources, never used again.",
    svc_updated_at: "When it was last changed.",
    total_count: "How many there are in all; null unless `return_count=true` asks for it.",
    updated_at: "When it was last changed."
  },
  ApiKey: {
    expires_at: "From when on the key is refused; null for never.",
    last_used_at: "When a request last came with it, to within a minute or so; null when none has.",
    name: "What the key is for, in words of whoever made it.",
    scopes: "What the key may do: `read`, `write`, `passthrough`, `admin`."
  },
  ApiKeyWithSecret: { secret: "The key itself, for the header `api_key`. It is shown here and never again." },

  AuditEvent: {
    action: "What was done.",
    request_id: "The request that did it, as the header `request-id` named it; null where none did.",
    svc_created_at: "When it was done."
  },
  Capability: {
    create: "Whether new records can be made.",
    data_model: "The data model that the others are said of.",
    delete: "Whether records can be deleted.",
    read: "Whether records are read.",
    update: "Whether records can be changed.",
    void: "Whether records can be voided: taken back, but kept in the books."
  },
  ChangeCompany: { name: "The new name; left out, it stays." },
  Choice: { platform_id: "What a reference to the record holds." },
  Connection: {
    integration_type: "The platform it leads to, such as `XERO`.",
    rate_limits: "How much of the platform's rate limit is used. For information.",
    status:
      "PENDING: not authorised yet. HEALTHY. EXPIRED: the end user must authorise again. DISCONNECTED: ended. ERROR: `status_reason` says why.",
    sync_config: "How each of its data models is synced.",
    sync_status:
      "IDLE, QUEUED or SYNCING. PAUSED: by you, or by the platform's rate limit until `sync_resume_at`. FAILED: the last sync did."
  },
  ConnectionCapabilities: {
    connection_id: "The connection that can do this.",
    data_models:
      "What can be done with each data model that the platform has. One that is missing cannot be read or written.",
    name: "Name of the platform, for people.",
    writes: "The writes, each with the JSON Schema of its items."
  },
  CreateApiKey: {
    company_id: "The one company that the key sees; left out or null: all of the organisation.",
    expires_at: "From when on the key is refused, an ISO 8601 date-time; left out or null: never.",
    name: "What the key is for.",
    scopes: "What the key may do; `admin` may do all of the management."
  },
  CreateCompany: {
    name: "Name of the company.",
    partner_id: "An identifier of your own: one company of the organisation has it."
  },
  CreateConnection: {
    auth_method: "The way these credentials are for, where the platform has several; the first one when left out.",
    company_id: "The company whose platform it is.",
    credentials:
      "What the platform authorised with, by name: `access_token`, `refresh_token`, or the keys that it gives out.",
    settings:
      "What the platform's connections need besides, by name, such as a tenant. What the service can find out may be left out.",
    sync_config: "How data models are synced; those that are left out, as for any new connection."
  },
  CreateInviteLink: {
    integration_categories: "What kinds of platform the end user may connect.",
    partner_id: "An identifier of your own for the company: where one has it already, the link is for that one.",
    sync_config:
      "How data models are synced once a platform is connected; those that are left out, as for any new connection."
  },
  CreateWebhook: {
    headers: "Headers that every delivery carries, by name, such as one that lets you in.",
    name: "What the webhook is for, in your words.",
    type: "What it hears of: changes of records, changes of connections, or ends of syncs and upload jobs.",
    url: "Where deliveries are sent to: an https address that the internet reaches."
  },
  Deleted: { is_deleted: "Always true: it is gone." },
  Delivery: {
    attempts: "How often it was tried.",
    company_id: "The company that the event is about; null for a test.",
    connection_id: "The connection that the event is about; null for a test.",
    data_model: "The data model that changed; null for what is no change of a record.",
    error: "Why the last attempt failed, in words; null when it did not.",
    event_id: "The event, which has one delivery for each webhook: the `id` of its body.",
    finished_at: "When it was delivered or given up; null while it is PENDING.",
    id: "Identifier of the delivery, which the header `webhook-id` carries on every attempt.",
    last_attempt_at: "When it was last tried; null before the first attempt.",
    operation: "What became of the record: CREATE, UPDATE or DELETE; null for what is no change of a record.",
    response_status: "HTTP status that your endpoint last answered; null where it did not.",
    status:
      "PENDING: it will be tried, or tried again. DELIVERED: a 2xx came. FAILED: given up after the last attempt.",
    type: "What it tells of.",
    webhook_id: "The webhook it goes to."
  },
  Error: { error: "What is wrong." },
  ErrorError: {
    code: "What kind of fault it is, for programs. The first of the details.",
    details: "Every fault that was found, the first of them again included; at most 100.",
    field:
      "Where the fault is: a member such as `data[3].line_items[0].quantity`, or a parameter such as `sort[foo]`; null for none.",
    message: "What is wrong, as a sentence for people. It may change; programs go by the code."
  },
  ErrorDetail: {
    code: "What kind of fault it is, for programs.",
    field: "Where the fault is: `data[3].line_items[0].quantity`, `sort[foo]`; null for no place.",
    message: "What is wrong, as a sentence for people."
  },
  FieldMapping: {
    data_model: "The data model whose records have the field.",
    integration_type: "The platform whose items it is read from.",
    name: "What the field is called in `custom_fields`: letters, digits and underscores, beginning with a letter, 64 at most. Wherever an organisation uses a name for a data model, it is of one type.",
    path: 'Where it is in the platform\'s item (`raw_data`): members by dots, elements in brackets by their place or by what they hold, as in `properties.region`, `CustomField[Name=Region].StringValue`, `metafields[namespace=custom&key="vat id"].value`. At most 500 characters and 16 steps.'
  },
  FieldsFound: {
    data_model: "The data model that was asked about.",
    fields: "The places, in the order of their paths."
  },
  InboundAddress: { connection_id: "The connection that the address is of." },
  Integration: {
    client_id:
      "Identifier of the OAuth application at the platform; null where the platform has none or the service's is used.",
    client_secret:
      "Secret of the OAuth application: only the answer to its change shows it, and a mask stands for it elsewhere.",
    integration_type: "The platform, such as `XERO`.",
    is_disabled: "Whether nobody may connect it or sync it for now.",
    metadata: "Facts of the integration that have no member of their own.",
    svc_company_id: "Always null: an integration belongs to the organisation.",
    svc_integration_type: "The platform again, as earlier versions named it.",
    svc_organisation_id: "The organisation whose integration it is."
  },
  IntegrationCapabilities: {
    data_models:
      "What can be done with each data model that the platform has. One that is missing cannot be read or written.",
    name: "Name of the platform, for people.",
    writes: "The writes, each with the JSON Schema of its items."
  },
  InvitedCompany: { name: "Name of the company; null until the end user gives it." },
  InviteLink: {
    company: "The company that a platform is connected for.",
    connections: "What was connected on the link so far.",
    expires_at: "When the link ends by itself.",
    integration_categories: "What kinds of platform the end user may connect.",
    integrations: "The platforms that the end user may choose from; empty for all of the categories.",
    revoked: "Whether its page is closed.",
    sync_config: "How data models are synced once a platform is connected; null for as any new connection is."
  },
  ItemError: {
    code: "What kind of fault it is, for programs.",
    field: "Where in the item the fault is, such as `line_items[0].quantity`; null for no place.",
    message: "What is wrong, as a sentence for people.",
    platform_error: "The platform's own answer, cleaned of secrets; null where it was not asked."
  },
  MemberChange: {
    from: "What it held in the event before; null too where the record had no such member then.",
    to: "What it holds since; null too where the record has no such member any more."
  },
  PassthroughRequest: {
    company_id: "The company whose connected platform is called.",
    connection_id: "The connection, where the company has several.",
    data: "The call.",
    integration_type: "The platform, where the company has several."
  },
  PassthroughRequestData: {
    data: "The body; a GET or HEAD has none.",
    headers: "Headers of the call. Those that authorise or sign it are the service's own.",
    method: "Method of the call.",
    params: "Query parameters of the call."
  },
  PassthroughResponse: {
    platform_headers: "Headers that the platform answered with, those that say something to the caller.",
    platform_status: "HTTP status that the platform answered with."
  },
  RateLimits: { maxLimits: "Calls that the platform allows in a minute, hour and day, and at once." },
  RefusalDetail: {
    raw_data: "The item as the platform answered it, without what is too large to be kept; null where it is not kept."
  },
  ReferenceChoices: {
    choices: "The records that it may name.",
    data_model: "The data model of those records."
  },
  RenameCompany: { name: "The new name." },
  Replay: {
    from: "Beginning of the span, an ISO 8601 date-time: events of that moment are in it.",
    to: "End of the span, an ISO 8601 date-time: events of that moment are not in it."
  },
  Replayed: { deliveries: "How many deliveries were made of it." },
  Service: { database: "Where everything is kept." },
  ScopeAccess: {
    CREATE: "Whether new records may be written.",
    DELETE: "Whether records may be deleted.",
    READ: "Whether records are read.",
    UPDATE: "Whether records may be changed."
  },
  StartSync: {
    company_id: "The company whose platform is read.",
    connection_id: "The connection, where the company has several.",
    data_models_to_sync: "The data models to read; left out or null: all that the connection syncs.",
    integration_type: "The platform, where the company has several."
  },
  Sync: {
    connection_id: "The connection that is read.",
    data_models: "The data models that are read.",
    error: "Why it failed, in words; null when it did not.",
    full_sync: "Whether everything is read again instead of what changed.",
    status:
      "CREATED: it waits. RUNNING. SUCCESS. PARTIAL_SUCCESS: some data models failed. FAILED. CANCELLED: by a request."
  },
  SyncConfig: {
    custom_fields: "Names of the platform's own fields that records show in `custom_fields`.",
    data_model: "The data model that the others are said of.",
    enabled: "Whether it is synced by itself at all.",
    frequency: "How often it is synced, times `interval`; NEVER only when it is asked for.",
    interval: "How many hours, days, weeks, months or years lie between two syncs: 2 with WEEKLY is every other week.",
    scope_access: "What may be done with its records."
  },
  SyncConfigInput: {
    category: "What kind of platform the data model is of; it follows from the data model.",
    custom_fields: "Names of the platform's own fields that records are to show in `custom_fields`.",
    data_model: "The data model that the others are said of.",
    enabled: "Whether it is synced by itself at all; true for a new connection.",
    frequency: "How often it is synced, times `interval`; NEVER only when it is asked for. DAILY for a new connection.",
    interval: "How many hours, days, weeks, months or years lie between two syncs. 1 for a new connection.",
    scope_access: "What may be done with its records; all for a new connection."
  },

  SyncJob: {
    data_model: "The data model that this part reads.",
    error: "Why it failed, in words; null when it did not.",
    records_created: "Records that are new.",
    records_deleted: "Records that are gone at the platform.",
    records_read: "Items that the platform answered.",
    records_updated: "Records that changed.",
    status: "CREATED: it waits. RUNNING. SUCCESS. PARTIAL_SUCCESS: some items were refused. FAILED. CANCELLED.",
    sync_id: "The sync that this is a part of."
  },
  UpdateIntegration: {
    client_id: "Identifier of your OAuth application at the platform.",
    client_secret: "Secret of your OAuth application; it is sealed where it is stored.",
    is_disabled: "True: nobody may connect it or sync it for now.",
    is_svc_identity: "True: the service's own OAuth application is used instead of yours. Left out or null: false."
  },
  UpdateInviteLink: {
    company_name: "The new name of the company; left out or null, it stays.",
    integration_categories: "What kinds of platform the end user may connect; left out or null, they stay.",
    integrations: "The platforms that the end user may choose from; left out or null, they stay.",
    partner_id: "An identifier of your own for the company; left out or null, it stays.",
    sync_config: "How data models are synced once a platform is connected; left out or null, it stays."
  },
  UpdateSyncConfig: { sync_config: "The data models to change; the others stay as they are." },
  UpdateWebhook: {
    data_models: "The data models it hears of, empty for all; left out or null, they stay.",
    headers: "Headers that every delivery carries, all of them anew; left out or null, they stay.",
    is_disabled: "False enables it again, true stops deliveries; left out or null, it stays.",
    name: "What the webhook is for, in your words; left out or null, it stays.",
    operations: "The operations it hears of, empty for all; left out or null, they stay.",
    type: "What it hears of; left out or null, it stays.",
    url: "Where deliveries are sent to; left out or null, it stays."
  },
  UploadItem: {
    error: "Why the item failed; null when it did not.",
    job_id: "Identifier of this item's part of the job.",
    response: "The record that the platform answered; null when the item failed.",
    status: "Whether the platform took the item."
  },
  UploadJob: {
    connection_id: "The connection that is written to.",
    created_at: "When the write was taken.",
    data_model: "The data model that is written.",
    operation: "What is done with the records.",
    status:
      "CREATED or RUNNING while it is under way; SUCCESS when every item was written, PARTIAL_SUCCESS when some were, FAILED when none was.",
    upload_job_id: "Identifier of the job, as the write's answer names it."
  },
  Webhook: {
    data_models: "The data models it hears of; empty for all.",
    disabled_reason: "Why it is disabled, in words; null while it is not.",
    headers: "Headers that every delivery carries, by name.",
    is_disabled: "Whether nothing is sent to it: by you, by a 410, or since it failed for five days.",
    name: "What the webhook is for, in words of whoever made it.",
    operations: "The operations it hears of; empty for all.",
    type: "What it hears of.",
    url: "Where deliveries are sent to."
  },
  WebhookWithSecret: {
    secret: "`whsec_` and base64: what deliveries are signed with. It is shown here and never again."
  },

  WriteCapability: {
    data_model: "The data model that is written.",
    operation: "What is done with its records.",
    schema: "JSON Schema (2020-12) of an item, with what this platform requires and without what it has no place for."
  }
}

/** Schemas whose members mean what those of another do, unless they say otherwise. */
export const like: Readonly<Record<string, string>> = {
  ApiKeyWithSecret: "ApiKey",
  ChangeFieldMapping: "FieldMapping",
  CreateFieldMapping: "FieldMapping",
  SyncCompleted: "Sync",
  SyncConfigInputScopeAccess: "ScopeAccess",
  DeliveryDetail: "Delivery",
  WebhookWithSecret: "Webhook"
}

/** What the object itself is, by the name of its schema. */
export const schemas: Readonly<Record<string, string>> = {
  ApiKey: "An API key, without the key itself.",
  Caller: "Who calls: an API key, by itself or by a session of the console.",
  Session: "A session of the console: a cookie in a browser that stands for an API key.",
  ApiKeyWithSecret: "An API key that was just made, with the key itself.",
  Event: "What webhooks were told of, or would have been.",
  RecordChange: "A change of a record, as it was kept.",
  DeliveryAttempt: "An attempt to deliver an event.",
  DeliveryDetail: "A delivery with its body and its attempts.",
  Checkpoint: "Where the reading of one of a data model's lists stands.",
  ConnectionState: "How a connection stands.",
  FailedJob: "A job that was given up.",
  IntegrationCheck: "What a platform says of the client id and secret that are set.",
  MemberOrigin: "Where a member of a record came from.",
  ModelState: "How far one data model of a connection is read.",
  RecordMapped: "What became of a record that was made of its item once more.",
  RecordOrigins: "Where the members of a record came from.",
  RetriedJob: "A job that is tried once more.",
  ConnectionCount: "How many connections are so.",
  NeedsAHand: "What is wrong, and what mends it.",
  Overview: "What goes on over all companies.",
  OverviewIntegration: "Calls to a platform, beside its limits.",
  OverviewStep: "What was done in a step of time.",
  Registration: "What an operator does so that a platform can be connected.",
  RegistrationStep: "A step of it.",
  RegistrationWay: "A way in which companies can connect.",
  Service: "The service itself.",
  ServiceDatabase: "The database of the service.",
  ServiceJobs: "How many jobs of a queue are how far.",
  ServiceProcess: "A process of the service, as it was last seen.",
  ServiceReplica: "The standby of the database that lists are read from.",
  ServiceSecretKey: "A key that seals secrets, by its name.",
  ServiceSetting: "A setting in force.",
  ServiceSize: "How large the database was.",
  ServiceTable: "A table of the database.",
  MemberChange: "A member of a record that changed.",
  AuditEvent: "An administrative act, as the audit log keeps it.",
  Capability: "What can be done with one data model.",
  CapabilitiesListResponse: "What each integration of the service can read and write.",
  Category: "What kind of platform it is. CUSTOM is for none of the others.",
  Brand: "How the organisation shows itself on the connect page.",
  BrandResponse: "How the organisation shows itself on the connect page.",
  ChangeCompany: "The members of a company that are to change.",
  ChangeFieldMapping: "The members of a field mapping that are to change.",
  Choice: "A record that an item may refer to.",
  Company: "A company, whose platforms are connected.",
  Connection: "A company's authorised access to one platform.",
  ConnectionCapabilities: "What a connection can read and write, with what was allowed to it.",
  ConnectionsChoicesResponse: "For each reference of an item, the records that it may name.",
  CreateApiKey: "An API key to make.",
  CreateCompany: "A company to make.",
  CreateConnection: "A connection to make from credentials that you have.",
  CreateFieldMapping: "A field mapping to make.",
  CreateInviteLink: "An invite link to make.",
  CreateWebhook: "A webhook to make.",
  DataModel: "A data model of the interface: what kind of record it is.",
  Deleted: "The answer to a deletion.",
  Delivery: "An event on its way to one webhook.",
  Error: "The body of every error answer.",
  ErrorError: "What is wrong: the first fault, and all of them.",
  ErrorDetail: "One fault of several.",
  FieldFound: "A place in the platform's items that holds something.",
  FieldMapping: "What a member of a platform's items is called in `custom_fields` of records.",
  FieldsFound: "What the latest stored items of a data model hold.",
  InboundAddress: "Where a platform sends the webhooks of one connection.",
  Integration: "An organisation's own OAuth application for a platform, or the service's.",
  IntegrationCapabilities: "What an integration can read and write.",
  IntegrationType: "A platform.",
  InvitedCompany: "The company of an invite link.",
  InviteLink: "A link on which an end user connects a platform.",
  ItemError: "Why an item of a write failed.",
  PassthroughRequest: "A raw call to a connected platform.",
  PassthroughRequestData: "The call, as the platform is to get it.",
  PassthroughResponse: "What the platform answered.",
  RateLimits: "How much of a platform's rate limit a connection uses.",
  PlatformCall: "A call to a platform, without what was sent and answered.",
  Refusal: "An item of a platform that could not be read, or not all of it.",
  RefusalDetail: "A refusal with the item as the platform answered it.",
  RefusalIssue: "One thing that is wrong with an item.",
  RefusalTotal: "How much of one data model of a connection could not be read.",
  ReferenceChoices: "A reference of a write's item, and the records that it may name.",
  RegisteredWebhooks: "What the service has registered at the platform, so that it tells of changes.",
  RenameCompany: "The new name of a company.",
  Replay: "The span whose events are to be delivered again.",
  Replayed: "What is delivered again.",
  QueueAge: "What waits in a queue.",
  RotateApiKey: "How an API key is replaced.",
  ScopeAccess: "What a connection may do with the records of a data model.",
  StartSync: "A sync to start.",
  Sync: "A run that reads data models of a connection.",
  SyncConfig: "How one data model of a connection is synced.",
  SyncConfigInput: "How one data model is to be synced. What is left out is as for a new connection.",
  SyncConfigInputScopeAccess:
    "What a connection may do with the records of the data model; what is left out is allowed.",
  SyncJob: "The part of a sync that reads one data model.",
  SyncStep: "How far the part of a sync was at a moment.",
  UpdateBrand: "The members of the brand that are to change.",
  UpdateIntegration: "The OAuth application that is used for a platform.",
  UpdateInviteLink: "The members of an invite link that are to change.",
  UpdateSyncConfig: "How data models of a connection are to be synced.",
  UpdateWebhook: "The members of a webhook that are to change.",
  UploadItem: "What became of one item of a write.",
  UploadJob: "What became of a write, item by item.",
  Usage: "What a company used on a day.",
  WebhookFigures: "How a webhook did over time.",
  WebhookStep: "How a webhook did in a step of time.",
  Webhook: "Where the service tells of changes.",
  WebhookWithSecret: "A webhook with its signing secret.",
  WriteCapability: "A write, and what its items look like."
}

/** Parameters by their name; in a path by the part of the path before it as well. */
export const parameters: Readonly<Record<string, string>> = {
  "api_keys svc_id": "The API key: its `svc_id`.",
  "companies svc_id": "The company: its `svc_id`.",
  "connections svc_id": "The connection: its `svc_id`.",
  "deliveries id": "The delivery: its `id`.",
  "failed_jobs id": "The job that was given up: its `id`.",
  "field_mappings svc_id": "The field mapping: its `svc_id`.",
  "inbound integration": "The platform that sends, such as `stripe`; in any case of letters.",
  "integrations integration_id": "The integration: its `svc_id`.",
  "invite_links invite_link_id": "The invite link: its `invite_link_id`.",
  "refusals svc_id": "The refusal: its `svc_id`.",
  "syncs svc_id": "The sync: its `svc_id`.",
  "upload_jobs upload_job_id": "The upload job: its `upload_job_id`.",
  "webhooks id": "The webhook: its `id`.",
  data_model: "The data model of the items.",
  "partner_id[eq]": "The company with this identifier of the caller's own.",
  limit: "Entries on a page.",
  next: "Cursor of the next page, from the answer before.",
  prefer: "`respond-async` answers at once with the job, whose results are asked for later.",
  prev: "Cursor of the previous page, from the answer before.",
  return_count: "`true` counts all entries, in `total_count`.",
  status: "Only those with this status.",
  token: "The secret part of the connection's own address."
}

/** Operations by their id, where nothing says what they do. */
export const operations: Readonly<Record<string, string>> = {
  "apiKeys.list": "The keys of the organisation, revoked ones too. None shows its secret.",
  "apiKeys.revoke":
    "From now on requests with the key are refused. The last key with the scope `admin` cannot be revoked.",
  "auditEvents.list": "Who did which administrative act, on what, when and from where.",
  "capabilities.list":
    "For every integration that the service has: what can be read and written, and what items look like.",
  "companies.create": "Makes a company without an invite link, for connections from credentials that you have.",
  "companies.get": "One company by its `svc_id`.",
  "companies.list": "The companies of the organisation; a key of one company sees that one.",
  "companies.rename": "Gives a company another name.",
  "connections.capabilities":
    "What can be read and written, with what the end user granted and the sync configuration allows.",
  "connections.get": "One connection by its `svc_id`, with how it is synced.",
  "connections.list": "The connections of all companies that the key sees, ended ones too.",
  "connections.reconnect":
    "For a connection that is EXPIRED or in ERROR: the link leads to the same company and platform.",
  "inbound.receive":
    "Takes what a platform sends for all accounts of an app. Its signature is checked, then the records it names are read again.",
  "inbound.receiveFor":
    "Takes what a platform sends to the connection's own address. Its signature is checked, then the records it names are read again.",
  "integrations.get": "One integration by its `svc_id`.",
  "integrations.list": "One for each platform that the service has a connector for.",
  "integrations.update": "Sets the OAuth application that end users authorise, or disables the platform.",
  "inviteLinks.get": "One invite link by its `invite_link_id`.",
  "inviteLinks.list": "The invite links of the organisation, ended ones too.",
  "inviteLinks.update": "Changes the members that are sent.",
  "refusals.get": "One refusal by its `svc_id`, with the item as the platform answered it.",
  "refusals.list":
    "Items that syncs could not read, with the words of what is wrong. One that is read right later is gone from here.",
  "refusals.totals": "How many items are refused or read in part, for each data model of each connection.",
  "syncs.cancel": "Stops a sync that waits or runs, between two pages. What was read stays.",
  "syncs.get": "One sync by its `svc_id`.",
  "syncs.jobs": "How many records were read, created, updated, deleted and refused, by data model.",
  "syncs.list": "The syncs of all companies that the key sees.",
  "syncs.start":
    "Reads now what is configured to be read, or the data models that are named. Data models that are being read already are not read twice.",
  "uploadJobs.get": "One upload job by its id, with a result for each item.",
  "uploadJobs.list": "The writes of the companies that the key sees, with what became of them.",
  "webhooks.deliveries": "What was sent to the webhook, is being sent, or could not be.",
  "webhooks.get": "One webhook by its `id`, without its secret.",
  "webhooks.list": "The webhooks of the organisation, without their secrets.",
  "webhooks.remove": "From now on nothing is sent to it. What was not delivered yet is dropped.",
  "webhooks.replay":
    "Makes a new delivery of each event of the span that the webhook wants. Events are kept for 30 days.",
  "webhooks.retry": "Tries a delivery again, whether it failed or was delivered.",
  "webhooks.test": "Sends an event with a made-up record, signed like any other, and answers the delivery.",
  "webhooks.update":
    "Changes the members that are sent. Enabling a disabled webhook begins with what happens from then on."
}

/** What each error code means. */
export const codes: Readonly<Record<ErrorCode, string>> = {
  "invalid-params": "something in the request is wrong: `details` name each place",
  "missing-params": "something that is needed is not there",
  unauthenticated: "the header `api_key` is missing, unknown or no longer valid",
  "operation-denied": "the key or the sync configuration does not allow it",
  "not-found": "there is no such thing, or the key does not see it",
  "method-not-allowed": "the address takes other methods: the header `allow` names them",
  conflict: "several connections fit, something is in use, or the first request with this Idempotency-Key still runs",
  "payload-too-large": "the body has more bytes than the service takes",
  "unsupported-media-type": "the body is not JSON",
  unsupported: "the platform, or this connection of it, does not offer it",
  "idempotency-mismatch": "the Idempotency-Key was used with another request",
  "platform-denied": "the platform refused it, and says why",
  "record-already-exists": "the platform has such a record already",
  "rate-limited": "the key asks too often, or the platform's rate limit is used up",
  "unknown-error": "a fault of the service: tell its operator the `request-id`",
  "platform-error": "the platform answered something that cannot be used",
  "unknown-outcome": "the platform may or may not have done it, and cannot be asked",
  "platform-unavailable": "the platform or the service cannot take it now",
  "platform-timeout": "the platform did not answer in time"
}

export const apiKey =
  "The caller's API key. Each operation says which scope of it is needed; a key of one company sees that company alone."
