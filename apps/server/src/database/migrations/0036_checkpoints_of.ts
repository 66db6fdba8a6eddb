/**
 * Whose a checkpoint is, and of which platform, so that it can be on its company's node. Rows of a program that does not know
 * of this are completed by a trigger.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const checkpointsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  yield* run(`alter table checkpoint add column company_id bigint, add column integration_type text`)
  yield* run(`update checkpoint k set company_id = c.company_id, integration_type = c.integration_type
    from connection c where c.id = k.connection_id`)
  yield* run(`alter table checkpoint alter column company_id set not null, alter column integration_type set not null`)
  yield* run(`
    create function checkpoint_company() returns trigger language plpgsql as $company$
    begin
      select c.company_id, c.integration_type into new.company_id, new.integration_type
      from connection c where c.id = new.connection_id;
      return new;
    end
    $company$`)
  yield* run(`create trigger checkpoint_company before insert on checkpoint for each row when (new.company_id is null)
    execute function checkpoint_company()`)
})
