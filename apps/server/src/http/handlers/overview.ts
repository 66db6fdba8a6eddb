import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Overviews } from "../../overview/Overviews.ts"
import { data, type Handlers } from "../Handling.ts"

export const layer: Handlers<"overview", Overviews> = HttpApiBuilder.group(
  Api.api,
  "overview",
  Effect.fnUntraced(function* (handlers) {
    const overviews = yield* Overviews
    return handlers.handleAll({
      get: ({ query }) => data((caller) => overviews.get(caller, query.span ?? "day")),
      work: () => data(overviews.work)
    })
  })
)
