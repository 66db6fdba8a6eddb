/**
 * Custom fields: what an organisation, or one of its companies, calls members of platforms' items; and on each connection
 * those that hold for it, by data model, so that whoever stores its records has them with the row that he holds anyway.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const fieldMappings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table field_mapping (
    id bigint primary key default nextval('svc_id'),
    organisation_id bigint not null references organisation on delete cascade,
    -- Null: for all companies.
    company_id bigint references company on delete cascade,
    integration_type text not null,
    data_model text not null,
    name text not null,
    path text not null,
    type text not null,
    -- Whether every connection that it concerns has heard of it as it is now.
    is_told boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  yield* sql.unsafe(`create unique index field_mapping_name on field_mapping
    (organisation_id, integration_type, data_model, name, coalesce(company_id, 0))`)
  yield* sql.unsafe(`create index field_mapping_company on field_mapping (company_id) where company_id is not null`)
  yield* sql.unsafe(`alter table connection add column field_mappings json`)
})
