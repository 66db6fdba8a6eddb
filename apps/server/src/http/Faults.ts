/** Every fault of an endpoint as the one error answer: what a service refused, and what a schema did. */
import { Access, ApiError } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as Layer from "effect/Layer"
import * as Answers from "./Answers.ts"
import * as Issues from "./Issues.ts"
import * as RequestInfo from "./RequestInfo.ts"

export const layer: Layer.Layer<Access.Faults> = Layer.succeed(Access.Faults, (http) =>
  Effect.catchCause(http, (cause) => {
    const error = Cause.squash(cause)
    const known = HttpApiError.HttpApiSchemaError.is(error)
      ? error.kind === "Body" || error.kind === "ResponseHeaders"
        ? undefined
        : Issues.toApiError(error)
      : error instanceof ApiError.ApiError
        ? error
        : undefined
    return known === undefined || Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.map(RequestInfo.current, (facts) => Answers.failure(known, facts))
  })
)
