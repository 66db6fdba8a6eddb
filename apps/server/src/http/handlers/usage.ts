import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Usage } from "../../usage/Usage.ts"
import { list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"usage", Usage> = HttpApiBuilder.group(
  Api.api,
  "usage",
  Effect.fnUntraced(function* (handlers) {
    const usage = yield* Usage
    return handlers.handleAll({ list: () => list(usage.list) })
  })
)
