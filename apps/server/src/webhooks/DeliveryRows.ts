/**
 * The statements of delivering. Each works on many webhooks at once, because a process serves all of its lanes in one
 * loop, and each is written so that it goes by an index whatever the planner believes: `min`, `= any(array(…))` and
 * constant limits do, `exists` and `in (select …)` may read a table of millions. Whoever holds a lane (its row in `webhook_lane`, leased for a while) delivers to that webhook; a result counts
 * only if no other was written for the same attempt meanwhile.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { booleans, floats, ids, texts, uuids } from "../database/Parameters.ts"
import { DeliveryRules } from "./DeliveryRules.ts"
import type { SealedTarget } from "./Targets.ts"

export interface Held {
  readonly webhook_id: string
  readonly token: number
}

export interface TargetRow extends SealedTarget {
  readonly is_disabled: boolean
  readonly failing: boolean
  /** Another one when the target was changed. */
  readonly version: string
}

export interface Wanted extends Held {
  /** How many deliveries more, and how many are looked at for them. */
  readonly free: number
  readonly scan: number
  /** Positions of those under way. */
  readonly inFlight: Iterable<number>
}

/** How many due deliveries of the lane were looked at, and how many of them parked. */
interface Seen {
  readonly webhook_id: string
  readonly seen: number
  readonly parked: number
  /** Seconds since 1970, by the clock of the database. */
  readonly at: number
}
export interface NothingDue extends Seen {
  readonly id: null
}
/** A place in the order of events; the time is text, since a Date would lose its microseconds. */
export interface Old {
  readonly time: string
  readonly position: number
}
/** How many events, or deliveries, are put in order at a time. */
const some = 1000
/** What a delivery says of its event. */
interface Named {
  readonly id: string
  readonly type: string
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly data_model: string | null
  readonly operation: string | null
}
/** An event as it is sent. */
export interface Message {
  readonly event_id: string
  readonly type: string
  readonly created_at: Date
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly integration_type: string | null
  readonly data_model: string | null
  readonly operation: string | null
  readonly data: string
}
/** A delivery that is due, and whose event it is of. */
interface Due extends Seen {
  readonly organisation_id: number
  readonly company_id: number | null
  readonly event_id: string
  readonly version: string
  readonly id: string
  readonly position: number
  readonly attempts: number
  readonly attempts_before: number
}
/** The same with what is told. */
export interface DueRow extends Due, Message {
  readonly company_id: number | null
  readonly event_id: string
}

export interface Result {
  readonly webhook_id: string
  readonly delivery_id: string
  /** Attempts before this one: the fence. */
  readonly attempts: number
  readonly status: "PENDING" | "DELIVERED" | "FAILED"
  /** Seconds until the next attempt, for a delivery that stays PENDING. */
  readonly delay: number | null
  readonly response_status: number | null
  readonly error: string | null
  /** What the endpoint answered beside the status, as far as it is shown. */
  readonly answer: string | null
  /** How long the attempt took, in milliseconds. */
  readonly took: number
}

/** How an endpoint did in the attempts of one round. */
export interface Health {
  readonly webhook_id: string
  readonly ok: boolean
  readonly gone: boolean
  readonly error: string
}

/** The message that is signed and sent: the same text at every attempt. */
export const bodyOf = (row: Message): string => {
  const head = JSON.stringify({
    id: row.event_id,
    type: row.type,
    created_at: row.created_at.toISOString(),
    company_id: row.company_id,
    connection_id: row.connection_id,
    integration_type: row.integration_type,
    data_model: row.data_model,
    operation: row.operation
  })
  // The record is JSON text already, exactly as the list shows it.
  return `${head.slice(0, -1)},"data":${row.data}}`
}

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { disableAfter, lease, now } = yield* DeliveryRules
  /** Another text when a webhook was changed, or its previous secret has had its time. */
  const version = `updated_at::text || coalesce(previous_secret_until > ${now}, false)::text`

  const columns = `id as event_id, type, created_at, nullif(company_id, 0) as company_id, connection_id, integration_type,
    data_model, operation, data::text as data`
  /** The events of these deliveries: each is where its company is, which deliveries of a release before do not say. */
  const messagesOf = Effect.fnUntraced(function* (due: ReadonlyArray<Due>) {
    const told = due.filter(({ company_id }) => company_id !== null)
    const untold = due.filter(({ company_id }) => company_id === null)
    const found = [
      ...(told.length === 0
        ? []
        : yield* sql.unsafe<Message>(
            `select ${columns} from event where company_id = any($1::bigint[]) and id = any($2::uuid[])`,
            [ids([...new Set(told.map(({ company_id }) => company_id))]), uuids(told.map(({ event_id }) => event_id))]
          )),
      ...(untold.length === 0
        ? []
        : yield* sql.unsafe<Message>(`select ${columns} from event where id = any($1::uuid[])`, [
            uuids(untold.map(({ event_id }) => event_id))
          ]))
    ]
    return new Map(found.map((message) => [message.event_id, message]))
  })

  return {
    /**
     * Takes the lanes that nobody holds; the holders of the others are asked to look again. Rows are locked in one
     * order everywhere, so that two processes never wait for each other.
     */
    acquire: (webhooks: ReadonlyArray<string>) =>
      sql.unsafe<Held>(
        `with locked as (
           select webhook_id, coalesce(lease_until >= clock_timestamp(), false) as held from webhook_lane
           where webhook_id = any($1::uuid[]) order by webhook_id for update
         ), taken as (
           update webhook_lane l set
             again = k.held,
             token = l.token + case when k.held then 0 else 1 end,
             lease_until = case when k.held then l.lease_until
               else clock_timestamp() + make_interval(secs => $2::float8) end,
             timer_at = case when l.timer_at > ${now} then l.timer_at end
           from locked k where l.webhook_id = k.webhook_id
           returning l.webhook_id, l.token, k.held
         )
         select webhook_id, token from taken where not held`,
        [uuids(webhooks), lease]
      ),

    /** Holds the lanes for longer; gives those that are still held. */
    renew: (lanes: ReadonlyArray<Held>) =>
      sql.unsafe<{ readonly webhook_id: string }>(
        `with mine as (
           select l.webhook_id from webhook_lane l
           join unnest($1::uuid[], $2::bigint[]) as t (webhook_id, token)
             on l.webhook_id = t.webhook_id and l.token = t.token
           order by l.webhook_id for update of l
         )
         update webhook_lane set lease_until = clock_timestamp() + make_interval(secs => $3::float8)
         where webhook_id in (select webhook_id from mine) returning webhook_id`,
        [...held(lanes), lease]
      ),

    /** Of the lanes, those whose holder was asked to look again. */
    again: (lanes: ReadonlyArray<Held>) =>
      sql.unsafe<{ readonly webhook_id: string }>(
        `with asked as (
           select l.webhook_id from webhook_lane l
           join unnest($1::uuid[], $2::bigint[]) as t (webhook_id, token)
             on l.webhook_id = t.webhook_id and l.token = t.token
           where l.again order by l.webhook_id for update of l
         )
         update webhook_lane set again = false where webhook_id in (select webhook_id from asked) returning webhook_id`,
        held(lanes)
      ),

    targets: (webhooks: ReadonlyArray<string>) =>
      sql.unsafe<TargetRow>(
        `select id, url, headers, secret, case when previous_secret_until > ${now} then previous_secret end as previous_secret,
           is_disabled, failing_since is not null as failing, ${version} as version
         from webhook where id = any($1::uuid[])`,
        [uuids(webhooks)]
      ),

    /**
     * What is due, oldest first: of each lane at most `free` rows, and at least one that says how many were looked at. A
     * delivery whose record has an earlier open one is parked (it is due again when that one is finished), so that a
     * record that cannot be delivered does not make every look-up longer.
     */
    claim: Effect.fnUntraced(function* (lanes: ReadonlyArray<Wanted>) {
      const found = yield* sql.unsafe<Due | NothingDue>(
        `with wanted as materialized (
           select webhook_id, token, free, scan, in_flight::bigint[] as in_flight
           from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
             as t (webhook_id, token, free, scan, in_flight)
         ), due as materialized (
           select w.webhook_id, w.free, ${version} as version, d.*,
             row_number() over (partition by w.webhook_id, d.blocked order by d.next_attempt_at, d.position) as place
           from wanted w
           join webhook_lane l on l.webhook_id = w.webhook_id and l.token = w.token
             and (l.paused_until is null or l.paused_until <= ${now})
           join webhook h on h.id = w.webhook_id
           cross join lateral (
             select c.id, c.position, c.next_attempt_at, c.attempts, c.attempts_before, c.event_id,
               c.organisation_id, c.company_id,
               exists (select 1 from delivery e where e.webhook_id = c.webhook_id and e.subject = c.subject
                 and e.status = 'PENDING' and e.position < c.position) as blocked
             -- The limit within, a constant, lets the index be used; the rows are fetched one by one.
             from (
               select * from delivery o
               where o.webhook_id = w.webhook_id and o.status = 'PENDING' and o.next_attempt_at <= ${now}
                 and o.position <> all(w.in_flight)
               order by o.next_attempt_at limit 2000
             ) c limit w.scan
           ) d
         ), parked as (
           update delivery set next_attempt_at = null where id = any(array(select id from due where blocked))
         ), seen as (
           select webhook_id, count(*) as seen, count(*) filter (where blocked) as parked from due group by webhook_id
         )
         select w.webhook_id, coalesce(s.seen, 0) as seen, coalesce(s.parked, 0) as parked, d.version, d.id, d.position,
           d.attempts, d.attempts_before, d.event_id, d.organisation_id, d.company_id,
           extract(epoch from clock_timestamp())::float8 as at
         from wanted w left join seen s on s.webhook_id = w.webhook_id
         left join due d on d.webhook_id = w.webhook_id and not d.blocked and d.place <= d.free
         order by d.position`,
        [
          ...held(lanes),
          ids(lanes.map(({ free }) => free)),
          ids(lanes.map(({ scan }) => scan)),
          texts(lanes.map(({ inFlight }) => `{${[...inFlight].join(",")}}`))
        ]
      )
      const due = found.filter((row) => row.id !== null)
      if (due.length === 0) return found.map(nothing)
      const messages = yield* messagesOf(due)
      const lost = due.filter(({ event_id }) => !messages.has(event_id))
      if (lost.length > 0) {
        yield* sql.unsafe(
          `update delivery set status = 'FAILED', finished_at = ${now}, next_attempt_at = null,
             error = 'The event is not kept any more.'
           where id = any($1::uuid[]) and status = 'PENDING'`,
          [uuids(lost.map(({ id }) => id))]
        )
      }
      return found.map((row): DueRow | NothingDue => {
        const message = row.id === null ? undefined : messages.get(row.event_id)
        return row.id === null || message === undefined ? nothing(row) : { ...row, ...message }
      })
    }),

    /**
     * Writes results, each only if its delivery stands where the attempt began, and lets the next delivery of each
     * record go. Gives the webhooks that have something due by that.
     */
    settle: (results: ReadonlyArray<Result>) =>
      sql.unsafe<{ readonly webhook_id: string }>(
        `with r as (
           select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::float8[], $5::bigint[], $6::text[], $7::bigint[],
               $8::text[])
             as t (id, attempts, status, delay, response_status, error, took, answer)
         ), done as (
           update delivery d set
             attempts = d.attempts + 1,
             status = r.status,
             last_attempt_at = ${now},
             next_attempt_at = case when r.status = 'PENDING' then ${now} + make_interval(secs => r.delay) end,
             finished_at = case when r.status <> 'PENDING' then ${now} end,
             response_status = r.response_status,
             error = r.error,
             answer = r.answer,
             milliseconds = r.took
           from r where d.id = r.id and d.attempts = r.attempts and d.status = 'PENDING'
           returning d.id, d.webhook_id, d.subject, d.status, d.attempts
         ), kept as (
           insert into delivery_attempt (delivery_id, number, at, response_status, error, answer, milliseconds)
           select d.id, d.attempts, ${now}, r.response_status, r.error, r.answer, r.took from done d join r on r.id = d.id
           where d.attempts > 1 or d.status <> 'DELIVERED'
         ), freed as (
           select distinct webhook_id, subject from done where status <> 'PENDING' and subject is not null
         ), heads as (
           select h.id from freed f
           cross join lateral (
             select n.id from delivery n
             where n.webhook_id = f.webhook_id and n.subject = f.subject and n.status = 'PENDING'
               and n.id not in (select id from done)
             order by n.position limit 1
           ) h
         ), unparked as (
           update delivery set next_attempt_at = ${now} where id = any(array(select id from heads)) and next_attempt_at is null
           returning webhook_id
         ), told as (
           insert into delivery_change as c (webhook_id, changed_at)
           select webhook_id, clock_timestamp() from (select distinct webhook_id from done) d order by webhook_id
           on conflict (webhook_id) do update set changed_at = excluded.changed_at
         )
         select distinct webhook_id from unparked`,
        [
          uuids(results.map((row) => row.delivery_id)),
          ids(results.map((row) => row.attempts)),
          texts(results.map((row) => row.status)),
          floats(results.map((row) => row.delay)),
          ids(results.map((row) => row.response_status)),
          texts(results.map((row) => row.error)),
          ids(results.map((row) => Math.round(row.took))),
          texts(results.map((row) => row.answer))
        ]
      ),

    /** Notes how endpoints do, and disables those that are gone or have failed for too long. */
    judge: (healths: ReadonlyArray<Health>) =>
      sql.unsafe<{
        readonly id: string
        readonly failing: boolean
        readonly is_disabled: boolean
        readonly disabled_reason: string | null
      }>(
        `update webhook w set
           failing_since = case when s.ok then null else coalesce(w.failing_since, ${now}) end,
           is_disabled = not s.ok
             and (s.gone or coalesce(w.failing_since <= ${now} - make_interval(secs => $5::float8), false)),
           disabled_reason = case
             when s.ok then null
             when s.gone then 'The endpoint answered 410: it is gone.'
             when w.failing_since <= ${now} - make_interval(secs => $5::float8) then
               'No delivery has succeeded since '
                 || to_char(w.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '. ' || s.error
           end
         from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::text[]) as s (id, ok, gone, error)
         where w.id = s.id and not w.is_disabled
           -- Nothing is written while nothing changes: others hold on to the row in their transactions.
           and (s.ok = (w.failing_since is not null) or s.gone
             or w.failing_since <= ${now} - make_interval(secs => $5::float8))
         returning w.id, w.failing_since is not null as failing, w.is_disabled, w.disabled_reason`,
        [
          uuids(healths.map((row) => row.webhook_id)),
          booleans(healths.map((row) => row.ok)),
          booleans(healths.map((row) => row.gone)),
          texts(healths.map((row) => row.error)),
          disableAfter
        ]
      ),

    /** Leaves endpoints alone for so many seconds. */
    pause: (pauses: ReadonlyMap<string, number>) =>
      sql.unsafe(
        `update webhook_lane l set paused_until = greatest(l.paused_until, ${now} + make_interval(secs => p.seconds))
         from unnest($1::uuid[], $2::float8[]) as p (webhook_id, seconds) where l.webhook_id = p.webhook_id`,
        [uuids([...pauses.keys()]), floats([...pauses.values()])]
      ),

    /** Ends what is open of disabled webhooks, some at a time: others wait meanwhile. Gives how many were ended. */
    close: (webhooks: ReadonlyArray<string>) =>
      Effect.map(
        sql.unsafe<{ readonly id: string }>(
          `update delivery d set status = 'FAILED', finished_at = ${now}, next_attempt_at = null,
             error = coalesce(d.error || ' ', '') || 'The webhook was disabled before it could be delivered.'
           where d.status = 'PENDING' and d.id = any(array(
             select o.id from webhook w cross join lateral (
               select id from delivery where webhook_id = w.id and status = 'PENDING' order by subject, position limit 250
             ) o
             where w.id = any($1::uuid[]) and w.is_disabled))
           returning d.id`,
          [uuids(webhooks)]
        ),
        (rows) => rows.length
      ),

    /**
     * Gives lanes back that have nothing due and were not asked to look again, or all of them with `force`. `wait` is
     * the time in seconds until something will be due, and `timer` says that a job is to be sent for it.
     */
    release: (lanes: ReadonlyArray<Held>, force: boolean) =>
      sql.unsafe<{
        readonly webhook_id: string
        readonly released: boolean
        readonly wait: number | null
        readonly timer: boolean
        readonly stuck: boolean
      }>(
        `with mine as (
           select l.webhook_id, l.again, l.timer_at, l.paused_until from webhook_lane l
           join unnest($1::uuid[], $2::bigint[]) as t (webhook_id, token)
             on l.webhook_id = t.webhook_id and l.token = t.token
           order by l.webhook_id for update of l
         ), next as (
           select m.*,
             (select min(d.next_attempt_at) from delivery d
              where d.webhook_id = m.webhook_id and d.status = 'PENDING') as due_at,
             -- Parked ones have a subject.
             (select min(d.subject) from delivery d
              where d.webhook_id = m.webhook_id and d.status = 'PENDING') is not null as is_open
           from mine m
         ), timed as (
           select *, case when due_at is not null then greatest(due_at, paused_until) end as at from next
         ), judged as (
           select *,
             at is null and is_open as stuck,
             $3 or (not again and coalesce(at > ${now}, not is_open)) as released,
             at > ${now} and (timer_at is null or timer_at <= ${now} or timer_at > at) as timer
           from timed
         )
         update webhook_lane l set
           again = false,
           lease_until = case when not j.released then l.lease_until end,
           timer_at = case when j.released and j.timer then j.at when l.timer_at > ${now} then l.timer_at end
         from judged j where l.webhook_id = j.webhook_id
         returning j.webhook_id, j.released, extract(epoch from j.at - ${now})::float8 as wait,
           coalesce(j.released and j.timer, false) as timer, j.stuck`,
        [...held(lanes), force]
      ),

    /** Lets parked deliveries go that no earlier one blocks; needed after two processes took each other for dead. */
    heal: (webhooks: ReadonlyArray<string>) =>
      sql.unsafe(
        `update delivery d set next_attempt_at = ${now}
         where d.webhook_id = any($1::uuid[]) and d.status = 'PENDING' and d.next_attempt_at is null
           and not exists (select 1 from delivery e where e.webhook_id = d.webhook_id and e.subject = d.subject
             and e.status = 'PENDING' and e.position < d.position)`,
        [uuids(webhooks)]
      ),

    /** Webhooks with something due for longer than `age` seconds that nobody delivers to. */
    overdue: (age: number) =>
      sql.unsafe<{ readonly webhook_id: string }>(
        `select l.webhook_id from webhook_lane l
         where (l.lease_until is null or l.lease_until < clock_timestamp())
           and (l.paused_until is null or l.paused_until <= ${now})
           and (select min(d.next_attempt_at) from delivery d where d.webhook_id = l.webhook_id and d.status = 'PENDING')
             <= ${now} - make_interval(secs => $1::float8)`,
        [age]
      ),

    /** Webhooks whose holder went silent. */
    abandoned: sql.unsafe<{ readonly webhook_id: string }>(
      `select webhook_id from webhook_lane where lease_until < clock_timestamp()`
    ),

    /**
     * Removes events that are older than `age` seconds, with their deliveries, unless one is still open: some of those
     * after a place in the order. Gives how many, and the place from which to go on, if there may be more.
     */
    purge: (age: number, { position, time }: Old) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const old = yield* sql.unsafe<Old & { readonly id: string; readonly company_id: number | null }>(
            `select id, company_id, created_at::text as time, position from event
             where created_at < ${now} - make_interval(secs => $1::float8)
               and created_at >= $2::text::timestamptz and (created_at, position) > ($2::text::timestamptz, $3::bigint)
             order by created_at, position limit ${some}`,
            [age, time, position]
          )
          const open = yield* sql.unsafe<{ readonly event_id: string }>(
            `select distinct event_id from delivery where event_id = any($1::uuid[]) and status = 'PENDING'`,
            [uuids(old.map(({ id }) => id))]
          )
          const kept = new Set(open.map(({ event_id }) => event_id))
          const gone = old.filter(({ id }) => !kept.has(id))
          const chosen = uuids(gone.map(({ id }) => id))
          const companies = new Set(gone.flatMap(({ company_id }) => company_id ?? []))
          if (gone.length > 0) yield* sql.unsafe("delete from delivery where event_id = any($1::uuid[])", [chosen])
          if (companies.size > 0) {
            yield* sql.unsafe("delete from event where company_id = any($1::bigint[]) and id = any($2::uuid[])", [
              ids([...companies]),
              chosen
            ])
          }
          if (gone.some(({ company_id }) => company_id === null)) {
            yield* sql.unsafe("delete from event where company_id is null and id = any($1::uuid[])", [chosen])
          }
          return { count: gone.length, next: old.length < some ? null : old.at(-1)! }
        })
      ),

    /** Completes deliveries of a release before, some at a time. Gives how many those were. */
    complete: Effect.gen(function* () {
      const rows = yield* sql.unsafe<{ readonly id: string; readonly event_id: string }>(
        `select id, event_id from delivery where type is null limit ${some}`
      )
      if (rows.length === 0) return 0
      const found = yield* sql.unsafe<Named>(
        `select id, type, company_id, connection_id, data_model, operation from event where id = any($1::uuid[])`,
        [uuids(rows.map(({ event_id }) => event_id))]
      )
      yield* sql.unsafe(
        `update delivery d set type = e.type, company_id = coalesce(e.company_id, 0), connection_id = e.connection_id,
           data_model = e.data_model, operation = e.operation
         from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
           as e (id, type, company_id, connection_id, data_model, operation)
         where d.id = any($7::uuid[]) and d.event_id = e.id`,
        [
          uuids(found.map((row) => row.id)),
          texts(found.map((row) => row.type)),
          ids(found.map((row) => row.company_id)),
          ids(found.map((row) => row.connection_id)),
          texts(found.map((row) => row.data_model)),
          texts(found.map((row) => row.operation)),
          uuids(rows.map(({ id }) => id))
        ]
      )
      return found.length
    })
  }
})

const nothing = ({ at, parked, seen, webhook_id }: Seen): NothingDue => ({ webhook_id, seen, parked, at, id: null })

const held = (lanes: ReadonlyArray<Held>) =>
  [uuids(lanes.map(({ webhook_id }) => webhook_id)), ids(lanes.map(({ token }) => token))] as const
