/**
 * The life of a sync, of its parts, and of what its connection shows of them: which state follows which, and nothing else
 * writes them. Every statement names the states it leaves, so that what has ended stays as it ended, whatever comes late;
 * and whoever moves a sync on holds its connection first, so that two who do take turns.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ids, texts } from "../database/Parameters.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { CallFor } from "../outbound/CallFor.ts"
import type { Counts } from "../records/Records.ts"
import { Figuring } from "../overview/Figures.ts"
import { added, today } from "../usage/Usage.ts"
import { Events } from "../webhooks/Events.ts"
import { refetchQueue, syncQueue } from "./Queues.ts"
import { columns, completedOf, type SyncRow, type SyncStatus, type Trigger } from "./SyncWire.ts"

/** What may follow. A run that another process takes up goes from RUNNING to RUNNING; where nothing follows, it has ended. */
const next: Readonly<Record<SyncStatus, ReadonlyArray<SyncStatus>>> = {
  CREATED: ["RUNNING", "FAILED", "CANCELLED"],
  RUNNING: ["RUNNING", "SUCCESS", "PARTIAL_SUCCESS", "FAILED", "CANCELLED"],
  SUCCESS: [],
  PARTIAL_SUCCESS: [],
  FAILED: [],
  CANCELLED: []
}
/** The states that may become this one. */
const before = (status: SyncStatus): unknown =>
  texts((Object.keys(next) as ReadonlyArray<SyncStatus>).filter((from) => next[from].includes(status)))

/** What the parts of a sync brought; null where it has none. */
type Brought = Readonly<Record<"created" | "updated" | "deleted" | "refused", number | null>>
/** How a sync can end. */
export type End = "SUCCESS" | "PARTIAL_SUCCESS" | "FAILED" | "CANCELLED"
/** `Held`: it is to go on when its connection may be read again. */
export type Standing = "Open" | "Held" | "Ended"

/**
 * Whether the connection `c` is not to be read for now: an operator paused it, or its integration is disabled. What was begun
 * waits, and what becomes due is started when that is over.
 */
export const held = `(c.paused_at is not null or exists (select 1 from integration i
  where i.organisation_id = c.organisation_id and i.integration_type = c.integration_type and i.is_disabled))`

/** How often a run that is held looks by itself whether it still is, in seconds; who lifts a pause wakes it. */
export const patience = 3600
/** How long a part has run, in whole milliseconds. */
const elapsed = "(extract(epoch from clock_timestamp() - started_at) * 1000)::bigint"
/** A part of any length has a hundred steps or two: each is a twelfth of what there was before it later than the last. */
const isWorthAStep = `$8::int > 0 and ${elapsed} > coalesce((course -> -1 ->> 0)::bigint, 0) * 13 / 12 + 20`

/** Open syncs that are looked at in one go. */
const chunk = 1000

export class SyncLife extends Context.Service<
  SyncLife,
  {
    /** Makes a run for each healthy connection of which models are wanted, with its job; answers the runs by connection. */
    readonly create: (
      wanted: ReadonlyMap<number, ReadonlyArray<string>>,
      trigger: Trigger,
      full: boolean
    ) => Effect.Effect<ReadonlyMap<number, number>, SqlError>
    /** A process begins a sync, or takes it up. False when it has ended: then there is nothing to do. */
    readonly start: (id: number) => Effect.Effect<boolean, SqlError>
    /** The same of a part. Who dies of it counts nothing any more, so it counts as such a death until {@link alive}. */
    readonly startPart: (id: number, model: string) => Effect.Effect<boolean, SqlError>
    readonly alive: (id: number, model: string) => Effect.Effect<void, SqlError>
    /**
     * Adds what a page brought, in the transaction of the page, with what was asked of the platform since the last was
     * counted. False when the part has ended: take it all back.
     */
    readonly count: (
      id: number,
      model: string,
      brought: Counts & { readonly read: number; readonly refused: number; readonly pages: number }
    ) => Effect.Effect<boolean, SqlError>
    readonly endPart: (
      id: number,
      model: string,
      status: "SUCCESS" | "FAILED" | "CANCELLED",
      error: string | null
    ) => Effect.Effect<void, SqlError>
    readonly standing: (id: number) => Effect.Effect<Standing, SqlError>
    /**
     * Puts a sync off: by so many seconds, or, where null, until its connection may be read again. One whose connection was
     * released after it began is not put off, since what it heard is of before: true where that is so.
     */
    readonly wait: (id: number, seconds: number | null) => Effect.Effect<boolean, SqlError>
    /** Ends a sync with its event. False when it had ended, or never began what it is said to have done. */
    readonly end: (id: number, status: End, error: string | null) => Effect.Effect<boolean, SqlError>
    /** Ends a sync as its parts have ended. */
    readonly conclude: (id: number) => Effect.Effect<boolean, SqlError>
    /** Cancels all of a connection that have not ended. */
    readonly cancelAll: (connectionId: number, why: string) => Effect.Effect<void, SqlError>
    /** Brings what connections show of their syncs in line with what these are. */
    readonly show: (connectionIds: ReadonlyArray<number>) => Effect.Effect<void, SqlError>
    /** After a hold was lifted: what waits goes on at once, what became due meanwhile is due now. */
    readonly release: (connectionIds: ReadonlyArray<number>) => Effect.Effect<void, SqlError>
    /** Gives syncs that no job works on a new one; answers how many those were. */
    readonly recover: Effect.Effect<number, SqlError>
  }
>()("@svc/server/sync/SyncLife") {
  static readonly layer: Layer.Layer<SyncLife, never, SqlClient.SqlClient | Jobs | Events> = Layer.suspend(() =>
    Layer.effect(SyncLife, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const events = yield* Events
  const figure = yield* Figuring

  /** Holds the connection of a sync, and answers it; undefined when they are gone. */
  const lock = (id: number) =>
    Effect.map(
      sql<{ id: number }>`select id from connection where id = (select connection_id from sync where id = ${id})
        for no key update`,
      ([row]) => row?.id
    )
  const show: (typeof SyncLife)["Service"]["show"] = Effect.fnUntraced(function* (connectionIds) {
    if (connectionIds.length === 0) return
    // First held, then looked at: of what another changed meanwhile a statement that waited would see half.
    yield* sql`select 1 from connection where id = any(${ids(connectionIds)}) order by id for no key update`
    yield* shown(connectionIds)
  })
  /** What was tallied is taken off where it is kept: of a transaction that fails nothing is. */
  const counting = <A>(
    count: (calls: number, waited: number) => Effect.Effect<A, SqlError>
  ): Effect.Effect<A, SqlError> =>
    Effect.flatMap(CallFor, ({ tally = { calls: 0, waited: 0 } }) => {
      const [calls, waited] = [tally.calls, Math.round(tally.waited)]
      const taken = Effect.sync(() => {
        tally.calls -= calls
        tally.waited -= waited
      })
      return Effect.tap(count(calls, waited), sql.afterCommit(taken))
    })
  const open = "from sync s where s.connection_id = c.id and s.finished_at is null"
  /** The same for connections that are held. */
  const shown = (connectionIds: ReadonlyArray<number>) =>
    sql.unsafe(
      `update connection c set
         sync_status = case
           when c.paused_at is not null then 'PAUSED'
           when not exists (select 1 ${open}) then case when c.status <> 'DISCONNECTED' and 'FAILED' = (
             select s.status from sync s where s.connection_id = c.id order by s.id desc limit 1)
             then 'FAILED' else 'IDLE' end
           when c.sync_resume_at > clock_timestamp() or ${held} then 'PAUSED'
           when exists (select 1 ${open} and s.status = 'RUNNING') then 'SYNCING'
           else 'QUEUED' end,
         sync_resume_at = case when c.sync_resume_at > clock_timestamp() and c.paused_at is null
           and exists (select 1 ${open}) then c.sync_resume_at end
       where c.id = any($1::bigint[])`,
      [ids(connectionIds)]
    )
  const jobOf = (connectionId: number, id: number, startAfter?: number) => ({
    data: { sync_id: id },
    options: { key: String(connectionId), group: String(connectionId), ...(startAfter ? { startAfter } : {}) }
  })

  const end: (typeof SyncLife)["Service"]["end"] = (id, status, error) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const connectionId = yield* lock(id)
        if (connectionId === undefined) return false
        const ended = yield* sql<{ organisation_id: number }>`
          update sync set status = ${status}, error = ${error}, finished_at = clock_timestamp()
          where id = ${id} and finished_at is null and status = any(${before(status)}) returning organisation_id`
        if (ended[0] === undefined) return false
        yield* sql`
          update sync_job set finished_at = clock_timestamp(), error = coalesce(error, ${error}::text),
            status = case when status = 'CREATED' or ${status === "CANCELLED"}::boolean then 'CANCELLED' else 'FAILED' end
          where sync_id = ${id} and finished_at is null`
        yield* shown([connectionId])
        const [row] = yield* sql.unsafe<SyncRow & Brought>(
          `select ${columns}, n.* from sync s join connection c on c.id = s.connection_id
             cross join lateral (select sum(records_created)::float8 as created, sum(records_updated)::float8 as updated,
               sum(records_deleted)::float8 as deleted, sum(records_refused)::float8 as refused
               from sync_job where sync_id = s.id) n
           where s.id = $1`,
          [id]
        )
        const { created, deleted, refused, updated } = row!
        figure(
          { kind: "syncs", organisationId: ended[0].organisation_id, name: row!.integration_type },
          {
            done: 1,
            failed: status === "FAILED" || status === "PARTIAL_SUCCESS" ? 1 : 0,
            created: created ?? 0,
            updated: updated ?? 0,
            deleted: deleted ?? 0,
            refused: refused ?? 0
          }
        )
        yield* events.append([
          {
            organisation_id: ended[0].organisation_id,
            company_id: row!.company_id,
            connection_id: connectionId,
            integration_type: row!.integration_type,
            type: "SYNC_COMPLETED",
            data_model: null,
            operation: null,
            subject: id,
            data: JSON.stringify(completedOf(row!))
          }
        ])
        return true
      })
    )

  return SyncLife.of({
    show,
    end,
    create: Effect.fnUntraced(function* (wanted, trigger, full) {
      const parts = [...wanted].flatMap(([id, models]) => models.map((model) => ({ id, model })))
      if (parts.length === 0) return new Map<number, number>()
      const made = yield* sql<{ id: number; connection_id: number }>`
        with part as (
          select * from unnest(${ids(parts.map(({ id }) => id))}, ${texts(parts.map(({ model }) => model))})
            with ordinality as p (connection_id, data_model, position)),
        made as (
          insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger, data_models)
          select c.organisation_id, c.company_id, c.id, 'CREATED', ${full}, ${trigger},
            array_agg(p.data_model order by p.position)
          from part p join connection c on c.id = p.connection_id and c.status = 'HEALTHY'
          group by c.id returning id, connection_id),
        jobs as (
          insert into sync_job (sync_id, data_model, status)
          select m.id, p.data_model, 'CREATED' from made m join part p on p.connection_id = m.connection_id
          order by m.id, p.position)
        select id, connection_id from made`
      // Not in the same statement: companies are locked before their connections.
      yield* show(made.map(({ connection_id }) => connection_id))
      yield* jobs.sendAll(
        syncQueue,
        made.map(({ connection_id, id }) => jobOf(connection_id, id))
      )
      return new Map(made.map(({ connection_id, id }) => [connection_id, id]))
    }),
    start: (id) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const connectionId = yield* lock(id)
          if (connectionId === undefined) return false
          const begun = yield* sql`
            update sync set status = 'RUNNING', started_at = coalesce(started_at, clock_timestamp())
            where id = ${id} and finished_at is null and status = any(${before("RUNNING")}) returning 1 as one`
          if (begun.length === 0) return false
          yield* sql`update connection set sync_resume_at = null where id = ${connectionId}`
          yield* shown([connectionId])
          return true
        })
      ),
    startPart: (id, model) =>
      Effect.map(
        sql`update sync_job set status = 'RUNNING', started_at = coalesce(started_at, clock_timestamp()), deaths = deaths + 1
          where sync_id = ${id} and data_model = ${model} and finished_at is null and status = any(${before("RUNNING")})
          returning 1 as one`,
        (rows) => rows.length > 0
      ),
    alive: (id, model) =>
      Effect.asVoid(
        counting(
          (calls, waited) =>
            sql`update sync_job set deaths = 0, calls = calls + ${calls},
              waited_milliseconds = waited_milliseconds + ${waited}
            where sync_id = ${id} and data_model = ${model} and finished_at is null`
        )
      ),
    count: (id, model, { created, deleted, pages, read, refused, updated }) =>
      Effect.map(
        counting((calls, waited) =>
          sql.unsafe(
            `with part as (
             update sync_job set records_read = records_read + $3, records_created = records_created + $4,
               records_updated = records_updated + $5, records_deleted = records_deleted + $6,
               records_refused = records_refused + $7, deaths = 0, pages = pages + $8, calls = calls + $9,
               waited_milliseconds = waited_milliseconds + $10, course = case when ${isWorthAStep}
                 then course || jsonb_build_array(jsonb_build_array(${elapsed}, pages + $8, records_read + $3)) else course end
             where sync_id = $1 and data_model = $2 and finished_at is null returning sync_id),
           used as (
             insert into company_usage as u (organisation_id, company_id, day, records_read, records_created, records_updated,
               records_deleted)
             select s.organisation_id, s.company_id, ${today}, $3, $4, $5, $6 from part p join sync s on s.id = p.sync_id
             where $3::int + $4::int + $5::int + $6::int > 0 ${added})
           -- A page's records are on another node: what it brought and what is counted here end together.
          select 1 as one, commit_jointly() from part`,
            [id, model, read, created, updated, deleted, refused, pages, calls, waited]
          )
        ),
        (rows) => rows.length > 0
      ),
    endPart: (id, model, status, error) =>
      Effect.asVoid(
        counting(
          (calls, waited) =>
            sql`update sync_job set status = ${status}, error = ${error}, finished_at = clock_timestamp(),
              calls = calls + ${calls}, waited_milliseconds = waited_milliseconds + ${waited}
            where sync_id = ${id} and data_model = ${model} and finished_at is null and status = any(${before(status)})`
        )
      ),
    standing: (id) =>
      Effect.map(
        sql.unsafe<{ held: boolean }>(
          `select ${held} as held from sync s join connection c on c.id = s.connection_id
           where s.id = $1 and s.finished_at is null`,
          [id]
        ),
        ([row]): Standing => (row === undefined ? "Ended" : row.held ? "Held" : "Open")
      ),
    wait: (id, seconds) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const connectionId = yield* lock(id)
          if (connectionId === undefined) return false
          const [row] = yield* sql.unsafe<{ held: boolean }>(
            `select ${held} as held from sync s join connection c on c.id = s.connection_id
             where s.id = $1 and s.finished_at is null`,
            [id]
          )
          if (row === undefined) return false
          const isReleased = !row.held && (yield* jobs.isHastened(syncQueue, "sync_id", String(id)))
          if (seconds !== null && !isReleased) {
            yield* sql`update connection set sync_resume_at = clock_timestamp() + make_interval(secs => ${seconds})
              where id = ${connectionId}`
          }
          yield* shown([connectionId])
          const { data, options } = jobOf(connectionId, id, row.held ? patience : isReleased ? 0 : (seconds ?? 0))
          yield* jobs.send(syncQueue, data, options)
          return isReleased
        })
      ),
    conclude: (id) =>
      sql.withTransaction(
        Effect.gen(function* () {
          if ((yield* lock(id)) === undefined) return false
          const [parts] = yield* sql<{ failed: number; total: number; error: string | null }>`
            select count(*) filter (where status = 'FAILED') as failed, count(*) as total,
              min(error) filter (where status = 'FAILED') as error from sync_job where sync_id = ${id}`
          const { error, failed, total } = parts!
          return yield* end(id, failed === 0 ? "SUCCESS" : failed < total ? "PARTIAL_SUCCESS" : "FAILED", error)
        })
      ),
    cancelAll: Effect.fnUntraced(function* (connectionId, why) {
      const rows = yield* sql<{ id: number }>`
        select id from sync where connection_id = ${connectionId} and finished_at is null order by id`
      yield* Effect.forEach(rows, ({ id }) => end(id, "CANCELLED", why), { discard: true })
      yield* show([connectionId])
    }),
    release: (connectionIds) =>
      sql.withTransaction(
        Effect.gen(function* () {
          if (connectionIds.length === 0) return
          yield* sql`select 1 from connection where id = any(${ids(connectionIds)}) order by id for no key update`
          const free = yield* sql.unsafe<{ id: number }>(
            `update connection c set sync_resume_at = null where id = any($1::bigint[]) and not ${held} returning id`,
            [ids(connectionIds)]
          )
          const freed = free.map(({ id }) => id)
          yield* sql`update schedule set next_run_at = now()
            where connection_id = any(${ids(freed)}) and next_run_at = 'infinity'`
          yield* shown(connectionIds)
          yield* jobs.hasten([syncQueue, refetchQueue], freed.map(String))
        })
      ),
    recover: Effect.gen(function* () {
      let after = 0
      let found = 0
      for (;;) {
        const rows = yield* sql<{ id: number; connection_id: number }>`
          select id, connection_id from sync where finished_at is null and id > ${after} order by id limit ${chunk}`
        const missing = new Set(
          yield* jobs.missing(
            syncQueue,
            "sync_id",
            rows.map(({ id }) => String(id))
          )
        )
        const left = rows.filter(({ id }) => missing.has(String(id)))
        yield* jobs.sendAll(
          syncQueue,
          left.map(({ connection_id, id }) => jobOf(connection_id, id))
        )
        found += left.length
        if (rows.length < chunk) return found
        after = rows.at(-1)!.id
      }
    })
  })
})
