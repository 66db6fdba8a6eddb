import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ClientChecks } from "../../connections/ClientChecks.ts"
import { Integrations } from "../../connections/Integrations.ts"
import { data, list, timed, type Handlers } from "../Handling.ts"

export const layer: Handlers<"integrations", ClientChecks | Integrations> = HttpApiBuilder.group(
  Api.api,
  "integrations",
  Effect.fnUntraced(function* (handlers) {
    const integrations = yield* Integrations
    const checks = yield* ClientChecks
    return handlers.handleAll({
      list: () => list(integrations.list),
      get: ({ params }) => data((caller) => integrations.get(caller, params.integration_id)),
      registration: ({ params }) => data((caller) => integrations.registration(caller, params.integration_id)),
      check: ({ params }) => data((caller) => checks.check(caller, params.integration_id)),
      update: ({ params, payload }) => timed((caller) => integrations.update(caller, params.integration_id, payload))
    })
  })
)
