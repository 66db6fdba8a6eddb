/**
 * Who sends API keys that are none. After a handful in a few seconds from one address, keys that this process has never seen
 * valid are refused from there without a look at the database. Keys in use go on working, so that one misconfigured
 * program does not lock out others behind the same address.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** More failures than this within the window, in milliseconds, are too many. */
const allowed = 20
const window = 10_000
/** Addresses remembered at once; the one that failed first is forgotten first. */
const remembered = 10_000

interface Failures {
  readonly since: number
  count: number
}

export class Attempts extends Context.Service<
  Attempts,
  {
    /** Seconds until an unknown key is looked at again; 0 when it is now. */
    readonly wait: (address: string) => number
    /** Counts a key that was none. */
    readonly failed: (address: string) => void
  }
>()("@svc/server/http/Attempts") {
  static readonly layer: Layer.Layer<Attempts> = Layer.effect(
    Attempts,
    Effect.clockWith((clock) =>
      Effect.sync(() => {
        // The calendar may be set back meanwhile.
        const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
        const byAddress = new Map<string, Failures>()
        const recent = (address: string): Failures | undefined => {
          const found = byAddress.get(address)
          return found !== undefined && now() - found.since < window ? found : undefined
        }
        return Attempts.of({
          wait: (address) => {
            const found = recent(address)
            return found === undefined || found.count <= allowed ? 0 : Math.ceil((found.since + window - now()) / 1000)
          },
          failed: (address) => {
            const found = recent(address)
            if (found !== undefined) {
              found.count++
              return
            }
            byAddress.delete(address)
            byAddress.set(address, { since: now(), count: 1 })
            if (byAddress.size > remembered) byAddress.delete(byAddress.keys().next().value!)
          }
        })
      })
    )
  )
}
