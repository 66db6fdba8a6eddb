import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Brands } from "../../connections/Brands.ts"
import { data, type Handlers } from "../Handling.ts"

export const layer: Handlers<"brand", Brands> = HttpApiBuilder.group(
  Api.api,
  "brand",
  Effect.fnUntraced(function* (handlers) {
    const brands = yield* Brands
    return handlers.handleAll({
      get: () => data((caller) => brands.get(caller)),
      change: ({ payload }) => data((caller) => brands.update(caller, payload))
    })
  })
)
