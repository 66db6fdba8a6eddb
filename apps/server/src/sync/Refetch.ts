/** Fetches single records again, when a platform's own webhook has told of them: only what the platform then says is believed. */
import { Models } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { Connections } from "../connections/Connections.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Records, type Target } from "../records/Records.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { refetchQueue } from "./Queues.ts"
import { customFieldsOf, type ModelConfig } from "./Syncs.ts"

export class Refetch extends Context.Service<
  Refetch,
  {
    /** Enqueues records of one model, by platform id; in the caller's transaction, if there is one. */
    readonly records: (connectionId: number, model: Models.ModelId, ids: ReadonlyArray<string>) => Effect.Effect<void>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/sync/Refetch") {
  static readonly layer: Layer.Layer<Refetch, never, SqlClient.SqlClient | Jobs | Connections | Records> = Layer.effect(
    Refetch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const connections = yield* Connections
      const records = yield* Records
      const lookupAnswers = LookupAnswers(sql)

      const fetch = Effect.fn("Refetch.fetch")(function* (
        connectionId: number,
        model: Models.ModelId,
        ids: ReadonlyArray<string>
      ) {
        const [row] = yield* sql<Target & { readonly sync_config: ReadonlyArray<ModelConfig> }>`
          select organisation_id as "organisationId", company_id as "companyId", id as "connectionId",
            integration_type as "integrationType", sync_config
          from connection where id = ${connectionId} and status = 'HEALTHY'`
        if (row === undefined) return
        const { sync_config, ...target } = row
        const custom = customFieldsOf(sync_config, model)
        const client = yield* connections.client(connectionId)
        for (const id of ids) {
          const found = yield* client.find(model, id)
          // An event may name a record that is of another model on our side: then the read answers no record. An item
          // that owns records may have lost them all.
          if (found !== null && found.item.records.length === 0 && found.item.owner === null) continue
          yield* sql.withTransaction(
            found === null
              ? records.removeItems(target, model, [id])
              : Effect.andThen(
                  lookupAnswers.keep({ connectionId, model, source: found.source }, found.answers),
                  records.ingest(target, model, found.source, [found.item], custom)
                )
          )
        }
      })

      return Refetch.of({
        records: (connectionId, model, ids) =>
          Effect.asVoid(
            Effect.orDie(
              jobs.send(refetchQueue, { connection_id: connectionId, model, ids }, { group: String(connectionId) })
            )
          ),
        work: jobs.work(refetchQueue, { concurrency: 4, groupConcurrency: 1 }, ({ connection_id, ids, model }) =>
          Models.isModelId(model) ? fetch(connection_id, model, ids) : Effect.void
        )
      })
    })
  )
}
