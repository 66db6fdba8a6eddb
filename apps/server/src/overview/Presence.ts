/** What each process says of itself while it lives, for whoever looks after the service; and once an hour how large the database is. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Config } from "../Config.ts"
import * as Gauges from "./Gauges.ts"

/** Seconds between two words of a process; one that is silent for four times as long is gone. */
export const every = 15

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}
export { version }

/** Says so until the scope closes, and takes it back then. Whatever goes wrong is said again a little later. */
export const layer = ({ metricsPort, role }: Config): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = randomUUID()
      const startedAt = new Date(Date.now() - process.uptime() * 1000)
      const delay = monitorEventLoopDelay({ resolution: 20 })
      delay.enable()
      const say = Effect.gen(function* () {
        // The longest that anything waited for its turn, beyond the pause of the monitor itself.
        const behind = Math.max(0, Math.round(delay.max / 1e6) - 20)
        delay.reset()
        yield* sql`
          insert into process (id, host, pid, role, version, started_at, memory_bytes, behind_milliseconds)
          values (${id}, ${hostname()}, ${process.pid}, ${role}, ${version}, ${startedAt}, ${process.memoryUsage.rss()}, ${behind})
          on conflict (id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
            behind_milliseconds = excluded.behind_milliseconds`
        if (metricsPort !== null) yield* Gauges.look(behind)
        yield* sql`delete from process where seen_at < now() - interval '1 day'`
        yield* sql`
          insert into database_size (at, bytes)
          select date_trunc('hour', now()), pg_database_size(current_database())
          where not exists (select 1 from database_size where at = date_trunc('hour', now()))
          on conflict (at) do nothing`
        yield* sql`delete from database_size where at < now() - interval '90 days'`
      })
      yield* Effect.addFinalizer(() =>
        Effect.ignoreCause(Effect.timeout(sql`delete from process where id = ${id}`, "2 seconds")).pipe(
          Effect.ensuring(Effect.sync(() => delay.disable()))
        )
      )
      yield* Effect.forkScoped(
        Effect.schedule(
          Effect.catchCause(say, (cause) => Effect.logDebug("A process could not say that it lives.", cause)),
          Schedule.spaced(every * 1000)
        ).pipe(Effect.delay("1 second"))
      )
    })
  )
