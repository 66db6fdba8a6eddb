/** Jobs that were given up: what they were to do, why they failed, and trying one again. */
import { ApiError, type Service as Definition, Service } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/Audit.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { Jobs } from "./Jobs.ts"

type FailedWire = (typeof Definition.FailedJob)["Type"]
type RetriedWire = (typeof Definition.RetriedJob)["Type"]

interface Row extends Omit<FailedWire, "created_at" | "failed_at" | "svc_company_id"> {
  readonly company_id: number | null
  readonly created_at: Date
  readonly failed_at: Date
}

/** A number of what a job carries; null where it carries none, or something else. */
const number = (name: string): string =>
  `case when j.data ->> '${name}' ~ '^[0-9]{1,18}$' then (j.data ->> '${name}')::bigint end`
const uuid = (name: string): string =>
  `case when j.data ->> '${name}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (j.data ->> '${name}')::uuid end`
const said = (name: string): string => `coalesce(j.data ->> '${name}', '?')`
/** What a job was to do, by what it carries. */
const about = `case j.name
  when 'sync' then 'Read the data models of sync ' || ${said("sync_id")} || '.'
  when 'refetch' then 'Fetch '
    || case jsonb_typeof(j.data::jsonb -> 'ids') when 'array' then jsonb_array_length(j.data::jsonb -> 'ids')::text else 'some' end
    || ' ' || ${said("model")} || ' again, of which the platform of connection ' || ${said("connection_id")} || ' has told.'
  when 'remap' then 'Map the stored items of connection ' || ${said("connection_id")} || ' again.'
  when 'field-mappings' then
    'Bring the connections to ' || ${said("integration_type")} || ' in line with the field mappings.'
  when 'upload' then 'Send the items of upload job ' || ${said("upload_job_id")} || ' to the platform.'
  when 'webhooks/deliver' then 'Deliver what is due for webhook ' || ${said("webhook_id")} || '.'
  when 'webhooks/told' then 'Look at what the platform has told of connection ' || ${said("connection_id")} || '.'
  when 'webhooks/subscribe' then
    'Look at what is registered at the platform for connection ' || ${said("connection_id")} || '.'
  else 'Work of ' || j.name || '.' end`
/**
 * Jobs that were given up, by the organisation that they are of. The engine knows none, so it is what they carry that tells;
 * where that tells nothing, whoever runs the service is to see them.
 */
export const failed = `(
  select j.id::text as id, j.name as queue, ${about} as about, j.created_on as created_at, j.completed_on as failed_at,
    j.retry_count + 1 as attempts, coalesce(j.output ->> 'message', 'It ended without a word.') as error,
    c.id as connection_id, c.company_id, o.id as organisation_id
  from pgboss.job j
    left join sync s on j.name = 'sync' and s.id = ${number("sync_id")}
    left join upload_job u on j.name = 'upload' and u.id = j.data ->> 'upload_job_id'
    left join webhook w on j.name = 'webhooks/deliver' and w.id = ${uuid("webhook_id")}
    left join connection c on c.id = coalesce(${number("connection_id")}, s.connection_id, u.connection_id)
    join organisation o
      on o.id = coalesce(c.organisation_id, w.organisation_id, ${number("organisation_id")}, o.id)
  where j.state = 'failed') f`
const list = ManagedList.define(Service.failedList, {
  from: failed,
  organisation: "f.organisation_id",
  company: null,
  columns: {
    id: "f.id",
    queue: "f.queue",
    about: "f.about",
    svc_company_id: "f.company_id",
    connection_id: "f.connection_id",
    error: "f.error",
    attempts: "f.attempts",
    created_at: "f.created_at",
    failed_at: "f.failed_at"
  },
  key: { sql: "f.id", type: "text" }
})
const columns = `f.id, f.queue, f.about, f.error, f.attempts, f.created_at, f.failed_at, f.connection_id, f.company_id`

/** What the jobs of a queue do, after "were to". */
export const workOf = (queue: string): string => works[queue] ?? `do the work of ${queue}`
const works: Readonly<Record<string, string>> = {
  sync: "read data models",
  refetch: "fetch records again of which a platform has told",
  remap: "map stored items again",
  "field-mappings": "bring connections in line with field mappings",
  upload: "send items to a platform",
  "webhooks/deliver": "deliver to webhooks",
  "webhooks/told": "look at what a platform has told",
  "webhooks/subscribe": "look at what is registered at a platform"
}

const wire = (row: Row): FailedWire => ({
  id: row.id,
  queue: row.queue,
  about: row.about,
  svc_company_id: row.company_id,
  connection_id: row.connection_id,
  error: row.error,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  failed_at: row.failed_at.toISOString()
})

export class FailedJobs extends Context.Service<
  FailedJobs,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<FailedWire>, ApiError.ApiError>
    readonly retry: (caller: Caller, id: string) => Effect.Effect<RetriedWire, ApiError.ApiError>
  }
>()("@svc/server/jobs/FailedJobs") {
  static readonly layer: Layer.Layer<FailedJobs, never, SqlClient.SqlClient | Jobs> = Layer.suspend(() =>
    Layer.effect(FailedJobs, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make
  const refuse = ({ companyId }: Caller) =>
    companyId === null
      ? Effect.void
      : ApiError.make(
          "operation-denied",
          "The service is looked after by its operators; this API key is for one company only."
        )
  return FailedJobs.of({
    list: Effect.fn("FailedJobs.list")(function* (caller, params) {
      yield* refuse(caller)
      return yield* page(list, caller, params, { select: columns }, ManagedList.each(wire))
    }),
    retry: Effect.fn("FailedJobs.retry")(function* (caller, id) {
      yield* refuse(caller)
      const found = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const own = yield* sql.unsafe(
              `select 1 from ${failed} where f.id = $1 and f.organisation_id = $2::bigint`,
              [id, caller.organisationId]
            )
            const retried = own.length === 0 ? null : yield* jobs.retry(id)
            if (retried !== null && retried !== "there") {
              yield* audit(Audit.by(caller), { action: "JOB_RETRIED", target: id, details: { queue: retried.queue } })
            }
            return retried
          })
        )
        .pipe(Effect.orDie)
      if (found === null) return yield* ApiError.notFound(`failed job ${id}`, "id")
      if (found === "there") {
        return yield* ApiError.make("conflict", "The same work waits or runs already: there is nothing to try again.")
      }
      return { id, queue: found.queue }
    })
  })
})
