/**
 * Carries out upload jobs. Before a chunk goes out it is marked as sent; its results and the records the platform answered
 * are one transaction. A process that dies in between leaves a chunk marked and without results: whoever takes the job up
 * knows that it may have been sent.
 */
import { Connector, type Models, Write, Writes } from "@svc/core"
import { type Platform, type Reading, Writing } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Connections } from "../connections/Connections.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { cleanJsonText, isTooDeep } from "../database/CleanJson.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { calling } from "../outbound/CallFor.ts"
import { Records, type Target } from "../records/Records.ts"
import { isRefused } from "../database/Refused.ts"
import { Checkpoints } from "../sync/Checkpoints.ts"
import { Refusals } from "../sync/Refusals.ts"
import { customFieldsOf, type ModelConfig } from "../sync/ModelConfig.ts"
import { type CompletedWire, iso } from "../sync/SyncWire.ts"
import { Events } from "../webhooks/Events.ts"
import { Finished } from "./Finished.ts"
import { uploadQueue } from "./Queues.ts"
import { endOf, storedResult, type StoredResult, writtenId } from "./UploadWire.ts"

/**
 * Seconds a job sleeps when the connection's rate budget is used up, and how long it does so before it gives up. A try in
 * between costs nothing: a used-up budget is known here.
 */
const sleep = 5
const giveUpAfter = 3600
/** So often an item may be sent without a result being stored (the connector failed, or the process ended) before it gets one. */
const mostAttempts = 3

/**
 * How many jobs a process carries out at once, and of how many of them one connection may be: as many as the calls it makes
 * at once when its connector says nothing else. Others' jobs do not wait behind one that writes much, or slowly.
 */
const atOnce = 16
const atOnceEach = 4

interface Job {
  readonly id: string
  readonly target: Target
  readonly write: Writes.WriteModel
  /** Platform fields that are copied into the records, as syncs do. */
  readonly custom: ReadonlyArray<string>
  readonly created_at: Date
  readonly age: number
}
interface Item {
  readonly position: number
  readonly input: unknown
  readonly is_sent: boolean
  /** How far an item that takes several calls has come. */
  readonly steps: Writing.Progress | null
}

export class UploadRunner extends Context.Service<
  UploadRunner,
  {
    /** Carries a job out from where it stands. */
    readonly run: (jobId: string) => Effect.Effect<void>
    /** Ends a job without sending anything: nobody knows what became of its open items, and the message says why. */
    readonly setAside: (jobId: string, message: string) => Effect.Effect<void>
    /** Gives jobs that nothing carries out any more a new turn; answers how many those were. */
    readonly recover: Effect.Effect<number, SqlError>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/uploads/UploadRunner") {
  static readonly layer: Layer.Layer<
    UploadRunner,
    never,
    SqlClient.SqlClient | Jobs | Connections | Connectors | Records | Events | Finished
  > = Layer.effect(
    UploadRunner,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const connections = yield* Connections
      const connectors = yield* Connectors
      const records = yield* Records
      const checkpoints = Checkpoints(sql)
      const events = yield* Events
      const finished = yield* Finished
      const refused = yield* Refusals(sql)

      const load = Effect.fnUntraced(function* (jobId: string) {
        const [row] = yield* sql<
          Target & {
            readonly data_model: string
            readonly operation: Writes.Operation
            readonly sync_config: ReadonlyArray<ModelConfig>
            readonly created_at: Date
            readonly age: number
          }
        >`
          select j.organisation_id as "organisationId", j.company_id as "companyId", j.connection_id as "connectionId",
            c.integration_type as "integrationType", c.field_mappings as "fieldMappings", c.sync_config, j.data_model, j.operation, j.created_at,
            extract(epoch from clock_timestamp() - j.created_at)::float8 as age
          from upload_job j join connection c on c.id = j.connection_id where j.id = ${jobId} and j.finished_at is null`
        if (row === undefined) return null
        const { age, created_at, data_model, operation, sync_config, ...target } = row
        const custom = customFieldsOf(sync_config, data_model)
        return { id: jobId, target, write: Writes.get(data_model, operation)!, custom, created_at, age } satisfies Job
      })

      /** The items of a job. */
      const within = (job: Job) => sql`company_id = ${job.target.companyId} and job_id = ${job.id}`
      const conclusion = (
        job: Job,
        end: { readonly position: number; readonly status: string; readonly outcome: StoredResult }
      ) =>
        sql`update upload_item set status = ${end.status}, steps = null,
            result = ${cleanJsonText(JSON.stringify(end.outcome))}::text::json
          where ${within(job)} and position = ${end.position} and status is null`

      /** Stores the results of a chunk and the records it made. Results that are there already are left alone. */
      const store = (job: Job, chunk: ReadonlyArray<Item>, results: ReadonlyArray<Writing.WriteResult>) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const connector = (yield* connectors.get(job.target.integrationType))!
            const write = writeOf(connector, job.write)
            const model = job.write.model as Models.ModelId
            const items = new Map<string, Array<Reading.Item>>()
            const gone: Array<string> = []
            for (const [index, { input }] of chunk.entries()) {
              const result = results[index]!
              if (result.status !== "success") continue
              if (result.item === null) {
                gone.push((input as Writes.Named).platform_id)
                continue
              }
              const { source } = Write.recordOf(write, input)
              items.set(source, [...(items.get(source) ?? []), result.item])
            }
            for (const [source, own] of items) {
              const read = Connector.sourcesOf(connector, model).find((one) => one.source === source)
              const { companyId, connectionId } = job.target
              const place = { companyId, connectionId, model, source }
              if (read !== undefined) yield* checkpoints.mapped(place, read)
              // The platform has taken it, whether or not we can keep what it answered.
              const { refusals, stored } = yield* records.ingest(job.target, model, source, own, job.custom)
              yield* refused.note(place, stored, refusals, (index) => `${source}:upload:${job.id}:${index}`)
            }
            yield* records.removeWhole(job.target, model, gone)
            const named = chunk.map(({ input }, index) => writtenId(input, results[index]!))
            // As lists show them, with the ids of what is within them.
            const bodies = yield* records.bodies(
              job.target,
              model,
              named.flatMap((id) => id ?? []),
              true
            )
            const ends = chunk.map(({ position }, index) => {
              const result = results[index]!
              const id = named[index] ?? null
              const outcome = storedResult(job.write, id, bodies.get(id ?? ""), result)
              const isDeep = isTooDeep(JSON.stringify(outcome))
              return { position, status: result.status, outcome: isDeep ? withoutPlatforms(outcome) : outcome }
            })
            yield* sql
              .withTransaction(Effect.forEach(ends, (own) => conclusion(job, own), { discard: true }))
              .pipe(
                Effect.catchIf(isRefused, () =>
                  Effect.forEach(
                    ends,
                    (own) =>
                      sql
                        .withTransaction(conclusion(job, own))
                        .pipe(
                          Effect.catchIf(isRefused, () =>
                            conclusion(job, { ...own, outcome: withoutPlatforms(own.outcome) })
                          )
                        ),
                    { discard: true }
                  )
                )
              )
          })
        )

      /** Gives open items a result of ours, with what stands of each: all of the job, or those at the positions. */
      const conclude = Effect.fnUntraced(function* (
        job: Job,
        result: FailedResult,
        positions: ReadonlyArray<number> | null = null
      ) {
        const begun = yield* sql<Pick<Item, "position" | "input"> & { readonly steps: Writing.Progress }>`
          select position, input, steps from upload_item where ${within(job)} and status is null
            and steps is not null and (${positions === null}::boolean or position = any(${positions ?? []}::int[]))`
        const connector = yield* connectors.get(job.target.integrationType)
        for (const { input, position, steps } of begun) {
          if (connector === undefined) break
          const failure = { ...result.error, code: result.error.code, reason: result.reason }
          const error = Writing.told({ write: writeOf(connector, job.write) }, { input }, steps, failure)
          const outcome = storedResult(job.write, null, undefined, { status: "failed", item: null, error })
          yield* conclusion(job, { position, status: "failed", outcome })
        }
        return yield* sql`update upload_item set status = 'failed', steps = null,
            result = ${JSON.stringify(result)}::text::json
          where ${within(job)} and status is null
            and (${positions === null}::boolean or position = any(${positions ?? []}::int[]))`
      })

      /** Keeps how far an item has come, as long as nobody else has taken it up since. */
      const keepSteps =
        (job: Job, attempts: ReadonlyMap<number, number>) => (position: number, own: Writing.Progress) =>
          sql`update upload_item set steps = ${cleanJsonText(JSON.stringify(own))}::text::json
          where ${within(job)} and position = ${position} and status is null
            and attempts = ${attempts.get(position) ?? 0} returning position`.pipe(
            Effect.orDie,
            Effect.flatMap(({ length }) =>
              length === 1 ? Effect.void : Effect.die(new Error(`item ${position} of ${job.id} is with somebody else`))
            )
          )

      const send = Effect.fnUntraced(function* (job: Job, client: Platform.Client, chunk: ReadonlyArray<Item>) {
        const repeated = chunk.some(({ is_sent }) => is_sent)
        const positions = chunk.map(({ position }) => position)
        if (repeated) yield* jobs.suspectTurn
        const begun = yield* sql<{ position: number; attempts: number }>`
          update upload_item set is_sent = true, attempts = attempts + 1
          where ${within(job)} and position = any(${positions}::int[]) and status is null returning position, attempts`
        if (begun.some(({ attempts }) => attempts > mostAttempts)) {
          yield* Effect.logError(`Items of upload job ${job.id} are given up: ${positions.join(", ")}.`)
          const message = `It was to be sent ${mostAttempts} times, and what became of it could not be found out.`
          return yield* conclude(job, unknownOutcome(message), positions)
        }
        const results = yield* client.chunk(
          job.write.model as Writes.WriteId,
          job.write.operation,
          chunk.map(({ input, position }) => ({ position, input })),
          {
            key: job.id,
            repeated,
            begun: job.created_at.toISOString(),
            waits: job.age < giveUpAfter,
            progress: {
              of: (position) => chunk.find((item) => item.position === position)?.steps ?? null,
              keep: keepSteps(job, new Map(begun.map(({ attempts, position }) => [position, attempts])))
            }
          }
        )
        const isLimited = (index: number) => {
          const error = results[index]!.error
          return (error?.reason === "RateLimited" || error?.isUnfinished === true) && job.age < giveUpAfter
        }
        const limited = chunk.filter((_, index) => isLimited(index))
        if (results.some(({ error }) => error?.reason === "AuthExpired")) {
          yield* connections.markExpired(
            job.target.connectionId,
            results.find(({ error }) => error !== null)!.error!.message
          )
        }
        // A part of a batch may have been taken before the budget was used up.
        yield* store(
          job,
          chunk.filter((_, index) => !isLimited(index)),
          results.filter((_, index) => !isLimited(index))
        )
        if (limited.length === 0) return
        // Nothing of these went out but what their steps tell, so they are not to be taken for sent when the job goes on.
        const waiting = limited.map(({ position }) => position)
        yield* sql`update upload_item set is_sent = ${repeated}, attempts = 0
          where ${within(job)} and position = any(${waiting}::int[]) and status is null`
        return yield* Effect.fail("limited" as const)
      }, Effect.scoped)

      const end = (job: Job) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const [counts] = yield* sql<{ total: number; succeeded: number }>`
              select count(*) as total, count(*) filter (where status = 'success') as succeeded
              from upload_item where ${within(job)}`
            const status = endOf(counts!.succeeded, counts!.total)
            const [done] = yield* sql<{ created_at: Date; started_at: Date | null; finished_at: Date }>`
              update upload_job set status = ${status}, finished_at = clock_timestamp()
              where id = ${job.id} and finished_at is null returning created_at, started_at, finished_at`
            if (done === undefined) return
            const completed: CompletedWire = {
              svc_id: null,
              svc_created_at: done.created_at.toISOString(),
              svc_company_id: job.target.companyId,
              connection_id: job.target.connectionId,
              integration_type: job.target.integrationType,
              status,
              full_sync: false,
              trigger: "UPLOAD",
              data_models: [job.write.model],
              error: null,
              started_at: iso(done.started_at),
              finished_at: iso(done.finished_at),
              upload_job_id: job.id,
              operation: job.write.operation
            }
            yield* events.append([
              {
                organisation_id: job.target.organisationId,
                company_id: job.target.companyId,
                connection_id: job.target.connectionId,
                integration_type: job.target.integrationType,
                type: "SYNC_COMPLETED",
                data_model: job.write.model,
                operation: null,
                subject: null,
                data: JSON.stringify(completed)
              }
            ])
          })
        )

      const carryOut = Effect.fnUntraced(function* (job: Job) {
        yield* sql`update upload_job set status = 'RUNNING', started_at = coalesce(started_at, now())
          where id = ${job.id} and finished_at is null`
        const client = yield* connections.client(job.target.connectionId)
        const open = yield* sql<Item>`select position, input, is_sent, steps from upload_item
          where ${within(job)} and status is null order by position`
        const byPosition = new Map(open.map((item) => [item.position, item]))
        const chunks = yield* client.chunks(job.write.model as Writes.WriteId, job.write.operation, open)
        for (const chunk of chunks)
          yield* send(
            job,
            client,
            chunk.map(({ position }) => byPosition.get(position)!)
          )
        yield* end(job)
      })

      /** When no item can be sent any more, every open one gets the same result. */
      const refuseAll = Effect.fnUntraced(function* (job: Job, code: Writing.WriteErrorCode, message: string) {
        yield* conclude(job, {
          response: null,
          error: { code, message, field: null, platform_error: null },
          reason: null,
          platform_id: null
        })
        yield* end(job)
      })

      const run = Effect.fn("UploadRunner.run")(function* (jobId: string) {
        const job = yield* load(jobId)
        if (job === null) return
        yield* carryOut(job).pipe(
          calling({ purpose: "write", uploadJobId: job.id }),
          Effect.catch((error) => {
            if (error === "limited") {
              return Effect.asVoid(
                jobs.send(
                  uploadQueue,
                  { upload_job_id: jobId },
                  { startAfter: sleep, group: String(job.target.connectionId) }
                )
              )
            }
            return error._tag === "SqlError" ? Effect.die(error) : refuseAll(job, "operation-denied", error.message)
          })
        )
        yield* finished.announce(jobId)
      }, Effect.orDie)

      /** A job that was broken off too often ends: what was not sent says so, what may have been sent as well. */
      const giveUp = Effect.fnUntraced(function* (jobId: string) {
        const job = yield* load(jobId)
        if (job === null) return
        const sent = yield* sql<{ position: number }>`
          select position from upload_item where ${within(job)} and status is null and is_sent`
        yield* conclude(
          job,
          unknownOutcome("The item was sent, and what became of it could not be found out."),
          sent.map(({ position }) => position)
        )
        yield* refuseAll(job, "unknown-error", "The job was broken off too many times before the item was sent.")
        yield* finished.announce(jobId)
      }, Effect.orDie)

      return UploadRunner.of({
        run,
        recover: Effect.gen(function* () {
          const open = yield* sql<{ id: string; connection_id: number }>`
            select id, connection_id from upload_job where finished_at is null`
          const missing = new Set(
            yield* jobs.missing(
              uploadQueue,
              "upload_job_id",
              open.map(({ id }) => id)
            )
          )
          const left = open.filter(({ id }) => missing.has(id))
          yield* jobs.sendAll(
            uploadQueue,
            left.map(({ connection_id, id }) => ({
              data: { upload_job_id: id },
              options: { group: String(connection_id) }
            }))
          )
          return left.length
        }),
        setAside: Effect.fnUntraced(function* (jobId, message) {
          const job = yield* load(jobId)
          if (job === null) return
          yield* conclude(job, unknownOutcome(message))
          yield* end(job)
        }, Effect.orDie),
        work: jobs.work(
          uploadQueue,
          { concurrency: atOnce, groupConcurrency: atOnceEach },
          ({ upload_job_id }, { lastAttempt }) =>
            lastAttempt
              ? Effect.catchDefect(run(upload_job_id), (defect) =>
                  Effect.andThen(
                    Effect.logError(`Upload job ${upload_job_id} is given up.`, defect),
                    giveUp(upload_job_id)
                  )
                )
              : run(upload_job_id)
        )
      })
    })
  )
}

/** An outcome without what the platform itself said, where that cannot be stored. */
const withoutPlatforms = ({ error, response, ...rest }: StoredResult): StoredResult => ({
  ...rest,
  response: response === null ? null : { ...response, raw_data: null },
  error: error === null ? null : { ...error, platform_error: null }
})

/** A result without a record. */
type FailedResult = StoredResult & {
  readonly error: NonNullable<StoredResult["error"]>
  readonly reason: Writing.WriteFailure["reason"]
}

const unknownOutcome = (message: string): FailedResult => ({
  response: null,
  error: { code: "unknown-outcome", message, field: null, platform_error: null },
  reason: "UnknownOutcome",
  platform_id: null
})

/** Whose `record` says under which source a write's records are stored: the same as when the platform lists them. */
const writeOf = (connector: { readonly writes: unknown }, write: Writes.WriteModel): Write.Write => {
  const writes = connector.writes as Record<string, Record<string, Write.Write>>
  return writes[write.model]![write.operation]!
}
