/**
 * How many bytes of platforms' answers a process holds at one moment. A small answer is read as it comes; a large one waits
 * for room before it is read, and keeps it until it was read, or until the request it is for is answered. Who waits keeps the
 * platform waiting: nothing of what is still to come is in memory.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import * as Gathered from "../http/Gathered.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Turns from "../http/Turns.ts"
import type { Limit } from "../Limits.ts"

/** Answers of up to so many bytes are not counted. */
const SMALL = 1_048_576

interface Waiter {
  readonly bytes: number
  /** The organisation it is for; null for what the service does by itself. */
  readonly owner: number | null
  readonly enter: () => void
}

/**
 * Room for so many bytes, of which one owner has `share` at most, given in the order it was asked for: only who waits for an
 * owner that has its share lets others pass.
 */
export const makeRoom = (most: number, share: number = most) => {
  let held = 0
  const byOwner = new Map<number, number>()
  const waiting: Array<Waiter> = []
  const ownOf = (owner: number | null): number => (owner === null ? 0 : (byOwner.get(owner) ?? 0))
  const add = (bytes: number, owner: number | null): void => {
    held += bytes
    if (owner === null) return
    const own = ownOf(owner) + bytes
    if (own === 0) byOwner.delete(owner)
    else byOwner.set(owner, own)
  }
  // What is larger than a share is let in where its owner holds nothing else.
  const hasShare = ({ bytes, owner }: Waiter): boolean => ownOf(owner) === 0 || ownOf(owner) + bytes <= share
  const admit = (): void => {
    for (let next = waiting.find(hasShare); next !== undefined; next = waiting.find(hasShare)) {
      if (held + next.bytes > most) return
      waiting.splice(waiting.indexOf(next), 1)
      add(next.bytes, next.owner)
      next.enter()
    }
  }
  const free = (bytes: number, owner: number | null): void => {
    add(-bytes, owner)
    admit()
  }
  /** Waits for room and answers what gives it back. */
  const take = (wanted: number, owner: number | null = null): Effect.Effect<() => void> =>
    Effect.callback<() => void>((resume) => {
      // More than there is at all is let in alone.
      const bytes = Math.min(wanted, most)
      let isHeld = false
      const waiter: Waiter = {
        bytes,
        owner,
        enter: () => {
          isHeld = true
          resume(
            Effect.succeed(() => {
              if (isHeld) free(bytes, owner)
              isHeld = false
            })
          )
        }
      }
      waiting.push(waiter)
      admit()
      return Effect.sync(() => {
        const at = waiting.indexOf(waiter)
        if (at >= 0) waiting.splice(at, 1)
        if (isHeld) free(bytes, owner)
        isHeld = false
      })
    })
  return { take, held: () => held, waiting: () => waiting.length }
}
export type Room = ReturnType<typeof makeRoom>

/** The bytes of an answer; `largest` is also what is reserved for one that does not say how long it is. */
const bytesOf = Effect.fnUntraced(function* (
  response: HttpClientResponse,
  room: Room,
  largest: Limit
): Effect.fn.Return<ArrayBuffer, HttpClientError.HttpClientError> {
  const announced = Number(response.headers["content-length"] ?? Number.NaN)
  if (announced <= SMALL) return yield* response.arrayBuffer
  let release: (() => void) | null = null
  const reserve = Effect.fnUntraced(function* (bytes: number) {
    const free = yield* room.take(bytes, (yield* RequestInfo.current).organisation)
    release = free
    // What is read becomes the answer to somebody: it is held until that is over.
    yield* RequestInfo.atEnd(free)
  })
  const read = Effect.gen(function* () {
    // One that says that it is larger is begun, so that the rest of it is sent to nobody.
    const isTooLarge = announced > largest.most
    if (announced <= largest.most) yield* reserve(announced)
    const gathered = Gathered.make()
    yield* Stream.runForEach(response.stream, (chunk) => {
      const size = gathered.size() + chunk.length
      if (isTooLarge || size > largest.most) return tooLarge(response.request, largest)
      gathered.add(chunk)
      return size > SMALL && release === null ? reserve(largest.most) : Effect.void
    })
    return gathered.whole()
  })
  const isOfRequest = (yield* Effect.serviceOption(RequestInfo.RequestInfo))._tag === "Some"
  return yield* isOfRequest
    ? read
    : Effect.ensuring(
        read,
        Effect.sync(() => release?.())
      )
})

/** An answer that is not read, with the code that core's platform client knows such a one by. */
const tooLarge = (request: HttpClientRequest, { most, setting }: Limit) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request,
        cause: Object.assign(new Error(`the body is larger than ${most} bytes (${setting})`), {
          code: "UND_ERR_RES_EXCEEDED_MAX_SIZE"
        })
      })
    })
  )

/** The text of bytes that nobody reads but for it: large ones are given back at once. */
const textOf = (buffer: ArrayBuffer): string => {
  const text = new TextDecoder().decode(buffer)
  if (buffer.byteLength > SMALL) buffer.transfer(0)
  return text
}

/** The client, with every answer within the room, and none of them larger than `largest`. */
export const within = (client: HttpClient.HttpClient, room: Room, largest: Limit): HttpClient.HttpClient =>
  HttpClient.transform(client, (effect) =>
    Effect.map(Turns.away(effect), (response) => {
      const bytes = Effect.tap(Turns.away(bytesOf(response, room, largest)), ({ byteLength }) =>
        byteLength > SMALL ? Turns.grown : Effect.void
      )
      return Object.create(response, {
        arrayBuffer: { value: bytes },
        text: { value: Effect.map(bytes, textOf) }
      }) as HttpClientResponse
    })
  )
