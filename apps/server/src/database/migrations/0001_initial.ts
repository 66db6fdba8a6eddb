/** The schema of the first release. Ids are drawn from one sequence, so that a svc_id is unique over the service. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  // Single values of the installation itself, such as the sealed pepper of the API keys.
  yield* run(`
    create table svc_meta (
      name text primary key,
      value text not null
    )`)
  yield* run(`create sequence svc_id as bigint`)

  yield* run(`
    create table organisation (
      id bigint primary key default nextval('svc_id'),
      name text not null,
      created_at timestamptz not null default now()
    )`)
  yield* run(`
    create table api_key (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null references organisation on delete cascade,
      name text not null,
      prefix text not null,
      hash text not null unique,
      scopes text[] not null,
      company_id bigint,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      replaced_by bigint
    )`)
  yield* run(`
    create table company (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null references organisation on delete cascade,
      name text,
      partner_id text,
      -- Set when it is to be erased: from then on nobody sees it, and what it owns is deleted in chunks.
      erasing_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
  yield* run(`create index company_erasing on company (erasing_at) where erasing_at is not null`)
  yield* run(`create index company_organisation on company (organisation_id, id)`)

  // One row for each organisation and integration; made when first asked for.
  yield* run(`
    create table integration (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null references organisation on delete cascade,
      integration_type text not null,
      client_id text,
      client_secret text,
      is_disabled boolean not null default false,
      is_svc_identity boolean not null default true,
      metadata json not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organisation_id, integration_type)
    )`)
  yield* run(`
    create table invite_link (
      id bigint primary key default nextval('svc_id'),
      invite_link_id text not null unique,
      organisation_id bigint not null references organisation on delete cascade,
      company_id bigint not null references company on delete cascade,
      integrations text[] not null,
      integration_categories text[] not null,
      sync_config json,
      partner_id text,
      reconnects bigint,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
  yield* run(`create index invite_link_company on invite_link (company_id)`)

  yield* run(`
    create table connection (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null references organisation on delete cascade,
      company_id bigint not null references company on delete cascade,
      invite_link_id bigint references invite_link on delete set null,
      integration_type text not null,
      category text not null,
      status text not null,
      status_reason text,
      sync_status text not null default 'IDLE',
      sync_resume_at timestamptz,
      settings json not null default '{}',
      -- Sealed; the version moves with every change, so that a renewal can compare and swap.
      credentials text,
      credentials_version bigint not null default 0,
      renewal_lease timestamptz,
      sync_config json not null,
      inbound_token text unique,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
  yield* run(`create index connection_company on connection (company_id)`)
  yield* run(`create index connection_organisation on connection (organisation_id, id)`)
  yield* run(`create index connection_integration on connection (integration_type)`)

  // Between sending a user away and the callback; used up by the first callback that comes. payload is sealed JSON: the
  // settings entered so far and the PKCE verifier.
  yield* run(`
    create table oauth_flow (
      state_hash text primary key,
      browser_hash text not null,
      invite_link_id bigint not null references invite_link on delete cascade,
      integration_type text not null,
      payload text not null,
      expires_at timestamptz not null
    )`)
  yield* run(`create index oauth_flow_expires on oauth_flow (expires_at)`)
  // Between a platform's answer that names several accounts and the user's choice. payload is sealed JSON.
  yield* run(`
    create table account_choice (
      token_hash text primary key,
      browser_hash text not null,
      invite_link_id bigint not null references invite_link on delete cascade,
      integration_type text not null,
      payload text not null,
      expires_at timestamptz not null
    )`)
  yield* run(`create index account_choice_expires on account_choice (expires_at)`)

  // Records of all data models. Partitions are made at start, one for each model of the registry. body is the JSON
  // text that lists answer; sub-records have their parent's id in parent_id, others 0.
  yield* run(`
    create table record (
      svc_id bigint not null,
      data_model text not null,
      organisation_id bigint not null,
      company_id bigint not null,
      connection_id bigint not null,
      parent_id bigint not null,
      platform_id text not null,
      source text not null,
      owner text,
      hash text not null,
      body json not null,
      raw json,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      -- Statements name the partition, so the partition key stands last.
      primary key (svc_id, data_model),
      unique (connection_id, parent_id, platform_id, data_model)
    ) partition by list (data_model)`)
  // Lists page by svc_id, svc_updated_at and svc_created_at, over one company or all. With what is included, the ids of
  // a page are found without reading records.
  yield* run(`create index record_company on record (company_id, svc_id)
    include (organisation_id, updated_at, deleted_at)`)
  yield* run(`create index record_company_updated on record (company_id, updated_at, svc_id)
    include (organisation_id, deleted_at)`)
  yield* run(`create index record_company_created on record (company_id, created_at, svc_id)
    include (organisation_id, deleted_at)`)
  yield* run(`create index record_organisation on record (organisation_id, svc_id) include (updated_at, deleted_at)`)
  yield* run(`create index record_organisation_updated on record (organisation_id, updated_at, svc_id)
    include (deleted_at)`)
  yield* run(`create index record_organisation_created on record (organisation_id, created_at, svc_id)
    include (deleted_at)`)
  yield* run(`create index record_parent on record (parent_id) where parent_id <> 0`)
  yield* run(`create index record_owner on record (connection_id, owner) where owner is not null`)

  // Where the reading of one source of a data model stands. state is the next page's while a run is under way.
  yield* run(`
    create table checkpoint (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      source text not null,
      watermark timestamptz,
      run_id bigint,
      run_started_at timestamptz,
      run_since timestamptz,
      run_is_full boolean,
      state json,
      pages int not null default 0,
      completed_at timestamptz,
      mapping_version text,
      primary key (connection_id, data_model, source)
    )`)
  // Ids a full listing has shown so far, a row for each page.
  yield* run(`
    create table listing_page (
      run_id bigint not null,
      source text not null,
      page int not null,
      platform_ids text[] not null,
      primary key (run_id, source, page)
    )`)
  yield* run(`
    create table sync (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null references organisation on delete cascade,
      company_id bigint not null references company on delete cascade,
      connection_id bigint not null references connection on delete cascade,
      status text not null,
      full_sync boolean not null,
      trigger text not null,
      data_models text[] not null,
      error text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    )`)
  yield* run(`create index sync_organisation on sync (organisation_id, id)`)
  yield* run(`create index sync_connection on sync (connection_id, id)`)
  yield* run(`create index sync_open on sync (connection_id) where finished_at is null`)
  yield* run(`
    create table sync_job (
      id bigint primary key default nextval('svc_id'),
      sync_id bigint not null references sync on delete cascade,
      data_model text not null,
      status text not null,
      records_read bigint not null default 0,
      records_created bigint not null default 0,
      records_updated bigint not null default 0,
      records_deleted bigint not null default 0,
      records_refused bigint not null default 0,
      error text,
      started_at timestamptz,
      finished_at timestamptz,
      unique (sync_id, data_model)
    )`)
  // Items the last reading could not make records of.
  yield* run(`
    create table refusal (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      platform_id text not null,
      issues json not null,
      raw json,
      refused_at timestamptz not null default now(),
      primary key (connection_id, data_model, platform_id)
    )`)
  yield* run(`
    create table schedule (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      next_run_at timestamptz not null,
      primary key (connection_id, data_model)
    )`)
  yield* run(`create index schedule_due on schedule (next_run_at)`)

  yield* run(`
    create table upload_job (
      id text primary key,
      organisation_id bigint not null references organisation on delete cascade,
      company_id bigint not null references company on delete cascade,
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      operation text not null,
      status text not null,
      request_id text not null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    )`)
  yield* run(`create index upload_job_organisation on upload_job (organisation_id, created_at)`)
  // is_sent is set before a chunk goes out, so that a process that dies leaves a trace of what may have happened.
  yield* run(`
    create table upload_item (
      job_id text not null references upload_job on delete cascade,
      position int not null,
      item_job_id text not null,
      input json not null,
      is_sent boolean not null default false,
      status text,
      result json,
      primary key (job_id, position)
    )`)
  yield* run(`
    create table idempotency_key (
      organisation_id bigint not null references organisation on delete cascade,
      key text not null,
      fingerprint text not null,
      upload_job_id text,
      status int,
      body text,
      created_at timestamptz not null default now(),
      primary key (organisation_id, key)
    )`)

  yield* run(`
    create table webhook (
      id text primary key,
      -- The order of lists; ids are random.
      position bigint generated always as identity,
      organisation_id bigint not null references organisation on delete cascade,
      name text not null,
      type text not null,
      url text not null,
      -- Sealed JSON: header values may be secrets.
      headers text not null,
      operations text[] not null,
      data_models text[] not null,
      secret text not null,
      previous_secret text,
      previous_secret_until timestamptz,
      is_disabled boolean not null default false,
      disabled_reason text,
      failing_since timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
  yield* run(`create index webhook_organisation on webhook (organisation_id, position)`)
  // Who delivers to a webhook at the moment: one lane for each, so that order is kept and a dead endpoint holds up
  // nobody else. A lane is leased; token moves with every lease and again asks the holder to look once more.
  yield* run(`
    create table webhook_lane (
      webhook_id text primary key references webhook on delete cascade,
      token bigint not null default 0,
      lease_until timestamptz,
      again boolean not null default false,
      timer_at timestamptz,
      -- The endpoint asked to be left alone until then.
      paused_until timestamptz
    )`)
  // Written in the transaction of the change, and only when a webhook of the organisation wants it.
  yield* run(`
    create table event (
      id text primary key,
      position bigint generated always as identity,
      organisation_id bigint not null,
      company_id bigint,
      connection_id bigint,
      integration_type text,
      type text not null,
      data_model text,
      operation text,
      subject bigint,
      data json not null,
      created_at timestamptz not null
    )`)
  yield* run(`create index event_organisation on event (organisation_id, created_at, position)`)
  yield* run(`create index event_age on event (created_at)`)
  yield* run(`
    create table delivery (
      id text primary key,
      position bigint generated always as identity,
      organisation_id bigint not null,
      -- Not a reference: its check would lock the webhook once more for each row (see Events.append).
      webhook_id text not null,
      event_id text not null references event on delete cascade,
      -- The event's, here for the order of deliveries of one record.
      subject bigint,
      -- PENDING, DELIVERED or FAILED.
      status text not null,
      attempts int not null default 0,
      -- Of the attempts, those made before it was last tried again by hand or replayed.
      attempts_before int not null default 0,
      -- Null while it waits for an earlier delivery of the same record.
      next_attempt_at timestamptz,
      last_attempt_at timestamptz,
      response_status int,
      error text,
      created_at timestamptz not null,
      finished_at timestamptz
    )`)
  // Every row changes soon after it was written, and what is due is found at the beginning of an index: dead rows are to
  // be cleaned long before they are a fifth of the table.
  yield* run(
    `alter table delivery set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
      autovacuum_analyze_scale_factor = 0.02)`
  )
  yield* run(`create index delivery_webhook on delivery (webhook_id, position)`)
  yield* run(`create index delivery_event on delivery (event_id)`)
  yield* run(`create index delivery_due on delivery (webhook_id, next_attempt_at) where status = 'PENDING'`)
  yield* run(`create index delivery_order on delivery (webhook_id, subject, position) where status = 'PENDING'`)

  // Call budgets of connections, shared by all processes. After a crash it is empty, and every budget full.
  yield* run(`
    create unlogged table rate_bucket (
      key text primary key,
      tokens float8 not null,
      at float8 not null,
      answer float8 not null
    )`)
})
