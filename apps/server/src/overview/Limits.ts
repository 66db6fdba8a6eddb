/** What a platform allows a connection, in words. */
import type { Connector } from "@svc/core"

/** Such as `60 calls in 60 s`; what a plan decides is known of a connection alone, and not named. */
export const limitsOf = (connector: Connector.Any): ReadonlyArray<string> => {
  const { concurrent, windows } = connector.http.limits
  const known = typeof windows === "function" ? [] : windows
  return [
    ...known.map(({ max, seconds }) => `${max} calls in ${seconds} s`),
    ...(concurrent === undefined ? [] : [`${concurrent} at once`])
  ]
}
