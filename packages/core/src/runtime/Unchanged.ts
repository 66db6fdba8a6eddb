/** Which items of a listing are as they were stored, for who keeps them: those need no further calls. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Bounds from "../contract/Bounds.ts"
import { isMarked, type Read } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import { asked, decoded, followCalls, type Followed, type Unchanged } from "./Reading.ts"

/** An item as it was stored. */
export interface StoredItem {
  readonly raw: unknown
  readonly followed: ReadonlyArray<Followed>
}

/** Compares what is listed with the stored items of the same ids (`Read.unchanged`). */
export const since = (
  stored: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, StoredItem>>
): Unchanged =>
  Effect.fnUntraced(function* (read, raws, { bounds, settings }) {
    const { unchanged } = read
    const found = new Map<number, string>()
    if (unchanged === undefined || Object.keys(read.companions).length > 0) return found
    const signOf = (raw: unknown) => {
      if (Bounds.faultOf(raw, bounds) !== null) return null
      try {
        const value = decoded(read, raw)
        if (isMarked(read, value)) return null
        const [id, stamp] = [unchanged.id(value), unchanged.stamp(value)]
        return typeof stamp === "string" ? { id, stamp } : null
      } catch {
        // Refused when it is mapped.
        return null
      }
    }
    const signs = raws.map(signOf)
    const ids = [...new Set(signs.flatMap((sign) => sign?.id ?? []))]
    if (ids.length === 0) return found
    const before = yield* stored(ids)
    for (const [index, sign] of signs.entries()) {
      const own = sign === null ? undefined : before.get(sign.id)
      if (own === undefined || signOf(own.raw)?.stamp !== sign!.stamp) continue
      // What is asked for besides may be another since the connector is.
      if (hasAnswers(read, raws[index], own.followed, settings, bounds)) found.set(index, sign!.id)
    }
    return found
  })

/** Whether what was kept beside an item are the answers to what it asks for. */
export const hasAnswers = (
  read: Read,
  raw: unknown,
  kept: ReadonlyArray<Followed>,
  settings: Values,
  bounds: Bounds.Bounded | undefined
): boolean => {
  const calls = followCalls(read, raw, settings, bounds)
  const wanted = Result.isSuccess(calls) ? calls.success.map(asked) : []
  return wanted.length === kept.length && wanted.every((call, index) => call === kept[index]!.call)
}
