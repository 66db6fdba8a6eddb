/** Answers of platforms that are read at once: so many bytes, whoever asks and however the answers are cut. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import type { Limit } from "../../src/Limits.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as AnswerRoom from "../../src/outbound/AnswerRoom.ts"

const megabyte = 1_048_576
const limitOf = (most: number): Limit => ({ setting: "SVC_MAX_PLATFORM_ANSWER_BYTES", most })
/** A platform whose answers have so many bytes; it says so, or does not. */
const platform = (bytes: number, isAnnounced: boolean, opened: () => void) =>
  HttpClient.make((request) =>
    Effect.sync(() => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            if (sent === 0) opened()
            if (sent >= bytes) return controller.close()
            const chunk = Math.min(megabyte / 2, bytes - sent)
            sent += chunk
            controller.enqueue(new Uint8Array(chunk).fill(0x61))
          }
        },
        { highWaterMark: 0 }
      )
      const headers = { "content-type": "text/plain", ...(isAnnounced ? { "content-length": String(bytes) } : {}) }
      return HttpClientResponse.fromWeb(request, new Response(body, { headers }))
    })
  )

describe.each([
  ["that say how long they are", true],
  ["that do not", false]
])("answers %s", (_, isAnnounced) => {
  it.live("are read one after the other where there is no room for more, and all are read", () =>
    Effect.gen(function* () {
      const room = AnswerRoom.makeRoom(10 * megabyte)
      const size = 4 * megabyte
      const client = AnswerRoom.within(
        platform(size, isAnnounced, () => {}),
        room,
        limitOf(size)
      )
      let most = 0
      const lengths = yield* Effect.forEach(
        Array.from({ length: 24 }),
        () =>
          Effect.gen(function* () {
            const response = yield* client.get("http://platform.test/large")
            const text = yield* response.text
            most = Math.max(most, room.held())
            return text.length
          }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(lengths), new Set([size]))
      assert.isAtMost(most, 10 * megabyte)
      assert.deepStrictEqual([room.held(), room.waiting()], [0, 0])
    })
  )
  it.live("are not read when they are larger than one may be, and the limit is named", () =>
    Effect.gen(function* () {
      const room = AnswerRoom.makeRoom(10 * megabyte)
      const largest = limitOf(2 * megabyte)
      const client = AnswerRoom.within(
        platform(4 * megabyte, isAnnounced, () => {}),
        room,
        largest
      )
      const error = yield* Effect.flip(Effect.flatMap(client.get("http://platform.test/large"), ({ text }) => text))
      assert.include(String((error as any).reason.cause.message), "2097152 bytes (SVC_MAX_PLATFORM_ANSWER_BYTES)")
      assert.deepStrictEqual([room.held(), room.waiting()], [0, 0])
    })
  )
  it.live("keep their room until the request they are for is over, and give it back when nobody waits any more", () =>
    Effect.gen(function* () {
      const room = AnswerRoom.makeRoom(5 * megabyte)
      const size = 4 * megabyte
      const client = AnswerRoom.within(
        platform(size, isAnnounced, () => {}),
        room,
        limitOf(size)
      )
      const read = Effect.flatMap(client.get("http://platform.test/large"), ({ text }) => text)
      const facts = RequestInfo.begin(undefined, null)
      yield* Effect.provideService(read, RequestInfo.RequestInfo, facts)
      assert.strictEqual(room.held(), size)
      const waits = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(Effect.ensuring(read, Deferred.succeed(waits, undefined)))
      while (room.waiting() === 0) yield* Effect.sleep("1 millis")
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(waits)
      assert.strictEqual(room.waiting(), 0)
      facts.release?.()
      assert.strictEqual(room.held(), 0)
      assert.strictEqual((yield* read).length, size)
    })
  )
})

it.live("a small answer takes no room", () =>
  Effect.gen(function* () {
    const room = AnswerRoom.makeRoom(megabyte)
    const client = AnswerRoom.within(
      platform(1000, true, () => {}),
      room,
      limitOf(megabyte)
    )
    const facts = RequestInfo.begin(undefined, null)
    const response = yield* client.get("http://platform.test/small")
    yield* Effect.provideService(response.arrayBuffer, RequestInfo.RequestInfo, facts)
    assert.deepStrictEqual([room.held(), facts.release], [0, null])
  })
)

it.live("an organisation that has its share waits for itself alone", () =>
  Effect.gen(function* () {
    const room = AnswerRoom.makeRoom(10, 6)
    const first = yield* room.take(4, 1)
    const waits = yield* Effect.forkChild(room.take(4, 1))
    while (room.waiting() === 0) yield* Effect.yieldNow
    // Others go past it, as long as there is room at all; and who is none of them has no share.
    const other = yield* room.take(4, 2)
    const nobody = yield* room.take(2, null)
    assert.deepStrictEqual([room.held(), room.waiting()], [10, 1])
    nobody()
    assert.strictEqual(room.waiting(), 1)
    first()
    const second = yield* Fiber.join(waits)
    second()
    other()
    // More than its share goes in where it has nothing else.
    const large = yield* room.take(9, 1)
    large()
    assert.deepStrictEqual([room.held(), room.waiting()], [0, 0])
  })
)
