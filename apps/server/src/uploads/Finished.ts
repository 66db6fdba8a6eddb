/**
 * Tells waiting requests that a job has ended: at once when it ended in this process, else at the next look into the
 * database.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** How often a job that another process carries out is looked for. */
const look = "250 millis"

export class Finished extends Context.Service<
  Finished,
  {
    readonly await: (jobId: string) => Effect.Effect<void>
    readonly announce: (jobId: string) => Effect.Effect<void>
  }
>()("@svc/server/uploads/Finished") {
  static readonly layer: Layer.Layer<Finished, never, SqlClient.SqlClient> = Layer.effect(
    Finished,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const waiting = new Map<string, Deferred.Deferred<void>>()
      const ended = (jobId: string) =>
        Effect.map(
          sql`select 1 from upload_job where id = ${jobId} and finished_at is not null`,
          (rows) => rows.length > 0
        )
      return Finished.of({
        await: Effect.fnUntraced(
          function* (jobId) {
            for (;;) {
              // A new one each time: a job that was put off is announced as well.
              const signal = yield* Deferred.make<void>()
              waiting.set(jobId, signal)
              if (yield* ended(jobId)) return
              yield* Effect.timeoutOption(Deferred.await(signal), look)
            }
          },
          (effect, jobId) =>
            Effect.ensuring(
              Effect.orDie(effect),
              Effect.sync(() => waiting.delete(jobId))
            )
        ),
        announce: (jobId) =>
          Effect.suspend(() => {
            const signal = waiting.get(jobId)
            return signal === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(signal, undefined))
          })
      })
    })
  )
}
