/**
 * Writes to a connected platform. A request becomes a job with one row for each item, stored before anything is sent; the
 * job is carried out by `UploadRunner.ts` and the request waits for it, up to half a minute.
 */
import { type Field, Models, type Write, Writes } from "@svc/core"
import { ApiError, UploadJobs, type WriteRoutes } from "@svc/core/api"
import { Writing } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Connections } from "../connections/Connections.ts"
import * as SyncConfig from "../connections/SyncConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { cleanJsonText } from "../database/CleanJson.ts"
import { ids, texts } from "../database/Parameters.ts"
import { isShardGone } from "../database/Unavailable.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import * as Turns from "../http/Turns.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type Limit, tooMany, managedPage } from "../Limits.ts"
import * as PageSize from "../records/PageSize.ts"
import { Records } from "../records/Records.ts"
import { Counting } from "../usage/Usage.ts"
import { checkKey, fingerprintOf, Idempotency, type KeptAnswer, stillRuns } from "./Idempotency.ts"
import { uploadQueue } from "./Queues.ts"
import { Finished } from "./Finished.ts"
import { References, type Referred, type Resolved } from "./References.ts"
import type { ItemResult, JobStatus, StoredResult, UploadJobWire } from "./UploadWire.ts"

type WriteRoute = WriteRoutes.WriteRoute

export interface WriteOptions {
  readonly idempotencyKey: string | null
  /** `Prefer: respond-async`: answer with the running job. */
  readonly preferAsync: boolean
  readonly requestId: string
  /** When the request came, ISO 8601. */
  readonly requestTimestamp: string
}
/** What a request holds. */
export interface Asked {
  readonly body: unknown
  /** The record that its address names; null where it names none. */
  readonly svcId: number | null
}
export interface WriteAnswer {
  readonly status: number
  /** JSON text of the whole answer. */
  readonly body: string
  readonly replayed: boolean
}
/** A job as `GET /v3/core/upload_jobs` shows it. */
export interface UploadJobDetail extends UploadJobWire {
  readonly svc_company_id: number
  readonly connection_id: number
  readonly data_model: string
  readonly operation: string
  readonly request_id: string
  readonly created_at: string
  readonly finished_at: string | null
}

/** Longest time a request waits for its job. */
const patience = "30 seconds"

interface JobRow {
  readonly id: string
  readonly company_id: number
  readonly connection_id: number
  readonly data_model: string
  readonly operation: string
  readonly status: JobStatus
  readonly request_id: string
  readonly created_at: Date
  readonly finished_at: Date | null
}
const columns = `id, company_id, connection_id, data_model, operation, status, request_id, created_at, finished_at`
const stored = ManagedList.define(UploadJobs.list, {
  from: "upload_job",
  organisation: "organisation_id",
  company: "company_id",
  columns: {
    upload_job_id: "id",
    status: "status",
    svc_company_id: "company_id",
    connection_id: "connection_id",
    data_model: "data_model",
    operation: "operation",
    request_id: "request_id",
    created_at: "created_at",
    finished_at: "finished_at"
  },
  key: { sql: "id", type: "text" },
  order: ["created_at"]
})
/** A job by what finds its items. */
type Own = Pick<JobRow, "id" | "company_id">
/** Items of several jobs that are read by one statement; their results are long where each was refused for many faults. */
const PIECE = 200
interface ItemRow {
  readonly item_job_id: string
  readonly status: "success" | "failed"
  readonly result: StoredResult
}

const envelope = {
  company_id: { kind: Members.integer, required: true },
  connection_id: { kind: Members.integer },
  integration_type: { kind: Members.text },
  data: { kind: Members.list, required: true }
} as const
interface Body {
  readonly company_id: number
  readonly connection_id?: number | null
  readonly integration_type?: string | null
  readonly data: ReadonlyArray<unknown>
}

/** A request as it is carried out. */
interface Requested {
  readonly company_id: number
  readonly connection_id: number | null
  readonly integration_type: string | null
  readonly items: ReadonlyArray<unknown>
  /** The record that the address names. */
  readonly record: Referred | null
}
const membersOf = (fields: Field.Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, { kind: Members.anything }]))

/** Checks the envelope; the items are checked one by one when they are sent. */
const check = (route: WriteRoute, body: unknown, limit: Limit) => {
  const found = [...Members.faults(body, envelope)]
  const data = Members.isRow(body) ? body["data"] : undefined
  const fault = (message: string) => found.push({ code: "invalid-params", message, field: "data" })
  if (Array.isArray(data)) {
    if (route.form === "single" && data.length !== 1)
      fault('"data" must hold exactly one item: the answer is one record.')
    else if (data.length === 0) fault('"data" must hold at least one item.')
    else if (data.length > limit.most) found.push(tooMany("data", `${data.length} items`, limit))
  }
  return Effect.as(Members.refuse(found), body as Body)
}

const resultOf = ({ item_job_id, result, status }: ItemRow): ItemResult => ({
  job_id: item_job_id,
  status,
  response: result.response,
  error: result.error === null ? null : { ...result.error, platform_id: result.platform_id }
})

/** A result as it is answered where it was asked for: the specification's addresses answer the members that it names. */
const answeredAt =
  ({ isSpecified, response: names }: WriteRoute) =>
  (result: ItemResult): ItemResult => {
    const { response } = result
    if (!isSpecified || response === null) return result
    const shown = [...names, "raw_data"].map((name) => [name, response[name] ?? null])
    return { ...result, response: Object.fromEntries(shown) }
  }

/** Every fault of a request's one item; `path` is where it stands in the body. */
const refuseItem = (issues: ReadonlyArray<Writes.ItemIssue>, path: string): Effect.Effect<void, ApiError.ApiError> =>
  Members.refuse(
    issues.map(({ code, field, message }) => {
      const place = [path, field].filter((part) => part !== "").join(".")
      return { code, message: place === "" ? message : `${place}: ${message}`, field: place || null }
    })
  )

/** What an item says that cannot be sent from where it was asked for; the rest is found out when it is sent. */
const issuesOf = (
  { fields, isSpecified, write }: WriteRoute,
  own: Write.Write,
  { input, issues }: Resolved
): ReadonlyArray<Writes.ItemIssue> => {
  if (issues.length > 0 || !isSpecified) return issues
  const checked = Writes.checkItem({ fields, requires: write.requires }, input, own)
  return Result.isSuccess(checked) ? [] : checked.failure
}
/** The same for the one item of a request, of which everything is found out. */
const faultsOf = (route: WriteRoute, own: Write.Write, resolved: Resolved): ReadonlyArray<Writes.ItemIssue> => {
  const known = issuesOf(route, own, resolved)
  if (known.length > 0 || route.isSpecified) return known
  const checked = Writes.checkItem(route.write, resolved.input, own)
  return Result.isSuccess(checked) ? [] : checked.failure
}

/** So many items are checked at a time. */
const CHECKED = 20

/** An item as it is stored: what the connector is to be given, or why it is not. */
interface Entry {
  readonly input: unknown
  readonly refused: StoredResult | null
}
const entryOf = ({ input }: Resolved, issues: ReadonlyArray<Writes.ItemIssue>): Entry => {
  if (issues.length === 0) return { input, refused: null }
  const { reason: _, ...error } = Writing.faultOf(issues)
  return { input, refused: { response: null, error, reason: null, platform_id: null } }
}

/** Statuses with which an update answers the refusal of its one item. */
const refusals: Partial<Record<Writing.WriteErrorCode, number>> = {
  "operation-denied": 422,
  "unknown-error": 502
}
const refusalOf = (result: StoredResult, path: string): ApiError.ApiError => {
  const error = result.error!
  const code = result.reason === "NotFound" ? "not-found" : error.code
  const status = refusals[error.code]
  const detail: ApiError.ErrorDetail = {
    code: code === "unknown-error" ? "platform-error" : code,
    message: error.message,
    field: error.field === null ? null : `${path}${error.field}`
  }
  return new ApiError.ApiError({
    ...detail,
    details: [detail],
    ...(status === undefined ? {} : { httpStatus: status })
  })
}

/** The kept answer to a key; a refusal is refused again. */
const replay = ({ body, status }: KeptAnswer): Effect.Effect<WriteAnswer, ApiError.ApiError> =>
  status < 400
    ? Effect.succeed({ status, body, replayed: true })
    : Effect.fail(new ApiError.ApiError({ ...JSON.parse(body), replayed: true }))

export class Uploads extends Context.Service<
  Uploads,
  {
    /** Checks the envelope, makes the job and waits for it. A refusal of validation leaves no trace and keeps no key. */
    readonly write: (
      caller: Caller,
      route: WriteRoute,
      asked: Asked,
      options: WriteOptions
    ) => Effect.Effect<WriteAnswer, ApiError.ApiError>
    readonly get: (caller: Caller, id: string) => Effect.Effect<UploadJobDetail, ApiError.ApiError>
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<UploadJobDetail>, ApiError.ApiError>
  }
>()("@svc/server/uploads/Uploads") {
  static readonly layer: Layer.Layer<
    Uploads,
    never,
    SqlClient.SqlClient | Jobs | Connections | Connectors | AppConfig | Finished | Records
  > = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const connections = yield* Connections
      const connectors = yield* Connectors
      const config = yield* AppConfig
      const finished = yield* Finished
      const records = yield* Records
      const count = yield* Counting
      const audit = Audit.writer(sql)
      const idempotency = Idempotency(sql)
      const references = References(sql)
      const { page } = yield* ManagedList.make

      const pageBytes = managedPage(config.limits)
      /**
       * The results of the first of these jobs, of as many as fit in an answer, and of the first in any case: what its
       * platform's records would take beyond that is left out, and to be had from the lists.
       */
      const itemsOf = Effect.fnUntraced(function* (jobs: ReadonlyArray<Own>) {
        const counts = yield* countsOf(jobs)
        const items: Array<ReadonlyArray<ItemRow>> = []
        let left = pageBytes.most
        for (let at = 0; at < jobs.length && left >= 0;) {
          // No more items together than keep the database for a moment.
          const piece = PageSize.fitting(jobs.slice(at), ({ id }) => counts.get(id) ?? 0, PIECE)
          at += piece.length
          const found = yield* firstOf(piece, left)
          left -= found.at(-1)?.upto ?? 0
          const byJob = Map.groupBy(found, ({ job }) => job)
          const end = left < 0 ? found.at(-1)!.job - 1 : piece.length
          items.push(...piece.slice(0, end).map((_, index) => byJob.get(index + 1) ?? []))
        }
        return items.length === 0 ? [yield* withoutRaw(jobs[0]!)] : items
      })
      /** How many items there are of several jobs; one is read alone, however many it has. */
      const countsOf = (jobs: ReadonlyArray<Own>) =>
        jobs.length === 1
          ? Effect.succeed(new Map<string, number>())
          : Effect.map(
              sql<{ readonly job_id: string; readonly n: number }>`
                select job_id, count(*)::int as n from upload_item where ${within(jobs)} group by job_id`,
              (rows) => new Map(rows.map(({ job_id, n }) => [job_id, n]))
            )
      const within = (jobs: ReadonlyArray<Own>) =>
        sql`company_id = any(${ids(
          jobs.map(({ company_id }) => company_id)
        )}) and job_id = any(${texts(jobs.map(({ id }) => id))})`
      /** Results as long as they fit in so many bytes, and the first that does not. */
      const firstOf = (jobs: ReadonlyArray<Own>, most: number) =>
        sql<ItemRow & { readonly job: number; readonly upto: number }>`
          select job, item_job_id, status, result, upto from (
            select job, position, item_job_id, status, result, octet_length(result::text) as size,
              sum(octet_length(result::text)) over (order by job, position rows unbounded preceding) as upto
            from (select *, array_position(${texts(jobs.map(({ id }) => id))}, job_id) as job from upload_item
              where ${within(jobs)} and status is not null) own) i
          where upto - size <= ${most} order by job, position`
      const withoutRaw = ({ company_id, id }: Own) =>
        sql<ItemRow>`
          select item_job_id, status, case
            when sum(octet_length(result::text)) over (order by position rows unbounded preceding) <= ${pageBytes.most}
              then result else jsonb_set(result::jsonb, '{response,raw_data}', 'null', false)::json end as result
          from upload_item where company_id = ${company_id} and job_id = ${id} and status is not null order by position`
      const jobsWhere = (where: string, params: ReadonlyArray<unknown>) =>
        sql.unsafe<JobRow>(`select ${columns} from upload_job where ${where}`, params)
      const details = Effect.fnUntraced(function* (rows: ReadonlyArray<JobRow>) {
        if (rows.length === 0) return []
        const items = yield* itemsOf(rows)
        return rows.slice(0, items.length).map((row, index): UploadJobDetail => ({
          status: row.status,
          upload_job_id: row.id,
          svc_company_id: row.company_id,
          connection_id: row.connection_id,
          data_model: row.data_model,
          operation: row.operation,
          request_id: row.request_id,
          created_at: row.created_at.toISOString(),
          finished_at: row.finished_at?.toISOString() ?? null,
          data: items[index]!.map(resultOf)
        }))
      })

      const make = (
        caller: Caller,
        { company_id, id: connectionId }: { readonly company_id: number; readonly id: number },
        write: Writes.WriteModel,
        entries: ReadonlyArray<Entry>,
        fingerprint: string,
        options: WriteOptions
      ) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const id = randomUUID()
              yield* sql`insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id)
              select ${id}, organisation_id, company_id, id, ${write.model}, ${write.operation}, 'CREATED', ${options.requestId}
              from connection where id = ${connectionId} returning commit_jointly()`
              const claimed =
                options.idempotencyKey === null ||
                (yield* idempotency.claim(caller.organisationId, company_id, options.idempotencyKey, fingerprint, id))
              if (!claimed) return null
              const refusals = entries.map(({ refused }) =>
                refused === null ? null : cleanJsonText(JSON.stringify(refused))
              )
              yield* sql`insert into upload_item (company_id, job_id, position, item_job_id, input, status, result)
              select ${company_id}::bigint, ${id}, n.position - 1, n.item_job_id, n.input::json,
                case when n.refused is null then null else 'failed' end, n.refused::json
              from unnest(${entries.map(() => randomUUID())}::text[],
                ${entries.map(({ input }) => cleanJsonText(JSON.stringify(input ?? null)))}::text[],
                ${texts(refusals)}::text[]) with ordinality as n(item_job_id, input, refused, position)`
              yield* jobs.send(uploadQueue, { upload_job_id: id }, { priority: 10, group: String(connectionId) })
              // What a program writes is its daily work, and in its jobs; what a person does by the console is an act.
              if (caller.sessionId !== undefined) {
                const { model: data_model, operation } = write
                yield* audit(Audit.by(caller), {
                  action: "WRITE_STARTED",
                  target: id,
                  companyId: company_id,
                  details: { connection_id: connectionId, data_model, operation, items: entries.length }
                })
              }
              return id
            }).pipe(
              // Another request claimed the key meanwhile: what was inserted here is taken back.
              Effect.flatMap((id) => (id === null ? Effect.fail("taken" as const) : Effect.succeed(id)))
            )
          )
          .pipe(
            Effect.retry({ times: 3, while: isShardGone }),
            Effect.tap(() =>
              Effect.sync(() =>
                count(
                  { organisationId: caller.organisationId, companyId: company_id },
                  { written_items: entries.length }
                )
              )
            )
          )

      const answerOf = Effect.fnUntraced(function* (route: WriteRoute, jobId: string, options: WriteOptions) {
        const { form, write } = route
        const [row] = yield* jobsWhere("id = $1", [jobId])
        const [items = []] = yield* itemsOf([row!])
        const first = items[0]
        const isDone = row!.finished_at !== null
        if (form !== "items" && isDone && first !== undefined) {
          if (first.status === "failed") return yield* refusalOf(first.result, form === "single" ? "data[0]." : "")
          const id = first.result.platform_id!
          const bodies = yield* records.bodies(
            { companyId: row!.company_id, connectionId: row!.connection_id },
            write.model as never,
            [id],
            form === "record"
          )
          return `{"data":${bodies.get(id) ?? "null"}}`
        }
        const wire: UploadJobWire = {
          status: row!.status,
          upload_job_id: jobId,
          data: items.map(resultOf).map(answeredAt(route))
        }
        return JSON.stringify({
          data: wire,
          request_timestamp: options.requestTimestamp,
          response_timestamp: new Date().toISOString(),
          request_id: options.requestId
        })
      })

      /** Answers a job as it stands and keeps that answer; a refusal is an answer too, unless it is one of validation. */
      const answered = Effect.fnUntraced(function* (route: WriteRoute, jobId: string, options: WriteOptions) {
        const { key, ...answer } = yield* answerOf(route, jobId, options).pipe(
          Effect.map((text) => ({ status: 200, body: text, key: options.idempotencyKey })),
          Effect.catchTag("SqlError", Effect.die),
          Effect.tapError((error) =>
            Effect.orDie(
              error.status === 400
                ? Effect.asVoid(idempotency.release(jobId))
                : Effect.asVoid(idempotency.keep(jobId, { status: error.status, body: JSON.stringify(error) }))
            )
          )
        )
        const given = key === null ? answer : yield* Effect.orDie(idempotency.keep(jobId, answer))
        return { ...given, replayed: false } satisfies WriteAnswer
      })

      /** The answer to a key that was used before; null for a new one. */
      const earlier = Effect.fnUntraced(function* (
        caller: Caller,
        companyId: number,
        key: string,
        fingerprint: string,
        route: WriteRoute,
        options: WriteOptions
      ) {
        const known = yield* idempotency.find(caller.organisationId, companyId, key, fingerprint)
        if (known === null) return null
        if (known._tag === "Kept") return yield* replay(known.answer)
        const [job] = yield* jobsWhere("id = $1 and finished_at is not null", [known.jobId]).pipe(Effect.orDie)
        // The process that took the first request died before it could answer; the job itself was carried out.
        return job === undefined
          ? yield* stillRuns
          : { ...(yield* answered(route, known.jobId, options)), replayed: true }
      })

      /** What is to be written where: of the body around the items, or of the record that the address names. */
      const requestOf = Effect.fnUntraced(function* (
        caller: Caller,
        route: WriteRoute,
        { body, svcId }: Asked
      ): Effect.fn.Return<Requested, ApiError.ApiError> {
        const { fields, form, write } = route
        if (form !== "record") {
          const { company_id, connection_id, data, integration_type } = yield* check(
            route,
            body,
            config.limits.batchItems
          )
          if (!sees(caller, company_id)) return yield* ApiError.notFound(`company ${company_id}`, "company_id")
          return {
            company_id,
            connection_id: connection_id ?? null,
            integration_type: integration_type ?? null,
            items: data,
            record: null
          }
        }
        const hasItem = Object.keys(fields).length > 0
        if (hasItem || body !== undefined) yield* Members.refuse(Members.faults(body, membersOf(fields)))
        const record = yield* references.one(caller.organisationId, caller.companyId, write.model, svcId!)
        if (record === null) return yield* ApiError.notFound(`record ${svcId} of ${write.model}`, "svc_id")
        return {
          company_id: record.company_id,
          connection_id: record.connection_id,
          integration_type: null,
          items: [{ platform_id: record.platform_id, ...(hasItem ? (body as object) : {}) }],
          record
        }
      })

      return Uploads.of({
        write: Effect.fn("Uploads.write")(function* (caller, route, asked, options) {
          const { write } = route
          const key = options.idempotencyKey
          if (key !== null) yield* checkKey(key)
          const request = yield* requestOf(caller, route, asked)
          const { company_id, record } = request
          // Without a key nobody asks whether it is the same request.
          const fingerprint =
            key === null
              ? ""
              : fingerprintOf(`${route.method} ${route.path.replace(":svc_id", String(asked.svcId))}`, asked.body)
          if (key !== null) {
            const before = yield* earlier(caller, company_id, key, fingerprint, route, options)
            if (before !== null) return before
          }
          const connection = yield* connections.choose(caller, {
            company_id,
            category: Models.get(write.model as Models.ModelId).category,
            connection_id: request.connection_id,
            integration_type: request.integration_type
          })
          const offered = (yield* connectors.get(connection.integration_type))?.writes as
            | Readonly<Record<string, Readonly<Record<string, Write.Write>> | undefined>>
            | undefined
          const own = offered?.[write.model]?.[write.operation]
          const what = `${write.operation} ${write.model}`
          if (own === undefined) {
            return yield* ApiError.make("unsupported", `${connection.integration_type} does not offer ${what}.`)
          }
          if (!SyncConfig.allows(connection.sync_config, write.model, SyncConfig.accessOf[write.operation])) {
            return yield* ApiError.make(
              "operation-denied",
              `The configuration of connection ${connection.id} does not allow to ${what}.`
            )
          }
          if (record?.deleted === true) {
            return yield* ApiError.make("not-found", `The record ${record.svc_id} is deleted already.`, "svc_id")
          }
          const place = { organisationId: caller.organisationId, companyId: company_id, connectionId: connection.id }
          const resolved: ReadonlyArray<Resolved> = route.isSpecified
            ? request.items.map((input) => ({ input, issues: [] }))
            : yield* references.resolve(
                place,
                write.fields,
                request.items,
                route.form === "items" && write.operation === "update" ? write.model : null
              )
          // The answer is about the request's one item: a fault of it is a fault of the request.
          if (route.form !== "items") {
            yield* refuseItem(faultsOf(route, own, resolved[0]!), route.form === "single" ? "data[0]" : "")
          }
          const entries: Array<Entry> = []
          for (let at = 0; at < resolved.length; at += CHECKED) {
            const some = resolved.slice(at, at + CHECKED)
            const checked = Effect.sync(() => some.map((one) => entryOf(one, issuesOf(route, own, one))))
            entries.push(...(yield* Turns.piece(checked)))
          }
          const jobId = yield* make(caller, connection, write, entries, fingerprint, options).pipe(
            Effect.catchIf(
              (error) => error === "taken",
              () => Effect.succeed(null)
            ),
            Effect.orDie
          )
          if (jobId === null) {
            const before = yield* earlier(caller, company_id, key!, fingerprint, route, options)
            return before ?? (yield* stillRuns)
          }
          if (!options.preferAsync) yield* Turns.away(Effect.timeoutOption(finished.await(jobId), patience))
          else
            yield* sql`update upload_job set status = 'RUNNING' where id = ${jobId} and finished_at is null`.pipe(
              Effect.orDie
            )
          return yield* answered(route, jobId, options)
        }),
        get: Effect.fn("Uploads.get")(function* (caller, id) {
          const [row] = yield* jobsWhere(
            "organisation_id = $1 and id = $2 and ($3::bigint is null or company_id = $3)",
            [caller.organisationId, id, caller.companyId]
          ).pipe(Effect.orDie)
          if (row === undefined) return yield* ApiError.notFound(`upload job ${id}`, "upload_job_id")
          return (yield* Effect.orDie(details([row])))[0]!
        }),
        list: Effect.fn("Uploads.list")((caller, params) =>
          page(stored, caller, params, { select: columns }, (rows: ReadonlyArray<JobRow>) =>
            Effect.orDie(details(rows))
          )
        )
      })
    })
  )
}
