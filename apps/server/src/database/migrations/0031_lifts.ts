/**
 * How often a budget was lifted. A call that went out before hears of waits that are of before, in whatever process it is
 * told of, and however late: they must not hold up what goes on since.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What `rate_exchange` says instead. */
const changes: ReadonlyArray<readonly [string, string]> = [
  [
    "-- Bring it up to date:",
    `if coalesce((said->>'lifts')::int, b.lifts) < b.lifts then
        said := said || '{"stay": 0, "told": [], "cost": null}';
      end if;

      -- Bring it up to date:`
  ],
  ["'free', greatest(0, concurrent - all_calls)", "'free', greatest(0, concurrent - all_calls), 'lifts', b.lifts"]
]

export const lifts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table rate_budget add column lifts int not null default 0`
  const [row] = yield* sql<{ text: string }>`
    select pg_get_functiondef('rate_exchange(text, jsonb, float8)'::regprocedure) as text`
  yield* sql.unsafe(changes.reduce((text, [before, after]) => text.replace(before, after), row!.text))
})
