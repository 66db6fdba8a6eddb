/** The queue of writes. */
import * as Schema from "effect/Schema"
import * as Queue from "../jobs/Queue.ts"

/** One upload job; its items are sent one after the other, or in the platform's batches. */
export const uploadQueue = Queue.make("upload", Schema.Struct({ upload_job_id: Schema.String }), {
  // What may have been sent is marked before, so a job can be taken up again at any point.
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 6 * 3600
})
