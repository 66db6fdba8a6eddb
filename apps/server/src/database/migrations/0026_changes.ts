/**
 * When connections, syncs and upload jobs changed last, for whoever follows changes as they happen; and when results of
 * deliveries were last written, by webhook. What changed before this is not known.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Those that tell of themselves, and when a change of them is one that is shown. */
const tables: ReadonlyArray<readonly [name: string, members: ReadonlyArray<string>]> = [
  ["connection", ["status", "status_reason", "sync_status", "sync_resume_at", "paused_at", "company_id"]],
  ["sync", ["status", "error", "started_at", "finished_at"]],
  ["sync_job", ["status", "records_read", "records_deleted", "records_refused", "error"]],
  ["upload_job", ["status", "started_at", "finished_at"]]
]

export const changes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  yield* run(`
    create function svc_changed() returns trigger language plpgsql as $changed$
    begin
      new.changed_at := clock_timestamp();
      return new;
    end
    $changed$`)
  for (const [name, members] of tables) {
    yield* run(`alter table ${name} add column changed_at timestamptz`)
    // A default of its own would give all rows there are one moment, and write each of them anew.
    yield* run(`alter table ${name} alter column changed_at set default clock_timestamp()`)
    yield* run(`create index ${name}_changed on ${name} (changed_at)`)
    const differs = members.map((member) => `old.${member} is distinct from new.${member}`).join(" or ")
    yield* run(`create trigger ${name}_changed before update on ${name} for each row when (${differs})
      execute function svc_changed()`)
  }
  // Not a column of the webhook or its lane, which others hold; not a reference, which would lock the webhook.
  yield* run(`create table delivery_change (webhook_id uuid primary key, changed_at timestamptz not null)`)
})
