/** `svc rotate-secrets`: puts every sealed secret under the current key of SVC_SECRET_KEYS, so that old keys can go. */
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { CommandFailure, Door } from "./Door.ts"
import * as Output from "./Output.ts"
import { rotateAll } from "../secrets/Rotation.ts"

export const rotateSecrets = Command.make(
  "rotate-secrets",
  {},
  Effect.fn(function* () {
    const { local } = yield* Door
    if (local === null) {
      return yield* new CommandFailure({
        message: "Secrets are rotated on the data folder itself: stop the service first. (On PostgreSQL it may run.)"
      })
    }
    const count = yield* rotateAll((done, place) => Output.progress(`${done} secrets, now ${place}`)).pipe(
      Effect.provideContext(local),
      Effect.mapError((error) => new CommandFailure({ message: error.message }))
    )
    yield* Output.progressEnd
    return yield* Console.log(
      count === 0 ? "Every secret is under the current key already." : `${count} secrets are under the current key now.`
    )
  })
).pipe(Command.withDescription("Put every stored secret under the current key of SVC_SECRET_KEYS"))
