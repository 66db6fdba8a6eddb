/** The queues of reading: whole runs, single records a platform told of, and stored items to be mapped again. */
import * as Schema from "effect/Schema"
import * as Queue from "../jobs/Queue.ts"

/** One run of a connection; its key is the connection, of which one run is under way at a time. */
export const syncQueue = Queue.make("sync", Schema.Struct({ sync_id: Schema.Int }), {
  policy: "singleton",
  // A run that was interrupted goes on where it stopped; what fails inside a run is decided by the run.
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 12 * 3600
})

/** Records to be fetched again, by platform id; `gone` are those of them that the platform said it had deleted. */
export const refetchQueue = Queue.make(
  "refetch",
  Schema.Struct({
    connection_id: Schema.Int,
    model: Schema.String,
    ids: Schema.Array(Schema.String),
    gone: Schema.optional(Schema.Array(Schema.String))
  }),
  {
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    // It names a platform's records, which may be erased by then.
    deleteAfterSeconds: 3600
  }
)

/** What of a connection is to be mapped again is in `remap`; its key is the connection. */
export const remapQueue = Queue.make("remap", Schema.Struct({ connection_id: Schema.Int }), {
  policy: "stately",
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 12 * 3600,
  deleteAfterSeconds: 3600
})

/** Tells the connections to a platform of an organisation that its field mappings have changed; its key is both. */
export const fieldMappingQueue = Queue.make(
  "field-mappings",
  Schema.Struct({ organisation_id: Schema.Int, integration_type: Schema.String }),
  {
    policy: "stately",
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 12 * 3600,
    deleteAfterSeconds: 3600
  }
)
