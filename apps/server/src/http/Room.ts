/**
 * How many bytes a process holds for its callers at one moment: bodies that arrive or are worked on, and answers that are
 * not taken yet. What one of them holds is counted as it grows, so that who announces much and sends little takes nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import { type Limit, shareOf } from "../Limits.ts"

/** Up to so many bytes are not counted: what is small always finds room, and costs nothing to look after. */
export const SMALL = 65_536

/** What is shared by all, such as bytes of one kind: so many of it, and so many for one owner. */
export interface Shared {
  /** Takes so many more for an owner, null for who has none of its own; or tells the limit that leaves no room for them. */
  readonly take: (count: number, owner: number | null) => Limit | null
  readonly free: (count: number, owner: number | null) => void
  readonly held: () => number
}

/** `share` is what one owner may have of it. */
export const sharedOf = (limit: Limit, share: Limit): Shared => {
  let held = 0
  const byOwner = new Map<number, number>()
  const add = (count: number, owner: number | null): void => {
    held += count
    if (owner === null) return
    const own = (byOwner.get(owner) ?? 0) + count
    if (own === 0) byOwner.delete(owner)
    else byOwner.set(owner, own)
  }
  return {
    take: (count, owner) => {
      if (held + count > limit.most) return limit
      if (owner !== null && (byOwner.get(owner) ?? 0) + count > share.most) return share
      add(count, owner)
      return null
    },
    free: (count, owner) => add(-count, owner),
    held: () => held
  }
}

export class Room extends Context.Service<
  Room,
  {
    /** Bodies of requests with a key. */
    readonly bodies: Shared
    /** Bodies of requests without one. */
    readonly openBodies: Shared
    /** Answers that are ready and not yet taken. */
    readonly answers: Shared
    /** Answers that are sent while they are made; each holds some megabytes of what is made next. */
    readonly exports: Shared
    /** Streams of changes that are open, of all and of each key. */
    readonly streams: Shared
    readonly streamsOfKeys: Shared
    /** Documents whose bytes come from platforms. */
    readonly documents: Shared
    /** Requests with a key, from when it is known whose it is until they are answered. */
    readonly requests: Shared
  }
>()("@svc/server/http/Room") {
  static readonly layer: Layer.Layer<Room, never, AppConfig> = Layer.effect(
    Room,
    Effect.map(AppConfig, ({ limits }) => {
      const of = (limit: Limit) => sharedOf(limit, shareOf(limit, limits.organisationPercent))
      return Room.of({
        bodies: of(limits.bodiesBytes),
        openBodies: of(limits.openBodiesBytes),
        answers: of(limits.answersBytes),
        exports: of(limits.exports),
        streams: of(limits.changeStreams),
        streamsOfKeys: sharedOf(limits.changeStreams, limits.changeStreamsEach),
        documents: of(limits.documents),
        requests: of(limits.connections)
      })
    })
  )
}
