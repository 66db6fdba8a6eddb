import { Api } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Layer from "effect/Layer"
import type { Access } from "@svc/core/api"
import { AppConfig } from "../../AppConfig.ts"
import { Inbound } from "../../webhooks/Inbound.ts"
import * as Answers from "../Answers.ts"
import * as Bodies from "../Bodies.ts"
import { Room } from "../Room.ts"

export const layer: Layer.Layer<
  HttpApiGroup.Service<"svc", "inbound">,
  never,
  Access.Faults | AppConfig | Inbound | Room
> = HttpApiBuilder.group(
  Api.api,
  "inbound",
  Effect.fnUntraced(function* (handlers) {
    const inbound = yield* Inbound
    const { baseUrl, limits } = yield* AppConfig
    const { openBodies } = yield* Room
    /** The platform's own answer: what it expects as a receipt, or as a refusal. */
    const receive = Effect.fnUntraced(function* (
      integration: string,
      token: string | null,
      request: HttpServerRequest.HttpServerRequest
    ) {
      const answer = yield* inbound.receive(integration, token, {
        method: request.method,
        url: new URL(`${baseUrl}${request.url}`),
        headers: request.headers,
        body: Bodies.bytes(request, limits.inboundBodyBytes, openBodies)
      })
      return Answers.raw(answer.body ?? "", answer)
    })
    return handlers
      .handleRaw("receive", ({ params, request }) => receive(params.integration, null, request))
      .handleRaw("receiveFor", ({ params, request }) => receive(params.integration, params.token, request))
  })
)
