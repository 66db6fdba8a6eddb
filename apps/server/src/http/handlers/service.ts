import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { FailedJobs } from "../../jobs/FailedJobs.ts"
import { ServiceState } from "../../overview/ServiceState.ts"
import { data, list, type Handlers } from "../Handling.ts"

export const layer: Handlers<"service", FailedJobs | ServiceState> = HttpApiBuilder.group(
  Api.api,
  "service",
  Effect.fnUntraced(function* (handlers) {
    const state = yield* ServiceState
    const failed = yield* FailedJobs
    return handlers.handleAll({
      get: () => data(state.get),
      failedJobs: () => list(failed.list),
      retryJob: ({ params }) => data((caller) => failed.retry(caller, params.id))
    })
  })
)
