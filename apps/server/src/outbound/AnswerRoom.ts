/**
 * How many bytes of platforms' answers a process holds at one moment. A small answer is read as it comes; a large one waits
 * for room before it is read, and keeps it until it was read, or until the request it is for is answered. Who waits keeps the
 * platform waiting: nothing of what is still to come is in memory.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import * as RequestInfo from "../http/RequestInfo.ts"

/** Answers of up to so many bytes are not counted. */
const SMALL = 1_048_576

interface Waiter {
  readonly bytes: number
  readonly enter: () => void
}

/** Room for so many bytes, given in the order it was asked for. */
export const makeRoom = (most: number) => {
  let held = 0
  const waiting: Array<Waiter> = []
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && held + next.bytes <= most; next = waiting[0]) {
      waiting.shift()
      held += next.bytes
      next.enter()
    }
  }
  const free = (bytes: number): void => {
    held -= bytes
    admit()
  }
  /** Waits for room and answers what gives it back. */
  const take = (wanted: number): Effect.Effect<() => void> =>
    Effect.callback<() => void>((resume) => {
      // More than there is at all is let in alone.
      const bytes = Math.min(wanted, most)
      let isHeld = false
      const waiter: Waiter = {
        bytes,
        enter: () => {
          isHeld = true
          resume(
            Effect.succeed(() => {
              if (isHeld) free(bytes)
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
        if (isHeld) free(bytes)
        isHeld = false
      })
    })
  return { take, held: () => held, waiting: () => waiting.length }
}
export type Room = ReturnType<typeof makeRoom>

/** The bytes of an answer; `largest` is what is reserved for one that does not say how long it is. */
const read = Effect.fnUntraced(function* (
  response: HttpClientResponse,
  room: Room,
  largest: number
): Effect.fn.Return<ArrayBuffer, HttpClientError> {
  const announced = Number(response.headers["content-length"] ?? Number.NaN)
  if (announced <= SMALL) return yield* response.arrayBuffer
  let release: (() => void) | null = null
  const reserve = Effect.fnUntraced(function* (bytes: number) {
    const free = yield* room.take(bytes)
    release = free
    // What is read becomes the answer to somebody: it is held until that is over.
    yield* RequestInfo.atEnd(free)
  })
  const gathered = Effect.gen(function* () {
    if (announced > SMALL) {
      yield* reserve(announced)
      return yield* response.arrayBuffer
    }
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* Stream.runForEach(response.stream, (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      return size > SMALL && release === null ? reserve(largest) : Effect.void
    })
    const whole = Buffer.concat(chunks)
    return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length)
  })
  const isOfRequest = (yield* Effect.serviceOption(RequestInfo.RequestInfo))._tag === "Some"
  return yield* isOfRequest
    ? gathered
    : Effect.ensuring(
        gathered,
        Effect.sync(() => release?.())
      )
})

/** The client, with every answer within the room. */
export const within = (client: HttpClient.HttpClient, room: Room, largest: number): HttpClient.HttpClient =>
  HttpClient.transform(client, (effect) =>
    Effect.map(effect, (response) => {
      const bytes = read(response, room, largest)
      return Object.create(response, {
        arrayBuffer: { value: bytes },
        text: { value: Effect.map(bytes, (buffer) => new TextDecoder().decode(buffer)) }
      }) as HttpClientResponse
    })
  )
