/** A moment, relative and absolute: the one on the page, as was chosen beside the theme, and the other on hover. */
import { useSyncExternalStore } from "react"
import { locale } from "../app/Locale.ts"
import { useTimes } from "../app/Times.ts"

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
const absolute = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" })
const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
] as const

/** Such as "3 hours ago". */
export const ago = (at: number, now: number): string => {
  const seconds = Math.round((at - now) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const)
  return relative.format(Math.trunc(seconds / size), unit)
}
/** Such as "Nov 23, 2026, 6:45:10 AM", in the zone of whoever looks. */
export const exact = (at: number): string => absolute.format(at)

// One clock for all times of a page, which moves every ten seconds.
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 10_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

export const Time = ({ at, none = "never" }: { readonly at: string | null; readonly none?: string }) => {
  const current = useSyncExternalStore(subscribe, () => now)
  const isExact = useTimes() === "exact"
  if (at === null) return <span className="soft">{none}</span>
  const moment = Date.parse(at)
  const relativeTo = ago(moment, Math.max(current, moment <= Date.now() ? moment : 0))
  return (
    <time dateTime={at} title={`${isExact ? relativeTo : exact(moment)} (${at})`}>
      {isExact ? exact(moment) : relativeTo}
    </time>
  )
}

const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" })
const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
/** Such as "14:05" of today, "Tuesday" of this week, "12 Nov 2026" of before: behind the word since. */
export const since = (at: number, now: number): string => {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return (isToday ? clock : now - at < 6 * 86_400_000 ? weekday : date).format(at)
}
/** Since when something is so; exactly, where moments are shown so, and on hover. */
export const Since = ({ at }: { readonly at: string }) => {
  const current = useSyncExternalStore(subscribe, () => now)
  const isExact = useTimes() === "exact"
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={`${isExact ? ago(moment, current) : exact(moment)} (${at})`}>
      {isExact ? exact(moment) : since(moment, current)}
    </time>
  )
}

/** How long something took, such as "1.2 s". */
export const lasted = (from: string | null, to: string | null): string => {
  if (from === null) return ""
  const ms = Date.parse(to ?? new Date().toISOString()) - Date.parse(from)
  if (ms < 1000) return `${Math.max(0, ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
    : `${(seconds / 3600).toFixed(1)} h`
}
