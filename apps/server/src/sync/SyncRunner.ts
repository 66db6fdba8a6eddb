/**
 * Carries out syncs: model by model, source by source, page by page. Each page's records, events and checkpoint are one
 * transaction; between pages a run can be killed, paused by a rate limit or cancelled, and goes on where it stopped.
 */
import { type ConnectorError, Models, Read } from "@svc/core"
import { Limits, type Platform, Reading, Unchanged } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { Connections } from "../connections/Connections.ts"
import { budgetKey } from "../connections/ConnectionStore.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { cleanText } from "../database/CleanJson.ts"
import { isUnavailable } from "../database/Unavailable.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { calling } from "../outbound/CallFor.ts"
import * as Estimates from "../records/Estimates.ts"
import { addCounts, addIngested, type Counts, inTransaction, Records, type Target } from "../records/Records.ts"
import { partition } from "../records/RecordRows.ts"
import { Checkpoints, type Place, type Run } from "./Checkpoints.ts"
import { FieldMappings } from "./FieldMappings.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { syncQueue } from "./Queues.ts"
import { Refusals } from "./Refusals.ts"
import { storedItems } from "./StoredItems.ts"
import { SyncLife } from "./SyncLife.ts"
import { customFieldsOf, type ModelConfig, wantedFrom } from "./ModelConfig.ts"

/** How many models of one sync are read at once; the connection's rate budget is shared by them. */
const parallel = 3
/** So many processes may die one after the other while they read a model, before it is given up. */
const mostDeaths = 3

interface Sync {
  readonly id: number
  readonly target: Target
  readonly client: Platform.Client
  readonly full: boolean
  readonly config: ReadonlyArray<ModelConfig>
}

/**
 * Why a run stops before its end: to go on later (null: when its connection may be read again; otherwise a connection's
 * budget is used up), or because it has ended.
 */
type Stop =
  | { readonly _tag: "Pause"; readonly seconds: number | null; readonly connectionId: number | null }
  | { readonly _tag: "Cancelled" }
/** A process that was believed dead has moved the reading of the source on: it is to be looked at anew. */
type Lost = { readonly _tag: "Lost"; readonly run: Run }
/** Of a source that is not read, because nothing changed. */
const noLookups = { found: {}, answers: {} }

export class SyncRunner extends Context.Service<
  SyncRunner,
  {
    /** Runs a sync to its end, its pause or its cancellation. */
    readonly run: (syncId: number) => Effect.Effect<void>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/sync/SyncRunner") {
  static readonly layer: Layer.Layer<
    SyncRunner,
    never,
    SqlClient.SqlClient | Jobs | SyncLife | Connections | Connectors | FieldMappings | Records | Limits.Limits
  > = Layer.effect(
    SyncRunner,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const life = yield* SyncLife
      const limits = yield* Limits.Limits
      const connections = yield* Connections
      const connectors = yield* Connectors
      const mappings = yield* FieldMappings
      const records = yield* Records
      const checkpoints = Checkpoints(sql)
      const refused = yield* Refusals(sql)
      const lookupAnswers = LookupAnswers(sql)

      /** Stops a run that has ended meanwhile, or whose connection is not to be read for now. */
      const goOn = (syncId: number) =>
        Effect.flatMap(life.standing(syncId), (standing) =>
          standing === "Open" ? Effect.void : Effect.fail(standing === "Held" ? holding : cancelled)
        )

      const customOf = (sync: Sync, { model }: Read.Read) => customFieldsOf(sync.config, model)

      /** What the platform answers to the page at which a run stands. */
      const ask = (sync: Sync, read: Read.Read, place: Place, run: Run, lookups: Readonly<Record<string, unknown>>) =>
        sync.client.page(read, {
          // A full sync is what is asked for to have everything anew.
          ...(sync.full || read.unchanged === undefined
            ? {}
            : {
                unchanged: Unchanged.since((ids) => Effect.orDie(storedItems(sql, place, ids, customOf(sync, read))))
              }),
          now: run.now,
          from: run.from,
          since: run.since,
          after: run.after,
          state: run.state,
          lookups
        })

      /** Stores one page, in one transaction; gives what became of it. */
      const store = Effect.fnUntraced(function* (
        sync: Sync,
        read: Read.Read,
        place: Place,
        run: Run,
        { gone, isListless, items, next, older, refusals, unchanged = [] }: Reading.PageResult
      ) {
        return yield* inTransaction(
          sql,
          Effect.gen(function* () {
            yield* goOn(sync.id)
            if (!(yield* checkpoints.advance(place, run, next, read))) return yield* Effect.fail(lost(run))
            const custom = customOf(sync, read)
            const stored = addIngested(
              yield* records.ingest(sync.target, read.model, place.source, items, custom),
              yield* records.refresh(sync.target, read.model, place.source, older, custom)
            )
            const counts =
              gone.length === 0
                ? stored
                : addCounts(stored, yield* records.removeItems(sync.target, read.model, gone, place.source))
            const refusedAll = [...refusals, ...stored.refusals]
            if (run.isFull && run.pages === 0) yield* refused.recount(place)
            if (unchanged.length > 0) yield* refused.seen(place, unchanged)
            if (run.isFull && isNoted(read)) {
              // An item that could not be read still exists, and which record it was can only be guessed: after it, nothing
              // is taken for deleted.
              yield* checkpoints.note(place, run, [
                // What only the database refused is known by its id.
                ...[...items, ...older].flatMap(Reading.idsOf),
                ...unchanged,
                ...refusals.map(() => null),
                // A page without any list may be an empty one, or something else that came with 200.
                ...(isListless === true ? [null] : [])
              ])
            }
            yield* refused.note(
              place,
              stored.stored,
              refusedAll,
              (index) => `${place.source}:${run.id}:${run.pages}:${index}`
            )
            yield* count(sync, read.model, counts, {
              pages: 1,
              read: items.length + unchanged.length + refusals.length,
              refused: refusedAll.length
            })
            return counts
          })
        )
      })

      /** What ends the turn of a model whose process died while it was read: it is none any more with its next page. */
      const turns = new Map<string, () => void>()
      const count = Effect.fnUntraced(function* (
        sync: Sync,
        model: string,
        counts: Counts,
        brought: { readonly pages: number; readonly read: number; readonly refused: number }
      ) {
        turns.get(`${sync.id}:${model}`)?.()
        if (!(yield* life.count(sync.id, model, { ...counts, ...brought }))) {
          return yield* Effect.fail(cancelled)
        }
      })

      /**
       * Reads and stores what is left of a run's pages: while one is stored, the platform is asked for the next. Null when
       * another process has read them.
       */
      const pages = Effect.fnUntraced(function* (
        sync: Sync,
        read: Read.Read,
        place: Place,
        first: Run,
        begin: ReturnType<typeof checkpoints.begin>,
        lookups: Readonly<Record<string, unknown>>
      ) {
        const expect = Estimates.following(sql, place, read.model)
        let run = first
        let ahead: Fiber.Fiber<Reading.PageResult, ConnectorError.ConnectorError> | null = null
        // Only the first page of a resumed run can meet a cursor that the platform has forgotten meanwhile.
        let isResumed = run.state !== undefined && run.state !== null
        while (run.state !== null) {
          if (ahead === null) yield* goOn(sync.id)
          const answer: Reading.PageResult | null = yield* (
            ahead === null ? ask(sync, read, place, run, lookups) : Fiber.join(ahead)
          ).pipe(
            // Where pages go in circles there is nothing to go on from: the next sync begins at the first.
            Effect.tapError((error) => Effect.when(checkpoints.abandon(place), Effect.succeed(isCircular(error)))),
            Effect.catchIf(
              (error) => isResumed && forgotten.has(error.reason._tag),
              () => Effect.as(checkpoints.abandon(place), null)
            )
          )
          isResumed = false
          if (answer === null) {
            const anew = yield* begin
            if (anew === null) return null
            run = anew
            continue
          }
          const after: Run = { ...run, state: answer.next, pages: run.pages + 1 }
          ahead =
            after.state === null
              ? null
              : yield* Effect.forkScoped(ask(sync, read, place, after, lookups), { startImmediately: true })
          const { created } = yield* store(sync, read, place, run, answer)
          yield* expect(created)
          run = after
        }
        return run
      })

      /** Ids of items that the end of a run proves to be gone. */
      const goneAtEnd = Effect.fnUntraced(function* (sync: Sync, read: Read.Read, place: Place, run: Run) {
        const isWhole = run.isFull && isNoted(read) && !(yield* checkpoints.hasUnknown(place, run))
        const missed = isWhole
          ? yield* unlisted(
              place,
              run,
              "select unnest(platform_ids) from listing_page where company_id = $7::bigint and run_id = $4::bigint and source = $2",
              [run.id],
              Read.isRestricted(read, run.from) ? run.from : null
            )
          : []
        const lacking = Read.isProvenByListing(read) ? yield* stillThere(sync, read, place, run, missed) : []
        switch (read.deletes._tag) {
          case "Feed": {
            const fed =
              run.goneSince === null ? [] : yield* sync.client.ids(read, { now: run.now, since: run.goneSince })
            return [...new Set([...fed, ...lacking])]
          }
          case "IdListing": {
            // A listing that has just shown everything that is stored says as much as one of all ids.
            if (isWhole && missed.length === 0 && !Read.isRestricted(read, run.from)) return []
            const listed = yield* sync.client.ids(read, { now: run.now, since: run.now })
            return yield* unlisted(place, run, "select unnest($4::text[])", [listed.map(cleanText)])
          }
          case "FullListing":
            return lacking
          default:
            return []
        }
      })
      /**
       * Of the ids that a complete listing lacks, those that are gone. One that was asked for from a date on lacks a record
       * too whose date was moved before it: such records are asked for one by one.
       */
      const stillThere = Effect.fnUntraced(function* (
        sync: Sync,
        read: Read.Read,
        place: Place,
        run: Run,
        ids: ReadonlyArray<string>
      ) {
        if (read.get === undefined || typeof read.from !== "function" || run.from === null) return ids
        const gone: Array<string> = []
        for (const id of ids) {
          const found = yield* sync.client.find(read.model, id)
          if (found?.source !== read.source) gone.push(id)
          else {
            const { model, source } = read
            yield* asLongAs(
              sync,
              place,
              run,
              records.refresh(sync.target, model, source, [found.item], customOf(sync, read))
            )
          }
        }
        return gone
      })
      /** Items of the source, stored before the run began, that a complete listing lacks: of all, or of those from a date on. */
      const unlisted = (
        place: Place,
        run: Run,
        listed: string,
        params: readonly [unknown],
        from: string | null = null
      ) => {
        const { date } = Models.get(place.model as Models.ModelId)
        return Effect.map(
          sql.unsafe<{ id: string }>(
            `select distinct coalesce(owner, platform_id) as id from ${partition(place.model as Models.ModelId)} r
             where company_id = $7::bigint and connection_id = $1::bigint and parent_id = 0 and source = $2
               and deleted_at is null and created_at < $3::text::timestamptz
               and ($5::text is null or coalesce(body ->> $6::text, $5::text) >= $5::text)
               and not exists (select 1 from (${listed}) as l(id) where l.id = coalesce(r.owner, r.platform_id))`,
            [place.connectionId, place.source, run.now, ...params, from?.slice(0, 10) ?? null, date, place.companyId]
          ),
          (rows) => rows.map(({ id }) => id)
        )
      }

      /** Reads one source to its end; where another process has moved it on, from where that one has come to. */
      const source = (sync: Sync, read: Read.Read): ReturnType<typeof attempt> => {
        const { companyId, connectionId } = sync.target
        const place: Place = { companyId, connectionId, model: read.model, source: read.source }
        return attempt(sync, read, place).pipe(
          Effect.catchTag("Lost", ({ run }) =>
            Effect.flatMap(checkpoints.hasEnded(place, run), (ended) => (ended ? Effect.void : source(sync, read)))
          )
        )
      }
      const attempt = Effect.fnUntraced(function* (sync: Sync, read: Read.Read, place: Place) {
        const { sequence } = read
        const now = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis)).toISOString()
        const position = yield* sync.client.position(read, { now })
        const begin = checkpoints.begin(place, {
          syncId: sync.id,
          wantFull: sync.full,
          read,
          from: wantedFrom(sync.config, read.model, new Date(now)),
          counted: sequence === undefined || position === null ? null : { sequence, position }
        })
        const begun = yield* begin
        if (begun === null) return
        let run: Run = begun
        if (run.isUnchanged) run = { ...run, state: null }
        const { answers, found: lookups } = run.state === null ? noLookups : yield* sync.client.lookups(read)
        yield* lookupAnswers.keep(place, answers)
        const reached = yield* Effect.scoped(pages(sync, read, place, run, begin, lookups))
        if (reached === null) return
        run = reached
        const gone = yield* goneAtEnd(sync, read, place, run)
        for (let at = 0; at < gone.length; at += 500) {
          yield* asLongAs(
            sync,
            place,
            run,
            Effect.tap(records.removeItems(sync.target, read.model, gone.slice(at, at + 500), place.source), (done) =>
              count(sync, read.model, done, { pages: 0, read: 0, refused: 0 })
            )
          )
        }
        yield* asLongAs(
          sync,
          place,
          run,
          Effect.andThen(
            Effect.when(refused.settle(place, run.now), Effect.succeed(run.isFull)),
            checkpoints.complete(place, run)
          )
        )
      })

      /** Does something in one transaction, unless the sync has ended or its run is another process's by now. */
      const asLongAs = <A, E, R>(sync: Sync, place: Place, run: Run, act: Effect.Effect<A, E, R>) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* goOn(sync.id)
            return (yield* checkpoints.isCurrent(place, run)) ? yield* act : yield* Effect.fail(lost(run))
          })
        )

      const failed = Effect.fnUntraced(function* (sync: Sync, name: string, error: ConnectorError.ConnectorError) {
        const { reason } = error
        if (reason._tag === "RateLimited") {
          const seconds = Math.max(1, Math.ceil(reason.retryAfter ?? 60))
          return yield* Effect.fail<Stop>({ _tag: "Pause", seconds, connectionId: sync.target.connectionId })
        }
        if (reason._tag === "AuthExpired" && (yield* isOver(sync, error))) return yield* Effect.fail(error)
        // The credentials were not granted this model: nothing failed, there is nothing to read.
        if (reason._tag === "Unsupported") return yield* life.endPart(sync.id, name, "CANCELLED", error.message)
        yield* Effect.logWarning(`${name} could not be read.`, error.message)
        return yield* life.endPart(sync.id, name, "FAILED", error.message)
      })

      /** Whether the connection itself has ended. A refusal may be one call's own affair: then it fails its model only. */
      const isOver = Effect.fnUntraced(function* (sync: Sync, error: ConnectorError.ConnectorError) {
        yield* connections.markExpired(sync.target.connectionId, error.message)
        const healthy = yield* sql`select 1 from connection
          where id = ${sync.target.connectionId} and status = 'HEALTHY'`
        return healthy.length === 0
      })

      /** Reads one model. A platform's refusal ends this model only; a pause or the end of the credentials ends the run. */
      const model = Effect.fnUntraced(function* (sync: Sync, name: Models.ModelId, deaths: number) {
        if (deaths >= mostDeaths) {
          const message = `${name} is given up: ${deaths} processes in a row ended while they read it.`
          yield* Effect.logError(message)
          yield* life.endPart(sync.id, name, "FAILED", message)
          return
        }
        if (deaths > 0) {
          const place = `${sync.id}:${name}`
          turns.set(place, yield* jobs.suspectTurn)
          yield* Effect.addFinalizer(() => Effect.sync(() => turns.delete(place)))
        }
        // Counted beforehand, since who dies counts nothing any more.
        if (!(yield* life.startPart(sync.id, name))) return yield* Effect.fail(cancelled)
        yield* Effect.flatMap(
          sync.client.sources(name),
          Effect.forEach((read) => source(sync, read))
        ).pipe(
          Effect.andThen(life.endPart(sync.id, name, "SUCCESS", null)),
          Effect.catchTag("ConnectorError", (error) => failed(sync, name, error)),
          // A connector's own function that throws must not keep the other models from being read. What the database cannot
          // do at the moment is no fault of a connector: the whole is tried again.
          Effect.catchDefect((defect) =>
            isUnavailable(defect)
              ? Effect.die(defect)
              : Effect.andThen(
                  Effect.logError(`${name} could not be read.`, defect),
                  life.endPart(sync.id, name, "FAILED", `${name} could not be read: the connector failed.`)
                )
          ),
          Effect.ensuring(Effect.ignore(life.alive(sync.id, name)))
        )
      }, Effect.scoped)
      /** The same, with what it asks of the platform counted as its own. */
      const tallied = (...of: Parameters<typeof model>) =>
        Effect.suspend(() => calling({ tally: { calls: 0, waited: 0 } })(model(...of)))

      const load = Effect.fnUntraced(function* (syncId: number) {
        const [row] = yield* sql<{
          connection_id: number
          organisation_id: number
          company_id: number
          integration_type: string
          status: string
          full_sync: boolean
          sync_config: ReadonlyArray<ModelConfig>
        }>`select s.connection_id, s.organisation_id, s.company_id, c.integration_type, c.status, s.full_sync, c.sync_config
          from sync s join connection c on c.id = s.connection_id where s.id = ${syncId} and s.finished_at is null`
        return row
      })

      const run = Effect.fn("SyncRunner.run")(
        function* (syncId: number) {
          const row = yield* load(syncId)
          if (row === undefined) return
          const connector = yield* connectors.get(row.integration_type)
          if (connector === undefined || row.status !== "HEALTHY") {
            const why =
              connector === undefined ? connectors.lack(row.integration_type) : `The connection is ${row.status}.`
            yield* life.end(syncId, "FAILED", why)
            return
          }
          yield* goOn(syncId)
          const sync: Sync = {
            id: syncId,
            target: {
              organisationId: row.organisation_id,
              companyId: row.company_id,
              connectionId: row.connection_id,
              integrationType: row.integration_type,
              fieldMappings: yield* mappings.settle(row.connection_id)
            },
            client: yield* connections.client(row.connection_id),
            full: row.full_sync,
            config: row.sync_config
          }
          if (!(yield* life.start(syncId))) return
          // Which of several models ended a process shows when they are read one by one, the least suspect first.
          const open = yield* sql<{ model: Models.ModelId; deaths: number }>`
            select data_model as model, deaths from sync_job
            where sync_id = ${syncId} and finished_at is null order by deaths, id`
          yield* Effect.forEach(open, (job) => tallied(sync, job.model, job.deaths), {
            concurrency: open.some(({ deaths }) => deaths > 0) ? 1 : parallel,
            discard: true
          })
          yield* life.conclude(syncId)
        },
        (effect, syncId) =>
          effect.pipe(
            Effect.catchTag("Pause", ({ connectionId, seconds }) =>
              Effect.flatMap(life.wait(syncId, seconds), (isReleased) =>
                // What was heard while the connection was released may have come after its budget was lifted.
                isReleased && connectionId !== null ? limits.lift(budgetKey(connectionId)) : Effect.void
              )
            ),
            Effect.catchTag("Cancelled", () => Effect.void),
            Effect.catchTag("ConnectorError", (error) => life.end(syncId, "FAILED", error.message)),
            Effect.catchTag("ApiError", (error) => life.end(syncId, "FAILED", error.message)),
            Effect.asVoid,
            Effect.orDie,
            calling({ purpose: "sync", syncId }),
            Effect.provideService(Limits.Priority, "background")
          )
      )

      return SyncRunner.of({
        run,
        // A run of the same connection that is under way makes the engine hold the next one back.
        work: jobs.work(syncQueue, { concurrency: 8, groupConcurrency: 1 }, ({ sync_id }, { lastAttempt }) =>
          lastAttempt
            ? Effect.catchDefect(run(sync_id), (defect) =>
                Effect.andThen(
                  Effect.logError(`Sync ${sync_id} is given up.`, defect),
                  Effect.orDie(life.end(sync_id, "FAILED", "The sync was broken off too many times."))
                )
              )
            : run(sync_id)
        )
      })
    })
  )
}

/** Whether it is remembered what a full listing shows: it may prove what is gone, or that nothing is. */
const isNoted = (read: Read.Read): boolean => Read.isProvenByListing(read) || read.deletes._tag === "IdListing"

const cancelled: Stop = { _tag: "Cancelled" }
const holding: Stop = { _tag: "Pause", seconds: null, connectionId: null }
const lost = (run: Run): Lost => ({ _tag: "Lost", run })
const isCircular = ({ reason }: ConnectorError.ConnectorError): boolean =>
  reason._tag === "Undecodable" && reason.isCircular === true
/** What a platform answers to a page cursor it no longer knows. */
const forgotten = new Set<string>(["Rejected", "NotFound"])
