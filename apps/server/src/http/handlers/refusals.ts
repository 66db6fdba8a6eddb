import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { RefusalLog } from "../../sync/RefusalLog.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"refusals", RefusalLog> = HttpApiBuilder.group(
  Api.api,
  "refusals",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* RefusalLog
    return handlers.handleAll({
      list: () => list(log.list),
      totals: () => list(log.totals),
      get: ({ params }) => data((caller) => log.get(caller, params.svc_id))
    })
  })
)
