import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EventLog } from "../../webhooks/EventLog.ts"
import { list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"events", EventLog> = HttpApiBuilder.group(
  Api.api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* EventLog
    return handlers.handleAll({ list: () => list(log.list) })
  })
)
