/** Fetches single records again, when a platform's own webhook has told of them: only what the platform then says is believed. */
import { type ConnectorError, Models } from "@svc/core"
import type { ApiError } from "@svc/core/api"
import { Limits, Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Connections } from "../connections/Connections.ts"
import { budgetKey } from "../connections/ConnectionStore.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { calling } from "../outbound/CallFor.ts"
import { addCounts, type Counts, noCounts, Records, type Target } from "../records/Records.ts"
import { Counting } from "../usage/Usage.ts"
import { Checkpoints } from "./Checkpoints.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { refetchQueue } from "./Queues.ts"
import { Refusals } from "./Refusals.ts"
import { held, patience } from "./SyncLife.ts"
import { customFieldsOf, type ModelConfig, wantedFrom } from "./ModelConfig.ts"

const isOf = ({ owner, records }: Reading.Item, id: string): boolean =>
  owner === id || records.some(({ platform_id }) => platform_id === id)

/** Answers `instead` where the model is not offered to this connection. */
const orIfUnoffered =
  <B>(instead: B) =>
  <A>(asked: Effect.Effect<A, ConnectorError.ConnectorError>) =>
    Effect.catchReason(asked, "ConnectorError", "Unsupported", () => Effect.succeed(instead))

export class Refetch extends Context.Service<
  Refetch,
  {
    /**
     * Enqueues records of one model, by platform id; in the caller's transaction, if there is one. `gone` are those of them
     * that the platform said it had deleted.
     */
    readonly records: (
      connectionId: number,
      model: Models.ModelId,
      ids: ReadonlyArray<string>,
      gone: ReadonlyArray<string>
    ) => Effect.Effect<void>
    /** Fetches them now, or puts them off where their connection is not to be read; fails where it is to be tried again. */
    readonly run: (
      connectionId: number,
      model: Models.ModelId,
      ids: ReadonlyArray<string>,
      gone: ReadonlyArray<string>
    ) => Effect.Effect<void, ConnectorError.ConnectorError | ApiError.ApiError | SqlError>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/sync/Refetch") {
  static readonly layer: Layer.Layer<
    Refetch,
    never,
    SqlClient.SqlClient | Jobs | Connections | Records | Limits.Limits
  > = Layer.effect(
    Refetch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const connections = yield* Connections
      const records = yield* Records
      const count = yield* Counting
      const limits = yield* Limits.Limits
      const checkpoints = Checkpoints(sql)
      const lookupAnswers = LookupAnswers(sql)
      const refused = yield* Refusals(sql)

      const put = (
        connectionId: number,
        model: Models.ModelId,
        ids: ReadonlyArray<string>,
        gone: ReadonlyArray<string>,
        startAfter?: number
      ) =>
        Effect.asVoid(
          jobs.send(
            refetchQueue,
            { connection_id: connectionId, model, ids, gone },
            { group: String(connectionId), startAfter }
          )
        )

      /**
       * Puts records off: by so many seconds, or, where null, until their connection may be read again. Not at all where it
       * was released after this job began: what was heard of it is of before.
       */
      const putOff = Effect.fnUntraced(function* (
        connectionId: number,
        model: Models.ModelId,
        ids: ReadonlyArray<string>,
        gone: ReadonlyArray<string>,
        seconds: number | null
      ) {
        const isReleased = yield* sql.withTransaction(
          Effect.gen(function* () {
            // Held first, then looked at: who releases it looks for what waits while it is theirs.
            yield* sql`select 1 from connection where id = ${connectionId} for no key update`
            const [row] = yield* sql.unsafe<{ held: boolean }>(
              `select ${held} as held from connection c where id = $1::bigint`,
              [connectionId]
            )
            if (row === undefined) return false
            const isReleased =
              !row.held && (yield* jobs.isHastened(refetchQueue, "connection_id", String(connectionId)))
            const wait = row.held ? patience : isReleased ? undefined : (seconds ?? undefined)
            yield* put(connectionId, model, ids, gone, wait)
            return isReleased
          })
        )
        if (isReleased) yield* limits.lift(budgetKey(connectionId))
      })

      const run: (typeof Refetch)["Service"]["run"] = Effect.fn("Refetch.run")(
        function* (connectionId, model, ids, gone) {
          const [row] = yield* sql.unsafe<
            Target & { readonly sync_config: ReadonlyArray<ModelConfig>; readonly is_held: boolean }
          >(
            `select organisation_id as "organisationId", company_id as "companyId", id as "connectionId",
             integration_type as "integrationType", field_mappings as "fieldMappings", sync_config, ${held} as is_held
           from connection c where id = $1::bigint and status = 'HEALTHY'`,
            [connectionId]
          )
          if (row === undefined) return
          const { is_held, sync_config, ...target } = row
          if (is_held) return yield* putOff(connectionId, model, ids, gone, null)
          const custom = customFieldsOf(sync_config, model)
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const from = wantedFrom(sync_config, model, new Date(now))
          const client = yield* connections.client(connectionId)
          const sources = yield* client.sources(model).pipe(orIfUnoffered([]))
          const isHiding = sources.every(({ deletes }) => deletes._tag === "Events")
          for (const [index, id] of ids.entries()) {
            const found = yield* client.find(model, id).pipe(
              orIfUnoffered(undefined),
              Effect.catchReason("ConnectorError", "Undecodable", (reason) => Effect.succeed(reason)),
              Effect.catchReason("ConnectorError", "RateLimited", ({ retryAfter }) =>
                Effect.succeed({ limitedFor: Math.max(1, Math.ceil(retryAfter ?? 60)) })
              )
            )
            // A platform may ask for longer than a job is tried again.
            if (found !== undefined && found !== null && "limitedFor" in found) {
              return yield* putOff(connectionId, model, ids.slice(index), gone, found.limitedFor)
            }
            // What cannot be read is refused, and the others go on.
            if (found !== undefined && found !== null && "issues" in found) {
              const place = {
                companyId: target.companyId,
                connectionId,
                model,
                source: sources[0]?.source ?? "default"
              }
              yield* refused.note(place, [], [{ platform_id: id, issues: found.issues, raw: null }], () => id)
              continue
            }
            // The credentials are not granted this model, or the account does not have it.
            if (found === undefined) return
            if (found === null && isHiding && !gone.includes(id)) continue
            // An event may name a record that is of another model on our side: then the read answers no record. An item
            // that owns records may have lost them all.
            if (found !== null && found.item.records.length === 0 && found.item.owner === null) continue
            const brought = yield* sql.withTransaction(
              Effect.gen(function* () {
                let counts: Counts = noCounts
                if (found !== null) {
                  const place = { companyId: target.companyId, connectionId, model, source: found.source }
                  const read = sources.find(({ source }) => source === found.source)
                  if (read !== undefined) yield* checkpoints.mapped(place, read)
                  yield* lookupAnswers.keep(place, found.answers)
                  // What nobody asked for is not stored because a webhook tells of it.
                  const store = Reading.isOlder(model, found.item, from) ? records.refresh : records.ingest
                  const { refusals, stored, ...own } = yield* store(target, model, found.source, [found.item], custom)
                  yield* refused.note(place, stored, refusals, () => id)
                  counts = own
                }
                // A record that answers under another id has been merged into that one.
                return found === null || !isOf(found.item, id)
                  ? addCounts(counts, yield* records.removeItems(target, model, [id]))
                  : counts
              })
            )
            count(target, {
              records_read: found === null ? 0 : 1,
              records_created: brought.created,
              records_updated: brought.updated,
              records_deleted: brought.deleted
            })
          }
        },
        calling({ purpose: "webhook" }),
        Effect.provideService(Limits.Priority, "background")
      )

      return Refetch.of({
        run,
        records: (connectionId, model, ids, gone) => Effect.orDie(put(connectionId, model, ids, gone)),
        work: jobs.work(
          refetchQueue,
          { concurrency: 4, groupConcurrency: 1 },
          ({ connection_id, gone = [], ids, model }) =>
            Models.isModelId(model) ? run(connection_id, model, ids, gone) : Effect.void
        )
      })
    })
  )
}
