/** Changes as server-sent events, for as long as somebody takes them. */
import { Api, ApiError, Changes as Definition } from "@svc/core/api"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ServerResponse } from "node:http"
import { AppConfig } from "../../AppConfig.ts"
import { Changes, type Following, type Told } from "../../changes/Changes.ts"
import { noRoom } from "../../Limits.ts"
import { Drain } from "../Drain.ts"
import { caller as current, type Handlers } from "../Handling.ts"
import * as RequestInfo from "../RequestInfo.ts"
import { Room } from "../Room.ts"
import * as Sockets from "../Sockets.ts"

/** Milliseconds after which whoever hears nothing is told that there is nothing, and how soon a browser comes again. */
const QUIET = 10_000
const COME_AGAIN = 1000

/** What was told, as events. Where nothing changed, one without data, which nobody is told of but for its id. */
const written = ({ changes, id }: Told): string =>
  changes.length === 0
    ? `: nothing has changed\nid: ${id}\n\n`
    : changes.map((change) => `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`).join("")

/** What is to come is waited for when what came before is out. */
const streamOf = (following: Following): Stream.Stream<Uint8Array> =>
  Stream.paginate<"begin" | "next", Uint8Array>("begin", (state) =>
    state === "begin"
      ? Effect.succeed([[Buffer.from(`retry: ${COME_AGAIN}\n\n`)], Option.some("next" as const)])
      : Effect.map(following.take(QUIET), (told) =>
          told === null ? [[], Option.none()] : [[Buffer.from(written(told))], Option.some("next" as const)]
        )
  )

export const layer: Handlers<"changes", AppConfig | Changes | Room> = HttpApiBuilder.group(
  Api.api,
  "changes",
  Effect.fnUntraced(function* (handlers) {
    const changes = yield* Changes
    const { limits } = yield* AppConfig
    const { streams, streamsOfKeys } = yield* Room
    const drain = yield* Effect.serviceOption(Drain)
    const isLeaving = drain._tag === "Some" ? drain.value.isLeaving : () => false
    const following = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const facts = yield* RequestInfo.current
      const caller = yield* current
      const message = "Too many streams of changes are open"
      const broken = streams.take(1, caller.organisationId)
      if (broken !== null) return yield* noRoom(message, broken)
      yield* RequestInfo.atEnd(() => streams.free(1, caller.organisationId))
      const ofKey = streamsOfKeys.take(1, caller.keyId)
      if (ofKey !== null) return yield* noRoom(`${message} with this key`, ofKey)
      yield* RequestInfo.atEnd(() => streamsOfKeys.free(1, caller.keyId))
      const respond = (stream: Stream.Stream<Uint8Array>) =>
        HttpServerResponse.stream(stream, { contentType: Definition.contentType })
      if (request.method === "HEAD") return respond(Stream.empty)
      const said = request.headers[Definition.lastEventId] ?? ""
      const followed = yield* changes.follow(caller, /^\d{1,15}$/.test(said) ? Number(said) : null, isLeaving)

      // Its work is done: what follows is waiting, and its places are given back when nobody waits any more.
      const { release, turn } = facts
      facts.turn = null
      facts.release = null
      turn?.end()
      const response = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
      const over = () => {
        followed.end()
        release?.()
      }
      if (response.closed) over()
      else response.once("close", over)
      Sockets.whileTaken(response, limits)
      return respond(streamOf(followed))
    })
    return handlers.handle(
      "stream",
      () => following as Effect.Effect<never, ApiError.ApiError, HttpServerRequest.HttpServerRequest>
    )
  })
)
