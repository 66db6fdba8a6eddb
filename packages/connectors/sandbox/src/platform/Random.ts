/**
 * Deterministic chance for the seed data: a named stream gives the same numbers on each machine, and a family that draws
 * more or fewer numbers does not disturb the others.
 */

export interface Random {
  /** A number from 0 to 1, 1 not included. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** True once in `one` over `probability`. */
  readonly chance: (probability: number) => boolean
}

const hash = (text: string): number => {
  let state = 2166136261
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 16777619)
  return state >>> 0
}

/** A stream of its own for each name (mulberry32 over the FNV-1a hash of the name). */
export const makeRandom = (name: string): Random => {
  let state = hash(name)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    chance: (probability) => next() < probability
  }
}
