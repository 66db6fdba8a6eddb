/** What a fault is: something that happens to the world while clients are at work. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Shape, World } from "./World.ts"

export interface Fault {
  readonly what: string
  /** What must hold beside what the checker asks of every run, in few words with the numbers. */
  readonly goal: string
  readonly shape: Shape
  /** Clients are to notice nothing: no request of theirs may fail. */
  readonly unnoticed?: boolean
  /** Longest time in seconds until nothing is left to be done, when it is over. */
  readonly drain?: number
  /** Strikes until the time, in milliseconds, is over; leaves a world that could work. */
  readonly strike: (world: World, time: number) => Promise<Struck>
  /** One run for each seed, all in one world, where it needs neither the usual clients nor a world for each. */
  readonly series?: (seeds: ReadonlyArray<number>) => AsyncIterable<Ran>
}
export interface Struck {
  /** How often it struck: a fault that never happened proves nothing. */
  readonly times: number
  /** What was measured, with its unit in the name; of many runs the largest is shown. */
  readonly figures?: Readonly<Record<string, number>>
  /** What did not hold while it lasted. */
  readonly faults?: ReadonlyArray<string>
}

/** What a run came to. */
export interface Ran {
  readonly seed: number
  readonly struck: number
  /** What was done in spite of it. */
  readonly written: number
  readonly synced: number
  readonly read: number
  readonly deliveries: number
  /** Requests that failed meanwhile. */
  readonly failed: number
  /** What was measured, with its unit in the name. */
  readonly figures: Readonly<Record<string, number>>
  readonly faults: ReadonlyArray<string>
}

/** Does something again and again, with pauses, until the time is over. */
export const until = async (time: number, pause: number, act: () => Promise<unknown>): Promise<Struck> => {
  const end = Date.now() + time
  let times = 0
  for (;;) {
    await sleep(pause)
    if (Date.now() >= end) return { times }
    await act()
    times++
  }
}

/** Several that one world can take, one after the other, each for the whole of the time: worlds are what takes longest. */
export const inTurn = (faults: Readonly<Record<string, Fault>>): Fault => {
  const all = Object.entries(faults)
  const drains = all.flatMap(([, { drain }]) => drain ?? [])
  return {
    what: all.map(([, { what }]) => what).join("; "),
    goal: all.map(([, { goal }]) => goal).join("; "),
    shape: Object.assign({}, ...all.map(([, { shape }]) => shape)),
    unnoticed: all.every(([, { unnoticed }]) => unnoticed === true),
    ...(drains.length > 0 ? { drain: Math.min(...drains) } : {}),
    strike: async (world, time) => {
      const struck: Array<readonly [string, Struck]> = []
      for (const [name, fault] of all) struck.push([name, await fault.strike(world, time)])
      return {
        times: Math.min(...struck.map(([, { times }]) => times)),
        figures: Object.assign({}, ...struck.map(([, { figures }]) => figures)),
        faults: struck.flatMap(([name, { faults = [] }]) => faults.map((fault) => `${name}: ${fault}`))
      }
    }
  }
}

export const three: Shape = { database: "PostgreSQL", processes: 3 }
