/** The server with connectors to a metered platform: one with windows and places, one with a single place, and Shopify. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { type Connector, Page } from "@svc/core"
import { Request } from "@svc/core/runtime"
import { shopify } from "@svc/shopify"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Config from "../../src/Config.ts"
import * as FirstKey from "../../src/FirstKey.ts"
import * as Observability from "../../src/http/Observability.ts"
import * as Server from "../../src/Server.ts"
import * as SmallConnector from "./SmallConnector.ts"

const metered = (id: string, limits: Connector.Limits) =>
  SmallConnector.make(id, {
    limits,
    reads: { CURRENCIES: SmallConnector.currencies(Page.cursor({ param: "cursor", at: "next" })) }
  })

const left = (headers: Readonly<Record<string, string | undefined>>): ReadonlyArray<Connector.Remaining> => {
  const remaining = headers["x-left"]
  return remaining === undefined
    ? []
    : [{ seconds: 60, remaining: Number(remaining), resetAt: Number(headers["x-reset"]) }]
}
const connectors = [
  metered("METERED", { windows: [{ max: 12, seconds: 1 }], concurrent: 3 }),
  metered("METERED_MINUTE", { windows: [{ max: 20, seconds: 60 }], concurrent: 3, remaining: left }),
  metered("METERED_SINGLE", { windows: [], concurrent: 1 }),
  shopify
]

const { config, faults } = Config.read(
  process.env,
  connectors.map(({ id }) => id)
)
if (faults.length > 0) throw new Error(faults.join("\n"))
NodeRuntime.runMain(
  Layer.launch(
    Layer.effectDiscard(FirstKey.ensure(config)).pipe(Layer.provideMerge(Server.layer({ config, connectors })))
  ).pipe(
    Effect.provide(Observability.logs(config)),
    // Short enough that what waits longer can be told apart in a test.
    Effect.provideService(Request.Policy, {
      retries: 3,
      pause: 50,
      patience: 6000,
      timeout: 60_000
    })
  )
)
