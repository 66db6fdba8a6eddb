/** What goes on over all companies of an organisation, as one answer. */
import { ApiError, Overview as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Connectors } from "../ComposedConnectors.ts"
import * as Replica from "../database/Replica.ts"
import type { Caller } from "../http/Caller.ts"
import * as Attention from "./Attention.ts"
import { numbers } from "./Figures.ts"
import { limitsOf } from "./Limits.ts"
import * as UnderWay from "./UnderWay.ts"

export type OverviewWire = (typeof Definition.Overview)["Type"]
export type WebhookFiguresWire = (typeof Definition.WebhookFigures)["Type"]
type Answer<A> = Effect.Effect<A, ApiError.ApiError>

/** How many that wait are counted. */
const counted = 10_000

type Sums = Readonly<Record<(typeof numbers)[number], number>>
interface FigureRow extends Sums {
  readonly kind: string
  readonly step: number
}

const sums = numbers.map((name) => `${name === "longest" ? "max" : "sum"}(${name})::float8 as ${name}`).join(", ")
const nothing = Object.fromEntries(numbers.map((name) => [name, 0])) as Sums

const average = (sum: number, of: number): number | null => (of === 0 ? null : Math.round(sum / of))
const called = ({ done, failed, limited, waited }: Sums) => ({
  calls: done,
  calls_failed: failed,
  calls_limited: limited,
  waited_milliseconds: waited
})
const delivered = ({ created, done, failed, longest, milliseconds, waited }: Sums) => ({
  deliveries: done,
  deliveries_failed: failed,
  answer_milliseconds: average(milliseconds, done + failed),
  longest_answer_milliseconds: done + failed === 0 ? null : longest,
  arrival_milliseconds: average(waited, created)
})
const synced = ({ created, deleted, done, failed, refused, updated }: Sums) => ({
  syncs: done,
  syncs_failed: failed,
  records_created: created,
  records_updated: updated,
  records_deleted: deleted,
  items_refused: refused
})

/** The steps of a span that ends now. */
const stepsOf = (span: Definition.Span) => {
  const { seconds, step } = Definition.spans[span]
  const last = Math.floor(Date.now() / 1000 / step) * step
  return { step, times: Array.from({ length: seconds / step }, (_, index) => last - seconds + step * (index + 1)) }
}
const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()

export class Overviews extends Context.Service<
  Overviews,
  {
    readonly get: (caller: Caller, span: Definition.Span) => Answer<OverviewWire>
    /** Long work that is under way. */
    readonly work: (caller: Caller) => Answer<ReadonlyArray<UnderWay.UnderWay>>
    /** How a webhook did; it is not looked at whether there is one. */
    readonly webhook: (caller: Caller, id: string, span: Definition.Span) => Effect.Effect<WebhookFiguresWire>
  }
>()("@svc/server/overview/Overviews") {
  static readonly layer: Layer.Layer<Overviews, never, SqlClient.SqlClient | Connectors> = Layer.suspend(() =>
    Layer.effect(Overviews, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connectors = yield* Connectors
  const replica = yield* Replica.Current

  /** Sums by kind and step; of one webhook where it is named. */
  const figures = (organisationId: number, from: number, step: number, webhook: string | null) =>
    Effect.map(
      sql.unsafe<FigureRow>(
        `select kind, (floor(extract(epoch from at) / $3::int) * $3::int)::float8 as step, ${sums} from figure
         where organisation_id = $1 and at >= to_timestamp($2::bigint)
           and ($4::text is null and kind in ('syncs', 'calls', 'deliveries') or kind = 'deliveries' and name = $4)
         group by 1, 2`,
        [organisationId, from, step, webhook]
      ),
      (rows) => {
        const found = new Map(rows.map((row) => [`${row.kind} ${row.step}`, row]))
        return (kind: string, at: number): Sums => found.get(`${kind} ${at}`) ?? nothing
      }
    )

  const overAll = ({ companyId }: Caller) =>
    companyId === null
      ? Effect.void
      : ApiError.make("operation-denied", "The overview is of all companies; this API key is for one company only.")
  /** The connectors in use, by id. */
  const used = Effect.fnUntraced(function* (organisationId: number) {
    const types = yield* sql<{ integration_type: string }>`
      select distinct integration_type from connection where organisation_id = ${organisationId}`
    const found = yield* connectors.of(types.map(({ integration_type }) => integration_type))
    return new Map(found.map((one) => [one.id, one]))
  })

  return Overviews.of({
    work: Effect.fn("Overviews.work")(function* (caller) {
      yield* overAll(caller)
      return yield* Effect.gen(function* () {
        const known = yield* used(caller.organisationId)
        return yield* UnderWay.find(sql, caller.organisationId, (id) => known.get(id)?.name ?? id)
      }).pipe(Effect.catchTag("SqlError", Effect.die))
    }),
    get: Effect.fn("Overviews.get")(function* (caller, span) {
      yield* overAll(caller)
      const organisation = caller.organisationId
      const { step, times } = stepsOf(span)
      const from = times[0]!
      return yield* Effect.gen(function* () {
        const known = yield* used(organisation)
        const needs = yield* Attention.find(
          sql,
          organisation,
          (id) => known.get(id)?.name ?? id,
          replica?.state() ?? null
        )
        const connections = yield* sql<OverviewWire["connections"][number]>`
          select c.status, c.sync_status, count(*)::int as connections
          from connection c join company o on o.id = c.company_id and o.erasing_at is null
          where c.organisation_id = ${organisation} group by 1, 2 order by 1, 2`
        const queues = yield* sql.unsafe<{ queue: "syncs"; waiting: number; oldest_at: Date | null }>(
          `select 'syncs' as queue, count(*)::int as waiting, min(at) as oldest_at from (
             select created_at as at from sync where finished_at is null and organisation_id = $1 order by id limit ${counted}) s
           union all select 'writes', count(*)::int, min(at) from (
             select created_at as at from upload_job where organisation_id = $1 and finished_at is null limit ${counted}) u
           union all select 'deliveries', count(*)::int, min(at) filter (where at <= now()) from (
             select d.next_attempt_at as at from webhook w join lateral (
               select next_attempt_at from delivery where webhook_id = w.id and status = 'PENDING'
               order by next_attempt_at limit ${counted}) d on true
             where w.organisation_id = $1 limit ${counted}) d`,
          [organisation]
        )
        const at = yield* figures(organisation, from, step, null)
        const calls = yield* sql.unsafe<Sums & { readonly name: string }>(
          `select name, ${sums} from figure where organisation_id = $1 and kind = 'calls' and at >= to_timestamp($2::bigint)
           group by 1 order by sum(done) desc, name`,
          [organisation, from]
        )
        return {
          span,
          from: moment(from),
          step_seconds: step,
          needs_a_hand: needs,
          connections,
          queues: queues.map(({ oldest_at, ...queue }) => ({ ...queue, oldest_at: oldest_at?.toISOString() ?? null })),
          steps: times.map((time) => ({
            from: moment(time),
            ...synced(at("syncs", time)),
            ...called(at("calls", time)),
            ...delivered(at("deliveries", time))
          })),
          integrations: calls.map((row) => {
            const connector = known.get(row.name)
            return {
              integration_type: row.name,
              ...called(row),
              limits: connector === undefined ? [] : limitsOf(connector)
            }
          })
        }
      }).pipe(Effect.catchTag("SqlError", Effect.die))
    }),
    webhook: Effect.fn("Overviews.webhook")(function* (caller, id, span) {
      const { step, times } = stepsOf(span)
      const at = yield* Effect.orDie(figures(caller.organisationId, times[0]!, step, id))
      return {
        span,
        step_seconds: step,
        steps: times.map((time) => ({ from: moment(time), ...delivered(at("deliveries", time)) }))
      }
    })
  })
})
