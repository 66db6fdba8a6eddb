import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { CallLog } from "../../outbound/CallLog.ts"
import { list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"calls", CallLog> = HttpApiBuilder.group(
  Api.api,
  "calls",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* CallLog
    return handlers.handleAll({ list: () => list(log.list) })
  })
)
