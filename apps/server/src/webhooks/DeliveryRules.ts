/**
 * How deliveries are tried, as data: the moments of the attempts, how long an endpoint may take and may fail, and how
 * many requests run at once. Tests replace the clock; operators set the
 * retention alone.
 */
import * as Context from "effect/Context"

export interface Rules {
  /** Seconds from one attempt to the next, the first at once: the schedule of Standard Webhooks. */
  readonly delays: ReadonlyArray<number>
  /** Part of a delay by which it is made longer or shorter by chance. */
  readonly jitter: number
  /** The longest a Retry-After is obeyed, in seconds. */
  readonly longestRetryAfter: number
  /** Milliseconds until the endpoint must have answered with a status. */
  readonly timeout: number
  /** An endpoint without a success for this many seconds is disabled. */
  readonly disableAfter: number
  /** Seconds that events and their deliveries are kept: the operator's to say (`SVC_KEEP_EVENTS_DAYS`). */
  readonly retention: number
  /** Requests under way to one endpoint: the first ones, the most of a healthy one, and the most of a failing one. */
  readonly window: { readonly first: number; readonly healthy: number; readonly failing: number }
  /** Requests under way in this process, to healthy endpoints and to failing ones; neither takes from the other. */
  readonly inFlight: { readonly healthy: number; readonly failing: number }
  /** Seconds after which a process that went silent loses its lanes to others. */
  readonly lease: number
  /** Seconds until what should long be under way is looked for (a wake-up that was lost with its process). */
  readonly overdue: number
  /** SQL for the moment by which deliveries are due. */
  readonly now: string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const rules: Rules = {
  delays: [0, 5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.1,
  longestRetryAfter: day,
  timeout: 15_000,
  disableAfter: 5 * day,
  retention: 30 * day,
  window: { first: 8, healthy: 32, failing: 4 },
  inFlight: { healthy: 2_000, failing: 256 },
  lease: 15,
  overdue: 30,
  now: "now()"
}

export const DeliveryRules = Context.Reference<Rules>("@svc/server/webhooks/DeliveryRules", {
  defaultValue: () => rules
})
