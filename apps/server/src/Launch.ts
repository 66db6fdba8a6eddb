/**
 * Runs the service as a program: reads the settings, starts, greets, and stops on a signal. A setting that cannot be used
 * ends the start with a sentence, not with a stack.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as CompileCache from "./CompileCache.ts"
import * as Config from "./Config.ts"
import * as Database from "./database/Database.ts"
import type * as DemoPlatform from "./demo/DemoPlatform.ts"
import * as Observability from "./http/Observability.ts"
import type * as LazyConnector from "./LazyConnector.ts"
import * as Memory from "./Memory.ts"
import { sentence } from "./Sentence.ts"
import type * as Server from "./Server.ts"
import * as Watchdog from "./Watchdog.ts"

/** The file that this process runs. */
export const programFile = (): { readonly program?: string } =>
  process.argv[1] === undefined ? {} : { program: process.argv[1] }

export interface Composition {
  readonly connectors: ReadonlyArray<LazyConnector.Composed>
  /** What the demo of an empty installation is connected to; without it there is no demo. */
  readonly demo?: DemoPlatform.Platform
}

const serve = Effect.fnUntraced(
  function* (options: Server.Options, watch: Watchdog.Watch) {
    // It opens in a thread of its own while this one loads the rest: a new database takes longer than all else of a start.
    const database = Database.layer({ ...Config.databaseOf(options.config), pulse: watch.database })
    const built = yield* Layer.makeMemoMap
    const scope = yield* Effect.flatMap(Effect.scope, Scope.fork)
    const opening = yield* Effect.forkChild(Effect.exit(Layer.buildWithMemoMap(database, built, scope)), {
      startImmediately: true
    })
    // Nothing closes below a thread that still opens: the folder's lock would be free too early.
    yield* Effect.addFinalizer(() => Fiber.interrupt(opening))
    // A folder that is refused needs nothing loaded to be refused.
    const refused = opening.pollUnsafe()
    if (refused !== undefined) yield* yield* refused
    const [Server, Welcome] = yield* Effect.promise(() =>
      Promise.all([import("./Server.ts"), import("./demo/Welcome.ts")])
    )
    const services = yield* Layer.buildWithMemoMap(Server.layer({ ...options, database }), built, scope)
    // Before the greeting: from here on the service answers.
    watch.started()
    const address = yield* HttpServer.addressFormattedWith((url) =>
      Effect.succeed(url.replace("//0.0.0.0:", "//localhost:").replace("//[::]:", "//localhost:"))
    ).pipe(Effect.provideContext(services))
    const lines = yield* Welcome.lines(options.config, address).pipe(Effect.provideContext(services))
    process.stdout.write(`${lines.join("\n")}\n`)
    CompileCache.flush()
    yield* Memory.keepSmall
    // Runs until a signal comes, or until the embedded database breaks.
    return yield* Context.get(services, Database.DatabaseInfo).failure
  },
  // Before anything closes: how long that may take is watched.
  (effect, _, watch) => Effect.scoped(Effect.onExit(effect, () => Effect.sync(watch.stopping)))
)

/** Runs the service until it is told to stop. */
export const launch = (composition: Composition): void => {
  Memory.bound()
  // Whatever is written below the data folder, by whichever part, is for its owner alone.
  process.umask(0o077)
  const { config, faults, warnings } = Config.read(
    process.env,
    composition.connectors.map(({ id }) => id)
  )
  if (faults.length > 0) {
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    process.exitCode = 1
    return
  }
  const watch = Watchdog.start({
    stallSeconds: config.stallSeconds,
    stopSeconds: config.drainSeconds + config.stopSeconds
  })
  const program = Effect.gen(function* () {
    for (const warning of warnings) yield* Effect.logWarning(warning)
    return yield* serve({ ...composition, ...programFile(), config }, watch)
  }).pipe(
    Effect.provide(Observability.otlp),
    Effect.provide(Observability.logs(config)),
    Effect.tapCause((cause) =>
      Effect.sync(() => {
        if (!Cause.hasInterruptsOnly(cause)) process.stderr.write(`${sentence(cause)}\n`)
      })
    )
  )
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    // A signal is how the service is meant to end.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
}
