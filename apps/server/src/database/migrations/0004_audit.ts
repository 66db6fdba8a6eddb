/**
 * The audit log. Rows are only ever added: the database itself refuses to change one, to take a young one away, and to
 * empty the table. Nothing refers to other tables, since the log outlives what it speaks of.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const audit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  yield* run(`
    create table audit_event (
      id bigint primary key default nextval('svc_id'),
      organisation_id bigint not null,
      created_at timestamptz not null default now(),
      action text not null,
      -- API_KEY, OPERATOR or INVITE_LINK.
      actor_type text not null,
      actor_id bigint,
      actor_prefix text,
      -- Ids are numbers or texts, by what the action is done to.
      target_id text,
      company_id bigint,
      address text,
      request_id text,
      details json not null
    )`)
  yield* run(`create index audit_event_organisation on audit_event (organisation_id, id)`)
  yield* run(`create index audit_event_company on audit_event (company_id) where company_id is not null`)
  yield* run(`create index audit_event_age on audit_event (created_at)`)

  // The only change is to forget where somebody was, and only what is older than the shortest retention goes.
  yield* run(`
    create function audit_event_guard() returns trigger language plpgsql as $guard$
    begin
      if tg_op = 'UPDATE' then
        if new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
          return new;
        end if;
      elsif tg_op = 'DELETE' then
        if old.created_at < now() - interval '30 days' then
          return old;
        end if;
      end if;
      raise exception 'audit_event is append-only';
    end
    $guard$`)
  yield* run(`
    create trigger audit_event_rows before update or delete on audit_event
    for each row execute function audit_event_guard()`)
  yield* run(`
    create trigger audit_event_table before truncate on audit_event
    for each statement execute function audit_event_guard()`)
})
