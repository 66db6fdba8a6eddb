/**
 * Looks after the webhooks that are registered at platforms, one job for each connection at a time: registered when it is
 * connected, looked at before they end and once a day at least, removed when it has ended. What is due is said by the rows, so
 * a job that was lost is sent again.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { Farewell } from "../connections/Farewell.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { subscribe } from "./Queues.ts"
import { Subscriptions } from "./Subscriptions.ts"

const every = "20 seconds"

export class Subscribing extends Context.Service<
  Subscribing,
  {
    /** Works on the queue and looks for what is due until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/webhooks/Subscribing") {
  static readonly layer: Layer.Layer<Subscribing, never, SqlClient.SqlClient | Farewell | Jobs | Subscriptions> =
    Layer.effect(
      Subscribing,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farewell = yield* Farewell
        const jobs = yield* Jobs
        const subscriptions = yield* Subscriptions

        const look = Effect.fnUntraced(function* (id: number) {
          const [row] = yield* sql<{ status: string }>`select c.status from connection c
            join company y on y.id = c.company_id and y.erasing_at is null where c.id = ${id}`
          if (row?.status === "HEALTHY") yield* subscriptions.keep(id)
          if (row?.status === "DISCONNECTED") yield* farewell.say(id, true)
        })
        const sweep = subscriptions.sweep.pipe(
          Effect.catchCause((cause) => Effect.logError("Webhooks that are due could not be looked for.", cause)),
          Effect.schedule(Schedule.spaced(every)),
          Effect.forkScoped
        )
        return Subscribing.of({
          work: Effect.andThen(
            jobs.work(subscribe, { concurrency: 4, groupConcurrency: 1 }, ({ connection_id }) => look(connection_id)),
            sweep
          )
        })
      })
    )
}
