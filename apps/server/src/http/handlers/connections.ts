import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Connections } from "../../connections/Connections.ts"
import { ConnectionStates } from "../../overview/ConnectionStates.ts"
import { FieldMappings } from "../../sync/FieldMappings.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"connections", Connections | ConnectionStates | FieldMappings> = HttpApiBuilder.group(
  Api.api,
  "connections",
  Effect.fnUntraced(function* (handlers) {
    const connections = yield* Connections
    const mappings = yield* FieldMappings
    const states = yield* ConnectionStates
    return handlers.handleAll({
      list: () => list(connections.list),
      get: ({ params }) => data((caller) => connections.get(caller, params.svc_id)),
      create: ({ payload }) => data((caller) => connections.create(caller, payload)),
      updateSyncConfig: ({ params, payload }) =>
        data((caller) => connections.updateSyncConfig(caller, params.svc_id, payload)),
      choices: ({ params, query }) => data((caller) => connections.choices(caller, params.svc_id, query)),
      customFields: ({ params, query }) => data((caller) => mappings.found(caller, params.svc_id, query.data_model)),
      state: ({ params }) => data((caller) => states.get(caller, params.svc_id)),
      capabilities: ({ params }) => data((caller) => connections.capabilities(caller, params.svc_id)),
      disconnect: ({ params }) => data((caller) => connections.disconnect(caller, params.svc_id)),
      pause: ({ params }) => data((caller) => connections.pause(caller, params.svc_id)),
      resume: ({ params }) => data((caller) => connections.resume(caller, params.svc_id)),
      reconnect: ({ params }) => data((caller) => connections.reconnect(caller, params.svc_id)),
      inboundAddress: ({ params }) => data((caller) => connections.inboundAddress(caller, params.svc_id))
    })
  })
)
