/**
 * Loaded before a program: its clock is ahead of the machine's by as many milliseconds as the file named by `FAULT_FILE`
 * says (`{"shift":…,"zone":"…"}`), and its time zone is the file's, from one moment to the next. Time that is measured from
 * a point (`performance.now`, timers) goes on as it does when somebody sets a host's clock.
 */
import { readFileSync } from "node:fs"
import { isMainThread } from "node:worker_threads"

const file = process.env["FAULT_FILE"] ?? ""
const Real = Date
/** How long what the file said is believed, in milliseconds. */
const believed = 20
let read = Number.NEGATIVE_INFINITY
let shift = 0

const now = (): number => {
  if (performance.now() - read > believed) {
    read = performance.now()
    try {
      const wanted = JSON.parse(readFileSync(file, "utf8")) as { readonly shift: number; readonly zone: string }
      shift = wanted.shift
      if (isMainThread && process.env["TZ"] !== wanted.zone) process.env["TZ"] = wanted.zone
    } catch {
      // Not there yet, or half written: the next look finds it.
    }
  }
  return Real.now() + shift
}
globalThis.Date = new Proxy(Real, {
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  apply: () => new Real(now()).toString(),
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as)
})
