import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Mapping } from "../../sync/Mapping.ts"
import { data, type Handlers } from "../Handling.ts"

export const layer: Handlers<"mapping", Mapping> = HttpApiBuilder.group(
  Api.api,
  "mapping",
  Effect.fnUntraced(function* (handlers) {
    const mapping = yield* Mapping
    return handlers.handleAll({
      origins: ({ params }) => data((caller) => mapping.origins(caller, params.data_model, params.svc_id)),
      again: ({ params }) => data((caller) => mapping.again(caller, params.data_model, params.svc_id))
    })
  })
)
