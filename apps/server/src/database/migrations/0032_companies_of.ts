/**
 * Whose rows are, where a table is to be spread by company: what could not be read, answers to lookups, pages of listings and
 * items of writes say so themselves, and a delivery says what its event does. Rows of a program that does not know of
 * this are completed by triggers; deliveries, of which there may be millions, by the upkeep.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Each table, and what tells the company of a row. */
const tables: ReadonlyArray<readonly [name: string, company: string]> = [
  ["refusal", "select company_id from connection where id = row.connection_id"],
  ["refusal_rest", "select company_id from connection where id = row.connection_id"],
  ["lookup_answer", "select company_id from connection where id = row.connection_id"],
  [
    "listing_page",
    "select c.company_id from checkpoint k join connection c on c.id = k.connection_id where k.run_id = row.run_id limit 1"
  ],
  ["upload_item", "select company_id from upload_job where id = row.job_id"]
]

export const companiesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  for (const [name, company] of tables) {
    yield* run(`alter table ${name} add column company_id bigint`)
    yield* run(`update ${name} own set company_id = (${company.replaceAll("row.", "own.")})`)
    yield* run(`delete from ${name} where company_id is null`)
    yield* run(`alter table ${name} alter column company_id set not null`)
    yield* run(`
      create function ${name}_company() returns trigger language plpgsql as $company$
      begin
        new.company_id := (${company.replaceAll("row.", "new.")});
        return new;
      end
      $company$`)
    yield* run(`create trigger ${name}_company before insert on ${name} for each row when (new.company_id is null)
      execute function ${name}_company()`)
  }
  // What rows are known by within their company; the shorter keys stay for programs that know no other.
  yield* run(`create unique index refusal_company on refusal (company_id, connection_id, data_model, platform_id)`)
  yield* run(`create unique index refusal_rest_company on refusal_rest (company_id, connection_id, data_model, source)`)
  yield* run(
    `create unique index lookup_answer_company on lookup_answer (company_id, connection_id, data_model, source)`
  )

  yield* run(`alter table delivery add column type text, add column company_id bigint, add column connection_id bigint,
    add column data_model text, add column operation text`)
  yield* run(`create index delivery_untold on delivery (position) where type is null`)
})
