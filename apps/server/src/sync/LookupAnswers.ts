/** What platforms last answered to the lookups of each source: with it, stored items can be mapped again. */
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { cleanJsonText, isTooDeep } from "../database/CleanJson.ts"
import { isRefused, wordsOf } from "../database/Refused.ts"
import type { Place } from "./Checkpoints.ts"

export const LookupAnswers = (sql: SqlClient) => ({
  /** Keeps the answers of a source that asks for any, and writes nothing where they are what they were. */
  keep: (place: Place, answers: Reading.LookupAnswers) =>
    Object.keys(answers).length === 0 || isTooDeep(JSON.stringify(answers))
      ? Effect.void
      : sql
          .withTransaction(
            sql`insert into lookup_answer as a (company_id, connection_id, data_model, source, answers)
            values (${place.companyId}, ${place.connectionId}, ${place.model}, ${place.source},
              ${cleanJsonText(JSON.stringify(answers))}::text::json)
            on conflict (company_id, connection_id, data_model, source) do update set answers = excluded.answers,
              asked_at = excluded.asked_at
            where a.answers::text <> excluded.answers::text`
          )
          .pipe(
            Effect.asVoid,
            // Without them, items are read anew where they could have been mapped again.
            Effect.catchIf(isRefused, (error) =>
              Effect.logWarning(`Answers to lookups of ${place.model} are not kept.`, wordsOf(error))
            )
          ),
  /** None where nothing was ever asked. */
  of: (place: Place) =>
    Effect.map(
      sql<{ answers: Reading.LookupAnswers }>`select answers from lookup_answer
        where company_id = ${place.companyId} and connection_id = ${place.connectionId} and data_model = ${place.model} and source = ${place.source}`,
      ([row]): Reading.LookupAnswers => row?.answers ?? {}
    )
})
