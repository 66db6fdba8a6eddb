import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Companies } from "../../connections/Companies.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"companies", Companies> = HttpApiBuilder.group(
  Api.api,
  "companies",
  Effect.fnUntraced(function* (handlers) {
    const companies = yield* Companies
    return handlers.handleAll({
      list: () => list(companies.list),
      get: ({ params }) => data((caller) => companies.get(caller, params.svc_id)),
      create: ({ payload }) => data((caller) => companies.create(caller, payload)),
      rename: ({ params, payload }) => data((caller) => companies.rename(caller, params.svc_id, payload)),
      change: ({ params, payload }) => data((caller) => companies.change(caller, params.svc_id, payload)),
      erase: ({ params }) => data((caller) => companies.erase(caller, params.svc_id))
    })
  })
)
