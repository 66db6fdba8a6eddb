/**
 * The queues of this folder. A delivery job says only that a webhook may have something due: what is due, and in which
 * order, is said by the rows of `delivery`.
 */
import * as Schema from "effect/Schema"
import * as Queue from "../jobs/Queue.ts"

const Lane = Schema.Struct({ webhook_id: Schema.String })

// A job is tried for about a day: until then, what keeps it from running (the database) is back.
const patient = { retryLimit: 300, retryDelay: 1, retryBackoff: true, retryDelayMax: 300, deleteAfterSeconds: 60 }

/** Something is due for a webhook. */
export const deliver = Queue.make("webhooks/deliver", Lane, patient)
/** The same for webhooks whose endpoint fails: they have workers of their own, so that they cannot fill those of others. */
export const retry = Queue.make("webhooks/retry", Lane, patient)
/** Records that a platform's own webhook named. */
export const refetch = Queue.make(
  "webhooks/refetch",
  Schema.Struct({
    connection_id: Schema.Int,
    data_model: Schema.String,
    platform_ids: Schema.Array(Schema.String)
  }),
  { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 }
)

/** All of them, for `Jobs.layer`. */
export const queues = [deliver, retry, refetch]
