/**
 * Answers that are sent while they are made, a line for each record. What is made next is made in a turn of its own, while
 * what was made before goes out: who takes his answer slowly holds up nobody, and one who takes nothing is given up.
 */
import { ApiError } from "@svc/core/api"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ServerResponse } from "node:http"
import { type Limits, noRoom } from "../Limits.ts"
import type { Export, ExportPiece } from "../records/Lists.ts"
import * as Answers from "./Answers.ts"
import * as RequestInfo from "./RequestInfo.ts"
import type { Room, Shared } from "./Room.ts"
import * as Sockets from "./Sockets.ts"

export const contentType = "application/x-ndjson"

/** What an answer needs of the process it is made in. */
export interface Host {
  readonly room: Pick<Room["Service"], "exports">
  readonly limits: Pick<Limits, "sendSeconds">
  /** True when the process is about to stop: the rest is for another one. */
  readonly isLeaving: () => boolean
}

/** What ends an answer that is not whole. */
const cut = (next: string): string => `${JSON.stringify({ next })}\n`

/**
 * The records of an export as lines. What fails before the first of them is an error as any other; what fails later ends
 * the answer with the place to go on from.
 */
export const lines = (
  begin: Effect.Effect<Export, ApiError.ApiError>,
  { isLeaving, limits, room }: Host
): Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError.ApiError, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const facts = yield* RequestInfo.current
    const broken = room.exports.take(1, facts.organisation)
    if (broken !== null) return yield* noRoom("Too many exports are under way", broken)
    yield* RequestInfo.atEnd(() => room.exports.free(1, facts.organisation))
    const { next, read } = yield* begin
    const first = yield* read
    const respond = (stream: Stream.Stream<Uint8Array>) => HttpServerResponse.stream(stream, { contentType })
    if (request.method === "HEAD") return respond(Stream.empty)

    const turn = handedOver(request, facts, limits)

    const last = Effect.sync((): ExportPiece => {
      const at = next()
      return { bytes: at === null ? [] : [Buffer.from(cut(at))], free: () => {} }
    })
    const sending = sendingTo(responseOf(request))
    /** The next lines, in a turn; null where the answer ends, or has to. */
    const more = Effect.suspend(() => {
      if (isLeaving()) return Effect.succeed(null)
      sending.settle()
      const inTurn = turn === null ? read : Effect.andThen(turn.back, Effect.ensuring(read, Effect.sync(turn.leave)))
      return Effect.catchCause(inTurn, (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logWarning("An export was cut.", cause), null)
      )
    })
    return respond(streamOf(first, more, last, sending.each))
  })

/** Where the answer goes; null within the process, where nothing is on the way. */
const responseOf = (request: HttpServerRequest.HttpServerRequest): ServerResponse | null =>
  (NodeHttpServerRequest.toServerResponse(request) as ServerResponse | undefined) ?? null

/** The request is answered when its answer begins; its turn and its places are given back when that one is over. */
const handedOver = (
  request: HttpServerRequest.HttpServerRequest,
  facts: RequestInfo.RequestFacts,
  limits: Host["limits"]
): RequestInfo.Turn | null => {
  const response = responseOf(request)
  if (response === null) return null
  const { release, turn } = facts
  facts.turn = null
  facts.release = null
  turn?.leave()
  const over = () => {
    turn?.end()
    release?.()
  }
  if (response.closed) over()
  else response.once("close", over)
  Sockets.whileTaken(response, limits)
  return turn
}

/** Bytes that come from elsewhere, and what is told of them. */
export interface Passing {
  readonly type: string
  readonly size: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: ReadableStream<Uint8Array>
}
/** Bytes as they come. What fails before the first of them is an error as any other; what fails later breaks the connection. */
export const bytes = (
  begin: Effect.Effect<Passing, ApiError.ApiError>,
  { limits, room }: { readonly limits: Host["limits"]; readonly room: Shared }
): Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError.ApiError, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const facts = yield* RequestInfo.current
    const broken = room.take(1, facts.organisation)
    if (broken !== null) return yield* noRoom("Too many documents are under way", broken)
    yield* RequestInfo.atEnd(() => room.free(1, facts.organisation))
    const { bytes: source, headers, size, type } = yield* begin
    const isHead = request.method === "HEAD"
    if (isHead) yield* Effect.promise(() => source.cancel().catch(() => {}))
    else handedOver(request, facts, limits)
    const stream = isHead
      ? Stream.empty
      : Stream.fromReadableStream({ evaluate: () => source, onError: (error) => error })
    return Answers.asItIs(
      HttpServerResponse.stream(stream, {
        contentType: type,
        headers,
        ...(size === null ? {} : { contentLength: size })
      })
    )
  })

/** What is on its way to a caller, and which memory it needs no more. */
export const sendingTo = (response: Pick<ServerResponse, "getHeader" | "writableLength"> | null) => {
  /** Bytes that were written, and pieces with how many that were at their ends. */
  let written = 0
  const under: Array<{ readonly end: number; readonly free: () => void }> = []
  return {
    /** The bytes of a piece, one after another: who asks for the next has written the one before it. */
    *each({ bytes, free }: ExportPiece): Generator<Uint8Array, void> {
      for (const one of bytes) {
        yield one
        written += one.length
      }
      under.push({ end: written, free })
    },
    /** Lets go of what the system has taken: what is not taken yet is the last that was written. */
    settle: () => {
      // A compressor holds some of it, and does not say how much.
      if (response?.getHeader("content-encoding") !== undefined) return
      const taken = written - (response?.writableLength ?? 0)
      while (under.length > 0 && under[0]!.end <= taken) under.shift()!.free()
    }
  }
}

type State = { readonly piece: ExportPiece | null } | "next"

/** One piece is made while the one before it goes out, and no more. */
const streamOf = (
  first: ExportPiece | null,
  more: Effect.Effect<ExportPiece | null>,
  last: Effect.Effect<ExportPiece>,
  each: (piece: ExportPiece) => Generator<Uint8Array, void>
): Stream.Stream<Uint8Array> =>
  Stream.paginate<State, ExportPiece>({ piece: first }, (state) =>
    Effect.flatMap(state === "next" ? more : Effect.succeed(state.piece), (piece) =>
      piece === null
        ? Effect.map(last, (end) => [[end], Option.none()] as const)
        : Effect.succeed([[piece], Option.some<State>("next")] as const)
    )
  ).pipe(
    Stream.buffer({ capacity: 1, strategy: "suspend" }),
    Stream.flatMap((piece) => Stream.fromIteratorSucceed(each(piece), 1))
  )
