/** Starts the service. A setting that cannot be used ends the start with a sentence, not with a stack. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { connectors, demo } from "./connectors.ts"
import * as Config from "./Config.ts"
import * as Welcome from "./demo/Welcome.ts"
import * as Observability from "./http/Observability.ts"
import * as Server from "./Server.ts"

const { config, faults, warnings } = Config.read(
  process.env,
  connectors.map(({ id }) => id)
)

if (faults.length > 0) {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = 1
} else {
  const program = Effect.gen(function* () {
    for (const warning of warnings) yield* Effect.logWarning(warning)
    yield* Layer.launch(
      Layer.effectDiscard(
        Effect.gen(function* () {
          const address = yield* HttpServer.addressFormattedWith((url) =>
            Effect.succeed(url.replace("//0.0.0.0:", "//localhost:").replace("//[::]:", "//localhost:"))
          )
          const shown = yield* Welcome.lines(config, address)
          process.stdout.write(`${shown.join("\n")}\n`)
        })
      ).pipe(Layer.provide(Server.layer({ config, connectors, demo })))
    )
  }).pipe(
    Effect.provide(Observability.otlp),
    Effect.provide(Observability.logs(config)),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      process.stderr.write(`${Server.sentence(cause)}\n`)
      return Effect.failCause(cause)
    })
  )
  NodeRuntime.runMain(program, { disableErrorReporting: true })
}
