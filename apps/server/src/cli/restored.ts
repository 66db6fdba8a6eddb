/** `svc restored`: run once on a database that was restored from a backup, before the service starts on it. */
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Restored from "../Restored.ts"
import { CommandFailure, Door } from "./Door.ts"

export const restored = Command.make(
  "restored",
  {},
  Effect.fn(function* () {
    const { local } = yield* Door
    if (local === null) {
      return yield* new CommandFailure({
        message: "The service runs on the restored data folder already: stop it first."
      })
    }
    const { deliveries, uploads } = yield* Restored.settle.pipe(
      Effect.provideContext(local),
      Effect.mapError((error) => new CommandFailure({ message: error.message }))
    )
    yield* Console.log(
      `${deliveries} deliveries and ${uploads} upload jobs were open at the time of the backup. Nothing of them is sent by ` +
        "itself: replay a webhook with POST /v3/core/webhooks/{id}/replay, and look at uploads that end with unknown-outcome."
    )
  })
).pipe(Command.withDescription("Prepare a database that was restored from a backup, before the service starts on it"))
