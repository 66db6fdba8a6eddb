/** Ids of webhooks, events and deliveries as the UUIDs that they are: a third of the room of their text, in rows and in indexes. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const uuids = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  yield* run(`alter table webhook_lane drop constraint webhook_lane_webhook_id_fkey`)
  yield* run(`alter table delivery drop constraint delivery_event_id_fkey`)
  yield* run(`alter table webhook alter id type uuid using id::uuid`)
  yield* run(`alter table webhook_lane alter webhook_id type uuid using webhook_id::uuid,
    add foreign key (webhook_id) references webhook on delete cascade`)
  yield* run(`alter table event alter id type uuid using id::uuid`)
  yield* run(`alter table delivery alter id type uuid using id::uuid, alter webhook_id type uuid using webhook_id::uuid,
    alter event_id type uuid using event_id::uuid, add foreign key (event_id) references event on delete cascade`)
})
