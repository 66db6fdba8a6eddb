/**
 * Runs effects for programs that know promises only: each call is a fiber of its own that waits for no other, and whatever
 * ends it is a `ConnectorError` or the reason of the caller's signal.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall, isConnectorError, Undecodable } from "../contract/ConnectorError.ts"

export interface Runner {
  /** Runs a call of this name. It ends, and does not begin, when the signal says so or the runner is closed. */
  readonly run: <A>(operation: string, effect: Effect.Effect<A, ConnectorError>, signal?: AbortSignal) => Promise<A>
  /** Throws what a call would reject with: the signal's reason, or that the runner is closed. */
  readonly demandOpen: (operation: string, signal?: AbortSignal) => void
  /** Ends what is under way, and resolves when it has ended. */
  readonly close: () => Promise<void>
}

/** What went wrong beside all that is foreseen, such as in a function of the connector. */
const unforeseen = (connector: Any, operation: string, defect: unknown): ConnectorError => {
  const message = `the connector failed: ${defect instanceof Error ? defect.message : String(defect)}`
  const error = new ConnectorError({
    connector: connector.id,
    operation,
    reason: new Undecodable({ issues: [message] })
  })
  return Object.assign(error, { cause: defect })
}

/** Says that the client is closed. */
export const closed = (connector: Any, operation: string): ConnectorError =>
  new ConnectorError({
    connector: connector.id,
    operation,
    reason: new InvalidCall({ field: "client", message: "The client is closed." })
  })

/** A runner for calls of one connector. */
export const make = (connector: Any): Runner => {
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  let isClosed = false
  const demandOpen: Runner["demandOpen"] = (operation, signal) => {
    signal?.throwIfAborted()
    if (isClosed) throw closed(connector, operation)
  }
  const errorOf = (operation: string, cause: Cause.Cause<unknown>, signal: AbortSignal | undefined): unknown => {
    if (signal?.aborted) return signal.reason
    if (isClosed && Cause.hasInterruptsOnly(cause)) return closed(connector, operation)
    const error = Cause.squash(cause)
    return isConnectorError(error) ? error : unforeseen(connector, operation, error)
  }
  return {
    demandOpen,
    run: async (operation, effect, signal) => {
      demandOpen(operation, signal)
      const fiber = Effect.runFork(effect, signal === undefined ? {} : { signal })
      running.add(fiber)
      return new Promise((resolve, reject) =>
        fiber.addObserver((exit) => {
          running.delete(fiber)
          if (exit._tag === "Success") resolve(exit.value)
          else reject(errorOf(operation, exit.cause, signal))
        })
      )
    },
    close: async () => {
      isClosed = true
      const ended = [...running].map((fiber) => new Promise<unknown>((resolve) => fiber.addObserver(resolve)))
      for (const fiber of running) fiber.interruptUnsafe()
      await Promise.all(ended)
    }
  }
}
