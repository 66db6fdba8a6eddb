/** Maps items again that were kept, with what their calls were answered then: nothing is asked of the platform. */
import * as Result from "effect/Result"
import type * as Bounds from "../contract/Bounds.ts"
import type { Lookups } from "../contract/Lookup.ts"
import type { MapContext, Read } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import { withFollowed } from "./InSpite.ts"
import { companion, followCalls, type Followed, type Item, type LookupAnswers, type Refusal } from "./Reading.ts"
import { hasAnswers } from "./Unchanged.ts"

/**
 * What lookups find in answers that were kept; null when one is missing that would be asked, or says nothing to the lookup
 * of today.
 */
export const lookupsIn = (
  { lookups }: { readonly lookups: Lookups },
  answers: LookupAnswers,
  settings: Values,
  items: ReadonlyArray<unknown> = []
): Readonly<Record<string, unknown>> | null => {
  const found: Record<string, unknown> = {}
  try {
    for (const [name, lookup] of Object.entries(lookups)) {
      if (lookup.call({ settings, items, since: null }) === null) {
        found[name] = lookup.absent
        continue
      }
      if (!Object.hasOwn(answers, name)) return null
      // A status that means nothing is there.
      if (answers[name] === null && lookup.emptyStatuses !== undefined) {
        found[name] = lookup.absent
        continue
      }
      found[name] = lookup.pick(lookup.response.read(answers[name]))
    }
  } catch {
    return null
  }
  return found
}

/**
 * Maps an item that was kept, with what was kept beside it. Null when it would ask for something else than it was answered
 * then: only the platform can tell what it becomes.
 */
export const map = (
  read: Read,
  raw: unknown,
  kept: ReadonlyArray<Followed>,
  context: Omit<MapContext, "followed" | "companions">,
  bounds?: Bounds.Bounded
): Result.Result<Item, Refusal> | null => {
  const companions = companionsIn(read, kept)
  const own = kept.filter(({ call }) => !call.startsWith(companion))
  if (companions === null || !hasAnswers(read, raw, own, context.settings, bounds)) return null
  const calls = followCalls(read, raw, context.settings, bounds)
  return withFollowed(read, raw, calls, kept, { ...context, companions }, bounds)
}

/** What companions find in what was kept with an item; null when that is not enough. */
const companionsIn = (read: Read, kept: ReadonlyArray<Followed>): Readonly<Record<string, unknown>> | null => {
  const found: Record<string, unknown> = {}
  try {
    for (const [name, lookup] of Object.entries(read.companions)) {
      const own = kept.find(({ call }) => call === `${companion}${name}`)
      if (own === undefined) return null
      found[name] = own.body === null ? lookup.absent : lookup.pick(lookup.response.read(own.body))
    }
  } catch {
    return null
  }
  return found
}
