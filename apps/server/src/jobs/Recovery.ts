/**
 * Finds work that is open and that no job carries any more, and gives it one. A job ends without its work when the last of its
 * tries was cut short: by the death of the process, by its longest time, by a restore of an older backup.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { SyncLife } from "../sync/SyncLife.ts"
import { UploadRunner } from "../uploads/UploadRunner.ts"

const every = "1 minute"

/** Looks once; answers how much was found. Every process may do so: work that gets two jobs is done by the first. */
export const run = Effect.gen(function* () {
  const found = (yield* (yield* SyncLife).recover) + (yield* (yield* UploadRunner).recover)
  if (found > 0) yield* Effect.logWarning(`${found} syncs and upload jobs were open without a job: they go on.`)
  return found
})

export const layer: Layer.Layer<never, never, SyncLife | UploadRunner> = Layer.effectDiscard(
  run.pipe(
    Effect.catchCause((cause) => Effect.logError("Work without a job could not be looked for.", cause)),
    Effect.schedule(Schedule.spaced(every)),
    Effect.forkScoped
  )
)
