/**
 * The seed as a simulation: every family schedules what happened to the company, and the timeline runs it in order of time
 * through the same transactions that callers use. So the seed obeys the platform's rules and its change feed is a history.
 */
import type { Lookup, Transaction } from "../Resource.ts"
import type { Tables } from "../Tables.ts"
import { begin, makeLookup } from "../Transaction.ts"

const dayLength = 86_400_000
/** First and last day of the seed data. */
export const firstDay = "2025-01-01"
export const lastDay = "2026-09-30"
const start = Date.parse(firstDay)
/** Whole days from the first to the last. */
export const days = (Date.parse(lastDay) - start) / dayLength

export const dayOf = (day: number): string => new Date(start + day * dayLength).toISOString().slice(0, 10)
export const epochOf = (day: number): number => start / 1000 + day * 86_400

export interface World extends Lookup, Pick<Transaction, "create" | "update" | "remove"> {
  /** Runs `happens` on a day, in the order of scheduling; days past the last do not happen. */
  readonly on: (day: number, happens: (world: World) => void) => void
}

interface Event {
  readonly at: number
  readonly happens: (world: World) => void
}

/** Runs everything that the families schedule, and what that schedules in turn. */
export const simulate = (tables: Tables, families: ReadonlyArray<(world: World) => void>): void => {
  const calendar = new Map<number, Array<Event>>()
  let now = start
  const one = <A>(run: (tx: Transaction) => A): A => {
    const tx = begin(tables, now)
    const result = run(tx)
    tables.commit(tx.writes())
    return result
  }
  const world: World = {
    ...makeLookup(tables),
    create: (resource, input) => one((tx) => tx.create(resource, input)),
    update: (resource, id, input) => one((tx) => tx.update(resource, id, input)),
    remove: (resource, id) => one((tx) => tx.remove(resource, id)),
    on: (day, happens) => {
      const events = calendar.get(day) ?? []
      calendar.set(day, events)
      // From 08:00 on, in the order of scheduling, minutes apart.
      const second = Math.min(28_800 + events.length * 173 + ((day * 37) % 120), 86_399)
      events.push({ at: start + day * dayLength + second * 1000, happens })
    }
  }
  for (const family of families) family(world)
  for (let day = 0; day <= days; day++) {
    // A day's events may schedule more for the same day, which the loop then meets.
    for (const { at, happens } of calendar.get(day) ?? []) {
      now = at
      happens(world)
    }
  }
}
