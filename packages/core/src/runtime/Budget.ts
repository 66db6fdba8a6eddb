/**
 * The arithmetic of a call budget: its windows, its calls under way, its pauses and its points, as one state that is moved by
 * one exchange after the other. A store keeps the state, in the memory of a process or where several processes reach it.
 *
 * A call counts in a window from the moment it is let through until the whole window has passed after its end. The moment
 * the platform counts it lies in between, so no window of the platform's holds more than its limit, wherever it begins.
 */
import type { Cost, LimitWindow } from "../contract/Connector.ts"

/** Parts of a window that calls are counted by: a call is forgotten at most one part late, never early. */
export const parts = 30
/** Counts of a window: the part that is filled, and those that still count. */
export const ring = parts + 1
const slotOf = (part: number): number => ((part % ring) + ring) % ring
/** Of a window, the part that is left to interactive calls. */
const kept = 0.1
/** Calls of the background come at even distances in windows up to this length, in seconds; longer ones are used up. */
const pacedUpTo = 120
/** For how long the others stand back for an interactive call that waits for a free place, in milliseconds. */
const standing = 300
/** More different calls than this are forgotten. */
export const manyShapes = 500

/** Calls under way of one process. */
export interface Under {
  readonly calls: number
  /** How many of them are of the background. */
  readonly background: number
  /** What they were reckoned to cost. */
  readonly points: number
}
/** Somebody who wants to make a call. */
export interface Turn {
  readonly background: boolean
  /** Calls of one shape cost the same; null where calls cost nothing. */
  readonly shape: string | null
  /** How long it would wait for a moment that is known, in milliseconds. */
  readonly patience: number
}
/** What one process tells and asks. */
export interface Exchange {
  readonly windows: ReadonlyArray<LimitWindow>
  readonly concurrent: number
  /** The process. */
  readonly holder: string
  /** How long its calls under way count when nothing more is heard of it, in milliseconds. */
  readonly lease: number
  readonly under: Under
  /** Calls that ended since the last exchange. */
  readonly ended: number
  /** Milliseconds since the last event that is told here. */
  readonly ago: number
  /** How long the platform wants no call, in milliseconds. */
  readonly stay: number
  /** What the platform says is left; `resetAt` in milliseconds since the epoch. */
  readonly told: ReadonlyArray<{
    readonly seconds: number
    readonly remaining: number
    readonly resetAt: number | null
  }>
  readonly cost: Omit<Cost, "requested"> | null
  /** What calls cost, by shape. */
  readonly learned: Readonly<Record<string, number>>
  /**
   * How often the budget had been lifted when the calls were let through of which `stay`, `told` and `cost` were heard, the
   * least where they differ: what is of before the latest lift is not believed. Null where it is not known.
   */
  readonly lifts: number | null
  /** In the order in which they are to come. */
  readonly turns: ReadonlyArray<Turn>
}
export interface Answer {
  /**
   * For each turn: `wait` is 0 when the call may go; above 0, the milliseconds until its moment; below 0 when it waits for
   * others to end, which nobody can foretell. `points` are what a call that may go was reckoned to cost.
   */
  readonly turns: ReadonlyArray<{ readonly wait: number; readonly points: number }>
  /** Places that are free now. */
  readonly free: number
  /** How often the budget has been lifted: calls that may go now are of after that. */
  readonly lifts: number
}

/** Calls that ended, by part. */
export interface Window {
  readonly seconds: number
  /** The number of the latest part since the epoch; `counts` is a ring of them. */
  head: number
  total: number
  readonly counts: Array<number>
  /** Calls of others, of whom the platform told, and until when they count. */
  foreign: number
  foreignUntil: number
}
/** A bucket of points as of `at`; below zero when calls wait for what is still to come. */
export interface Points {
  available: number
  at: number
  maximum: number
  restoreRate: number
  /** When the platform said so last. */
  heardAt: number
}
/** Times are milliseconds of the store's clock. */
export interface State {
  /** No call before this: the platform said so. */
  blockedUntil: number
  /** Until when calls of the background stand back. */
  wantedUntil: number
  /** When a call of the background last went out. */
  pacedAt: number
  readonly shares: Map<string, Under & { readonly until: number }>
  readonly windows: Array<Window>
  points: Points | null
  costs: Record<string, number>
  /** How often it was lifted. */
  lifts: number
}

export const empty = (): State => ({
  blockedUntil: 0,
  wantedUntil: 0,
  pacedAt: 0,
  shares: new Map(),
  windows: [],
  points: null,
  costs: {},
  lifts: 0
})

/** Forgets when the platform wants calls again, and what it said is left: it is asked anew. */
export const lift = (state: State) => {
  state.blockedUntil = 0
  for (const window of state.windows) window.foreignUntil = 0
  state.points = null
  state.lifts++
}

const partOf = ({ seconds }: { readonly seconds: number }): number => (seconds * 1000) / parts

/** Forgets what the window has left behind. After a clock that went back, everything counts as of now. */
const move = (window: Window, now: number) => {
  const current = Math.floor(now / partOf(window))
  if (current < window.head) {
    window.counts.fill(0)
    window.counts[slotOf(current)] = window.total
  }
  for (let n = Math.max(window.head + 1, current - parts); n <= current; n++) {
    window.total -= window.counts[slotOf(n)]!
    window.counts[slotOf(n)] = 0
  }
  window.head = current
}
const count = (window: Window, calls: number, at: number) => {
  const part = Math.min(window.head, Math.max(window.head - parts, Math.floor(at / partOf(window))))
  window.counts[slotOf(part)]! += calls
  window.total += calls
}
const windowOf = (state: State, seconds: number, now: number): Window => {
  const known = state.windows.find((window) => window.seconds === seconds)
  if (known !== undefined) return known
  const window: Window = { seconds, head: 0, total: 0, counts: Array(ring).fill(0), foreign: 0, foreignUntil: 0 }
  window.head = Math.floor(now / partOf(window))
  state.windows.push(window)
  return window
}

/** Milliseconds until so many of the calls that ended have left the window; those under way end now at the earliest. */
const untilFree = (window: Window, calls: number, now: number): number => {
  if (calls <= 0) return 0
  let left = calls
  for (let n = window.head - parts; n <= window.head; n++) {
    left -= window.counts[slotOf(n)]!
    if (left <= 0) return (n + ring) * partOf(window) - now
  }
  return window.seconds * 1000
}

const fill = (points: Points, now: number) => {
  const come = (Math.max(0, now - points.at) / 1000) * points.restoreRate
  points.available = Math.min(points.maximum, points.available + come)
  points.at = now
}

const sum = (state: State, of: (under: Under) => number): number => {
  let total = 0
  for (const share of state.shares.values()) total += of(share)
  return total
}

/** Brings a state up to date: windows move on, and what a process that is gone had under way has ended by now. */
const settle = (state: State, now: number) => {
  for (const window of state.windows) move(window, now)
  for (const [holder, { calls, until }] of state.shares) {
    if (until > now) continue
    for (const window of state.windows) count(window, calls, now)
    state.shares.delete(holder)
  }
  if (state.points !== null) fill(state.points, now)
}

const hear = (state: State, all: Exchange, now: number) => {
  const said = (all.lifts ?? state.lifts) < state.lifts ? { ...all, stay: 0, told: [], cost: null } : all
  const at = now - said.ago
  if (said.under.calls > 0) state.shares.set(said.holder, { ...said.under, until: now + said.lease })
  if (said.ended > 0) for (const window of state.windows) count(window, said.ended, at)
  if (said.stay > 0) state.blockedUntil = Math.max(state.blockedUntil, now + said.stay)
  const calls = sum(state, (under) => under.calls)
  for (const { remaining, resetAt, seconds } of said.told) {
    const declared = said.windows.find((window) => window.seconds === seconds)
    if (declared === undefined) continue
    const window = windowOf(state, seconds, now)
    window.foreign = Math.max(0, declared.max - remaining - window.total - calls)
    window.foreignUntil = Math.min(now + seconds * 1000, resetAt ?? Infinity)
  }
  if (said.cost !== null && (state.points === null || at >= state.points.heardAt)) {
    const { available, maximum, restoreRate } = said.cost
    const reserved = sum(state, (under) => under.points)
    state.points = { available: available - reserved, at, maximum, restoreRate, heardAt: at }
    fill(state.points, now)
  }
  const learned = Object.keys(said.learned)
  if (learned.length > 0) {
    const isFull = Object.keys(state.costs).length + learned.length > manyShapes
    state.costs = isFull ? { ...said.learned } : { ...state.costs, ...said.learned }
  }
}

/** How much of a window or of a bucket is for a turn: the background leaves some of it to the others. */
const limitOf = (max: number, { background }: Turn): number =>
  background && max > 1 ? max - Math.max(1, Math.floor(max * kept)) : max

const needOf = ({ costs, points }: State, { shape }: Turn): number =>
  points === null || shape === null ? 0 : Math.min(costs[shape] ?? 0, points.maximum)

/** Milliseconds until the points of a turn are there, and what those before it are owed. A call that costs nothing waits for none. */
const untilPoints = ({ points }: State, { background }: Turn, need: number, owed: number): number => {
  if (points === null || points.restoreRate <= 0 || (need === 0 && !background)) return 0
  const wanted = background ? Math.min(points.maximum, need + points.maximum * kept) : need + owed
  return Math.max(0, ((wanted - points.available) / points.restoreRate) * 1000)
}

/** Milliseconds until one window lets a turn through, with so many calls under way or before it. */
const untilWindow = (state: State, turn: Turn, { max, seconds }: LimitWindow, calls: number, now: number): number => {
  const window = windowOf(state, seconds, now)
  const foreign = window.foreignUntil > now ? window.foreign : 0
  const limit = limitOf(max, turn)
  const used = window.total + calls + foreign
  const over = used - limit + 1
  if (over > 0) {
    const own = untilFree(window, over, now)
    return foreign === 0
      ? own
      : Math.min(own, Math.max(window.foreignUntil - now, untilFree(window, over - foreign, now)))
  }
  // What is left is spread until more comes, so that a run goes on instead of stopping for the rest of the window.
  if (!turn.background || seconds > pacedUpTo || used <= limit / 2) return 0
  const distance = Math.max((seconds * 1000) / limit, untilFree(window, 1, now) / (limit - used))
  return Math.max(0, state.pacedAt + distance - now)
}

/** Moves a state by one exchange at the moment `now` of the store's clock, and answers it. */
export const exchange = (state: State, said: Exchange, now: number): Answer => {
  state.shares.delete(said.holder)
  for (const { seconds } of said.windows) windowOf(state, seconds, now)
  settle(state, now)
  hear(state, said, now)
  let calls = sum(state, (under) => under.calls)
  let background = sum(state, (under) => under.background)
  let own: Under = said.under
  /** Interactive calls that wait already, and what they cost. */
  let ahead = 0
  let owed = 0
  const turns = said.turns.map((turn) => {
    const need = needOf(state, turn)
    const others = turn.background ? 0 : ahead
    let wait = Math.max(0, state.blockedUntil - now, untilPoints(state, turn, need, others > 0 ? owed : 0))
    for (const window of said.windows) wait = Math.max(wait, untilWindow(state, turn, window, calls + others, now))
    const isFull = calls >= said.concurrent || (turn.background && background >= Math.max(1, said.concurrent - 1))
    const standsBack = turn.background && state.wantedUntil > now
    if (wait > 0 || isFull || standsBack) {
      if (!turn.background && wait <= turn.patience) {
        ahead++
        owed += need
        state.wantedUntil = Math.max(state.wantedUntil, now + wait + standing)
      }
      return { wait: wait > 0 ? wait : -1, points: 0 }
    }
    calls++
    if (turn.background) {
      background++
      state.pacedAt = now
    }
    if (state.points !== null) state.points.available -= need
    own = {
      calls: own.calls + 1,
      background: own.background + (turn.background ? 1 : 0),
      points: own.points + need
    }
    return { wait: 0, points: need }
  })
  if (own.calls > 0) state.shares.set(said.holder, { ...own, until: now + said.lease })
  return { turns, free: Math.max(0, said.concurrent - calls), lifts: state.lifts }
}

/** Use of one window, as a connection's `rate_limits` shows it. */
export interface Use {
  readonly seconds: number
  /** Calls that count in it now. */
  readonly used: number
  /** Milliseconds since the earliest of them; null when there is none. */
  readonly age: number | null
}
export interface Usage {
  /** Calls under way, by process. */
  readonly under: ReadonlyMap<string, number>
  readonly windows: ReadonlyArray<Use>
}

/** How a state stands at a moment of the store's clock. */
export const usage = (state: State, now: number): Usage => {
  const copy: State = {
    ...state,
    shares: new Map(state.shares),
    windows: state.windows.map((window) => ({ ...window, counts: [...window.counts] })),
    points: null
  }
  settle(copy, now)
  const calls = sum(copy, (under) => under.calls)
  return {
    under: new Map([...copy.shares].map(([holder, under]) => [holder, under.calls])),
    windows: copy.windows.map((window) => {
      const used = window.total + calls + (window.foreignUntil > now ? window.foreign : 0)
      const first = untilFree(window, 1, now)
      return { seconds: window.seconds, used, age: used === 0 ? null : Math.max(0, window.seconds * 1000 - first) }
    })
  }
}
