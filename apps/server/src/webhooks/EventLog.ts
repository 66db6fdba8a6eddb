/**
 * Events as their organisation reads them, oldest first: what webhooks are told, whoever is told. Each has a stamp of
 * `Horizon.ts`, and what may still get an earlier one in front of it is not shown yet.
 */
import { type ApiError, Events as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../Config.ts"
import { ids, uuids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { managedPage } from "../Limits.ts"
import * as Reads from "../records/Reads.ts"

export type EventWire = (typeof Definition.Event)["Type"]

/** Whose events these are, so that they are asked for where they are; those of a release before may be nobody's. */
const ofThose = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Pick<Row, "place">>) =>
  rows.some(({ place }) => place === null)
    ? sql`true`
    : sql`company_id = any(${ids([...new Set(rows.map(({ place }) => place))])})`

interface Row extends Omit<EventWire, "created_at" | "data"> {
  readonly created_at: Date
  /** Whose it is; 0 of none. */
  readonly place: number | null
}

const columns = `e.id, e.type, e.created_at, e.company_id as place, nullif(e.company_id, 0) as company_id, e.connection_id, e.integration_type, e.data_model, e.operation,
  e.subject as subject_id`
const stored = ManagedList.define(Definition.list, {
  from: "event e",
  organisation: "e.organisation_id",
  company: "e.company_id",
  columns: {
    id: "e.id::text",
    type: "e.type",
    created_at: "e.created_at",
    company_id: "nullif(e.company_id, 0)",
    connection_id: "e.connection_id",
    integration_type: "e.integration_type",
    data_model: "e.data_model",
    operation: "e.operation",
    subject_id: "e.subject"
  },
  exact: ["created_at"],
  key: { sql: "e.position", type: "bigint" },
  order: ["created_at"]
})

export class EventLog extends Context.Service<
  EventLog,
  {
    /** A key for one company sees what concerns that company. */
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<EventWire>, ApiError.ApiError>
  }
>()("@svc/server/webhooks/EventLog") {
  static readonly layer: Layer.Layer<EventLog, never, SqlClient.SqlClient> = Layer.effect(
    EventLog,
    Effect.gen(function* () {
      const pageBytes = managedPage(yield* Config.Kept)

      /** The events with what they tell, of as many of the first as fit in an answer, and of one in any case. */
      const filledBy = (sql: SqlClient.SqlClient) =>
        Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
          const chosen = uuids(rows.map(({ id }) => id))
          const found = yield* sql<{ id: string; data: string }>`
          select id, data from (
            select id, data, octet_length(data) as size, sum(octet_length(data)) over (order by place) as upto from (
              select id, data::text as data, array_position(${chosen}, id) as place from event
              where ${ofThose(sql, rows)} and id = any(${chosen})) each) own
          where upto - size <= ${pageBytes.most}`
          const byId = new Map(found.map(({ data, id }) => [id, data]))
          // What is gone by now tells nothing, and stands where it was.
          const end = Math.max(1, rows.findLastIndex(({ id }) => byId.has(id)) + 1)
          return rows.slice(0, end).map((row): EventWire => {
            const { created_at, place: _place, ...own } = row
            return { ...own, created_at: created_at.toISOString(), data: JSON.parse(byId.get(row.id) ?? "{}") }
          })
        }, Effect.orDie)

      const reads = yield* Reads.make((sql) =>
        Effect.map(Effect.provideService(ManagedList.make, SqlClient.SqlClient, sql), ({ page }) => ({
          page,
          filled: filledBy(sql)
        }))
      )

      return EventLog.of({
        list: Effect.fn("EventLog.list")((caller, params) =>
          reads
            .from(({ own: { filled, page }, within }) =>
              within(({ before }) =>
                before === null
                  ? Effect.succeed(undefined)
                  : page(
                      stored,
                      caller,
                      params,
                      {
                        select: columns,
                        where: (bind) => [`e.created_at < ${bind(new Date(before).toISOString(), "timestamptz")}`]
                      },
                      filled
                    )
              )
            )
            .pipe(Effect.catchTag("SqlError", Effect.die))
        )
      })
    })
  )
}
