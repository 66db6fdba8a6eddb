/**
 * A queue as a typed value: its name, what a job in it carries, and how its jobs are retried. Senders and workers share
 * the value, so they cannot disagree.
 */
import type * as Schema from "effect/Schema"

/** How the jobs of a queue are kept, retried and limited. What is left out is decided by the job engine. */
export interface QueueOptions {
  /**
   * What a `key` means. `standard` (the default): nothing. `short`: one job of a key waits. `singleton`: one runs.
   * `stately`: one waits and one runs. `exclusive`: one waits or runs. `key_strict_fifo`: they run in order, one at a time.
   */
  readonly policy?: "standard" | "short" | "singleton" | "stately" | "exclusive" | "key_strict_fifo" | undefined
  /** How many times a failed job is tried again. Default 2. */
  readonly retryLimit?: number | undefined
  /** Seconds before the first retry. Default 0. */
  readonly retryDelay?: number | undefined
  /** Doubles the delay with each retry, with jitter. */
  readonly retryBackoff?: boolean | undefined
  /** The longest delay of a backoff, in seconds. */
  readonly retryDelayMax?: number | undefined
  /** A job that runs longer is interrupted and counts as failed, in seconds. Default 900. */
  readonly expireInSeconds?: number | undefined
  /** A job whose process is silent for longer is given to another, in seconds, at least and by default 10. */
  readonly heartbeatSeconds?: number | undefined
  /** How long a job may wait before it is dropped, in seconds. Default 14 days. */
  readonly retentionSeconds?: number | undefined
  /** How long a finished job is kept, in seconds. Default 7 days. */
  readonly deleteAfterSeconds?: number | undefined
  /** Where a job goes that failed for good. */
  readonly deadLetter?: Any | undefined
}

/** A queue of jobs that carry an `A`, stored as the JSON object `I`. */
export interface Queue<A, I extends object = object> {
  readonly name: string
  readonly schema: Schema.Codec<A, I>
  readonly options: QueueOptions
}

/** A queue, whatever its jobs carry. */
export interface Any {
  readonly name: string
  readonly options: QueueOptions
}

/** Declares a queue. Names are letters, digits, `-`, `_`, `.` and `/`. */
export const make = <A, I extends object>(
  name: string,
  schema: Schema.Codec<A, I>,
  options: QueueOptions = {}
): Queue<A, I> => ({ name, schema, options })
