import type { Connector } from "@svc/core"
import { Api } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Connectors } from "../../ComposedConnectors.ts"
import * as Answers from "../Answers.ts"
import type { Handlers } from "../Handling.ts"

/** What a connector offers, as the wire shows it. */
const capabilitiesOf = (connector: Connector.Any) => ({
  integration_type: connector.id,
  name: connector.name,
  category: connector.category,
  data_models: Registry.capabilities(connector).map(({ model, ...rest }) => ({ data_model: model, ...rest })),
  writes: Registry.writeSchemas(connector).map(({ model, operation, schema }) => ({
    data_model: model,
    operation,
    schema
  }))
})

type Capabilities = ReturnType<typeof capabilitiesOf>

export const layer: Handlers<"capabilities", Connectors> = HttpApiBuilder.group(
  Api.api,
  "capabilities",
  Effect.fnUntraced(function* (handlers) {
    const { all } = yield* Connectors
    const known = new WeakMap<Connector.Any, Capabilities>()
    const shown = (connector: Connector.Any): Capabilities => {
      const own = known.get(connector) ?? capabilitiesOf(connector)
      known.set(connector, own)
      return own
    }
    return handlers.handleAll({ list: () => Effect.map(all, (connectors) => Answers.data(connectors.map(shown))) })
  })
)
