/**
 * How many bytes a process holds for its callers at one moment: bodies that arrive or are worked on, and answers that are
 * not taken yet. What one of them holds is counted as it grows, so that who announces much and sends little takes nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import type { Limit } from "../Limits.ts"

/** Up to so many bytes are not counted: what is small always finds room, and costs nothing to look after. */
export const SMALL = 65_536

/** Bytes of one kind. */
export interface Bytes {
  readonly limit: Limit
  /** Whether there was room for so many more; they are taken then. */
  readonly take: (bytes: number) => boolean
  readonly free: (bytes: number) => void
  readonly held: () => number
}

export const bytesOf = (limit: Limit): Bytes => {
  let held = 0
  return {
    limit,
    take: (bytes) => {
      if (held + bytes > limit.most) return false
      held += bytes
      return true
    },
    free: (bytes) => void (held -= bytes),
    held: () => held
  }
}

export class Room extends Context.Service<
  Room,
  {
    /** Bodies of requests with a key. */
    readonly bodies: Bytes
    /** Bodies of requests without one. */
    readonly openBodies: Bytes
    /** Answers that are ready and not yet taken. */
    readonly answers: Bytes
  }
>()("@svc/server/http/Room") {
  static readonly layer: Layer.Layer<Room, never, AppConfig> = Layer.effect(
    Room,
    Effect.map(AppConfig, ({ limits }) =>
      Room.of({
        bodies: bytesOf(limits.bodiesBytes),
        openBodies: bytesOf(limits.openBodiesBytes),
        answers: bytesOf(limits.answersBytes)
      })
    )
  )
}
