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
import { uuids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Reads from "../records/Reads.ts"

export type EventWire = (typeof Definition.Event)["Type"]

interface Row extends Omit<EventWire, "created_at" | "data"> {
  readonly created_at: Date
}

const columns = `e.id, e.type, e.created_at, e.company_id, e.connection_id, e.integration_type, e.data_model, e.operation,
  e.subject as subject_id`
const stored = ManagedList.define(Definition.list, {
  from: "event e",
  organisation: "e.organisation_id",
  company: "e.company_id",
  columns: {
    id: "e.id::text",
    type: "e.type",
    created_at: "e.created_at",
    company_id: "e.company_id",
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
      const { pageBytes } = yield* Config.Kept

      /** The events with what they tell, of as many of the first as fit in an answer, and of one in any case. */
      const filledBy = (sql: SqlClient.SqlClient) =>
        Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
          const texts = yield* sql<{ data: string | null }>`
          select data from (
            select n.place, e.data::text as data, octet_length(e.data::text) as size,
              sum(octet_length(e.data::text)) over (order by n.place) as upto
            from unnest(${uuids(rows.map(({ id }) => id))}::uuid[]) with ordinality as n(id, place)
            left join event e on e.id = n.id) own
          where coalesce(upto - size, 0) <= ${pageBytes.most} order by place`
          return texts.map(({ data }, index): EventWire => {
            const { created_at, ...row } = rows[index]!
            return { ...row, created_at: created_at.toISOString(), data: JSON.parse(data ?? "{}") }
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
              within((before) =>
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
