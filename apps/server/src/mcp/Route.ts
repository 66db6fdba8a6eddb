/** Where the tools for agents are. What answers there is loaded when somebody asks for the first time. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Needs } from "./Endpoint.ts"

/** The paths of this module with their methods, for the table of routes. */
export const paths: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [["/mcp", ["POST", "DELETE"]]]

export const layer: Layer.Layer<never, never, Needs> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Needs>()
    const endpoint = yield* Effect.cached(
      Effect.flatMap(
        Effect.promise(() => import("./Endpoint.ts")),
        ({ make }) => Effect.provideContext(make, context)
      )
    )
    type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope>
    const asked =
      (answer: (made: Effect.Success<typeof endpoint>, request: HttpServerRequest.HttpServerRequest) => Answer) =>
      (request: HttpServerRequest.HttpServerRequest) =>
        Effect.flatMap(Effect.uninterruptible(endpoint), (made) => answer(made, request))
    yield* router.add(
      "POST",
      "/mcp",
      asked((made, request) => made(request))
    )
    yield* router.add(
      "DELETE",
      "/mcp",
      asked((made, request) => made.end(request))
    )
  })
)
