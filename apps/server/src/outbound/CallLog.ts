/**
 * The log of calls to platforms. Whoever calls only leaves a note in memory; once a second the notes are written together,
 * for the connections that are still there. What there is no room for is counted, and nobody waits for it.
 */
import { type ApiError, Calls } from "@svc/core/api"
import { Made } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { cleanJsonText, cleanText } from "../database/CleanJson.ts"
import * as Gathered from "../database/Gathered.ts"
import { ids, texts } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { CallFor, connectionOf, type Purpose, purposeOf } from "./CallFor.ts"

const pauses = Schedule.exponential("200 millis")
/** Times that notes are tried to be written, while the database cannot be reached. */
const tries = 5

const missed = Metric.counter("platform_calls_unlogged_total", {
  description: "Calls to platforms that are not in the log of calls, because more were made than could be written.",
  incremental: true
})

export type PlatformCallWire = (typeof Calls.PlatformCall)["Type"]

interface Note {
  readonly made: Made.CallMade
  readonly purpose: Purpose
  readonly about: CallFor
}
interface Row extends Omit<PlatformCallWire, "svc_id" | "called_at" | "svc_company_id"> {
  readonly id: number
  readonly company_id: number | null
  readonly called_at: Date
}

const columns = `id, nullif(company_id, 0) as company_id, connection_id, integration_type, called_at, purpose, operation, sync_id, upload_job_id, method,
  host, path, query_names, status, failure, attempt, milliseconds, waited_milliseconds`
const stored = ManagedList.define(Calls.list, {
  from: "platform_call",
  organisation: "organisation_id",
  company: "company_id",
  columns: {
    svc_id: "id",
    called_at: "called_at",
    svc_company_id: "nullif(company_id, 0)",
    connection_id: "connection_id",
    integration_type: "integration_type",
    purpose: "purpose",
    operation: "operation",
    sync_id: "sync_id",
    upload_job_id: "upload_job_id",
    method: "method",
    host: "host",
    path: "path",
    status: "status",
    failure: "failure",
    attempt: "attempt",
    milliseconds: "milliseconds",
    waited_milliseconds: "waited_milliseconds"
  }
})
const wire = ({ called_at, company_id, id, ...row }: Row): PlatformCallWire => ({
  svc_id: id,
  svc_company_id: company_id,
  ...row,
  called_at: called_at.toISOString()
})

/** Whole milliseconds that the database has a number for. */
const whole = (value: number): number => Math.min(2_147_483_647, Math.round(value))

export class CallLog extends Context.Service<
  CallLog,
  {
    /** Hears of every call; undefined where no log is kept. */
    readonly told: Made.OnCall | undefined
    /** Writes what was noted so far. */
    readonly flush: Effect.Effect<void>
    /** A key for one company sees the calls for that company. */
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<PlatformCallWire>, ApiError.ApiError>
  }
>()("@svc/server/outbound/CallLog") {
  static readonly layer: Layer.Layer<CallLog, never, SqlClient.SqlClient | AppConfig> = Layer.suspend(() =>
    Layer.effect(CallLog, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { callLogDays } = yield* AppConfig
  const { page } = yield* ManagedList.make
  const notes: Array<Note> = []
  let unlogged = 0

  /**
   * One batch. Who ends a connection or a company for ever waits for it, and nothing is written of one that is gone: its
   * calls are erased after it.
   */
  const write = (some: ReadonlyArray<Note>) => {
    const text = (of: (note: Note) => string | null) => texts(some.map(of))
    const number = (of: (note: Note) => number | null) => ids(some.map(of))
    const connections = some.map(({ about, made }) => connectionOf(made, about))
    return sql.unsafe(
      `with n as (
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
           $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text[],
           $16::bigint[], $17::bigint[], $18::bigint[]) with ordinality
           as n (connection_id, organisation_id, company_id, integration_type, at, purpose, operation, sync_id, upload_job_id,
             method, host, path, query_names, status, failure, attempt, milliseconds, waited, position)),
       own as (
         select id, organisation_id, company_id from connection where id = any($1) order by id for key share),
       invited as (
         select id, organisation_id from company where id = any($3) and erasing_at is null order by id for key share)
       insert into platform_call (organisation_id, company_id, connection_id, integration_type, called_at, purpose, operation,
         sync_id, upload_job_id, method, host, path, query_names, status, failure, attempt, milliseconds, waited_milliseconds)
       select coalesce(own.organisation_id, invited.organisation_id), coalesce(own.company_id, invited.id), own.id,
         n.integration_type, to_timestamp(n.at / 1000.0), n.purpose, n.operation, n.sync_id, n.upload_job_id, n.method, n.host,
         n.path, n.query_names::json, n.status, n.failure, n.attempt, n.milliseconds, n.waited
       from n left join own on own.id = n.connection_id
         left join invited on n.connection_id is null and invited.id = n.company_id
           and invited.organisation_id = n.organisation_id
       where own.id is not null or invited.id is not null order by n.position`,
      [
        ids(connections),
        number(({ about }) => about.organisationId ?? null),
        number(({ about }) => about.companyId ?? null),
        text(({ made }) => made.connector),
        number(({ made }) => made.at),
        text(({ purpose }) => purpose),
        text(({ made }) => cleanText(made.operation)),
        number(({ about }) => about.syncId ?? null),
        text(({ about }) => about.uploadJobId ?? null),
        text(({ made }) => made.method),
        text(({ made }) => cleanText(made.host)),
        text(({ made }) => cleanText(made.path)),
        text(({ made }) => cleanJsonText(JSON.stringify(made.query))),
        number(({ made }) => made.status),
        text(({ made }) => made.failure),
        number(({ made }) => made.attempt),
        number(({ made }) => whole(made.milliseconds)),
        number(({ made }) => whole(made.waited))
      ]
    )
  }
  const counted = Effect.suspend(() => {
    const some = unlogged
    unlogged = 0
    return some === 0
      ? Effect.void
      : Effect.andThen(
          Metric.update(missed, some),
          Effect.logWarning(`${some} calls to platforms are not in the log of calls.`)
        )
  })
  const writeAll = Effect.gen(function* () {
    while (notes.length > 0) {
      const some = notes.slice(0, Gathered.batchSize)
      const exit = yield* Effect.exit(write(some).pipe(Effect.retry({ times: tries, schedule: pauses })))
      // More came behind them meanwhile, never before.
      notes.splice(0, some.length)
      if (exit._tag === "Failure") {
        unlogged += some.length
        yield* Effect.logWarning("Calls to platforms could not be logged.", exit.cause)
      }
      yield* Effect.yieldNow
    }
    yield* counted
  })
  // Some 10 MB of notes at most.
  const { flush, wake } = yield* Gathered.make("Calls to platforms", writeAll)

  const told: Made.OnCall = (made) =>
    Effect.map(CallFor, (about) => {
      if (notes.length >= Gathered.most) {
        unlogged++
        return
      }
      notes.push({ made, purpose: purposeOf(made.operation, about), about })
      wake()
    })

  return CallLog.of({
    told: callLogDays > 0 ? told : undefined,
    flush,
    list: Effect.fn("CallLog.list")((caller, params) =>
      page(stored, caller, params, { select: columns }, ManagedList.each(wire))
    )
  })
})
