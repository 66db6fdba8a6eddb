/** What handlers share: the caller, a page's parameters, and answers made of what a service says. */
import type { Access, ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Answers from "./Answers.ts"
import { type Caller, CurrentCaller, CurrentView } from "./Caller.ts"

/** The handlers of a group of the interface, which need these services. */
export type Handlers<Group extends string, Needs> = Layer.Layer<
  HttpApiGroup.Service<"svc", Group>,
  never,
  Needs | Access.Authentication | Access.Faults
>

type Response = HttpServerResponse.HttpServerResponse

/** The caller of the request under way. Every endpoint that uses it stands behind the authentication. */
export const caller: Effect.Effect<Caller> = Effect.flatMap(Effect.serviceOption(CurrentCaller), (found) =>
  found._tag === "Some"
    ? Effect.succeed(found.value)
    : Effect.die(new Error("An endpoint without authentication asks who calls."))
)

/** Runs a service's method for the caller. */
export const asCaller = <A, E, R>(method: (caller: Caller) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(caller, method)

/** An answer as the caller may see it. Whatever the management interface answers goes through here. */
const shown = (answer: object): Effect.Effect<object> =>
  Effect.flatMap(Effect.serviceOption(CurrentView), (found) =>
    found._tag === "Some"
      ? Effect.succeed(found.value(answer) as object)
      : Effect.die(new Error("An endpoint without authentication answers what not all may see."))
  )

/** `{ data }` with what a service says. */
export const data = <R>(
  method: (caller: Caller) => Effect.Effect<object, ApiError.ApiError, R>
): Effect.Effect<Response, ApiError.ApiError, R> =>
  Effect.map(
    Effect.flatMap(asCaller(method), (value) => shown({ data: value })),
    Answers.json
  )

/** The parameters behind the address of the request, as they were sent. */
export const search: Effect.Effect<URLSearchParams, never, HttpServerRequest.HttpServerRequest> = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1).replace(/#.*$/s, "") : "")
)

/** The page of a list that the parameters of the request ask for, as a service says it. */
export const list = <R>(
  method: (caller: Caller, params: URLSearchParams) => Effect.Effect<object, ApiError.ApiError, R>
): Effect.Effect<Response, ApiError.ApiError, R | HttpServerRequest.HttpServerRequest> =>
  Effect.map(
    Effect.flatMap(
      Effect.flatMap(search, (params) => asCaller((caller) => method(caller, params))),
      shown
    ),
    Answers.json
  )

/** `{ data }` with the times and the id of the request. */
export const timed = <R>(
  method: (caller: Caller) => Effect.Effect<object, ApiError.ApiError, R>
): Effect.Effect<Response, ApiError.ApiError, R> =>
  Effect.flatMap(asCaller(method), (value) => Effect.flatMap(shown({ data: value }), Answers.timed))
