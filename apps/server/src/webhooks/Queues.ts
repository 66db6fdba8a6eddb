/**
 * The queues of this folder. A delivery job says only that a webhook may have something due: what is due, and in which
 * order, is said by the rows of `delivery`.
 */
import * as Schema from "effect/Schema"
import * as Queue from "../jobs/Queue.ts"

/** Something is due for a webhook. */
export const deliver = Queue.make("webhooks/deliver", Schema.Struct({ webhook_id: Schema.String }), {
  // Tried for about a day: until then, what keeps it from running (the database) is back.
  retryLimit: 300,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  deleteAfterSeconds: 60
})

/**
 * What a platform told of a connection without naming a record: that a model changed, or, without one, that the authorisation
 * ended. Its key is both: what is told while the same waits says nothing new.
 */
export const told = Queue.make(
  "webhooks/told",
  Schema.Struct({ connection_id: Schema.Int, model: Schema.NullOr(Schema.String) }),
  { policy: "stately", retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, deleteAfterSeconds: 60 }
)

/** What is registered at a platform for a connection, which is its key, is to be looked at: one look at a time. */
export const subscribe = Queue.make("webhooks/subscribe", Schema.Struct({ connection_id: Schema.Int }), {
  policy: "stately",
  // What went wrong at the platform is tried again by the row's own time; this is for a process that died.
  retryLimit: 3,
  retryDelay: 5,
  retryBackoff: true,
  deleteAfterSeconds: 60
})

/** All of them, for `Jobs.layer`. */
export const queues = [deliver, told, subscribe]
