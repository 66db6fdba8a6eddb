import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Syncs } from "../../sync/Syncs.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"syncs", Syncs> = HttpApiBuilder.group(
  Api.api,
  "syncs",
  Effect.fnUntraced(function* (handlers) {
    const syncs = yield* Syncs
    return handlers.handleAll({
      list: () => list(syncs.list),
      get: ({ params }) => data((caller) => syncs.get(caller, params.svc_id)),
      jobs: ({ params }) => list((caller, asked) => syncs.jobs(caller, params.svc_id, asked)),
      start: ({ payload }) => data((caller) => syncs.start(caller, payload)),
      cancel: ({ params }) => data((caller) => syncs.cancel(caller, params.svc_id))
    })
  })
)
