/** A process of its own with a service that knows one small connector with generous limits, for P4. */
import { Auth, Connector, Page, Read, Setting, Wire } from "@svc/core"
import * as Config from "../src/Config.ts"
import * as FirstKey from "../src/FirstKey.ts"
import * as Observability from "../src/http/Observability.ts"
import * as Server from "../src/Server.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const bench = Connector.make({
  id: "BENCH",
  name: "Bench",
  category: "ACCOUNTING",
  auth: Auth.apiKey({
    fields: { api_key: Setting.asked({ label: "API key" }) },
    headers: (credentials) => ({ authorization: `Bearer ${credentials["api_key"]}` })
  }),
  settings: {},
  http: {
    baseUrl: "https://bench.example",
    limits: { windows: [{ max: 100_000_000, seconds: 60 }], concurrent: 64 }
  },
  check: { path: "/check" },
  reads: {
    CURRENCIES: Connector.read("CURRENCIES", {
      path: "/currencies",
      page: Page.single,
      items: "data",
      item: Wire.struct({ id: Wire.required(Wire.id) }),
      deletes: Read.never,
      map: ({ id }) => ({
        platform_id: id,
        name: null,
        code: null,
        symbol: null,
        is_base_currency: null,
        exchange_rate: null,
        updated_at: null
      })
    })
  },
  writes: {}
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
