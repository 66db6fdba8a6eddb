/**
 * How often a key calls. Each process counts for itself, in memory and in windows of some seconds: it is there to keep one
 * program that runs wild from taking everybody's turn, not to bill anybody.
 */
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** Seconds of a window. */
export const WINDOW = 10
/** Keys remembered at once; windows that are over are forgotten then. */
const remembered = 10_000

interface Window {
  since: number
  count: number
}

export class Rates extends Context.Service<
  Rates,
  {
    /** Counts a request of a key; fails when it has made too many. What is left is told with the answer. */
    readonly count: (keyId: number) => Effect.Effect<void, ApiError.ApiError>
  }
>()("@svc/server/http/Rates") {
  static readonly layer: Layer.Layer<Rates, never, AppConfig> = Layer.effect(
    Rates,
    Effect.map(AppConfig, ({ limits }) => {
      const { most, setting } = limits.requestsPerKey
      const windows = new Map<number, Window>()
      const windowOf = (keyId: number, now: number): Window => {
        const found = windows.get(keyId)
        if (found !== undefined) {
          if (now - found.since >= WINDOW * 1000) {
            found.since = now
            found.count = 0
          }
          return found
        }
        if (windows.size >= remembered) {
          for (const [key, { since }] of windows) if (now - since >= WINDOW * 1000) windows.delete(key)
        }
        const made = { since: now, count: 0 }
        windows.set(keyId, made)
        return made
      }
      return Rates.of({
        count: (keyId) =>
          Effect.flatMap(RequestInfo.current, (facts) => {
            const now = performance.now()
            const window = windowOf(keyId, now)
            window.count++
            const reset = Math.max(1, Math.ceil((window.since + WINDOW * 1000 - now) / 1000))
            facts.rate = { limit: most, left: Math.max(0, most - window.count), reset }
            return window.count <= most
              ? Effect.void
              : Effect.fail(
                  ApiError.later(
                    "rate-limited",
                    `This key made more than ${most} requests in ${WINDOW} seconds (${setting}).`,
                    reset
                  )
                )
          })
      })
    })
  )
}
