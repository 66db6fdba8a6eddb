/** How moments are shown: how long ago they are, or when exactly; kept in this browser alone. */
import { useSyncExternalStore } from "react"

export const manners = ["ago", "exact"] as const
export type Manner = (typeof manners)[number]
const name = "console-times"

let manner: Manner = manners.find((one) => one === localStorage.getItem(name)) ?? "ago"
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const setTimes = (to: Manner): void => {
  manner = to
  localStorage.setItem(name, to)
  for (const each of listeners) each()
}
export const useTimes = (): Manner => useSyncExternalStore(subscribe, () => manner)
