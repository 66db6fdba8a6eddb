/**
 * The call budget of a connection, shared by everything that calls through it. Callers of this process stand in one line for
 * each budget; one exchange with the store tells what has ended and asks for all who wait, so that a call costs no more than
 * one, also where many processes share the store.
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Bounds from "../contract/Bounds.ts"
import { at, type Call, type Headers } from "../contract/Call.ts"
import type { Cost, SettledLimits } from "../contract/Connector.ts"
import { RateLimited } from "../contract/ConnectorError.ts"
import type { Answer, Exchange, Turn, Under } from "./Budget.ts"
import * as BudgetMemory from "./BudgetMemory.ts"
import { digest } from "./Digest.ts"
import * as Time from "./Time.ts"
import * as Turns from "./Turns.ts"

/** Whether somebody waits for the answer, or a run that can take its time: it stands back where both want a turn. */
export const Priority = Context.Reference<"interactive" | "background">("@svc/core/Priority", {
  defaultValue: () => "interactive"
})

/** How often each budget that a call counts in had been lifted when it was let through, by key. */
const Lifts = Context.Reference<Readonly<Record<string, number>>>("@svc/core/Lifts", { defaultValue: () => ({}) })

/** Calls at once where a connector does not say. */
export const defaultConcurrent = 4

type Declared = Pick<SettledLimits, "concurrent" | "cost" | "remaining" | "windows"> & {
  /** The longest wait that is believed, in seconds, where it is another than core's. */
  readonly wait?: number
}

/** Use of a budget, as a connection's `rate_limits` shows it. */
export interface Usage {
  /** Calls under way. */
  readonly concurrent: number
  readonly windows: ReadonlyArray<{
    readonly seconds: number
    /** Calls that count in the window now. */
    readonly used: number
    /** When the earliest of them was, milliseconds since the epoch; null when there is none. */
    readonly since: number | null
  }>
}

/** Turns that are asked for in one exchange. */
const most = 100
/** How long the end of a call may stay untold, in milliseconds: when places are scarce, and when they are not. */
const linger = { scarce: 20, plenty: 100 }
/** How soon somebody asks again who waits for a free place, in milliseconds: first, and at last. */
const polls = { interactive: [5, 50], background: [25, 400] } as const

/** How long, in milliseconds, whoever has not been asked for yet waits until it asks itself. */
const unasked = 1000

interface Granted {
  readonly points: number
  /** For how many calls it counts. */
  readonly weight: number
  readonly background: boolean
  /** When it was asked for, by the process's own clock. */
  readonly asked: number
  /** How often the budget had been lifted. */
  readonly lifts: number
  readonly life: Turns.Life | null
}
interface Waiter {
  /** Of the request that waits; null where a lease tells who is gone. */
  readonly life: Turns.Life | null
  readonly background: boolean
  readonly shape: string | null
  readonly weight: number
  readonly patience: number
  readonly bell: Turns.Bell
  outcome: Exit.Exit<Granted, RateLimited> | null
  /** Since when it waits for a moment that is known. */
  since: number | null
  tries: number
  /** When it asks again. */
  due: number
  granted: Granted | null
  isGone: boolean
}

/** What the store has not been told yet. */
interface News {
  ended: number
  stayUntil: number
  readonly told: Map<number, { readonly remaining: number; readonly resetAt: number | null }>
  cost: Omit<Cost, "requested"> | null
  readonly learned: Record<string, number>
  /** How often the budget had been lifted at the earliest of the calls that heard of it; null where that is not known. */
  lifts: number | null
}
const noNews = (): News => ({ ended: 0, stayUntil: 0, told: new Map(), cost: null, learned: {}, lifts: null })
const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

/** The line of one budget in this process. Its times are milliseconds that never go back. */
interface Gate {
  readonly key: string
  declared: Declared
  readonly under: { -readonly [K in keyof Under]: Under[K] }
  /** Those that are under way. */
  readonly taken: Set<Granted>
  /** Interactive turns before others, each in their order. */
  readonly queue: Array<Waiter>
  news: News
  /** Whether the store believes something else of this process. */
  isStale: boolean
  /** When the latest of what is to be told happened. */
  staleAt: number
  /** When the store last heard of this process. */
  heardAt: number
  isScarce: boolean
  isBusy: boolean
  /** Who waits for the exchange that is under way to end. */
  readonly idle: Array<Turns.Bell>
  isCalled: boolean
  /** When it is looked after next. */
  alarm: number
}

export interface Lines {
  /**
   * Runs a call inside the budget. Waits for its turn at most `patience`; fails with `RateLimited` when the turn would
   * come later, so that a background job can sleep instead. For a free place it waits as long as it takes.
   */
  readonly within: (
    key: string,
    declared: Declared,
    patience: number,
    /** What is called, where calls cost points. */
    call?: Call,
    /** For how many calls it counts; one when absent. */
    weight?: number
  ) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E | RateLimited, R>
  /** Takes in what an answer says of the budget: remaining calls, a time to stay away (seconds), points. */
  readonly observe: (
    key: string,
    declared: Declared,
    headers: Headers,
    retryAfter: number | undefined,
    told?: { readonly call: Call; readonly cost: Cost }
  ) => Effect.Effect<void>
}
/** The same with what operators see and do. */
export interface Overseen extends Lines {
  /** Takes back what the platform said of times to stay away, for all processes: the next call goes, and hears anew. */
  readonly lift: (key: string) => Effect.Effect<void>
  /** How budgets stand over all processes; those that nothing is known of are left out. */
  readonly usage: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Usage>>
}
/** What else there is to lines, for who oversees them. */
interface Inside {
  readonly holder: string
  readonly gates: ReadonlyMap<string, Gate>
  /** Waits for the exchange that is under way, if one is. */
  readonly settled: (gate: Gate) => Effect.Effect<void>
  /** Tells the store, and asks it. */
  readonly turn: (gate: Gate) => Effect.Effect<void>
}
/** What goes on beside the callers, where a store's lease asks for it: the store's own process, until it ends. */
export interface Background {
  readonly begin: (work: Effect.Effect<void>) => Effect.Effect<void>
}

/** Lines for who has no layers, for this process alone. It begins nothing that would have to be ended. */
export const alone = (): Lines => make(BudgetMemory.memory(new Map()), { begin: () => Effect.void }).lines

/** The lines before a store, and what gives places back at once when the process stops in order. */
export const make = (
  store: BudgetMemory.Memory | BudgetMemory.Shared,
  background: Background
): { readonly lines: Lines; readonly end: Effect.Effect<void>; readonly inside: Inside } => {
  const { lease } = store
  // Where there is no lease nobody else looks at it, and random text may not be to be had yet.
  const holder = lease === null ? "this" : crypto.randomUUID()
  const gates = new Map<string, Gate>()
  const gateOf = (key: string, declared: Declared): Gate => {
    const gate = gates.get(key) ?? newGate(key, declared)
    gate.declared = declared
    gates.set(key, gate)
    return gate
  }

  const begin = (gate: Gate, clock: Time.Clock) => {
    gate.isBusy = true
    const asked = now(clock)
    if (lease === null) bury(gate, asked)
    const asking = askingOf(gate)
    const before = gate.queue.length
    const { news } = gate
    const said = saidBy(gate, asking, holder, lease ?? Infinity, asked)
    gate.news = noNews()
    gate.isStale = false
    return {
      said,
      end: (exit: Exit.Exit<Answer>) => {
        gate.isBusy = false
        for (const bell of gate.idle.splice(0)) bell.ring()
        gate.heardAt = now(clock)
        if (exit._tag === "Failure") return refuse(gate, asking, news, exit.cause)
        handOut(gate, asking, exit.value, asked, gate.heardAt)
        // There may be places for those who were not asked for.
        if (gate.queue.length > 0 && asking.length < before && asking.some(({ granted }) => granted !== null))
          gate.isCalled = true
      }
    }
  }
  const exchange = (gate: Gate): Effect.Effect<void> =>
    Time.clockWith((clock) => {
      const { end, said } = begin(gate, clock)
      if (store.lease !== null) return Effect.map(Effect.exit(store.exchange(gate.key, said)), end)
      // Nothing is waited for, so nothing comes between: a request that ends in the middle would leave the gate busy.
      end(Exit.succeed(store.exchange(gate.key, said, clock)))
      return Effect.void
    })
  /**
   * Tells and asks, now or as soon as the exchange that is under way has ended. Whoever is broken off meanwhile ends it all
   * the same: the others wait for it.
   */
  const turn = (gate: Gate): Effect.Effect<void> =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        if (gate.isBusy) {
          gate.isCalled = true
          return Effect.void
        }
        return Effect.andThen(
          exchange(gate),
          Effect.suspend(() => {
            if (!gate.isCalled) return watch(gate)
            gate.isCalled = false
            return lease === null ? turn(gate) : background.begin(turn(gate))
          })
        )
      })
    ) as Effect.Effect<void>
  /** Waits for the exchange that is under way, if one is. */
  const settled = (gate: Gate) =>
    Effect.suspend(() => {
      if (!gate.isBusy) return Effect.void
      const bell = Turns.bell()
      gate.idle.push(bell)
      return bell.wait
    })

  /** When the gate has to be looked after: somebody's moment comes, an end has to be told, the lease to be renewed. */
  const dueOf = (gate: Gate): number => {
    let due = Infinity
    for (const waiter of gate.queue) due = Math.min(due, waiter.due)
    if (lease === null) return due
    if (gate.isStale) due = Math.min(due, gate.staleAt + (gate.isScarce ? linger.scarce : linger.plenty))
    return gate.under.calls > 0 ? Math.min(due, gate.heardAt + lease / 3) : due
  }
  const watch = (gate: Gate): Effect.Effect<void> =>
    Time.clockWith((clock) => {
      const due = dueOf(gate)
      if (due === Infinity && gate.under.calls === 0 && !gate.isBusy && gates.get(gate.key) === gate) {
        gates.delete(gate.key)
      }
      // Without a lease whoever waits looks after itself: the alarm would be of somebody else's request, and end with it.
      if (lease === null || due >= gate.alarm) return Effect.void
      gate.alarm = due
      const wake = Effect.suspend(() => {
        // One that was set for earlier has taken its place.
        if (gate.alarm !== due) return Effect.void
        gate.alarm = Infinity
        return dueOf(gate) <= now(clock) ? turn(gate) : watch(gate)
      })
      // Clocks of tests know whole milliseconds only.
      return Time.sleep(Math.max(1, Math.ceil(due - now(clock)))).pipe(Effect.andThen(wake), background.begin)
    })

  const leave = (gate: Gate, granted: Granted, isSent: boolean) =>
    Time.clockWith((clock) => {
      if (!release(gate, granted, isSent)) return Effect.void
      changed(gate, now(clock))
      if (lease === null) return turn(gate)
      return gate.queue.length > 0 ? background.begin(turn(gate)) : watch(gate)
    })

  /** Waits until it is decided. Without a lease whoever waits asks again when its moment has come. */
  const outcomeOf = Effect.fnUntraced(function* (
    gate: Gate,
    waiter: Waiter,
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) {
    while (waiter.outcome === null) {
      if (lease !== null) {
        yield* restore(waiter.bell.wait)
        continue
      }
      const left = waiter.due - (yield* Time.clockWith((clock) => Effect.sync(() => now(clock))))
      if (left > 0) {
        yield* restore(Effect.raceFirst(waiter.bell.wait, Time.sleep(Math.min(Math.ceil(left), unasked))))
        if (left < Infinity) continue
      }
      waiter.life?.show()
      // It was taken for gone while the process stood still.
      if (waiter.outcome === null && !gate.queue.includes(waiter)) stand(gate, waiter)
      yield* turn(gate)
    }
    return yield* waiter.outcome
  })

  const enter = Effect.fnUntraced(function* (
    gate: Gate,
    asks: Pick<Waiter, "background" | "shape" | "patience" | "life" | "weight">,
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ): Effect.fn.Return<Granted, RateLimited> {
    const waiter: Waiter = {
      ...asks,
      bell: Turns.bell(),
      outcome: null,
      since: null,
      tries: 0,
      due: Infinity,
      granted: null,
      isGone: false
    }
    stand(gate, waiter)
    yield* turn(gate)
    return yield* Effect.onInterrupt(outcomeOf(gate, waiter, restore), () =>
      Effect.suspend(() => {
        waiter.isGone = true
        if (waiter.granted !== null) return leave(gate, waiter.granted, false)
        forget(gate, waiter)
        return watch(gate)
      })
    )
  })
  /** A turn that came so long ago that the store may have given it to others is not one any more. */
  const admitted: typeof enter = Effect.fnUntraced(function* (gate, asks, restore) {
    for (;;) {
      const granted = yield* enter(gate, asks, restore)
      const age = (yield* Time.clockWith((clock) => Effect.sync(() => now(clock)))) - granted.asked
      if (lease === null || age < lease / 2) return granted
      yield* leave(gate, granted, false)
    }
  })

  // Suspended, since the places are those of the end. `ignoreCause` can log, and would bring all that does so into every bundle.
  const end = Effect.suspend(() =>
    Effect.forEach([...gates.values()], (gate) => (gate.isStale && lease !== null ? exchange(gate) : Effect.void), {
      discard: true
    })
  ).pipe(Effect.catchCause(() => Effect.void))

  const lines: Lines = {
    within:
      (key, declared, patience, call, weight = 1) =>
      (run) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const gate = gateOf(key, declared)
            const life = lease === null ? Turns.begin() : null
            const asks = {
              life,
              weight,
              background: (yield* Priority) === "background",
              shape: declared.cost === undefined || call === undefined ? null : shapeOf(call),
              patience
            }
            return yield* Effect.ensuring(
              Effect.flatMap(admitted(gate, asks, restore), (granted) =>
                restore(run).pipe(
                  Effect.updateService(Lifts, (lifts) => ({ ...lifts, [key]: granted.lifts })),
                  Effect.ensuring(leave(gate, granted, true))
                )
              ),
              Effect.sync(() => life?.end())
            )
          })
        ),
    observe: Effect.fnUntraced(function* (key, declared, headers, said, hinted) {
      const lifts = yield* Lifts
      return yield* Time.clockWith((clock) => {
        const retryAfter = Bounds.waitOf(said, declared.wait)
        const cost = hinted === undefined ? null : costOf(hinted.cost, declared.wait)
        const told = hinted === undefined || cost === null ? undefined : { call: hinted.call, cost }
        const gate = gateOf(key, declared)
        const moment = now(clock)
        const remaining = declared.remaining?.(headers) ?? []
        for (const { remaining: left, resetAt, seconds } of remaining) {
          if (!Number.isFinite(left)) continue
          const until = resetAt === undefined ? null : resetAt * 1000
          gate.news.told.set(seconds, {
            remaining: Math.max(0, left),
            resetAt: until === null || !Number.isFinite(until) ? null : until
          })
        }
        if (told !== undefined) {
          const { requested, ...cost } = told.cost
          gate.news.cost = cost
          if (requested !== null) gate.news.learned[shapeOf(told.call)] = requested
        }
        if (retryAfter !== undefined) gate.news.stayUntil = Math.max(gate.news.stayUntil, moment + retryAfter * 1000)
        if (retryAfter === undefined && told === undefined && remaining.length === 0) return Effect.void
        gate.news.lifts = earlier(gate.news.lifts, lifts[key] ?? null)
        changed(gate, moment)
        // All others must hear of a pause before anything else happens; the rest can wait for the end of the call.
        return retryAfter !== undefined || lease === null ? turn(gate) : watch(gate)
      })
    })
  }
  return { lines, end, inside: { holder, gates, settled, turn } }
}

/** Lines whose use is shown, and which are freed. Apart from them: whoever has one process needs neither. */
export const overseen = (
  lines: Lines,
  { gates, holder, settled, turn }: Inside,
  store: BudgetMemory.BudgetStore
): Overseen => ({
  ...lines,
  lift: (key) =>
    Effect.suspend(() => {
      const own = [...gates.values()].filter((gate) => gate.key === key || gate.key.startsWith(`${key}:`))
      for (const { news } of own) {
        news.stayUntil = 0
        news.told.clear()
        news.cost = null
        news.lifts = null
      }
      // What is being told this moment is of before: it must not come to the store after this.
      return Effect.forEach(own, settled, { discard: true }).pipe(
        Effect.andThen(store.lift(key)),
        Effect.andThen(Effect.forEach(own, turn, { discard: true }))
      )
    }),
  usage: (keys) =>
    Time.clockWith((clock) =>
      Effect.map(store.read(keys), (found) => {
        const moment = clock.currentTimeMillisUnsafe()
        return new Map(
          [...found].map(([key, { under, windows }]) => {
            let concurrent = gates.get(key)?.under.calls ?? 0
            for (const [process, calls] of under) if (process !== holder) concurrent += calls
            return [
              key,
              {
                concurrent,
                windows: windows.map(({ age, seconds, used }) => ({
                  seconds,
                  used,
                  since: age === null ? null : moment - age
                }))
              }
            ] as const
          })
        )
      })
    )
})

const now = (clock: Time.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/**
 * Points as they are believed: numbers, and so many that the bucket is full again within the longest wait, whatever was
 * said of what is left and of how fast it comes back.
 */
const costOf = ({ available, maximum, requested, restoreRate }: Cost, longest: number = Bounds.wait): Cost | null =>
  [available, maximum, restoreRate].every(Number.isFinite) && maximum >= 0 && restoreRate >= 0
    ? {
        available: Math.max(available, maximum - restoreRate * longest),
        maximum,
        requested: requested !== null && Number.isFinite(requested) ? Math.max(0, requested) : null,
        restoreRate
      }
    : null

const newGate = (key: string, declared: Declared): Gate => ({
  key,
  declared,
  under: { calls: 0, background: 0, points: 0 },
  taken: new Set(),
  queue: [],
  news: noNews(),
  isStale: false,
  staleAt: 0,
  heardAt: 0,
  isScarce: false,
  isBusy: false,
  idle: [],
  isCalled: false,
  alarm: Infinity
})

const changed = (gate: Gate, moment: number) => {
  gate.isStale = true
  gate.staleAt = moment
}
/** Interactive turns before others. */
const stand = ({ queue }: Gate, waiter: Waiter) => {
  const before = waiter.background ? -1 : queue.findIndex(({ background }) => background)
  if (before === -1) queue.push(waiter)
  else queue.splice(before, 0, waiter)
}
/** Gives a place back; false where that has happened already. */
const release = (gate: Gate, granted: Granted, isSent: boolean): boolean => {
  if (!gate.taken.delete(granted)) return false
  gate.under.calls -= granted.weight
  gate.under.points -= granted.points
  if (granted.background) gate.under.background -= granted.weight
  if (isSent) gate.news.ended += granted.weight
  return true
}
/** Gives back what requests held that are gone without a word, and forgets who waited for them. */
const bury = (gate: Gate, moment: number) => {
  for (const granted of gate.taken) {
    if (granted.life?.isOver() && release(gate, granted, true)) changed(gate, moment)
  }
  for (const waiter of gate.queue.filter(({ life }) => life?.isOver())) forget(gate, waiter)
}
const forget = ({ queue }: Gate, waiter: Waiter) => {
  const place = queue.indexOf(waiter)
  if (place !== -1) queue.splice(place, 1)
}

const decide = (waiter: Waiter, outcome: NonNullable<Waiter["outcome"]>) => {
  waiter.outcome = outcome
  waiter.bell.ring()
}

/** What is left of a waiter's patience. The background has all of it each time: its place in the line is no refusal. */
const patienceOf = ({ background, patience, since }: Waiter, moment: number): number =>
  background || since === null ? patience : patience - (moment - since)

/** Who asks in one exchange: those in front for whom one counts as one, or the first alone, who counts as several. */
const askingOf = ({ queue }: Gate): ReadonlyArray<Waiter> => {
  const heavy = queue.findIndex(({ weight }) => weight > 1)
  return queue.slice(0, heavy === -1 ? most : Math.min(most, Math.max(1, heavy)))
}

const saidBy = (
  { declared, isStale, news, staleAt, under }: Gate,
  asking: ReadonlyArray<Waiter>,
  holder: string,
  lease: number,
  moment: number
): Exchange => ({
  windows: declared.windows,
  concurrent: declared.concurrent ?? defaultConcurrent,
  holder,
  lease,
  under: claimed(under, asking),
  ended: news.ended,
  ago: isStale ? moment - staleAt : 0,
  stay: Math.max(0, news.stayUntil - moment),
  told: [...news.told].map(([seconds, left]) => ({ seconds, ...left })),
  cost: news.cost,
  learned: news.learned,
  lifts: news.lifts,
  turns: asking.map((waiter): Turn => {
    const { background, shape } = waiter
    return { background, shape, patience: patienceOf(waiter, moment) }
  })
})

/** What is under way, with what a heavy call needs beside the one that an exchange grants: with it the whole is granted at once. */
const claimed = (under: Under, [first]: ReadonlyArray<Waiter>): Under =>
  first === undefined || first.weight === 1
    ? { ...under }
    : {
        ...under,
        calls: under.calls + first.weight - 1,
        background: under.background + (first.background ? first.weight - 1 : 0)
      }

const handOut = (
  gate: Gate,
  asking: ReadonlyArray<Waiter>,
  { free, lifts, turns }: Answer,
  asked: number,
  moment: number
) => {
  gate.isScarce = free * 2 < (gate.declared.concurrent ?? defaultConcurrent)
  for (const [index, waiter] of asking.entries()) {
    const { points, wait } = turns[index]!
    const { background, weight } = waiter
    if (wait === 0) {
      forget(gate, waiter)
      if (waiter.isGone) {
        // The store takes it for under way.
        changed(gate, moment)
        continue
      }
      gate.under.calls += weight
      gate.under.points += points
      if (background) gate.under.background += weight
      waiter.granted = { points, weight, background, asked, lifts, life: waiter.life }
      gate.taken.add(waiter.granted)
      decide(waiter, Exit.succeed(waiter.granted))
    } else if (wait > patienceOf(waiter, moment)) {
      forget(gate, waiter)
      // What was claimed for a heavy call is given back at once.
      if (weight > 1) gate.isCalled = true
      const retryAfter = Math.ceil(Bounds.waitOf(wait / 1000, gate.declared.wait)!)
      decide(waiter, Exit.fail(new RateLimited({ retryAfter })))
    } else {
      const [first, last] = polls[background ? "background" : "interactive"]
      if (wait > 0) waiter.since ??= moment
      waiter.due = moment + (wait > 0 ? wait : Math.min(last, first * 2 ** waiter.tries++))
    }
  }
}

/** The store could not be asked: nobody of those goes, and what was told is told again. */
const refuse = (gate: Gate, asking: ReadonlyArray<Waiter>, news: News, cause: Cause.Cause<never>) => {
  const later = gate.news
  gate.news = {
    ended: news.ended + later.ended,
    stayUntil: Math.max(news.stayUntil, later.stayUntil),
    told: new Map([...news.told, ...later.told]),
    cost: later.cost ?? news.cost,
    learned: { ...news.learned, ...later.learned },
    lifts: earlier(news.lifts, later.lifts)
  }
  changed(gate, gate.heardAt)
  for (const waiter of asking) {
    forget(gate, waiter)
    decide(waiter, Exit.failCause(cause))
  }
}

/** Names the calls that cost the same, the same query of the same path, in few letters. */
const shapeOf = ({ body, method, path }: Call): string =>
  digest(`${method ?? "GET"} ${path} ${String(at(body, "query") ?? "")}`)
