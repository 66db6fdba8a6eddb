/** `svc rotate-secrets`: puts every sealed secret under the current key of SVC_SECRET_KEYS, so that old keys can go. */
import { Progress } from "@svc/core/api"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/Audit.ts"
import { ApiKeys, operator } from "../connections/ApiKeys.ts"
import { CommandFailure, Door } from "./Door.ts"
import * as Output from "./Output.ts"
import * as ToldByCommands from "../database/ToldByCommands.ts"
import { toRotate } from "../overview/UnderWay.ts"
import { KeyRing } from "../secrets/KeyRing.ts"
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
    const count = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { current } = yield* KeyRing
      const audit = Audit.writer(sql)
      const actor = Audit.by(operator(yield* (yield* ApiKeys).organisation))
      // Thousands of secrets are no single transaction, so its beginning and its end are acts of their own.
      yield* audit(actor, { action: "SECRETS_ROTATION_STARTED", target: null })
      const done = yield* Effect.scoped(
        Effect.gen(function* () {
          const say = yield* ToldByCommands.teller("rotating")
          // To count them takes as long as to look for a batch: what was there at the beginning tells how many are left.
          const all = yield* toRotate(sql, current.id)
          return yield* rotateAll((count) => {
            const left = Math.max(0, all - count)
            return Effect.andThen(say({ left }), Output.progress(Progress.ofRotation(left)))
          })
        })
      )
      yield* audit(actor, { action: "SECRETS_ROTATED", target: null, details: { secrets: done } })
      return done
    }).pipe(
      Effect.provideContext(local),
      Effect.mapError((error) => new CommandFailure({ message: error.message }))
    )
    yield* Output.progressEnd
    return yield* Console.log(
      count === 0 ? "Every secret is under the current key already." : `${count} secrets are under the current key now.`
    )
  })
).pipe(Command.withDescription("Put every stored secret under the current key of SVC_SECRET_KEYS"))
