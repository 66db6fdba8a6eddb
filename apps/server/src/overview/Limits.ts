/** What a platform allows a connection, in words. */
import type { Connector } from "@svc/core"

const spans = new Map([
  [1, "a second"],
  [60, "a minute"],
  [3600, "an hour"],
  [86_400, "a day"]
])

/** Such as `60 calls in a minute`; what a plan decides is known of a connection alone, and not named. */
export const limitsOf = (connector: Connector.Any): ReadonlyArray<string> => {
  const { concurrent, windows } = connector.http.limits
  const known = typeof windows === "function" ? [] : windows
  return [
    ...known.map(({ max, seconds }) => `${max} calls in ${spans.get(seconds) ?? `${seconds} s`}`),
    ...(concurrent === undefined ? [] : [`${concurrent} at once`])
  ]
}
