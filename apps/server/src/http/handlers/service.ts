import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServiceState } from "../../overview/ServiceState.ts"
import { data, type Handlers } from "../Handling.ts"

export const layer: Handlers<"service", ServiceState> = HttpApiBuilder.group(
  Api.api,
  "service",
  Effect.fnUntraced(function* (handlers) {
    const state = yield* ServiceState
    return handlers.handleAll({ get: () => data(state.get) })
  })
)
