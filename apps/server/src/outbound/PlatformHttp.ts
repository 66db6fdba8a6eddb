/**
 * The HTTP client that platform and token calls go through. Some platforms are on a host that the end user types, so all of
 * them are behind a guard of their own: public addresses, and what the operator allowed. The addresses that stand in the
 * operator's own settings of a connector are dialled for that connector's calls alone, on connections that no other call
 * shares. Http and every port are allowed, since platforms in a private network have neither TLS nor 443; which of them a user
 * may type, the connector's settings say.
 */
import { Request } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { shareOf } from "../Limits.ts"
import * as AnswerRoom from "./AnswerRoom.ts"
import { Guard } from "./Guard.ts"

/** `allow` as in `GuardConfig`. */
export const layer = (
  allow: ReadonlyArray<string>
): Layer.Layer<HttpClient.HttpClient, never, AppConfig | Connectors> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const { integration, limits } = yield* AppConfig
      const { documentBytes, organisationPercent, platformAnswerBytes, platformBytes } = limits
      const room = AnswerRoom.makeRoom(platformBytes.most, shareOf(platformBytes, organisationPercent).most)
      const { known } = yield* Connectors
      const written = known.flatMap(({ id }) => {
        const { baseUrl, tokenUrl } = integration(id)
        return [baseUrl, tokenUrl].flatMap((address) => (address === null ? [] : [address]))
      })
      // The platform client limits the time of each call.
      const clientTo = (origins: ReadonlyArray<string>) => {
        // How large an answer may be is kept where its room is, and a document where it is handed on; this is behind both.
        const maxResponseSize = Math.max(documentBytes.most, platformAnswerBytes.most) + 1_048_576
        const guard = Guard.layer({ allowHttp: true, ports: "any", allow, origins, maxResponseSize, timeout: null })
        return Effect.map(
          Layer.build(Guard.layerHttpClient.pipe(Layer.provide(Layer.fresh(guard)), Layer.fresh)),
          (built) => Context.get(built, HttpClient.HttpClient)
        )
      }
      const guarded = yield* clientTo([])
      const trusted = yield* clientTo(written)
      const client = HttpClient.transform(guarded, (answer, request) =>
        Effect.flatMap(Request.Trusted, (own) =>
          own.size > 0 && URL.canParse(request.url) && own.has(new URL(request.url).origin)
            ? trusted.execute(request)
            : answer
        )
      )
      return AnswerRoom.within(client, room, platformAnswerBytes)
    })
  )
