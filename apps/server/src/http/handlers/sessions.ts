import { Api, Sessions as Wire } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import { ApiError } from "@svc/core/api"
import { AppConfig } from "../../AppConfig.ts"
import { Sessions } from "../../connections/Sessions.ts"
import { asCaller, data, list, type Handlers } from "../Handling.ts"
import * as RequestInfo from "../RequestInfo.ts"

export const layer: Handlers<"sessions", Sessions | AppConfig> = HttpApiBuilder.group(
  Api.api,
  "sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* Sessions
    const { baseUrl } = yield* AppConfig
    const isSecure = baseUrl.startsWith("https:")
    const keep = (value: string, expires: Date) => (response: HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.setCookieUnsafe(response, isSecure ? Wire.secureCookie : Wire.cookie, value, {
        httpOnly: true,
        sameSite: "strict",
        secure: isSecure,
        path: "/",
        expires
      })
    return handlers.handleAll({
      caller: () => data(sessions.describe),
      list: () => list(sessions.list),
      start: () =>
        Effect.gen(function* () {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const { address } = yield* RequestInfo.current
          const { expires, secret, session } = yield* asCaller((caller) =>
            sessions.start(caller, { address, agent: headers["user-agent"] })
          )
          return keep(Redacted.value(secret), expires)(yield* data(() => Effect.succeed(session)))
        }),
      signOut: () =>
        Effect.map(
          data((caller) =>
            caller.sessionId === undefined
              ? ApiError.notFound("a session of this request", null)
              : sessions.end(caller, caller.sessionId)
          ),
          keep("", new Date(0))
        ),
      end: ({ params }) => data((caller) => sessions.end(caller, params.svc_id))
    })
  })
)
