import { Api, ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import type { Access } from "@svc/core/api"

export const layer: Layer.Layer<HttpApiGroup.Service<"svc", "inbound">, never, Access.Faults> = HttpApiBuilder.group(
  Api.api,
  "inbound",
  (handlers) =>
    handlers
      .handleRaw("receive", () => Effect.as(ApiError.notFound("integration"), HttpServerResponse.empty()))
      .handleRaw("receiveFor", () => Effect.as(ApiError.notFound("integration"), HttpServerResponse.empty()))
)
