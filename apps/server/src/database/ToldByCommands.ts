/**
 * How far long work of a command is, said where every process can read it: the spreading of the database, the change of its keys.
 * What was not said again for a while was broken off.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** What is done with a table of a database that is spread, and of how many tables it was done. */
export interface Spreading {
  readonly table: string
  readonly step: "keys" | "rows" | "done"
  readonly done: number
  readonly tables: number
}
/** How many secrets are under another key. */
export interface Rotating {
  readonly left: number
}
/** By the name under which it is kept in `svc_meta`. */
export interface Work {
  readonly spreading: Spreading
  readonly rotating: Rotating
}

/** Seconds after which it is said again, and after which it does not count any more. */
const every = 5
const counts = 30

export const say = <N extends keyof Work>(name: N, progress: Work[N], since: Date) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into svc_meta (name, value)
      select ${name}, json_build_object('progress', ${JSON.stringify(progress)}::text::json,
        'since', ${since}::timestamptz, 'said_at', now())::text
      on conflict (name) do update set value = excluded.value`
  )

/** Says it again and again until the scope closes, and takes it back then. That it cannot be said holds nothing up. */
export const teller = <N extends keyof Work>(
  name: N
): Effect.Effect<(progress: Work[N]) => Effect.Effect<void>, never, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const since = new Date()
    let latest: Work[N] | null = null
    const again = Effect.suspend(() => (latest === null ? Effect.void : say(name, latest, since))).pipe(
      Effect.ignoreCause,
      Effect.provideService(SqlClient.SqlClient, sql)
    )
    yield* Effect.addFinalizer(() => Effect.ignoreCause(sql`delete from svc_meta where name = ${name}`))
    yield* Effect.forkScoped(Effect.schedule(again, Schedule.spaced(every * 1000)))
    return (progress) => {
      latest = progress
      return again
    }
  })

/** How far it is; null where nobody does it. */
export const find = <N extends keyof Work>(
  sql: SqlClient.SqlClient,
  name: N
): Effect.Effect<(Work[N] & { readonly since: Date }) | null, SqlError> =>
  Effect.map(
    sql<{ readonly progress: Work[N]; readonly since: Date }>`
      select v->'progress' as progress, (v->>'since')::timestamptz as since
      from (select value::json as v from svc_meta where name = ${name}) m
      where (v->>'said_at')::timestamptz > now() - make_interval(secs => ${counts})`,
    ([row]) => (row === undefined ? null : { ...row.progress, since: row.since })
  )
