/** A process of its own with a service that knows one small connector with generous limits, for P4. */
import { Page } from "@svc/core"
import * as Config from "../src/Config.ts"
import * as FirstKey from "../src/FirstKey.ts"
import * as Observability from "../src/http/Observability.ts"
import * as Server from "../src/Server.ts"
import * as SmallConnector from "../test/support/SmallConnector.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const bench = SmallConnector.make("BENCH", {
  limits: SmallConnector.unlimited,
  reads: { CURRENCIES: SmallConnector.currencies(Page.single) }
})

const { config, faults } = Config.read(process.env, [bench.id])
if (faults.length > 0) throw new Error(faults.join("\n"))
const ready = Layer.effectDiscard(
  Effect.andThen(
    FirstKey.ensure(config),
    Effect.sync(() => process.send?.("ready"))
  )
)
NodeRuntime.runMain(
  Layer.launch(ready.pipe(Layer.provideMerge(Server.layer({ config, connectors: [bench] })))).pipe(
    Effect.provide(Observability.logs(config))
  )
)
