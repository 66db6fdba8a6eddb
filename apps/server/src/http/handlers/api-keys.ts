import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ApiKeys } from "../../connections/ApiKeys.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"apiKeys", ApiKeys> = HttpApiBuilder.group(
  Api.api,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    return handlers.handleAll({
      list: () => list(keys.list),
      create: ({ payload }) => data((caller) => keys.create(caller, payload)),
      change: ({ params, payload }) => data((caller) => keys.change(caller, params.svc_id, payload)),
      rotate: ({ params, payload }) => data((caller) => keys.rotate(caller, params.svc_id, payload)),
      revoke: ({ params }) => data((caller) => keys.revoke(caller, params.svc_id))
    })
  })
)
