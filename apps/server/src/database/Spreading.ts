/**
 * How far the spreading of a database over its nodes is: said by the command that does it, where every process can read it. What
 * was not said again for a while was broken off.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** What is done with a table at the moment, and of how many tables it was done. */
export interface Progress {
  readonly table: string
  readonly step: "keys" | "rows" | "done"
  readonly done: number
  readonly tables: number
}

/** The row of `svc_meta` that says it. */
const name = "spreading"
/** Seconds after which it is said again, and after which it does not count any more. */
const every = 5
const counts = 30

export const say = ({ done, step, table, tables }: Progress, since: Date) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into svc_meta (name, value)
      select ${name}, json_build_object('table', ${table}::text, 'step', ${step}::text, 'done', ${done}::int,
        'tables', ${tables}::int, 'since', ${since}::timestamptz, 'said_at', now())::text
      on conflict (name) do update set value = excluded.value`
  )
export const end = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from svc_meta where name = ${name}`)

/** Says it again and again until the scope closes, and takes it back then. That it cannot be said holds nothing up. */
export const teller: Effect.Effect<
  (progress: Progress) => Effect.Effect<void>,
  never,
  SqlClient.SqlClient | Scope.Scope
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const since = new Date()
  let latest: Progress | null = null
  const again = Effect.suspend(() => (latest === null ? Effect.void : say(latest, since))).pipe(
    Effect.ignoreCause,
    Effect.provideService(SqlClient.SqlClient, sql)
  )
  yield* Effect.addFinalizer(() => Effect.ignoreCause(Effect.provideService(end, SqlClient.SqlClient, sql)))
  yield* Effect.forkScoped(Effect.schedule(again, Schedule.spaced(every * 1000)))
  return (progress) => {
    latest = progress
    return again
  }
})

/** How far it is; null where nobody spreads. */
export const find = (sql: SqlClient.SqlClient): Effect.Effect<(Progress & { readonly since: Date }) | null, SqlError> =>
  Effect.map(
    sql<Progress & { readonly since: Date }>`
      select v->>'table' as table, v->>'step' as step, (v->>'done')::int as done, (v->>'tables')::int as tables,
        (v->>'since')::timestamptz as since
      from (select value::json as v from svc_meta where name = ${name}) m
      where (v->>'said_at')::timestamptz > now() - make_interval(secs => ${counts})`,
    ([row]) => row ?? null
  )
