/**
 * What a platform tells of a connection without naming a record: that a model changed, which is read soon, and that the
 * authorisation ended, which the platform is asked about. Both are put down and done later, once however often they are told.
 */
import type { ConnectorError, Models } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { Connections } from "../connections/Connections.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Syncs } from "../sync/Syncs.ts"
import { told } from "./Queues.ts"

/** Seconds in which what else is told of a model is gathered, and after which a run that was under way is looked for again. */
const gathering = 5
const patience = 30

export class Told extends Context.Service<
  Told,
  {
    /** Has a model read soon, in the caller's transaction. */
    readonly changed: (connectionId: number, model: Models.ModelId) => Effect.Effect<void, SqlError>
    /** Has the platform asked whether the authorisation has ended, in the caller's transaction. */
    readonly ended: (connectionId: number) => Effect.Effect<void, SqlError>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/webhooks/Told") {
  static readonly layer: Layer.Layer<Told, never, Jobs | Connections | Syncs> = Layer.effect(
    Told,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const connections = yield* Connections
      const syncs = yield* Syncs

      const put = (connectionId: number, model: string | null, startAfter?: number) =>
        Effect.asVoid(
          jobs.send(
            told,
            { connection_id: connectionId, model },
            { key: `${connectionId} ${model ?? ""}`, group: String(connectionId), startAfter }
          )
        )
      /**
       * A webhook may be old, and sent again by somebody who overheard it: the authorisation has ended when the platform
       * refuses it now. While it cannot be asked, it is asked again.
       */
      const end = Effect.fnUntraced(function* (
        connectionId: number
      ): Effect.fn.Return<void, ConnectorError.ConnectorError> {
        const opened = yield* Effect.result(connections.client(connectionId))
        if (Result.isFailure(opened)) return
        const verdict = yield* Effect.result(opened.success.check)
        if (Result.isSuccess(verdict)) return
        if (verdict.failure.reason._tag !== "AuthExpired") return yield* verdict.failure
        yield* connections.markExpired(connectionId, "The platform told that the authorisation was ended.")
      })
      const read = Effect.fnUntraced(function* (connectionId: number, model: string) {
        const isUnderWay = yield* syncs.soon(connectionId, model)
        // What it has read already may be what changed.
        if (isUnderWay) yield* put(connectionId, model, patience)
      })

      return Told.of({
        changed: (connectionId, model) => put(connectionId, model, gathering),
        ended: (connectionId) => put(connectionId, null),
        work: jobs.work(told, { concurrency: 2, groupConcurrency: 1 }, ({ connection_id, model }) =>
          Effect.asVoid<void, ConnectorError.ConnectorError | SqlError, never>(
            model === null ? end(connection_id) : read(connection_id, model)
          )
        )
      })
    })
  )
}
