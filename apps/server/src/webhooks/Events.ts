/**
 * What webhooks are told of. An event is written in the transaction of the change it reports, together with one
 * delivery for each webhook that wants it and the job that sends them, so it exists exactly when the change does.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { cleanJsonText } from "../database/CleanJson.ts"
import { ids, texts, uuids } from "../database/Parameters.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Horizon from "../records/Horizon.ts"
import { deliver } from "./Queues.ts"
import { timedId } from "./TimedId.ts"

export const eventTypes = ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"] as const
export type EventType = (typeof eventTypes)[number]
export const operations = ["CREATE", "UPDATE", "DELETE"] as const
export type Operation = (typeof operations)[number]

/** An event about to be written. */
export interface NewEvent {
  readonly organisation_id: number
  readonly company_id: number | null
  readonly connection_id: number | null
  readonly integration_type: string | null
  readonly type: EventType
  readonly data_model: string | null
  readonly operation: Operation | null
  /** The svc_id of what changed: deliveries of one subject reach an endpoint in order. Null: in any order. */
  readonly subject: number | null
  /** JSON text: the record as the list shows it, the connection, or the sync. */
  readonly data: string
}

interface Row extends NewEvent {
  readonly id: string
}

/** What the enabled webhooks of one organisation want, read once for a transaction. */
export interface Wanted {
  /** Whether a change of a record needs an event. */
  readonly has: (dataModel: string, operation: Operation) => boolean
  /** Whether an event of this type may be wanted at all. */
  readonly hasType: (type: EventType) => boolean
  readonly organisationId: number
  readonly webhooks: ReadonlyArray<WantingWebhook>
}
interface WantingWebhook {
  readonly id: string
  readonly organisation_id: number
  readonly type: EventType
  readonly operations: ReadonlyArray<string>
  readonly data_models: ReadonlyArray<string>
}

/**
 * Whether a webhook wants an event: its type is the event's, and the event's data model and operation are among the
 * webhook's. An empty list means all of them.
 */
export const wants = (
  webhook: Pick<WantingWebhook, "type" | "operations" | "data_models">,
  event: Pick<NewEvent, "type" | "data_model" | "operation">
): boolean =>
  webhook.type === event.type &&
  (event.operation === null || webhook.operations.length === 0 || webhook.operations.includes(event.operation)) &&
  (event.data_model === null || webhook.data_models.length === 0 || webhook.data_models.includes(event.data_model))

/** Whether events are written that no webhook wants: the operator's to say (`SVC_KEEP_ALL_EVENTS`). */
export const KeepsAll = Context.Reference<boolean>("@svc/server/webhooks/KeepsAll", { defaultValue: () => false })

export class Events extends Context.Service<
  Events,
  {
    /** Lets writers of many records skip making events that nobody wants. One indexed look-up. */
    readonly wanted: (organisationId: number) => Effect.Effect<Wanted, SqlError>
    /**
     * Writes the events that some enabled webhook of their organisation wants, or all where all are kept, in five statements however many they
     * are; to be called in the transaction of the change. Order in the list is the order of delivery. With `wanted`
     * (of the same transaction and organisation) the look-up is saved. Gives how many events were written.
     */
    readonly append: (events: ReadonlyArray<NewEvent>, wanted?: Wanted) => Effect.Effect<number, SqlError>
  }
>()("@svc/server/webhooks/Events") {
  static readonly layer: Layer.Layer<Events, never, SqlClient.SqlClient | Jobs> = Layer.suspend(() =>
    Layer.effect(Events, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const keepsAll = yield* KeepsAll

  const listening = (organisations: ReadonlyArray<number>) =>
    sql.unsafe<WantingWebhook>(
      `select id, organisation_id, type, operations, data_models from webhook
       where organisation_id = any($1::bigint[]) and not is_disabled order by position`,
      [ids(organisations)]
    )

  const append = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>, wanted?: Wanted) {
    if (events.length === 0) return 0
    const webhooks =
      wanted?.webhooks ?? (yield* listening([...new Set(events.map(({ organisation_id }) => organisation_id))]))
    if (webhooks.length === 0 && !keepsAll) return 0

    const rows: Array<Row> = []
    const deliveries: Array<{ readonly id: string; readonly webhook: string; readonly event: Row }> = []
    for (const event of events) {
      const row = { ...event, id: timedId() }
      const wanting = webhooks.filter(
        (webhook) => webhook.organisation_id === event.organisation_id && wants(webhook, event)
      )
      if (keepsAll || wanting.length > 0) rows.push(row)
      for (const webhook of wanting) deliveries.push({ id: timedId(), webhook: webhook.id, event: row })
    }
    if (rows.length === 0) return 0

    // Events have a stamp that is drawn when they are written, not the time of their transaction: of two changes of one
    // record, the later one's is later, whichever transaction began first.
    const [drawn] = yield* sql.unsafe<Horizon.Drawn>(Horizon.draw, ["0"])
    yield* sql.unsafe(
      `insert into event (id, organisation_id, company_id, connection_id, integration_type, type, data_model, operation,
         subject, data, created_at)
       select id, organisation_id, coalesce(company_id, 0), connection_id, integration_type, type, data_model, operation,
         subject, data::json, to_timestamp($11::bigint / 1000.0)
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::bigint[], $10::text[]) with ordinality
         as t (id, organisation_id, company_id, connection_id, integration_type, type, data_model, operation, subject,
           data, ordinal)
       order by ordinal`,
      [
        uuids(rows.map((row) => row.id)),
        ids(rows.map((row) => row.organisation_id)),
        ids(rows.map((row) => row.company_id)),
        ids(rows.map((row) => row.connection_id)),
        texts(rows.map((row) => row.integration_type)),
        texts(rows.map((row) => row.type)),
        texts(rows.map((row) => row.data_model)),
        texts(rows.map((row) => row.operation)),
        ids(rows.map((row) => row.subject)),
        texts(rows.map((row) => cleanJsonText(row.data))),
        String(drawn!.stamp)
      ]
    )
    if (deliveries.length > 0) {
      // The select is ordered, so that positions follow the order of the events. A webhook that was removed meanwhile must
      // not fail the change.
      yield* sql.unsafe(
        `with still as (
           select id from webhook where id = any($2::uuid[]) for key share
         )
         insert into delivery (id, organisation_id, webhook_id, event_id, subject, type, company_id, connection_id,
           data_model, operation, status, next_attempt_at, created_at)
         select t.id, organisation_id, webhook_id, event_id, subject, type, company_id, connection_id, data_model, operation,
           'PENDING', now(), now()
         from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
           $9::text[], $10::text[]) with ordinality
           as t (id, webhook_id, organisation_id, event_id, subject, type, company_id, connection_id, data_model, operation,
             ordinal)
         join still on still.id = t.webhook_id
         order by ordinal`,
        [
          uuids(deliveries.map((row) => row.id)),
          uuids(deliveries.map((row) => row.webhook)),
          ids(deliveries.map(({ event }) => event.organisation_id)),
          uuids(deliveries.map(({ event }) => event.id)),
          ids(deliveries.map(({ event }) => event.subject)),
          texts(deliveries.map(({ event }) => event.type)),
          ids(deliveries.map(({ event }) => event.company_id ?? 0)),
          ids(deliveries.map(({ event }) => event.connection_id)),
          texts(deliveries.map(({ event }) => event.data_model)),
          texts(deliveries.map(({ event }) => event.operation))
        ]
      )
      yield* jobs.sendAll(
        deliver,
        [...new Set(deliveries.map((row) => row.webhook))].map((webhook_id) => ({ data: { webhook_id } }))
      )
    }
    return rows.length
  })

  return Events.of({
    wanted: Effect.fnUntraced(function* (organisationId) {
      const webhooks = yield* listening([organisationId])
      return {
        organisationId,
        webhooks,
        has: (data_model, operation) =>
          keepsAll || webhooks.some((webhook) => wants(webhook, { type: "DATA_MODEL_CHANGES", data_model, operation })),
        hasType: (type) => keepsAll || webhooks.some((webhook) => webhook.type === type)
      }
    }),
    append
  })
})
