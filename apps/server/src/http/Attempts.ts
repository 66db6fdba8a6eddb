/**
 * Who sends what opens nothing: API keys, and keys typed on an invite link. After a handful in a few seconds from one
 * address or on one link, more of them are told to wait. What is right is let in always: a flood of wrong keys, or a
 * misconfigured program, locks out nobody behind the same address.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Limit, Limits } from "../Limits.ts"

/** So many failures within `window` milliseconds; the next is told to wait. */
export interface Rule {
  readonly limit: Limit
  readonly window: number
}
/** Of API keys from one address. */
export const ofKeys = ({ wrongKeys }: Limits): Rule => ({ limit: wrongKeys, window: 10_000 })
/** Of keys typed on one invite link: each is tried at the platform, which may lock the account. */
export const onLink = ({ triesOnLink }: Limits): Rule => ({ limit: triesOnLink, window: 600_000 })
/** Of keys typed on any link from one address. */
export const onLinks = ({ triesOnLinks }: Limits): Rule => ({ limit: triesOnLinks, window: 600_000 })
/** Addresses and links remembered at once; the one that failed first is forgotten first. */
const remembered = 10_000

interface Failures {
  readonly since: number
  count: number
}

export class Attempts extends Context.Service<
  Attempts,
  {
    /** Seconds until one that is wrong is told so again; 0 when it is now. */
    readonly wait: (from: string, rule: Rule) => number
    /** Counts one that was wrong. */
    readonly failed: (from: string, rule: Rule) => void
  }
>()("@svc/server/http/Attempts") {
  static readonly layer: Layer.Layer<Attempts> = Layer.effect(
    Attempts,
    Effect.clockWith((clock) =>
      Effect.sync(() => {
        // The calendar may be set back meanwhile.
        const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
        const bySource = new Map<string, Failures>()
        const recent = (from: string, { window }: Rule): Failures | undefined => {
          const found = bySource.get(from)
          return found !== undefined && now() - found.since < window ? found : undefined
        }
        return Attempts.of({
          wait: (from, rule) => {
            const found = recent(from, rule)
            return found === undefined || found.count < rule.limit.most
              ? 0
              : Math.ceil((found.since + rule.window - now()) / 1000)
          },
          failed: (from, rule) => {
            const found = recent(from, rule)
            if (found !== undefined) {
              found.count++
              return
            }
            bySource.delete(from)
            bySource.set(from, { since: now(), count: 1 })
            if (bySource.size > remembered) bySource.delete(bySource.keys().next().value!)
          }
        })
      })
    )
  )
}
