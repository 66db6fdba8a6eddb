/** What runs beside requests: syncs, uploads, deliveries, what was asked for again and what is mapped again. They stop before the database does. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Lane } from "./database/Lanes.ts"
import * as Recovery from "./jobs/Recovery.ts"
import * as IndexUpkeep from "./records/IndexUpkeep.ts"
import * as Scheduler from "./sync/Scheduler.ts"
import { FieldMappings } from "./sync/FieldMappings.ts"
import { Refetch } from "./sync/Refetch.ts"
import { Remap } from "./sync/Remap.ts"
import * as Upkeep from "./sync/Upkeep.ts"
import { SyncRunner } from "./sync/SyncRunner.ts"
import { UploadRunner } from "./uploads/UploadRunner.ts"
import { Deliveries } from "./webhooks/Deliveries.ts"
import { Subscribing } from "./webhooks/Subscribing.ts"
import { Told } from "./webhooks/Told.ts"

/** What reads with the mappings of connectors begins when it is known which of them have changed; the service answers meanwhile. */
const reading = (work: Effect.Effect<void, never, Scope.Scope>) =>
  Effect.flatMap(Remap, ({ looked }) =>
    looked.pipe(
      Effect.andThen(work),
      Effect.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("Work could not begin.", cause)
      ),
      Effect.forkScoped
    )
  )

// Beside each other, also when they stop: each has a while for the jobs that it has under way.
export const layer = Layer.mergeAll(
  Scheduler.layer,
  Upkeep.layer,
  IndexUpkeep.layer,
  Recovery.layer,
  Layer.effectDiscard(Effect.flatMap(Remap, ({ work }) => work)),
  Layer.effectDiscard(Effect.flatMap(FieldMappings, ({ work }) => reading(work))),
  Layer.effectDiscard(Effect.flatMap(SyncRunner, ({ work }) => reading(work))),
  Layer.effectDiscard(Effect.flatMap(Refetch, ({ work }) => reading(work))),
  Layer.effectDiscard(Effect.flatMap(UploadRunner, ({ work }) => reading(work))),
  Layer.effectDiscard(Effect.flatMap(Deliveries, ({ work }) => work)),
  Layer.effectDiscard(Effect.flatMap(Told, ({ work }) => work)),
  Layer.effectDiscard(Effect.flatMap(Subscribing, ({ work }) => work))
).pipe(Layer.provide(Layer.succeed(Lane, "background")))
