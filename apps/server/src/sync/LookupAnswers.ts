/** What platforms last answered to the lookups of each source: with it, stored items can be mapped again. */
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { cleanJsonText } from "../database/CleanJson.ts"
import type { Place } from "./Checkpoints.ts"

export const LookupAnswers = (sql: SqlClient) => ({
  /** Keeps the answers of a source that asks for any, and writes nothing where they are what they were. */
  keep: (place: Place, answers: Reading.LookupAnswers) =>
    Object.keys(answers).length === 0
      ? Effect.void
      : Effect.asVoid(
          sql`insert into lookup_answer as a (connection_id, data_model, source, answers)
            values (${place.connectionId}, ${place.model}, ${place.source},
              ${cleanJsonText(JSON.stringify(answers))}::text::json)
            on conflict (connection_id, data_model, source) do update set answers = excluded.answers, asked_at = now()
            where a.answers::text <> excluded.answers::text`
        ),
  /** None where nothing was ever asked. */
  of: (place: Place) =>
    Effect.map(
      sql<{ answers: Reading.LookupAnswers }>`select answers from lookup_answer
        where connection_id = ${place.connectionId} and data_model = ${place.model} and source = ${place.source}`,
      ([row]): Reading.LookupAnswers => row?.answers ?? {}
    )
})
